"""A match and its undoing are dated by the bank's transactions, whatever was accrued (R85, R86)."""

import datetime as dt

from tests.finance_api.reconciliations.table import bank, everything, match, matched
from tests.finance_api.titles.desk import Desk, both, desk


def _close(at: Desk, through: dt.date | None) -> None:
    place = at.books.world.workspace
    place.locked_through = through
    place.save()


@both
def test_what_was_accrued_in_a_closed_month_is_matched_in_an_open_one(path: str) -> None:
    at = desk(path)
    title, moved = at.made(competence_date="2026-02-10")["id"], bank(at, on="2026-03-10")
    _close(at, dt.date(2026, 2, 28))
    made = matched(at, [title], [moved])
    assert at.api.delete(f"reconciliations/{made['id']}").status == 204


@both
def test_a_transaction_of_a_closed_month_is_not_matched(path: str) -> None:
    at = desk(path)
    title = at.made()["id"]
    entered = [bank(at, "60.00", "2026-03-10"), bank(at, "40.00", "2026-02-28")]
    _close(at, dt.date(2026, 2, 28))
    read = everything(at)
    before = read()
    assert match(at, [title], entered).code == "SECURITY_BLOCKED"
    assert read() == before


@both
def test_a_match_of_a_closed_month_is_not_taken_apart(path: str) -> None:
    at = desk(path)
    title = at.made()["id"]
    made = matched(at, [title], [bank(at, on="2026-03-10")])
    _close(at, dt.date(2026, 3, 10))
    read = everything(at)
    before = read()
    assert at.api.delete(f"reconciliations/{made['id']}").code == "SECURITY_BLOCKED"
    assert at.api.delete(f"{path}/{title}").code == "SECURITY_BLOCKED"
    assert read() == before
    _close(at, dt.date(2026, 3, 9))
    assert at.api.delete(f"reconciliations/{made['id']}").status == 204
