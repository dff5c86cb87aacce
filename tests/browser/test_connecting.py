"""Clients sign in by their own means, and a person in a browser does the person's part: signs in,
reads what is asked, chooses, allows or refuses, looks back, and ends it (P169-P177)."""

from collections.abc import Iterator

import pytest

from tests.browser.agent import Callback, callback, node_client, python_client
from tests.browser.screen import Screen
from tests.clients.node import node_of_this_machine
from tests.live import Live
from tests.oauth.backend import Backend, registered
from tests.oauth.test_tokens import refused, seen
from tests.world import Api, World, member, organization, workspace


@pytest.fixture
def waiting() -> Iterator[Callback]:
    with callback() as found:
        yield found


def test_a_person_lets_a_client_in_looks_back_and_ends_it(
    screen: Screen, live: Live, place: World, waiting: Callback
) -> None:
    client = python_client(live.url, waiting.url)
    screen.page.goto(client.asks())
    assert screen.at() == "/account/sign-in"
    screen.look("sign_in")
    screen.sign_in(place.person, "errada")
    assert "Este e-mail e esta senha não conferem." in screen.text()
    screen.look("sign_in_wrong")
    screen.sign_in(place.person)
    assert screen.at() == "/oauth/authorize"
    assert "Agente MCP" in screen.text()
    assert "Ler tudo o que você vê" in screen.text()
    screen.look("consent")
    screen.press("Permitir")
    client.tell(waiting.answer())
    outcome = client.ends()
    assert [row["id"] for row in outcome["workspaces"]] == [str(place.workspace.pk)]
    assert "finance_payables_list" in outcome["tools"]
    assert "finance_payables_create" not in outcome["tools"]
    assert seen(live, outcome["token"])
    screen.open("/account/agents")
    assert "Agente MCP" in screen.text()
    screen.look("agents")
    screen.press("Desconectar Agente MCP")
    assert "Desconectado." in screen.text()
    assert refused(live, outcome["token"])
    screen.look("agents_none")


def test_a_client_of_the_node_world_is_let_in(
    screen: Screen, live: Live, place: World, waiting: Callback
) -> None:
    client = node_client(node_of_this_machine(), live.url, waiting.url)
    screen.page.goto(client.asks())
    screen.sign_in(place.person)
    assert "Agente Node" in screen.text()
    screen.press("Permitir")
    client.tell(waiting.answer())
    outcome = client.ends()
    assert [row["id"] for row in outcome["workspaces"]] == [str(place.workspace.pk)]
    assert outcome["scope"] == "finance.all"


def test_a_refusal_reaches_the_client_and_nothing_is_connected(
    screen: Screen, live: Live, place: World, waiting: Callback
) -> None:
    client = python_client(live.url, waiting.url)
    screen.page.goto(client.asks())
    screen.sign_in(place.person)
    screen.press("Recusar")
    answer = waiting.answer()
    assert "error=access_denied" in answer
    client.tell(answer)
    assert "access_denied" in repr(client.ends())
    screen.open("/account/agents")
    assert "Você não conectou nenhum cliente." in screen.text()


def test_the_person_chooses_the_organization_and_the_token_lives_there(
    screen: Screen, live: Live, place: World, waiting: Callback
) -> None:
    other = organization(name="Outra Casa")
    member(place.person, other, workspaces=[(there := workspace(other))])
    client = python_client(live.url, waiting.url)
    screen.page.goto(client.asks())
    screen.sign_in(place.person)
    screen.look("consent_two")
    # The browser itself does not let the form go before one is chosen.
    screen.press("Permitir")
    assert screen.at() == "/oauth/authorize"
    screen.page.get_by_label("Outra Casa").check()
    screen.press("Permitir")
    client.tell(waiting.answer())
    assert [row["id"] for row in client.ends()["workspaces"]] == [str(there.pk)]


def test_all_of_it_by_keyboard(screen: Screen, live: Live, place: World, waiting: Callback) -> None:
    client = python_client(live.url, waiting.url)
    screen.page.goto(client.asks())
    keys = screen.page.keyboard
    keys.type(place.person.email)
    keys.press("Tab")
    keys.type("uma senha muito comprida")
    keys.press("Enter")
    screen.page.get_by_role("heading", name="Conectar").wait_for()
    for _ in range(12):
        keys.press("Tab")
        if screen.page.evaluate("document.activeElement.name") == "allow":
            break
    keys.press("Enter")
    client.tell(waiting.answer())
    assert client.ends()["scope"] == "finance.all"


def test_the_dashboard_asks_only_which_organization(
    screen: Screen, live: Live, place: World, waiting: Callback
) -> None:
    member(place.person, organization(name="Outra Casa"))
    id, secret = registered("dashboard", "Painel Kobana", "--redirect", waiting.url)
    client = Backend(live.url, waiting.url, id=id, secret=secret)
    screen.page.goto(client.asks())
    screen.sign_in(place.person)
    assert "Entrar em qual organização?" in screen.text()
    screen.look("entering")
    screen.page.get_by_label(place.organization.name).check()
    screen.press("Continuar")
    tokens = client.swap(f"{live.url}{waiting.answer()}").json()
    made = Api(tokens["access_token"], client=live.client).made("taxes", {"name": "ISS"})
    assert made["created_via"] == "dashboard"


def test_a_request_that_makes_no_sense_is_told_to_the_person_alone(
    screen: Screen, place: World
) -> None:
    screen.page.goto(
        f"{screen.base}/oauth/authorize?client_id=nobody&redirect_uri=https://x.example"
    )
    screen.sign_in(place.person)
    assert "Este pedido não pode ser atendido" in screen.text()
    screen.look("refused")
