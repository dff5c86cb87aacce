"""A receivable's charge: its computed state, and what a live one forbids (K19, rest-api §2.10)."""

import pytest

from finance_api.titles.charge_state import state_of
from tests.finance_api.titles.desk import charged, desk


@pytest.mark.parametrize(
    ("status", "registration", "state"),
    [
        (None, None, None),
        ("opened", "pending", "registering"),
        (None, "pending", "registering"),
        ("opened", None, "registering"),
        ("opened", "confirmed", "registered"),
        ("opened", "skipped", "registered"),
        ("overdue", "confirmed", "overdue"),
        ("overdue", "pending", "registering"),
        ("opened", "rejected", "registration_rejected"),
        ("opened", "failed", "registration_failed"),
        ("paid", "pending", "paid"),
        ("paid", "rejected", "paid"),
        ("canceled", "failed", "canceled"),
        ("generation_failed", None, "generation_failed"),
        ("something_new", "confirmed", "registered"),
    ],
)
def test_a_terminal_commercial_state_wins_and_below_it_the_registration_decides(
    status: str | None, registration: str | None, state: str | None
) -> None:
    assert state_of(status, registration) == state


def test_a_live_charge_holds_amount_due_date_payer_and_cancelling() -> None:
    at = desk("receivables")
    made = at.made()
    other = at.api.made(
        "people", {"company_id": at.books.company, "name": "Outra", "is_customer": True}
    )["id"]
    charged(at, made["id"], "overdue", "confirmed")
    before = at.get(made["id"])
    assert before["charge_state"] == "overdue"
    for sent in (
        {"amount": "99.00"},
        {"due_date": "2026-03-11"},
        {"person_id": other},
        {"person_id": None, "person_name": "Outra"},
        {"status": "cancelled"},
    ):
        answer = at.patch(made["id"], **sent)
        assert answer.status == 409, sent
        assert answer.body["error"]["details"] == {"charge_state": "overdue"}
    assert at.get(made["id"]) == before
    same = at.patched(made["id"], amount="100.00", due_date="2026-03-10", notes="ok")
    assert same["notes"] == "ok"
    assert at.settle(made["id"]).status == 200


def test_a_dead_charge_holds_nothing() -> None:
    at = desk("receivables")
    made = at.made()
    for status, registration in (("canceled", "confirmed"), ("opened", "rejected")):
        charged(at, made["id"], status, registration)
        assert at.patched(made["id"], amount="99.00")["amount"] == "99.00"
