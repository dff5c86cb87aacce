"""The cash flow of small books, figure by figure (rest-api §1.8)."""

import uuid
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.agent import Agent
from tests.finance_api.ledger.books import Books, account, books, company
from tests.world import grant, workspace, world

NOON = "2026-07-15T12:00:00Z"
YEAR = "from=2026-01-01&to=2026-12-31"
ZEROS = {
    "income": "0.00",
    "expenses": "0.00",
    "net": "0.00",
    "projected_income": "0.00",
    "projected_expenses": "0.00",
}


def flow(b: Books, query: str = YEAR, at: str = NOON) -> Any:
    with time_machine.travel(at, tick=False):
        answer = b.api.get(f"cash-flow?{query}")
    assert answer.status == 200, answer.body
    return answer.body


def bucket(shown: Any, key: str) -> dict[str, Any]:
    """The figures of one bucket that are not zero, and its balances."""
    (found,) = (each for each in shown["buckets"] if each["bucket"] == key)
    balances = ("opening_balance", "closing_balance")
    return {k: v for k, v in found.items() if k in balances or (k in ZEROS and v != "0.00")}


def title(b: Books, path: str = "payables", **changes: Any) -> Any:
    body = {
        "company_id": b.company,
        "person_name": "Imobiliária Sol",
        "description": "Aluguel",
        "amount": "40.00",
        "due_date": "2026-09-10",
    }
    return b.api.made(path, body | changes)


def test_empty_books_show_every_bucket_with_zeros() -> None:
    b = books("50.00")
    shown = flow(b, "from=2026-06-20&to=2026-08-01")
    assert shown == {
        "granularity": "month",
        "current_balance": "50.00",
        "today_bucket": "2026-07",
        "truncated": False,
        "retroactive_overdue": {"income": "0.00", "expenses": "0.00"},
        "buckets": [
            {
                "bucket": key,
                **ZEROS,
                "opening_balance": "50.00",
                "closing_balance": "50.00",
                "is_future": key >= "2026-07",
            }
            for key in ("2026-06", "2026-07", "2026-08")
        ],
    }


def test_what_moved_runs_through_the_balances() -> None:
    b = books("50.00")
    b.entered(amount="20.00", occurred_at="2025-12-31")
    b.entered(amount="100.00", occurred_at="2026-03-31", type="credit")
    b.entered(amount="30.00", occurred_at="2026-03-01")
    b.entered(amount="5.00", occurred_at="2026-04-01")
    shown = flow(b)
    assert bucket(shown, "2026-01") == {"opening_balance": "30.00", "closing_balance": "30.00"}
    assert bucket(shown, "2026-03") == {
        "income": "100.00",
        "expenses": "30.00",
        "net": "70.00",
        "opening_balance": "30.00",
        "closing_balance": "100.00",
    }
    assert bucket(shown, "2026-04")["closing_balance"] == "95.00"
    assert shown["current_balance"] == b.balance() == "95.00"


def test_what_is_pending_is_projected_on_its_date() -> None:
    b = books("50.00")
    b.entered(amount="7.00", occurred_at="2026-09-30", is_pending=True)
    title(b, amount="40.00", due_date="2026-09-01")
    title(b, "receivables", amount="90.00", due_date="2026-10-01")
    shown = flow(b)
    assert shown["current_balance"] == "50.00"
    assert bucket(shown, "2026-09") == {
        "expenses": "47.00",
        "net": "-47.00",
        "projected_expenses": "47.00",
        "opening_balance": "50.00",
        "closing_balance": "3.00",
    }
    assert bucket(shown, "2026-10") == {
        "income": "90.00",
        "net": "90.00",
        "projected_income": "90.00",
        "opening_balance": "3.00",
        "closing_balance": "93.00",
    }


def test_what_is_overdue_is_expected_today() -> None:
    b = books()
    title(b, amount="40.00", due_date="2026-02-10")
    title(b, amount="3.00", due_date="2026-07-14")
    title(b, amount="1.00", due_date="2026-07-15")
    title(b, "receivables", amount="25.00", due_date="2025-12-31")
    b.entered(amount="6.00", occurred_at="2026-07-01", is_pending=True)
    shown = flow(b)
    assert shown["retroactive_overdue"] == {"income": "25.00", "expenses": "49.00"}
    assert bucket(shown, "2026-02") == {"opening_balance": "0.00", "closing_balance": "0.00"}
    assert bucket(shown, "2026-07") == {
        "income": "25.00",
        "expenses": "50.00",
        "net": "-25.00",
        "projected_income": "25.00",
        "projected_expenses": "50.00",
        "opening_balance": "0.00",
        "closing_balance": "-25.00",
    }
    days = flow(b, "from=2026-07-13&to=2026-07-16&granularity=day")
    assert days["today_bucket"] == "2026-07-15"
    assert bucket(days, "2026-07-14") == {"opening_balance": "0.00", "closing_balance": "0.00"}
    assert bucket(days, "2026-07-15") == bucket(shown, "2026-07")


