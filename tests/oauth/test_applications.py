"""Applications with a secret: the dashboard's backend signs people in to work as themselves, and
nobody becomes one over the network."""

from typing import Any

import httpx2
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.core.models import LogEntry
from finance_api.identity.connections import OAuthClient
from finance_api.identity.models import Role
from tests.finance_api.titles.desk import desk
from tests.live import Live
from tests.oauth.backend import Backend, backend, registered
from tests.oauth.person import REDIRECT, Browser, Client, answered, connected, forms
from tests.world import Api, World, member, organization, workspace, world

TAX = {"name": "ISS", "default_rate": "5"}


def at_the_dashboard(live: Live, tokens: dict[str, Any]) -> Api:
    return Api(tokens["access_token"], client=live.client)


def test_what_people_do_through_the_backend_they_do_at_the_dashboard(live: Live) -> None:
    place = world(approval_gate=True)
    client = backend(live.url)
    tokens = client.enter(place)
    api = at_the_dashboard(live, tokens)
    made = api.made("taxes", TAX)
    assert (made["created_via"], made["updated_via"]) == ("dashboard", "dashboard")
    with transaction.atomic():
        open_workspaces([place.workspace.pk])
        entry = LogEntry.objects.get(record_id=made["id"])
    assert (entry.channel, entry.token_kind) == ("dashboard", "oauth")
    assert entry.person_id == place.person.pk
    # The gate is for what programs create, and a person's own work is none.
    books = desk("payables", place)
    assert api.made("payables", books.body())["payment_approval"] is None
    assert books.made()["payment_approval"] == "pending_approval"
    # The dashboard's column of the security tab bites, and the API's does not.
    place.workspace.blocked = ["api:create", "dashboard:edit"]
    place.workspace.save()
    assert api.post("taxes", {**TAX, "name": "PIS"}).status == 201
    refused = api.patch(f"taxes/{made['id']}", {"name": "IR"})
    assert (refused.status, refused.code) == (403, "SECURITY_BLOCKED")
    assert refused.body["error"]["details"] == {"rule": "edit", "channel": "dashboard"}
    # Neither opens the other's door.
    assert live.agent(tokens["access_token"]).send("tools/list").status == 401
    _, of_an_agent = connected(live.url, place)
    assert at_the_dashboard(live, of_an_agent).get("taxes").status == 401


def test_permissions_bound_a_person_there_and_scopes_do_not(live: Live, place: World) -> None:
    viewer = place.membership
    viewer.roles.set(Role.objects.filter(organization=None, name="View"))
    api = at_the_dashboard(live, backend(live.url).enter(place))
    assert api.get("taxes").status == 200
    refused = api.post("taxes", TAX)
    assert (refused.status, refused.code) == (403, "insufficient_permission")
    viewer.extra_permissions = ["taxes.create"]
    viewer.save()
    assert api.post("taxes", TAX).status == 201
    viewer.active = False
    viewer.save()
    assert api.get("taxes").code == "membership_inactive"


def test_only_the_organization_is_asked_where_there_are_several(live: Live, place: World) -> None:
    second = organization("Grupo Lua")
    books = workspace(second)
    member(place.person, second, workspaces=[books])
    client, browser = backend(live.url), Browser(place.person)
    page = browser.consent(client.asks())
    assert "Entrar em qual organização?" in page.text
    assert "Painel" in page.text
    assert "Ler tudo" not in page.text
    form = forms(page.text)[0]
    assert set(form.choices) == {str(second.pk), str(place.organization.pk)}
    none = browser.send(page, form, ("allow", "yes"))
    assert (none.status_code, "Escolha uma organização" in none.text) == (400, True)
    no = browser.send(page, form, ("refuse", "no"))
    assert answered(str(no.headers["Location"]))["error"] == "access_denied"
    tokens = client.swap(browser.allow(client.asks(), second)).json()
    rows = at_the_dashboard(live, tokens).get("workspaces").body["data"]
    assert [row["id"] for row in rows] == [str(books.pk)]
    # One of them left: no question any more. None left: nothing to go on to.
    place.membership.active = False
    place.membership.save()
    assert answered(str(browser.open(client.asks()).headers["Location"]))["code"]
    place.person.memberships.update(active=False)
    page = browser.open(client.asks())
    assert set(forms(page.text)[0].buttons) == {"refuse"}


