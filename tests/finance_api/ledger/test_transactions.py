"""Transactions: their shape, defaults, filters and what a PATCH may write."""

import uuid
from typing import Any

import pytest

from tests.finance_api.ledger.books import account, books, category, company


def test_a_transaction_is_created_read_changed_and_deleted() -> None:
    b = books()
    center = b.center()
    made = b.entered(
        bank_description="PIX ENVIADO",
        document="NF 12",
        document_date="2026-03-01",
        category_id=b.expense,
        person_name="Imobiliária Sol",
        classification_center_id=center,
        payment_method_kind="pix",
        classified=True,
        notes="Sala 3",
    )
    person = b.api.get("people?name=Imobili%C3%A1ria%20Sol").body["data"][0]
    assert made == {
        "id": made["id"],
        "company_id": b.company,
        "financial_account_id": b.account,
        "description": "Aluguel de março",
        "bank_description": "PIX ENVIADO",
        "document": "NF 12",
        "document_date": "2026-03-01T00:00:00.000Z",
        "amount": "100.00",
        "occurred_at": "2026-03-10T00:00:00.000Z",
        "competence_date": "2026-03-10T00:00:00.000Z",
        "type": "debit",
        "category_id": b.expense,
        "person_id": person["id"],
        "classification_center_id": center,
        "classification_center_allocations": [],
        "payment_method_kind": "pix",
        "classified": True,
        "notes": "Sala 3",
        "created_at": made["created_at"],
        "updated_at": made["updated_at"],
        "created_via": "api",
        "updated_via": "api",
    }
    assert person["is_supplier"] is True
    path = f"financial-transactions/{made['id']}"
    assert b.api.get("financial-transactions").body["data"] == [made]
    changed = b.api.patch(path, {"amount": "80.00", "notes": None, "person_id": None})
    assert changed.status == 200, changed.body
    assert changed.body == made | {
        "amount": "80.00",
        "notes": None,
        "person_id": None,
        "updated_at": changed.body["updated_at"],
    }
    assert b.balance() == "-80.00"
    assert b.api.delete(path).status == 204
    assert b.api.delete(path).code == "NOT_FOUND"
    assert b.balance() == "0.00"


def test_a_patch_drops_what_the_server_controls() -> None:
    b = books()
    made = b.entered()
    other = account(b.world, b.company, name="Outra")
    answer = b.api.patch(
        f"financial-transactions/{made['id']}",
        {
            "id": str(uuid.uuid4()),
            "workspace_id": str(uuid.uuid4()),
            "company_id": str(uuid.uuid4()),
            "financial_account_id": other,
            "auto_created": True,
            "transfer_id": str(uuid.uuid4()),
            "created_at": "2020-01-01T00:00:00.000Z",
        },
    )
    assert answer.status == 200
    assert answer.body == made
    assert b.api.delete(f"financial-transactions/{made['id']}").status == 204


def test_the_accrual_date_falls_back_to_the_date_of_the_movement() -> None:
    b = books()
    made = b.entered(competence_date="2026-02-28")
    assert made["competence_date"] == "2026-02-28T00:00:00.000Z"
    path = f"financial-transactions/{made['id']}"
    moved = b.api.patch(path, {"occurred_at": "2026-04-01"}).body
    assert moved["competence_date"] == "2026-02-28T00:00:00.000Z"
    fallen = b.api.patch(path, {"competence_date": None}).body
    assert fallen["competence_date"] == "2026-04-01T00:00:00.000Z"


@pytest.mark.parametrize(
    ("changes", "issues"),
    [
        ({"amount": "0.00"}, {"amount": "invalid_amount"}),
        ({"amount": "-1.00"}, {"amount": "invalid_amount"}),
        ({"amount": 10}, {"amount": "invalid_amount"}),
        ({"amount": "10.005"}, {"amount": "invalid_amount"}),
        ({"description": ""}, {"description": "blank"}),
        ({"description": "x" * 501}, {"description": "max_length"}),
        ({"occurred_at": "2026-02-30"}, {"occurred_at": "invalid_date"}),
        ({"type": "transfer"}, {"type": "invalid_choice"}),
        ({"payment_method_kind": "utility"}, {"payment_method_kind": "invalid_choice"}),
        ({"is_pending": "true"}, {"is_pending": "invalid"}),
        (
            {"amount": None, "type": None, "company_id": 1},
            {"amount": "null", "type": "null", "company_id": "invalid"},
        ),
    ],
)
def test_what_is_not_a_transaction_is_refused_with_every_fault(
    changes: dict[str, Any], issues: dict[str, str]
) -> None:
    b = books()
    answer = b.api.post("financial-transactions", b.entry(**changes))
    assert (answer.status, answer.issues) == (422, issues)
    assert b.count() == 0
    assert b.api.post("financial-transactions", b.entry()).status == 201


