"""Settling is an update that needs a further right, and asks first (K13, K14, K24)."""

import pytest

from tests.agent import Agent
from tests.finance_api.titles.desk import both, desk
from tests.world import Api, every_scope, member, person, token


@both
def test_who_may_edit_but_not_settle_neither_settles_nor_moves_money(path: str) -> None:
    at = desk(path)
    of, clerk = at.books.world, person()
    member(clerk, of.organization, role="Operations", workspaces=[of.workspace])
    mine = Api(token(clerk, of.organization, "api", every_scope()))
    pending, settled = at.made(), at.settled_title()
    refused = mine.patch(f"{path}/{pending['id']}", at.settlement())
    assert refused.status == 403
    assert refused.code == "insufficient_permission"
    assert refused.body["error"]["details"] == {"permission": f"{path}.settle"}
    for title_id, sent in (
        (pending["id"], {"status": "cancelled"}),
        (settled["id"], {"status": "pending"}),
        (settled["id"], {"amount": "1.00"}),
        (settled["id"], {"payment_date": "2026-03-09"}),
    ):
        assert mine.patch(f"{path}/{title_id}", sent).code == "insufficient_permission", sent
    assert (at.get(pending["id"]), at.get(settled["id"])) == (pending, settled)
    for title_id, sent in (
        (pending["id"], {"status": "pending", "amount": "1.00"}),
        (settled["id"], {"status": at.settled, "amount": "100.00", "notes": "ok"}),
    ):
        assert mine.patch(f"{path}/{title_id}", sent).status == 200, sent


@both
def test_settling_stands_under_a_lock_of_its_own(path: str) -> None:
    at = desk(path)
    made = at.made()
    place = at.books.world.workspace
    place.blocked = ["api:settle"]
    place.save()
    answer = at.settle(made["id"])
    assert answer.code == "SECURITY_BLOCKED"
    assert answer.body["error"]["details"] == {"rule": "settle", "channel": "api"}
    assert at.patched(made["id"], notes="ok")["status"] == "pending"
    place.blocked = ["mcp:settle"]
    place.save()
    assert at.settle(made["id"]).status == 200


@both
def test_deleting_what_was_settled_takes_it_back_and_needs_that_right(path: str) -> None:
    at = desk(path)
    of, clerk = at.books.world, person()
    may = [f"{path}.view", f"{path}.delete"]
    member(clerk, of.organization, role=None, permissions=may, workspaces=[of.workspace])
    mine = Api(token(clerk, of.organization, "api", every_scope()))
    pending, matched, settled = at.made(), at.made(), at.settled_title()
    sign = "debit" if at.pays else "credit"
    moved = at.books.entered(type=sign, amount="100.00")["id"]
    match = {"billings": [{"kind": path[:-1], "id": matched["id"]}], "transaction_ids": [moved]}
    at.api.made("reconciliations", match)
    balance = at.books.balance()
    for title in (matched, settled):
        refused = mine.delete(f"{path}/{title['id']}")
        assert (refused.status, refused.code) == (403, "insufficient_permission")
        assert refused.body["error"]["details"] == {"permission": f"{path}.settle"}
        of.workspace.blocked = ["api:settle"]
        of.workspace.save()
        blocked = at.api.delete(f"{path}/{title['id']}")
        assert (blocked.status, blocked.code) == (403, "SECURITY_BLOCKED")
        of.workspace.blocked = []
        of.workspace.save()
        assert at.get(title["id"])["status"] == at.settled
    assert at.books.balance() == balance
    assert mine.delete(f"{path}/{pending['id']}").status == 204
    assert at.api.delete(f"{path}/{settled['id']}").status == 204


@both
def test_a_tool_asks_before_money_moves_and_says_what_the_books_say(path: str) -> None:
    at = desk(path)
    agent = Agent(at.books.world.mcp_token)
    tool = f"finance_{path}_update"
    made = at.made()
    arguments = {"id": made["id"], **at.settlement(interest_amount="5.50")}
    asked = agent.call(tool, arguments)
    assert asked.asks
    for shown in ("Aluguel de março", "Imobiliária Sol", "R$ 105,50", "10/03/2026", "Padaria"):
        assert shown in asked.question, asked.question
    assert at.get(made["id"]) == made
    assert at.books.count() == 0
    settled = agent.call(tool, arguments, **asked.reply()).value
    assert settled["status"] == at.settled
    assert settled["updated_via"] == "mcp"
    assert at.books.balance() == at.signed("105.50")
    again = agent.call(tool, arguments, **asked.reply())
    assert again.code == "confirmation_replayed"
    assert not agent.call(tool, arguments).asks
    assert not agent.call(tool, {"id": made["id"], "notes": "ok"}).asks
    for sent in ({"status": "pending"}, {"amount": "1.00"}, {"ticket_amount": "1.00"}):
        assert agent.call(tool, {"id": made["id"], **sent}).asks, sent
    assert agent.call(f"finance_{path}_delete", {"id": made["id"]}).asks
    assert at.books.balance() == at.signed("105.50")


@both
def test_what_a_rule_refuses_is_not_asked(path: str) -> None:
    at = desk(path)
    agent = Agent(at.books.world.mcp_token)
    settled = at.settled_title()
    tool = f"finance_{path}_update"
    cancelled = agent.call(tool, {"id": settled["id"], "status": "cancelled"})
    assert cancelled.code == "UNPROCESSABLE_ENTITY"
    dated = agent.call(tool, {"id": settled["id"], **at.settlement(payment_date="2026-03-01")})
    assert dated.code == "UNPROCESSABLE_ENTITY"


@both
@pytest.mark.parametrize("column", ["amount", "due_date", "description"])
def test_a_yes_to_a_question_that_now_reads_otherwise_is_asked_again(
    path: str, column: str
) -> None:
    at = desk(path)
    agent = Agent(at.books.world.mcp_token)
    made = at.made()
    arguments = {"id": made["id"], **at.settlement()}
    asked = agent.call(f"finance_{path}_update", arguments)
    changed = {"amount": "9999.00", "due_date": "2026-12-24", "description": "Outra coisa"}
    at.patched(made["id"], **{column: changed[column]})
    again = agent.call(f"finance_{path}_update", arguments, **asked.reply())
    assert again.asks
    shown = {"amount": "R$ 9.999,00", "due_date": "24/12/2026"}
    assert shown.get(column, changed[column]) in again.question
    assert at.books.count() == 0
    assert agent.call(f"finance_{path}_update", arguments, **again.reply()).value