def test_a_range_after_today_opens_with_what_is_expected_before_it() -> None:
    b = books("50.00")
    title(b, amount="40.00", due_date="2026-02-10")
    title(b, amount="1.00", due_date="2026-08-31")
    (september,) = flow(b, "from=2026-09-01&to=2026-09-30")["buckets"]
    assert (september["opening_balance"], september["is_future"]) == ("9.00", True)


def test_a_title_is_projected_with_what_it_would_move_and_only_while_pending() -> None:
    b = books()
    owed = title(b, amount="40.00", due_date="2026-09-10")
    changed = {"interest_amount": "2.00", "discount_amount": "5.00"}
    assert b.api.patch(f"payables/{owed['id']}", changed).status == 200
    assert bucket(flow(b), "2026-09")["projected_expenses"] == "37.00"
    b.api.patch(f"payables/{owed['id']}", {"ticket_amount": "36.50"})
    assert bucket(flow(b), "2026-09")["projected_expenses"] == "36.50"
    paid = {"status": "paid", "payment_date": "2026-07-10", "financial_account_id": b.account}
    with time_machine.travel(NOON, tick=False):
        assert b.api.patch(f"payables/{owed['id']}", paid).status == 200
    shown = flow(b)
    assert bucket(shown, "2026-09") == {"opening_balance": "-36.50", "closing_balance": "-36.50"}
    assert bucket(shown, "2026-07") == {
        "expenses": "36.50",
        "net": "-36.50",
        "opening_balance": "0.00",
        "closing_balance": "-36.50",
    }
    dropped = title(b, amount="11.00")
    b.api.patch(f"payables/{dropped['id']}", {"status": "cancelled"})
    assert flow(b) == shown


def test_a_payable_that_waits_for_approval_is_not_expected() -> None:
    b = books()
    place = b.world.workspace
    place.approval_gate = True
    place.save()
    assert title(b)["payment_approval"] == "pending_approval"
    assert bucket(flow(b), "2026-09") == {"opening_balance": "0.00", "closing_balance": "0.00"}


def transfer(b: Books, to: str, **changes: Any) -> None:
    body = {
        "from_account_id": b.account,
        "to_account_id": to,
        "amount": "30.00",
        "occurred_at": "2026-03-10",
        "description": "Aplicação",
    }
    b.api.made("transfers", body | changes)


def test_a_transfer_is_neither_income_nor_expense_of_what_holds_both_accounts() -> None:
    b = books("50.00")
    before = flow(b, f"{YEAR}&company_id={b.company}")
    transfer(b, account(b.world, b.company, name="Aplicação"))
    assert flow(b) == flow(b, f"{YEAR}&company_id={b.company}") == before
    branch = company(b.world, "Filial")
    transfer(b, account(b.world, branch))
    transfer(b, account(b.world, branch), is_pending=True, occurred_at="2026-09-10")
    assert flow(b) == before


def test_a_transfer_moves_the_balance_of_the_account_or_company_it_leaves() -> None:
    b = books("50.00")
    other = account(b.world, b.company, name="Aplicação")
    branch = company(b.world, "Filial")
    abroad = account(b.world, branch)
    transfer(b, other, amount="20.00")
    transfer(b, abroad, amount="5.00")
    expected = {
        f"account_id={b.account}": ("0.00", "25.00", "25.00"),
        f"account_id={other}": ("20.00", "0.00", "20.00"),
        f"company_id={b.company}": ("0.00", "5.00", "45.00"),
        f"company_id={branch}": ("5.00", "0.00", "5.00"),
        f"company_id={b.company}&account_id={b.account}": ("0.00", "25.00", "25.00"),
    }
    for scope, figures in expected.items():
        shown = flow(b, f"{YEAR}&{scope}")
        march = next(each for each in shown["buckets"] if each["bucket"] == "2026-03")
        assert (march["income"], march["expenses"], march["closing_balance"]) == figures, scope
        assert shown["current_balance"] == figures[2]


def test_a_title_is_expected_on_the_account_it_names_for_that_or_for_settling() -> None:
    b = books()
    other = account(b.world, b.company, name="Aplicação")
    title(b, amount="1.00", financial_account_id=b.account)
    title(b, amount="2.00", expected_account_id=other)
    title(b, amount="4.00", financial_account_id=b.account, expected_account_id=other)
    title(b, amount="8.00")
    for query, expected in (
        (YEAR, "15.00"),
        (f"{YEAR}&account_id={b.account}", "1.00"),
        (f"{YEAR}&account_id={other}", "6.00"),
    ):
        assert bucket(flow(b, query), "2026-09")["projected_expenses"] == expected


