"""Settling: one transaction, once, for the right amount, on a usable account (K15, R42, R46)."""

import datetime as dt

import pytest
import time_machine

from tests.finance_api.titles.desk import Desk, both, desk, unstamped


def untouched(at: Desk, title: object) -> None:
    """Nothing of a refused settlement remains."""
    (row,) = at.listed()
    assert row == {name: title[name] for name in row}  # type: ignore[index]
    assert at.books.count() == 0
    assert at.books.balance() == "0.00"


@both
def test_settling_enters_one_transaction_linked_both_ways(path: str) -> None:
    at = desk(path)
    center = at.center("Loja 1")
    made = at.made(
        category_id=at.category,
        classification_center_id=center,
        competence_date="2026-02-28",
        document="pedido 7",
        payment_method_kind="pix",
    )
    answer = at.settle(made["id"], payment_date="2026-03-12")
    settled = answer.body
    assert answer.status == 200, settled
    assert settled["status"] == at.settled
    assert settled["payment_date"] == "2026-03-12T00:00:00.000Z"
    assert settled["financial_account_id"] == at.books.account
    assert settled["is_reconciled"] is False
    entered = at.transaction(settled)
    assert entered["type"] == at.type
    assert entered["amount"] == "100.00"
    assert entered["occurred_at"] == "2026-03-12T00:00:00.000Z"
    assert entered["competence_date"] == "2026-02-28T00:00:00.000Z"
    assert entered["description"] == "Aluguel de março"
    assert entered["financial_account_id"] == at.books.account
    assert entered["category_id"] == at.category
    assert entered["person_id"] == at.person
    assert entered["classification_center_id"] == center
    assert entered["document"] == "pedido 7"
    assert entered["payment_method_kind"] == "pix"
    assert at.books.count() == 1
    assert at.books.balance() == at.signed("100.00")


@both
def test_the_account_may_have_been_set_before(path: str) -> None:
    at = desk(path)
    made = at.made(financial_account_id=at.books.account)
    settled = at.patched(made["id"], status=at.settled, payment_date="2026-03-10")
    assert at.transaction(settled)["financial_account_id"] == at.books.account


@both
@pytest.mark.parametrize(
    ("sent", "moved"),
    [
        ({}, "100.00"),
        ({"interest_amount": "5.50"}, "105.50"),
        ({"interest_amount": 5.5, "discount_amount": "0.51"}, "104.99"),
        ({"discount_amount": "50.00"}, "50.00"),
        ({"interest_amount": "5.50", "ticket_amount": "106.00"}, "106.00"),
        ({"discount_amount": "100.00", "ticket_amount": "1.00"}, "1.00"),
        ({"interest_amount": None, "discount_amount": None, "ticket_amount": None}, "100.00"),
    ],
)
def test_what_moves_is_the_ticket_amount_or_else_the_nominal_amount(
    path: str, sent: dict[str, object], moved: str
) -> None:
    at = desk(path)
    settled = at.settle(at.made()["id"], **sent).body
    assert at.transaction(settled)["amount"] == moved
    assert at.books.balance() == at.signed(moved)


@both
def test_an_amount_sent_while_settling_is_the_one_that_moves(path: str) -> None:
    at = desk(path)
    settled = at.settle(at.made()["id"], amount="80.00").body
    assert settled["amount"] == "80.00"
    assert at.transaction(settled)["amount"] == "80.00"


@both
def test_settling_needs_a_payment_date(path: str) -> None:
    at = desk(path)
    made = at.made()
    for date in ({}, {"payment_date": None}):
        sent = {"status": at.settled, "financial_account_id": at.books.account, **date}
        answer = at.patch(made["id"], **sent)
        assert answer.code == "VALIDATION_ERROR"
        assert answer.issues == {"payment_date": "required"}
    untouched(at, made)


@both
def test_settling_needs_an_account(path: str) -> None:
    at = desk(path)
    made = at.made()
    for account in ({}, {"financial_account_id": None}):
        answer = at.patch(made["id"], status=at.settled, payment_date="2026-03-10", **account)
        assert answer.status == 422
        assert answer.code == "UNPROCESSABLE_ENTITY"
    untouched(at, made)


@both
def test_the_account_is_active_and_of_the_company(path: str) -> None:
    at = desk(path)
    made = at.made()
    other = desk(path, at.books.world).books.account
    answer = at.settle(made["id"], financial_account_id=other)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    at.api.patch(f"financial-accounts/{at.books.account}", {"active": False})
    assert at.settle(made["id"]).code == "UNPROCESSABLE_ENTITY"
    assert at.books.balance(other) == "0.00"
    untouched(at, made)
    at.api.patch(f"financial-accounts/{at.books.account}", {"active": True})
    assert at.settle(made["id"]).status == 200


