"""An agent's match, and its undoing, are a person's to confirm (K24)."""

from finance_api.core.operations import Operation
from finance_api.rest import catalog
from tests.agent import Agent
from tests.finance_api.reconciliations.table import bank, body, matched
from tests.finance_api.titles.desk import both, desk
from tests.world import member, person, token


def _agent(at: object) -> Agent:
    return Agent(at.books.world.mcp_token)  # type: ignore[attr-defined]


@both
def test_matching_asks_with_the_money_and_who_is_paid(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at)
    agent, sent = _agent(at), body(at, [title], [moved])
    asked = agent.call("finance_reconciliations_create", sent)
    assert asked.asks
    noun = "Conta a pagar" if at.pays else "Conta a receber"
    assert f"{noun}: “100.00 BRL, 2026-03-10, Imobiliária Sol, Aluguel de março”" in asked.question
    assert "Total: R$ 100,00; Data de pagamento: 10/03/2026" in asked.question
    assert at.get(title)["status"] == "pending"
    made = agent.confirmed("finance_reconciliations_create", sent).value
    assert made["created_via"] == "mcp"
    assert at.get(title)["status"] == at.settled


@both
def test_a_rule_refuses_before_anybody_is_asked(path: str) -> None:
    at = desk(path)
    sent = body(at, [at.made(amount="1.00")["id"]], [bank(at)])
    assert _agent(at).call("finance_reconciliations_create", sent).code == "UNPROCESSABLE_ENTITY"


@both
def test_a_title_changed_meanwhile_is_asked_about_again(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at)
    agent, sent = _agent(at), body(at, [title], [moved])
    asked = agent.call("finance_reconciliations_create", sent)
    at.patched(title, description="Outra coisa")
    again = agent.call("finance_reconciliations_create", sent, **asked.reply())
    assert again.asks
    assert at.get(title)["status"] == "pending"


@both
def test_undoing_asks_and_says_what_becomes_of_both_sides(path: str) -> None:
    at = desk(path)
    title = at.made()["id"]
    made = matched(at, [title], [bank(at)])
    agent, arguments = _agent(at), {"id": made["id"]}
    asked = agent.call("finance_reconciliations_delete", arguments)
    assert "Excluir esta conciliação" in asked.question
    assert "voltam a ficar pendentes" in asked.question
    assert at.get(title)["status"] == at.settled
    assert agent.confirmed("finance_reconciliations_delete", arguments).value == {}
    assert at.get(title)["status"] == "pending"


def _operation(name: str) -> Operation:
    return catalog.endpoints()[f"finance_reconciliations_{name}"].operation


def test_both_writes_are_destructive_confirmed_and_need_the_right_to_manage() -> None:
    for name in ("create", "delete"):
        operation = _operation(name)
        assert operation.destructive
        assert operation.always_confirms
        assert operation.required_permission == "reconciliations.manage"
        assert operation.required_scope == "finance.reconciliations.write"
    assert _operation("get").required_permission == "reconciliations.view"


def test_a_person_with_the_view_role_reads_and_does_not_match() -> None:
    at = desk("payables")
    made = matched(at, [at.made()["id"]], [bank(at)])
    place = at.books.world
    viewer = person()
    member(viewer, place.organization, role="View", workspaces=[place.workspace])
    text = token(
        viewer,
        place.organization,
        "api",
        ["finance.reconciliations", "finance.reconciliations.write"],
    )
    at.api.token = text
    assert at.api.get(f"reconciliations/{made['id']}").status == 200
    answer = at.api.delete(f"reconciliations/{made['id']}")
    assert answer.code == "insufficient_permission"
    assert answer.body["error"]["details"] == {"permission": "reconciliations.manage"}
