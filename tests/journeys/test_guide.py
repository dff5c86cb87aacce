"""docs/guide.md works as it is written: its blocks are run in their order, by bash and curl, on a
live server, and answer what the page says they answer."""

import shutil
from pathlib import Path

import pytest

from tests.invariants import assert_books_hold
from tests.journeys.pages import DOCS, steps, walk
from tests.live import Live
from tests.world import World, world

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")

GUIDE = (DOCS / "guide.md").read_text()
STEPS = steps(GUIDE)


def test_every_call_of_the_guide_is_run() -> None:
    run = "".join(step.command for step in STEPS)
    calls = [line for line in GUIDE.splitlines() if line.startswith(("api ", "curl ", '"$CHECK'))]
    assert len(calls) >= 20
    assert all(line in run for line in calls)
    assert sum(bool(step.answer) for step in STEPS) >= 15


def test_the_walk_answers_as_the_guide_says_and_leaves_books_that_hold(
    live: Live, tmp_path: Path
) -> None:
    place = world()
    place.api.client = live.client
    given = {"API": f"{live.url}/v1", "TOKEN": place.api.token, "TMPDIR": str(tmp_path)}
    walk(STEPS, tmp_path, given)
    _has_what_the_guide_tells_of(place)
    assert_books_hold(place)


def _has_what_the_guide_tells_of(place: World) -> None:
    api = place.api
    (company,) = api.get("companies").body["data"]
    accounts = api.get("financial-accounts").body["data"]
    balances = {
        each["name"]: api.get(f"financial-accounts/{each['id']}").body["balance"]
        for each in accounts
    }
    assert balances == {"Conta corrente": "7783.33", "Reserva": "2000.00"}
    payables = api.get("payables?sort=due_date").body["data"]
    assert [(each["status"], each["is_reconciled"]) for each in payables] == [
        ("paid", False),
        ("paid", True),
        ("pending", False),
    ]
    days = f"from={payables[0]['due_date'][:10]}&to={payables[2]['due_date'][:10]}"
    flow = api.get(f"cash-flow?company_id={company['id']}&{days}").body
    months = [(each["closing_balance"], each["projected_expenses"]) for each in flow["buckets"]]
    assert months == [("9783.33", "0.00"), ("9783.33", "0.00"), ("9450.00", "333.33")]