@both
def test_an_account_archived_before_settling_is_refused_too(path: str) -> None:
    at = desk(path)
    made = at.made(financial_account_id=at.books.account)
    at.api.patch(f"financial-accounts/{at.books.account}", {"active": False})
    answer = at.patch(made["id"], status=at.settled, payment_date="2026-03-10")
    assert answer.code == "UNPROCESSABLE_ENTITY"
    untouched(at, made)


@both
def test_nothing_is_settled_when_nothing_would_move(path: str) -> None:
    at = desk(path)
    made = at.made()
    for sent in ({"discount_amount": "100.00"}, {"ticket_amount": "0.00"}):
        assert at.settle(made["id"], **sent).code == "UNPROCESSABLE_ENTITY"
    assert at.settle(made["id"], discount_amount="100.01").code == "UNPROCESSABLE_ENTITY"
    untouched(at, made)


@both
def test_a_title_is_settled_at_the_latest_today_in_sao_paulo(path: str) -> None:
    at = desk(path)
    made = at.made()
    with time_machine.travel(dt.datetime(2026, 12, 1, 1, tzinfo=dt.UTC), tick=False):
        answer = at.settle(made["id"], payment_date="2026-12-01")
        assert answer.code == "UNPROCESSABLE_ENTITY"
        untouched(at, made)
        assert at.settle(made["id"], payment_date="2026-11-30").status == 200


@both
def test_settling_a_settled_title_with_the_same_values_changes_nothing(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    again = at.settle(settled["id"])
    assert again.status == 200
    assert again.body == settled
    assert at.patched(settled["id"], status=at.settled) == settled
    assert at.books.count() == 1


@both
@pytest.mark.parametrize(
    "sent",
    [
        {"payment_date": "2026-03-11"},
        {"interest_amount": "1.00"},
        {"ticket_amount": "99.00"},
        {"amount": "101.00"},
        {"financial_account_id": None},
    ],
)
def test_settling_a_settled_title_with_other_values_is_refused(
    path: str, sent: dict[str, object]
) -> None:
    at = desk(path)
    settled = at.settled_title()
    assert at.settle(settled["id"], **sent).code == "UNPROCESSABLE_ENTITY"
    assert at.get(settled["id"]) == settled
    assert at.books.balance() == at.signed("100.00")


@both
def test_a_payment_date_alone_settles_nothing(path: str) -> None:
    at = desk(path)
    made = at.made()
    answer = at.patch(made["id"], payment_date="2026-03-10")
    assert answer.code == "UNPROCESSABLE_ENTITY"
    untouched(at, made)
    assert at.patched(made["id"], payment_date=None) == made


@both
def test_a_title_is_never_born_settled(path: str) -> None:
    at = desk(path)
    made = at.made(status=at.settled, payment_date="2026-03-10", ticket_amount="1.00")
    assert made["status"] == "pending"
    assert made["payment_date"] is made["ticket_amount"] is None
    untouched(at, made)


@both
def test_the_status_word_of_the_other_side_is_refused(path: str) -> None:
    at = desk(path)
    made = at.made()
    for word in ("received" if at.pays else "paid", "settled", "draft", None):
        answer = at.settle(made["id"], status=word)
        assert set(answer.issues) == {"status"}
    untouched(at, made)


@both
def test_the_split_is_carried_to_the_amount_that_moves(path: str) -> None:
    at = desk(path)
    first, second, third = (at.center(f"Loja {n}") for n in (1, 2, 3))
    made = at.made(
        classification_centers=[
            {"classification_center_id": first, "percentage": 33.33},
            {"classification_center_id": second, "percentage": 33.33},
            {"classification_center_id": third, "percentage": 33.34},
        ]
    )
    settled = at.settle(made["id"], ticket_amount="10.00").body
    entered = at.transaction(settled)["classification_center_allocations"]
    assert [(row["classification_center_id"], row["amount"]) for row in entered] == [
        (first, "3.33"),
        (second, "3.33"),
        (third, "3.34"),
    ]
    assert settled["classification_center_allocations"] == made["classification_center_allocations"]
    assert unstamped(at.patched(made["id"], status="pending")) == unstamped(made)


@both
def test_one_cent_split_95_to_5_keeps_its_parts_through_settlement(path: str) -> None:
    at = desk(path)
    first, second = at.center("Loja 1"), at.center("Loja 2")
    made = at.made(
        amount="0.01",
        classification_centers=[
            {"classification_center_id": first, "percentage": 95},
            {"classification_center_id": second, "percentage": 5},
        ],
    )
    settled = at.settle(made["id"]).body
    amounts = [row["amount"] for row in settled["classification_center_allocations"]]
    assert amounts == ["0.01", "0.00"]
    entered = at.transaction(settled)["classification_center_allocations"]
    assert [row["amount"] for row in entered] == ["0.01"]
