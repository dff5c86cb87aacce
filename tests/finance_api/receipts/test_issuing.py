"""What a receipt says, and that one payment has one receipt (rest-api §1.8)."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from finance_api.core.errors import Conflict
from tests.finance_api.receipts.payments import issued
from tests.finance_api.titles.desk import Desk, desk

PAID: dict[str, Any] = {
    "external_uid": "abc",
    "paid_at": dt.date(2026, 3, 10),
    "amount": Decimal("100.00"),
}


def _paid(at: Desk) -> str:
    return str(at.settled_title()["id"])


def test_a_receipt_tells_of_the_payment_and_where_the_payable_stands() -> None:
    at = desk("payables")
    payable = at.settled_title(payment_method_kind="pix")
    receipt = issued(at.books.world, payable["id"], **PAID)
    shown = {name: receipt[name] for name in receipt if name not in ("id", *_STAMPS)}
    assert shown == {
        "company_id": at.books.company,
        "payable_id": payable["id"],
        "payable_status": "paid",
        "financial_account_id": at.books.account,
        "source": "kobana",
        "status": "pending",
        "paid_at": "2026-03-10T00:00:00.000Z",
        "amount": "100.00",
        "payee_name": "Imobiliária Sol",
        "payee_document": None,
        "payment_method_kind": "pix",
        "external_uid": "abc",
        "attachment_id": None,
        "download_url": None,
        "document_url": None,
        "error_message": None,
        "received_at": None,
    }
    assert (receipt["created_via"], receipt["updated_via"]) == ("system", "system")


_STAMPS = ("created_at", "updated_at", "created_via", "updated_via")


def test_a_document_makes_it_available_and_an_error_makes_it_failed() -> None:
    at = desk("payables")
    id = _paid(at)
    there = issued(at.books.world, id, document_url="https://banco.example/1.pdf")
    assert (there["status"], there["document_url"]) == ("available", "https://banco.example/1.pdf")
    assert there["received_at"] is not None
    failed = issued(at.books.world, id, error_message="Sem comprovante")
    assert (failed["status"], failed["error_message"]) == ("failed", "Sem comprovante")
    assert failed["received_at"] is None


def test_a_receipt_settles_nothing() -> None:
    at = desk("payables")
    payable = at.made()
    receipt = issued(at.books.world, payable["id"])
    assert receipt["payable_status"] == "pending"
    assert at.get(payable["id"]) == payable


def test_the_same_payment_told_twice_has_one_receipt() -> None:
    at = desk("payables")
    id = _paid(at)
    first = issued(at.books.world, id, **PAID)
    assert issued(at.books.world, id, **PAID) == first
    assert len(at.api.get("receipts").body["data"]) == 1


@pytest.mark.parametrize(
    "other", [{"amount": Decimal("99.99")}, {"paid_at": dt.date(2026, 3, 11)}], ids=str
)
def test_the_id_of_another_payment_is_refused(other: dict[str, Any]) -> None:
    at = desk("payables")
    id = _paid(at)
    first = issued(at.books.world, id, **PAID)
    with pytest.raises(Conflict):
        issued(at.books.world, id, **PAID | other)
    assert at.api.get("receipts").body["data"] == [first]


def test_two_workspaces_may_have_the_same_payment_id() -> None:
    mine, theirs = desk("payables"), desk("payables")
    issued(mine.books.world, _paid(mine), **PAID)
    issued(theirs.books.world, _paid(theirs), **PAID)
    assert len(mine.api.get("receipts").body["data"]) == 1


def test_a_receivable_has_none() -> None:
    at = desk("receivables")
    with pytest.raises(ValueError, match="payable"):
        issued(at.books.world, at.made()["id"])


def test_a_receipt_outlives_its_payable() -> None:
    at = desk("payables")
    receipt = issued(at.books.world, _paid(at), **PAID)
    assert at.api.delete(f"payables/{receipt['payable_id']}").status == 204
    left = at.api.get(f"receipts/{receipt['id']}").body
    assert (left["payable_id"], left["payable_status"]) == (None, None)
    assert (left["payee_name"], left["amount"]) == ("Imobiliária Sol", "100.00")
    assert left["updated_via"] == "api"


def test_receipts_are_found_by_what_they_say() -> None:
    at = desk("payables")
    one, two = _paid(at), _paid(at)
    first = issued(at.books.world, one, **PAID)
    second = issued(at.books.world, two, paid_at=dt.date(2026, 3, 12), amount=Decimal("7.50"))
    for query, found in (
        ("", [second, first]),
        ("?sort=paid_at", [first, second]),
        (f"?payable_id={one}", [first]),
        (f"?payable_id[in]={one},{two}", [second, first]),
        ("?external_uid=abc", [first]),
        ("?paid_at[gte]=2026-03-11", [second]),
        ("?amount[lt]=10.00", [second]),
        ("?status=available", []),
        ("?source=upload", []),
        (f"?financial_account_id={at.books.account}", [second, first]),
        (f"?company_id={at.books.company}", [second, first]),
    ):
        answer = at.api.get(f"receipts{query}")
        assert answer.body["data"] == found, query


@pytest.mark.parametrize("method", ["POST", "PATCH", "DELETE"])
def test_nobody_writes_a_receipt_through_the_api(method: str) -> None:
    at = desk("payables")
    receipt = issued(at.books.world, _paid(at), **PAID)
    path = "receipts" if method == "POST" else f"receipts/{receipt['id']}"
    answer = at.api.call(method, path, {"amount": "1.00"})
    assert (answer.status, answer.code) == (405, "METHOD_NOT_ALLOWED")
    assert at.api.get(f"receipts/{receipt['id']}").body == receipt
