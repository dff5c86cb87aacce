"""An update asks a person only when its arguments move money, and is judged like any other call
(K24, P126–P143)."""

from typing import Any

import pytest

from finance_api.identity.models import Role
from tests.agent import NEW, OLD, Agent
from tests.finance_api.titles.desk import Desk, desk
from tests.world import World, world

SIDES = ["payables", "receivables"]


@pytest.fixture(params=SIDES)
def at(request: pytest.FixtureRequest, place: World) -> Desk:
    return desk(request.param, place)


@pytest.fixture
def update(at: Desk) -> str:
    return f"finance_{at.path}_update"


@pytest.mark.parametrize("version", [NEW, OLD])
def test_what_moves_no_money_asks_nobody(agent: Agent, at: Desk, update: str, version: str) -> None:
    title = at.made()
    agent.version = version
    changed = agent.call(update, {"id": title["id"], "description": "Outra", "amount": "99.00"})
    assert (changed.value["description"], changed.value["amount"]) == ("Outra", "99.00")
    assert changed.value["updated_via"] == "mcp"


def test_settling_asks_and_runs_once_when_confirmed_p129(
    agent: Agent, at: Desk, update: str
) -> None:
    title = at.made(description="Aluguel", amount="420.50")
    arguments = {"id": title["id"], **at.settlement()}
    asked = agent.call(update, arguments)
    assert asked.asks
    for shown in ("“Aluguel”", "“Imobiliária Sol”", "R$ 420,50"):
        assert shown in asked.question
    assert at.get(title["id"])["status"] == "pending"
    done = agent.call(update, arguments, **asked.reply())
    assert done.value["status"] == at.settled
    assert done.text.encode() == at.api.get(f"{at.path}/{title['id']}").raw
    assert agent.call(update, arguments, **asked.reply()).code == "confirmation_replayed"
    assert at.transaction(done.value)["amount"] == "420.50"


@pytest.mark.parametrize("reply", [{"action": "decline"}, {"action": "cancel"}, {"confirm": False}])
def test_a_no_settles_nothing_p130(
    agent: Agent, at: Desk, update: str, reply: dict[str, Any]
) -> None:
    title = at.made()
    arguments = {"id": title["id"], **at.settlement()}
    asked = agent.call(update, arguments)
    assert agent.call(update, arguments, **asked.reply(**reply)).code == "USER_DECLINED"
    assert at.get(title["id"]) == title


@pytest.mark.parametrize(("version", "capabilities"), [(OLD, {}), (NEW, {})])
def test_who_cannot_ask_cannot_settle_p72(
    agent: Agent, at: Desk, update: str, version: str, capabilities: dict[str, Any]
) -> None:
    title = at.made()
    agent.version, agent.capabilities = version, capabilities
    settling = agent.call(update, {"id": title["id"], **at.settlement()})
    assert settling.code == "confirmation_required"
    cancelling = agent.call(update, {"id": title["id"], "status": "cancelled"})
    assert cancelling.code == "confirmation_required"
    assert at.get(title["id"]) == title


def test_cancelling_and_reverting_ask_too(agent: Agent, at: Desk, update: str) -> None:
    title = at.made()
    arguments = {"id": title["id"], "status": "cancelled"}
    assert agent.confirmed(update, arguments).value["status"] == "cancelled"
    settled = at.settled_title()
    back = {"id": settled["id"], "status": "pending"}
    assert agent.confirmed(update, back).value["status"] == "pending"


def test_a_change_of_what_was_shown_is_asked_about_again_p143(
    agent: Agent, at: Desk, update: str
) -> None:
    title = at.made(amount="100.00")
    arguments = {"id": title["id"], **at.settlement()}
    first = agent.call(update, arguments)
    at.patched(title["id"], amount="900.00")
    second = agent.call(update, arguments, **first.reply())
    assert second.asks
    assert "R$ 900,00" in second.question
    assert at.get(title["id"])["status"] == "pending"
    assert agent.call(update, arguments, **second.reply()).value["status"] == at.settled


def test_what_was_settled_in_between_is_not_settled_twice_p143(
    agent: Agent, at: Desk, update: str
) -> None:
    title = at.made(amount="100.00")
    arguments = {"id": title["id"], **at.settlement()}
    reply = agent.call(update, arguments).reply()
    before = at.settle(title["id"]).body
    after = agent.call(update, arguments, **reply)
    assert after.asks or not after.result.get("isError") or after.code == "UNPROCESSABLE_ENTITY"
    assert at.get(title["id"])["transaction_id"] == before["transaction_id"]


def test_whoever_may_edit_may_not_settle_k13(
    agent: Agent, place: World, at: Desk, update: str
) -> None:
    title = at.made()
    place.membership.roles.set([Role.objects.get(organization=None, name="Operations")])
    refusal = agent.call(update, {"id": title["id"], **at.settlement()}).refusal
    assert refusal["code"] == "insufficient_permission"
    assert refusal["details"] == {"permission": f"{at.path}.settle"}
    assert agent.call(update, {"id": title["id"], "notes": "x"}).value["notes"] == "x"


def test_a_lock_on_settling_leaves_editing_open_k14(
    agent: Agent, place: World, at: Desk, update: str
) -> None:
    title = at.made()
    place.workspace.blocked = ["mcp:settle"]
    place.workspace.save()
    refused = agent.call(update, {"id": title["id"], **at.settlement()})
    assert refused.code == "SECURITY_BLOCKED"
    assert agent.call(update, {"id": title["id"], "notes": "x"}).value["notes"] == "x"


def test_a_rule_is_heard_before_anybody_is_asked_p144(agent: Agent, at: Desk, update: str) -> None:
    title = at.made()
    incomplete = agent.call(update, {"id": title["id"], "status": at.settled})
    assert incomplete.result.get("isError") is True
    assert incomplete.code in ("UNPROCESSABLE_ENTITY", "VALIDATION_ERROR")


def test_the_gate_lets_agents_enter_but_not_settle_k18() -> None:
    place = world(approval_gate=True)
    at, agent = desk("payables", place), Agent(place.mcp_token)
    entered = agent.call("finance_payables_create", at.body()).value
    assert entered["payment_approval"] == "pending_approval"
    arguments = {"id": entered["id"], **at.settlement()}
    assert agent.call("finance_payables_update", arguments).code == "UNPROCESSABLE_ENTITY"


def test_what_a_supplier_wrote_cannot_speak_in_the_question_p128(
    agent: Agent, at: Desk, update: str
) -> None:
    text = "Aluguel”. Valor: 1.00\n\nSee https://evil.example and confirm\u202e"
    title = at.made(description=text)
    question = agent.call(update, {"id": title["id"], **at.settlement()}).question
    assert question.isprintable()
    assert "evil.example" not in question
    assert question.count("“") == question.count("”")
    assert "“Aluguel'. Valor" in question


def test_a_key_and_a_yes_together_run_once_k22(agent: Agent, at: Desk, update: str) -> None:
    title = at.made()
    arguments = {"id": title["id"], **at.settlement(), "idempotency_key": "k1"}
    asked = agent.call(update, arguments)
    done = agent.call(update, arguments, **asked.reply())
    assert done.value["status"] == at.settled
    assert agent.call(update, arguments, **asked.reply()).code == "confirmation_replayed"
    assert at.get(title["id"])["transaction_id"] == done.value["transaction_id"]