@pytest.mark.parametrize("name", ["company_id", "account_id"])
def test_a_company_or_account_that_is_not_here_is_not_found(name: str) -> None:
    b, foreign = books(), books()
    theirs = foreign.company if name == "company_id" else foreign.account
    of_theirs = b.api.get(f"cash-flow?{YEAR}&{name}={theirs}")
    of_nobody = b.api.get(f"cash-flow?{YEAR}&{name}={uuid.uuid4()}")
    assert (of_theirs.status, of_theirs.code) == (404, "NOT_FOUND")
    assert of_theirs.raw == of_nobody.raw
    own = b.company if name == "company_id" else b.account
    assert b.api.get(f"cash-flow?{YEAR}&{name}={own}").status == 200


@pytest.mark.parametrize(
    "query",
    [
        "",
        "from=2026-01-01",
        "to=2026-01-01",
        "from=2026-01-02&to=2026-01-01",
        "from=2026-02-30&to=2026-03-01",
        "from=01/01/2026&to=2026-03-01",
        f"{YEAR}&from=2026-01-01",
        f"{YEAR}&granularity=quarter",
        f"{YEAR}&company_id=1",
        f"{YEAR}&account_id=",
        f"{YEAR}&fields=buckets",
        f"{YEAR}&start_date=2026-01-01",
    ],
)
def test_a_bad_query_is_refused(query: str) -> None:
    answer = world().api.get(f"cash-flow?{query}")
    assert (answer.status, answer.code) == (400, "BAD_REQUEST")


def test_the_tool_answers_as_rest_does() -> None:
    b = books("50.00")
    title(b)
    agent = Agent(b.world.mcp_token)
    arguments = {"from": "2026-01-01", "to": "2026-12-31"}
    shown = agent.call("finance_cash_flow_get", arguments)
    assert shown.text.encode() == b.api.get(f"cash-flow?{YEAR}").raw
    missing = agent.call("finance_cash_flow_get", {"from": "2026-01-01"})
    assert missing.code == "BAD_REQUEST"
    assert missing.text.encode() == b.api.get("cash-flow?from=2026-01-01").raw


@pytest.mark.parametrize(
    ("zone", "today"),
    [
        ("America/Sao_Paulo", "2026-07-14"),
        ("Asia/Tokyo", "2026-07-15"),
        ("Nowhere/Land", "2026-07-14"),
        ("America", "2026-07-14"),
        ("../../etc/passwd", "2026-07-14"),
        ("%00", "2026-07-14"),
        ("", "2026-07-14"),
    ],
)
def test_the_time_zone_says_what_day_it_is_and_an_unknown_one_is_sao_paulo(
    zone: str, today: str
) -> None:
    b = books()
    query = f"from=2026-07-01&to=2026-07-31&granularity=day&tz={zone}"
    shown = flow(b, query, at="2026-07-15T02:00:00Z")
    assert shown["today_bucket"] == today
    first = next(each for each in shown["buckets"] if each["is_future"])
    assert first["bucket"] == today


def test_too_long_a_range_is_cut_around_today() -> None:
    b = books("50.00")
    b.entered(amount="20.00", occurred_at="2001-01-01")
    shown = flow(b, "from=0001-01-01&to=9999-12-31")
    assert (shown["truncated"], len(shown["buckets"])) == (True, 60)
    keys = [each["bucket"] for each in shown["buckets"]]
    assert (keys[0], keys[30], keys[-1]) == ("2024-01", "2026-07", "2028-12")
    assert shown["buckets"][0]["opening_balance"] == "30.00"


def test_another_workspaces_money_is_not_counted() -> None:
    b = books("50.00")
    elsewhere = workspace(b.world.organization)
    grant(b.world.membership, elsewhere)
    here = {"X-Workspace-Id": str(b.world.workspace.id)}
    there = {"X-Workspace-Id": str(elsewhere.id)}
    of_here = b.api.get(f"cash-flow?{YEAR}", **here).body
    of_there = b.api.get(f"cash-flow?{YEAR}", **there).body
    assert (of_here["current_balance"], of_there["current_balance"]) == ("50.00", "0.00")


def test_it_costs_five_statements_at_most_however_many_rows_there_are() -> None:
    b = books()
    query = f"cash-flow?{YEAR}&company_id={b.company}&account_id={b.account}&granularity=day"

    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert b.api.get(query).status == 200
        control = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SELECT set_config")
        sent = [each["sql"].strip() for each in captured.captured_queries]
        return sum(not sql.startswith(control) for sql in sent)

    few = cost()
    for day in range(1, 29):
        b.entered(amount="1.00", occurred_at=f"2026-03-{day:02}")
        title(b, due_date=f"2026-09-{day:02}")
    assert cost() == few <= 5