def test_another_companys_account_is_refused() -> None:
    b = books()
    foreign = account(b.world, company(b.world, "Filial"))
    answer = b.api.post("financial-transactions", b.entry(financial_account_id=foreign))
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.body["error"]["message"] == (
        "financial_account does not belong to the given company."
    )
    assert b.count() == 0


def test_an_inactive_account_takes_no_transaction_but_keeps_those_it_has() -> None:
    b = books()
    made = b.entered()
    b.api.patch(f"financial-accounts/{b.account}", {"active": False})
    answer = b.api.post("financial-transactions", b.entry())
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert b.count() == 1
    path = f"financial-transactions/{made['id']}"
    assert b.api.patch(path, {"notes": "Conferido"}).status == 200


def test_the_list_takes_its_filters_and_sorts() -> None:
    b = books()
    first = b.entered(amount="10.00", occurred_at="2026-03-01", category_id=b.expense)
    second = b.entered(amount="20.00", occurred_at="2026-03-02", type="credit")
    third = b.entered(amount="30.00", occurred_at="2026-03-03", person_name="Sol")
    expected = {
        "": [third, second, first],
        "sort=occurred_at": [first, second, third],
        "sort=-amount": [third, second, first],
        "sort=created_at": [first, second, third],
        "sort=updated_at": [first, second, third],
        f"company_id={b.company}&sort=amount": [first, second, third],
        "type=credit": [second],
        "type[in]=debit": [third, first],
        f"financial_account_id={b.account}&limit=1": [third],
        f"category_id={b.expense}": [first],
        f"person_id={third['person_id']}": [third],
        "occurred_at[gte]=2026-03-02&occurred_at[lte]=2026-03-02": [second],
        "occurred_at[gt]=2026-03-02T00:00:00.000Z": [third],
        "amount[lt]=20.00": [first],
        f"updated_at[gte]={second['updated_at']}&sort=updated_at": [second, third],
    }
    for query, rows in expected.items():
        answer = b.api.get(f"financial-transactions?{query}")
        assert answer.body["data"] == rows, query
    assert b.api.get("financial-transactions?is_pending=true").code == "BAD_REQUEST"
    assert b.api.get("financial-transactions?sort=description").code == "BAD_REQUEST"


def test_the_ids_are_paged_and_take_no_filter() -> None:
    b = books()
    ids = sorted(b.entered()["id"] for _ in range(3))
    page = b.api.get("financial-transactions/ids?limit=2").body
    assert page["data"] == ids[:2]
    rest = b.api.get(f"financial-transactions/ids?limit=2&cursor={page['meta']['next_cursor']}")
    assert rest.body == {"data": ids[2:], "meta": {"next_cursor": None}}
    assert b.api.get("financial-transactions/ids?type=debit").code == "BAD_REQUEST"


def test_a_locked_period_takes_nothing_in_and_lets_nothing_out() -> None:
    b = books()
    old = b.entered(occurred_at="2026-01-31")
    new = b.entered(occurred_at="2026-02-01")
    _lock(b.world, "2026-01-31")
    refused = [
        b.api.post("financial-transactions", b.entry(occurred_at="2026-01-31")),
        b.api.patch(f"financial-transactions/{old['id']}", {"occurred_at": "2026-02-01"}),
        b.api.patch(f"financial-transactions/{new['id']}", {"occurred_at": "2026-01-31"}),
        b.api.patch(f"financial-transactions/{old['id']}", {"notes": "x"}),
        b.api.delete(f"financial-transactions/{old['id']}"),
    ]
    assert [answer.code for answer in refused] == ["SECURITY_BLOCKED"] * 5
    assert b.api.get("financial-transactions?sort=occurred_at").body["data"] == [old, new]
    assert b.api.delete(f"financial-transactions/{new['id']}").status == 204


def _lock(of: Any, date: str) -> None:
    of.workspace.locked_through = date
    of.workspace.save()


def test_another_workspaces_records_are_not_found() -> None:
    b, other = books(), books()
    made = other.entered()
    answer = b.api.post(
        "financial-transactions",
        b.entry(financial_account_id=other.account, category_id=other.expense),
    )
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.issues == {"financial_account_id": "not_found", "category_id": "not_found"}
    assert b.api.patch(f"financial-transactions/{made['id']}", {"notes": "x"}).code == "NOT_FOUND"
    assert b.count() == 0


def test_another_companys_category_is_refused() -> None:
    b = books()
    foreign = category(b.world, company(b.world, "Filial"), "debit")
    answer = b.api.post("financial-transactions", b.entry(category_id=foreign))
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert b.count() == 0
