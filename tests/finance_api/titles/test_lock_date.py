"""The lock date: a title by its accrual, a settlement by its payment (K14, R85, R86)."""

import datetime as dt

from tests.finance_api.titles.desk import Desk, both, desk


def close(at: Desk, through: str) -> None:
    place = at.books.world.workspace
    place.locked_through = dt.date.fromisoformat(through)
    place.save()


@both
def test_nothing_accrued_in_a_closed_month_is_made_changed_moved_or_deleted(path: str) -> None:
    at = desk(path)
    old = at.made(due_date="2026-03-10")
    new = at.made(due_date="2026-04-10")
    close(at, "2026-03-31")
    answer = at.create(due_date="2026-03-31")
    assert answer.status == 403
    assert answer.code == "SECURITY_BLOCKED"
    assert answer.body["error"]["details"] == {"rule": "lock_date", "channel": "api"}
    for sent in (
        {"notes": "x"},
        {"competence_date": "2026-04-01"},
        {"status": "cancelled"},
        {"tax_charges": [], "amount": "1.00"},
    ):
        assert at.patch(old["id"], **sent).code == "SECURITY_BLOCKED", sent
    assert at.patch(new["id"], competence_date="2026-03-31").code == "SECURITY_BLOCKED"
    assert at.api.delete(f"{path}/{old['id']}").code == "SECURITY_BLOCKED"
    assert (at.get(old["id"]), at.get(new["id"])) == (old, new)
    assert len(at.listed()) == 2
    assert at.create(due_date="2026-04-01").status == 201


@both
def test_what_was_accrued_in_a_closed_month_is_settled_and_reverted_in_an_open_one(
    path: str,
) -> None:
    at = desk(path)
    made = at.made(due_date="2026-03-10")
    close(at, "2026-03-31")
    refused = at.settle(made["id"], payment_date="2026-03-31")
    assert refused.code == "SECURITY_BLOCKED"
    assert at.get(made["id"]) == made
    settled = at.settle(made["id"], payment_date="2026-04-01", interest_amount="1.00")
    assert settled.status == 200
    assert at.books.balance() == at.signed("101.00")
    assert at.patched(made["id"], interest_amount="2.00")["interest_amount"] == "2.00"
    assert at.patch(made["id"], payment_date="2026-03-31").code == "SECURITY_BLOCKED"
    assert at.books.balance() == at.signed("102.00")
    assert at.patched(made["id"], status="pending")["status"] == "pending"
    assert at.books.balance() == "0.00"


@both
def test_a_settlement_in_a_closed_month_stays(path: str) -> None:
    at = desk(path)
    made = at.made(due_date="2026-05-10")
    settled = at.settle(made["id"], payment_date="2026-03-31").body
    close(at, "2026-03-31")
    for sent in (
        {"status": "pending"},
        {"amount": "1.00"},
        {"ticket_amount": "1.00"},
        {"payment_date": "2026-04-01"},
    ):
        assert at.patch(made["id"], **sent).code == "SECURITY_BLOCKED", sent
    assert at.api.delete(f"{path}/{made['id']}").code == "SECURITY_BLOCKED"
    assert at.get(made["id"]) == settled
    assert at.books.balance() == at.signed("100.00")
    assert at.patched(made["id"], notes="ok")["notes"] == "ok"


@both
def test_a_series_reaching_into_a_closed_month_is_refused_whole(path: str) -> None:
    at = desk(path)
    close(at, "2026-03-31")
    answer = at.create(type="installment", total_installments=3, due_date="2026-03-15")
    assert answer.code == "SECURITY_BLOCKED"
    assert at.listed() == []
