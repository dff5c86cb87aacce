"""A leaf of the chart may go; what uses it is left without a category (rest-api §2.13)."""

import datetime as dt

from tests.agent import Agent
from tests.finance_api.classification.chart import Chart
from tests.finance_api.ledger.books import books
from tests.finance_api.parties.registry import logged
from tests.finance_api.titles.desk import both, desk


def test_a_category_with_children_is_unprocessable() -> None:
    chart = Chart()
    root = chart.category("A")
    child = chart.category("B", parent=root)
    answer = chart.api.delete(f"categories/{root['id']}")
    assert (answer.status, answer.code) == (422, "UNPROCESSABLE_ENTITY")
    assert answer.body["error"]["details"] == {"reason": "has_children"}
    assert len(chart.types()) == 2
    assert chart.api.delete(f"categories/{child['id']}").status == 204
    assert chart.api.delete(f"categories/{root['id']}").status == 204
    assert chart.types() == {}


@both
def test_titles_of_a_deleted_category_have_none_and_say_when_they_changed(path: str) -> None:
    at = desk(path)
    made = at.made(category_id=at.category)
    other = at.made()
    before = logged(at.books.world, "change")
    assert at.api.delete(f"categories/{at.category}").status == 204
    after = at.get(made["id"])
    assert (after["category_id"], after["category_name"]) == (None, None)
    assert after["updated_at"] > made["updated_at"]
    assert at.get(other["id"]) == other
    assert logged(at.books.world, "change") == [*before, "title"]


def test_transactions_of_a_deleted_category_have_none() -> None:
    b = books()
    made = b.entered(category_id=b.expense)
    assert b.api.delete(f"categories/{b.expense}").status == 204
    assert b.api.get(f"financial-transactions/{made['id']}").body["category_id"] is None


def test_a_category_used_in_a_closed_period_stays() -> None:
    b = books()
    made = b.entered(category_id=b.expense, occurred_at="2026-03-10")
    b.world.workspace.locked_through = dt.date(2026, 3, 10)
    b.world.workspace.save()
    answer = b.api.delete(f"categories/{b.expense}")
    assert (answer.status, answer.code) == (403, "SECURITY_BLOCKED")
    assert b.api.get(f"financial-transactions/{made['id']}").body == made
    b.world.workspace.locked_through = dt.date(2026, 3, 9)
    b.world.workspace.save()
    assert b.api.delete(f"categories/{b.expense}").status == 204


def test_the_question_says_what_is_left_without_a_category() -> None:
    chart = Chart()
    made = chart.category("Luz")
    agent = Agent(chart.world.mcp_token)
    asked = agent.call("finance_categories_delete", {"id": made["id"]})
    assert "“Luz”" in asked.question
    agent.confirmed("finance_categories_delete", {"id": made["id"]})
    assert chart.types() == {}