def test_a_client_with_a_secret_shows_it_by_basic_and_nothing_else(
    live: Live, place: World, browser: Browser
) -> None:
    client = backend(live.url)

    def location() -> str:
        return str(browser.consent(client.asks()).headers["Location"])

    there = location()
    for wrong in ("", "kfs_wrong", f"{client.secret} "):
        imposter = Backend(live.url, id=client.id, secret=wrong, verifier=client.verifier)
        for told in ({}, {"client_id": client.id}, {"client_secret": client.secret}):
            answer = imposter.swap(there, **{"client_id": client.id, **told})
            assert answer.status_code == 401, answer.text
            assert answer.json()["error"] == "invalid_client"
    assert client.swap(there, code_verifier="x" * 43).json()["error"] == "invalid_grant"
    assert client.swap(there, resource=f"{live.url}/mcp").json()["error"] == "invalid_target"
    tokens = client.swap(there).json()
    imposter = Backend(live.url, id=client.id)
    assert imposter.refresh(tokens, client_id=client.id).json()["error"] == "invalid_client"
    tokens = client.refresh(tokens).json()
    assert at_the_dashboard(live, tokens).get("taxes").status == 200
    assert client.revoke(tokens["refresh_token"]).status_code == 200
    assert at_the_dashboard(live, tokens).get("taxes").status == 401
    # Without PKCE, and for the other door, there is no code.
    for changes, error in (
        ({"code_challenge": None}, "invalid_request"),
        ({"resource": f"{live.url}/mcp"}, "invalid_target"),
    ):
        sent_back = browser.open(client.asks(**changes))
        assert answered(str(sent_back.headers["Location"]))["error"] == error
    agent = Client(live.url)
    sent_back = browser.open(agent.asks(resource=f"{live.url}/v1"))
    assert answered(str(sent_back.headers["Location"]))["error"] == "invalid_target"


def test_the_operator_registers_and_withdraws(live: Live, place: World) -> None:
    client = backend(live.url)
    stored = OAuthClient.objects.get(client_id=client.id)
    assert (stored.client_type, stored.first_party, stored.introspects) == (
        "confidential",
        True,
        False,
    )
    assert client.secret.startswith("kfs_")
    assert client.secret not in stored.client_secret
    tokens = client.enter(place)
    call_command("withdraw_application", client.id)
    assert at_the_dashboard(live, tokens).get("taxes").status == 401
    assert client.refresh(tokens).json()["error"] == "invalid_client"
    server_id, _ = registered("resource-server", "Finanças")
    agent = Client(live.url)
    for nobody in (client.id, agent.id, "x"):
        with pytest.raises(CommandError, match="Nothing was changed"):
            call_command("withdraw_application", nobody)
    before = OAuthClient.objects.count()
    for wrong in (
        ["dashboard", "Painel"],
        ["dashboard", "Painel", "--redirect", "http://painel.example/entrar"],
        ["dashboard", "Painel", "--redirect", "javascript:alert(1)"],
        ["dashboard", "P" * 300, "--redirect", REDIRECT],
        ["resource-server", "Finanças", "--redirect", REDIRECT],
    ):
        with pytest.raises(CommandError):
            call_command("register_application", *wrong)
    assert OAuthClient.objects.count() == before
    # A resource server signs nobody in and is given no token.
    server = OAuthClient.objects.get(client_id=server_id)
    assert httpx2.get(Client(live.url, id=server_id).asks()).status_code in (302, 400)
    assert (server.redirect_uris, server.introspects, server.first_party) == ("", True, False)


@pytest.mark.parametrize("source", ["dcr", "cimd"])
@pytest.mark.parametrize(
    "more",
    [
        {"first_party": True},
        {"introspects": True},
        {"client_type": "confidential", "client_secret": "x"},
        {"client_type": "confidential", "client_secret": "x", "first_party": True},
        {"client_secret": "x"},
    ],
)
def test_a_client_that_introduced_itself_is_never_trusted(source: str, more: Any) -> None:
    sent = {"registration_source": source, "client_type": "public", **more}
    with pytest.raises(IntegrityError, match="only_what_the_operator_registered"):
        OAuthClient.objects.create(**sent)


def test_no_secret_is_no_secret() -> None:
    with pytest.raises(IntegrityError, match="only_what_the_operator_registered"):
        OAuthClient.objects.create(client_type="confidential", first_party=True)
