"""Editing a settled title: its transaction changes in the same breath, or nothing does
(K15, R16)."""

import pytest

from tests.finance_api.titles.desk import both, desk


@both
@pytest.mark.parametrize(
    ("sent", "moved"),
    [
        ({"amount": "120.00"}, "120.00"),
        ({"interest_amount": "3.00"}, "103.00"),
        ({"discount_amount": 10}, "90.00"),
        ({"ticket_amount": "99.99"}, "99.99"),
        ({"amount": "120.00", "discount_amount": "20.00", "interest_amount": "0.01"}, "100.01"),
    ],
)
def test_the_transaction_follows_the_amounts(
    path: str, sent: dict[str, object], moved: str
) -> None:
    at = desk(path)
    settled = at.settled_title()
    changed = at.patched(settled["id"], **sent)
    assert changed["status"] == at.settled
    assert changed["transaction_id"] == settled["transaction_id"]
    assert at.transaction(changed)["amount"] == moved
    assert at.books.count() == 1
    assert at.books.balance() == at.signed(moved)


@both
def test_the_transaction_follows_date_and_account(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    other = at.api.made(
        "financial-accounts",
        {"company_id": at.books.company, "name": "Reserva", "type": "savings"},
    )["id"]
    changed = at.patched(settled["id"], payment_date="2026-03-05", financial_account_id=other)
    assert changed["payment_date"] == "2026-03-05T00:00:00.000Z"
    entered = at.transaction(changed)
    assert entered["occurred_at"] == "2026-03-05T00:00:00.000Z"
    assert entered["financial_account_id"] == other
    assert at.books.balance() == "0.00"
    assert at.books.balance(other) == at.signed("100.00")


@both
def test_the_transaction_follows_the_classification(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    first, second = at.center("Loja 1"), at.center("Loja 2")
    changed = at.patched(
        settled["id"],
        category_id=at.category,
        description="Aluguel e condomínio",
        person_name="Outra pessoa",
        classification_centers=[
            {"classification_center_id": first, "percentage": 25},
            {"classification_center_id": second, "percentage": 75},
        ],
    )
    entered = at.transaction(changed)
    assert entered["category_id"] == at.category
    assert entered["description"] == "Aluguel e condomínio"
    assert entered["person_id"] == changed["person_id"] != at.person
    assert entered["classification_center_id"] == first
    amounts = [row["amount"] for row in entered["classification_center_allocations"]]
    assert amounts == ["25.00", "75.00"]
    at.patched(settled["id"], amount="10.00")
    entered = at.transaction(changed)
    amounts = [row["amount"] for row in entered["classification_center_allocations"]]
    assert amounts == ["2.50", "7.50"]


@both
def test_what_was_reviewed_on_the_transaction_itself_is_left_alone(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    transaction = f"financial-transactions/{settled['transaction_id']}"
    answer = at.api.patch(transaction, {"description": "Visto", "category_id": at.category})
    assert answer.status == 200, answer.body
    at.patched(settled["id"], amount="10.00")
    entered = at.transaction(settled)
    assert entered["description"] == "Visto"
    assert entered["category_id"] == at.category
    assert entered["amount"] == "10.00"


@both
@pytest.mark.parametrize(
    "sent",
    [
        {"payment_date": None},
        {"financial_account_id": None},
        {"discount_amount": "100.00"},
        {"discount_amount": "100.01"},
        {"ticket_amount": "0.00"},
        {"payment_date": "2999-01-01"},
    ],
)
def test_a_settled_title_never_loses_what_settles_it(path: str, sent: dict[str, object]) -> None:
    at = desk(path)
    settled = at.settled_title()
    assert at.patch(settled["id"], **sent).status == 422
    assert at.get(settled["id"]) == settled
    assert at.books.balance() == at.signed("100.00")


@both
def test_an_archived_account_does_not_stop_other_edits(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    at.api.patch(f"financial-accounts/{at.books.account}", {"active": False})
    assert at.patched(settled["id"], notes="ok")["notes"] == "ok"
    changed = at.patched(settled["id"], ticket_amount="90.00")
    assert at.transaction(changed)["amount"] == "90.00"
