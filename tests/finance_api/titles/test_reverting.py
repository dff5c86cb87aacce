"""Reverting, cancelling and reopening: what was before is exactly there again (K15, R19, R47)."""

import pytest

from tests.finance_api.titles.desk import both, desk, unstamped


@both
def test_reverting_restores_exactly_what_was_before(path: str) -> None:
    at = desk(path)
    other = at.api.made(
        "financial-accounts",
        {"company_id": at.books.company, "name": "Reserva", "type": "savings"},
    )["id"]
    made = at.made(financial_account_id=other)
    before = at.patched(made["id"], interest_amount="1.00", ticket_amount="101.50")
    settled = at.settle(
        made["id"], interest_amount="5.50", discount_amount="0.50", ticket_amount="105.00"
    )
    assert settled.status == 200, settled.body
    assert at.books.balance() == at.signed("105.00")
    reverted = at.patched(made["id"], status="pending")
    assert unstamped(reverted) == unstamped(before)
    assert at.books.count() == 0
    assert at.books.balance() == at.books.balance(other) == "0.00"


@both
def test_a_correction_of_the_settlement_does_not_outlive_it(path: str) -> None:
    at = desk(path)
    made = at.made()
    at.settle(made["id"], interest_amount="5.50")
    at.patched(made["id"], interest_amount="6.00", payment_date="2026-03-09")
    assert unstamped(at.patched(made["id"], status="pending")) == unstamped(made)


@both
def test_what_was_edited_beside_the_settlement_stays(path: str) -> None:
    at = desk(path)
    made = at.made()
    at.settle(made["id"], description="Aluguel de abril", amount="90.00")
    reverted = at.patched(made["id"], status="pending")
    assert reverted["description"] == "Aluguel de abril"
    assert reverted["amount"] == "90.00"


@both
def test_a_reverted_title_can_be_settled_again_and_again(path: str) -> None:
    at = desk(path)
    made = at.made()
    for _ in range(3):
        assert at.settle(made["id"]).status == 200
        assert at.books.balance() == at.signed("100.00")
        assert unstamped(at.patched(made["id"], status="pending")) == unstamped(made)
        assert at.books.balance() == "0.00"


@both
def test_reverting_or_cancelling_what_already_is_changes_nothing(path: str) -> None:
    at = desk(path)
    made = at.made()
    assert at.patched(made["id"], status="pending") == made
    cancelled = at.patched(made["id"], status="cancelled")
    assert cancelled["status"] == "cancelled"
    assert at.patched(made["id"], status="cancelled") == cancelled


@both
def test_a_settled_title_is_reverted_before_it_is_cancelled(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    assert at.patch(settled["id"], status="cancelled").code == "UNPROCESSABLE_ENTITY"
    assert at.get(settled["id"]) == settled
    at.patched(settled["id"], status="pending")
    assert at.patched(settled["id"], status="cancelled")["status"] == "cancelled"
    assert at.books.count() == 0


@both
def test_a_cancelled_title_takes_no_settlement_and_no_edit_of_its_amounts(path: str) -> None:
    at = desk(path)
    cancelled = at.patched(at.made()["id"], status="cancelled")
    assert at.settle(cancelled["id"]).code == "UNPROCESSABLE_ENTITY"
    for sent in (
        {"amount": "1.00"},
        {"interest_amount": "1.00"},
        {"discount_amount": "1.00"},
        {"ticket_amount": "1.00"},
        {"payment_date": "2026-03-10"},
    ):
        assert at.patch(cancelled["id"], **sent).code == "UNPROCESSABLE_ENTITY"
    assert at.get(cancelled["id"]) == cancelled
    assert at.books.count() == 0
    assert at.patched(cancelled["id"], notes="engano")["notes"] == "engano"


@both
def test_a_cancelled_title_goes_back_to_pending(path: str) -> None:
    at = desk(path)
    made = at.made()
    at.patched(made["id"], status="cancelled")
    assert unstamped(at.patched(made["id"], status="pending")) == unstamped(made)
    at.patched(made["id"], status="cancelled")
    assert at.patched(made["id"], status="pending", amount="50.00")["amount"] == "50.00"


@both
@pytest.mark.parametrize("sent", [{"payment_date": "2026-03-10"}, {"person_id": None}])
def test_a_command_beside_a_fault_does_nothing(path: str, sent: dict[str, object]) -> None:
    at = desk(path)
    settled = at.settled_title()
    answer = at.patch(settled["id"], status="pending", **sent)
    assert answer.status == 422
    assert at.get(settled["id"]) == settled
    assert at.books.balance() == at.signed("100.00")
