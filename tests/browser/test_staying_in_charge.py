"""A person makes a token, approves what an agent asked for, looks back, and closes a door; each
bites at the next call (K10, K14, K18)."""

import pytest

from tests.agent import Agent
from tests.browser.screen import Screen
from tests.finance_api.titles.desk import desk
from tests.live import Live
from tests.world import Api, Form, World

CREATE = "finance_payables_create"
DELETE = "finance_payables_delete"
PIX = {"payment_method_kind": "pix", "pix_key": "sol@exemplo.com.br", "pix_key_type": "email"}


@pytest.fixture
def inside(screen: Screen, place: World) -> Screen:
    """Signed in."""
    screen.open("/account/")
    screen.sign_in(place.person)
    return screen


def test_a_token_is_made_shown_once_used_and_revoked(
    inside: Screen, live: Live, place: World
) -> None:
    inside.open("/account/tokens/new")
    inside.look("token_new")
    inside.page.get_by_label("Nome").fill("Robô de contas")
    inside.page.get_by_label("MCP", exact=False).first.check()
    group = inside.page.get_by_role("radiogroup", name="contas a pagar")
    group.get_by_label("Ler e alterar").check()
    inside.press("Criar o token")
    text = inside.page.locator("code.once").inner_text()
    assert text.startswith("kfp_")
    inside.look("token_made")
    names = [tool["name"] for tool in live.agent(text).send("tools/list").body["result"]["tools"]]
    assert CREATE in names
    assert "finance_receivables_create" not in names
    inside.page.get_by_role("link", name="Já copiei").click()
    assert text not in inside.page.content()
    inside.look("tokens")
    inside.press("Revogar Robô de contas")
    inside.look("tokens_revoked")
    assert live.agent(text).send("tools/list").status == 401


def test_what_agents_ask_for_is_judged_and_decided(inside: Screen, place: World) -> None:
    at = desk("payables", place)
    agent = Agent(place.mcp_token)
    made = {
        name: agent.call(CREATE, at.body(description=name, amount=amount, **PIX)).value["id"]
        for name, amount in (("Aluguel", "4321.00"), ("Energia", "321.09"), ("Golpe", "99999.99"))
    }
    file = at.api.made("attachments", Form("contrato.pdf", b"%PDF-1.7"))["id"]
    at.api.post(f"attachments/{file}/links", {"type": "payable", "id": made["Aluguel"]})
    at.patched(made["Energia"], pix_key="outra@exemplo.com.br")
    inside.open("/account/approvals")
    inside.look("approvals")
    inside.page.get_by_role("link", name="Aluguel").click()
    inside.look("approval")
    with inside.page.expect_download() as waiting:
        inside.page.get_by_role("link", name="contrato.pdf").click()
    assert waiting.value.suggested_filename == "contrato.pdf"
    inside.press("Aprovar")
    assert at.get(made["Aluguel"])["payment_approval"] == "creation_approved"
    inside.open("/account/approvals")
    for box in inside.page.get_by_role("checkbox").all():
        box.check()
    inside.press("Rejeitar selecionadas")
    inside.look("approvals_no_reason")
    inside.page.get_by_label("Motivo").fill("Não pedimos isto")
    inside.press("Rejeitar selecionadas")
    inside.look("approvals_done")
    rejected = at.get(made["Golpe"])
    assert rejected["payment_approval"] == "creation_rejected"
    assert rejected["rejection_reason"] == "Não pedimos isto"
    inside.open("/account/activity")
    inside.page.locator("details").first.click()
    inside.look("activity")


def test_a_door_that_is_closed_bites_the_next_call(
    inside: Screen, live: Live, place: World
) -> None:
    at = desk("payables", place)
    first, second = at.made()["id"], at.made()["id"]
    agent = live.agent(place.mcp_token)
    agent.confirmed(DELETE, {"id": first}).value  # noqa: B018  nothing forbids it yet
    inside.open("/account/security")
    inside.look("security")
    inside.page.get_by_role("link", name=place.workspace.name).click()
    inside.page.get_by_label("Excluir: Agente (MCP)").check()
    inside.look("security_workspace")
    inside.press("Salvar as configurações")
    assert agent.call(DELETE, {"id": second}).code == "SECURITY_BLOCKED"
    assert Api(place.api_token, client=live.client).delete(f"payables/{second}").status == 204
    inside.page.get_by_label("Data de fechamento").fill("2026-03-31")
    inside.press("Salvar as configurações")
    inside.look("security_no_reason")
    inside.page.get_by_label("Motivo").fill("Fechamento de março")
    inside.press("Salvar as configurações")
    assert at.create().code == "SECURITY_BLOCKED"
