"""Accounts: their shape, their bank, their company."""

import uuid
from typing import Any

import pytest
from django.db import transaction

from finance_api.core.isolation import open_workspaces
from finance_api.ledger.banks import id_of
from finance_api.ledger.models import Account
from tests.finance_api.ledger.books import account, books, company


def test_an_account_is_created_read_changed_and_deleted() -> None:
    b = books()
    made = b.api.made(
        "financial-accounts",
        {
            "company_id": b.company,
            "name": "Itaú",
            "type": "savings",
            "bank_code": "341",
            "agency": "0123",
            "account_number": "45678",
            "account_digit": "9",
            "balance": "-12.30",
            "disable_reconcile": True,
        },
    )
    assert made == {
        "id": made["id"],
        "company_id": b.company,
        "name": "Itaú",
        "type": "savings",
        "bank_id": str(id_of("341")),
        "bank": {"code": "341", "name": "ITAÚ UNIBANCO S.A."},
        "agency": "0123",
        "agency_digit": None,
        "account_number": "45678",
        "account_digit": "9",
        "active": True,
        "disable_reconcile": True,
        "balance": "-12.30",
        "created_at": made["created_at"],
        "created_via": "api",
        "updated_via": "api",
    }
    path = f"financial-accounts/{made['id']}"
    changed = b.api.patch(path, {"name": "Poupança", "bank_id": None, "active": False})
    assert changed.body == made | {
        "name": "Poupança",
        "bank_id": None,
        "bank": None,
        "active": False,
    }
    assert b.api.delete(path).status == 204
    assert b.api.delete(path).code == "NOT_FOUND"


def test_the_list_has_no_balance_and_takes_its_filters() -> None:
    b = books()
    other = company(b.world, "Filial")
    cash = account(b.world, other, name="Caixa", type="cash", bank_code="001")
    listed = b.api.get("financial-accounts").body["data"]
    assert [row["name"] for row in listed] == ["Caixa", "Conta movimento"]
    assert all("balance" not in row for row in listed)
    for query in (
        f"company_id={other}",
        f"company_id[in]={other}",
        "type=cash",
        "type[in]=cash,credit",
        f"bank_id={id_of('001')}",
        "name=Caixa",
        "sort=type&limit=1",
    ):
        data = b.api.get(f"financial-accounts?{query}").body["data"]
        assert [row["id"] for row in data] == [cash], query
    assert b.api.get("financial-accounts?active=false").body["data"] == []
    assert b.api.get("financial-accounts?bank_code=001").code == "BAD_REQUEST"
    assert b.api.get("financial-accounts?sort=balance").code == "BAD_REQUEST"


def test_an_account_of_the_workspace_at_large_is_listed_without_a_company_filter() -> None:
    b = books()
    at_large = _without_company(b.world.workspace, b.account)
    assert [row["id"] for row in b.api.get("financial-accounts").body["data"]] == [at_large]
    assert b.api.get(f"financial-accounts?company_id={b.company}").body["data"] == []
    assert b.entered()["financial_account_id"] == at_large


def _without_company(workspace: Any, id: str) -> str:
    """As an import leaves it; no endpoint makes one."""
    with transaction.atomic():
        open_workspaces([workspace.id])
        Account.everywhere.filter(pk=id).update(company=None)
    return id


@pytest.mark.parametrize(
    ("changes", "code", "issues"),
    [
        ({"company_id": None}, "VALIDATION_ERROR", {"company_id": "null"}),
        ({"name": " "}, "VALIDATION_ERROR", {"name": "blank"}),
        ({"type": "poupança"}, "VALIDATION_ERROR", {"type": "invalid_choice"}),
        ({"balance": "1,00"}, "VALIDATION_ERROR", {"balance": "invalid_amount"}),
        ({"balance": 1}, "VALIDATION_ERROR", {"balance": "invalid_amount"}),
        ({"agency": "1" * 51}, "VALIDATION_ERROR", {"agency": "max_length"}),
        ({"bank_code": "000"}, "UNPROCESSABLE_ENTITY", {"bank_code": "not_found"}),
        ({"bank_id": str(uuid.uuid4())}, "UNPROCESSABLE_ENTITY", {"bank_id": "not_found"}),
        ({"company_id": str(uuid.uuid4())}, "UNPROCESSABLE_ENTITY", {"company_id": "not_found"}),
        ({"bank_code": "001", "bank_id": str(id_of("001"))}, "BAD_REQUEST", None),
    ],
)
def test_what_is_not_an_account_is_refused(
    changes: dict[str, Any], code: str, issues: dict[str, str] | None
) -> None:
    b = books()
    body = {"company_id": b.company, "name": "Caixa", "type": "cash"}
    answer = b.api.post("financial-accounts", body | changes)
    assert answer.code == code
    assert issues is None or answer.issues == issues
    assert len(b.api.get("financial-accounts").body["data"]) == 1
    assert b.api.post("financial-accounts", body).status == 201


def test_the_balance_is_never_set_afterwards() -> None:
    b = books("10.00")
    answer = b.api.patch(f"financial-accounts/{b.account}", {"balance": "99.00", "name": "Outra"})
    assert (answer.body["balance"], answer.body["name"]) == ("10.00", "Outra")


def test_an_account_in_use_is_not_deleted() -> None:
    b = books()
    entered = b.entered()
    answer = b.api.delete(f"financial-accounts/{b.account}")
    assert answer.code == "UNPROCESSABLE_ENTITY"
    details = answer.body["error"]["details"]
    assert details["reason"] == "in_use"
    assert details["usage"]["transactions"] == 1
    assert details["usage"]["payables"] == 0
    assert b.balance() == "-100.00"
    assert b.api.delete(f"financial-transactions/{entered['id']}").status == 204
    assert b.api.delete(f"financial-accounts/{b.account}").status == 204


def test_an_account_changes_its_company_only_while_unused() -> None:
    b = books()
    path, other = f"financial-accounts/{b.account}", company(b.world, "Filial")
    assert b.api.patch(path, {"company_id": other}).body["company_id"] == other
    assert b.api.patch(path, {"company_id": b.company}).status == 200
    b.entered()
    answer = b.api.patch(path, {"company_id": other})
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.body["error"]["details"]["reason"] == "in_use"
    assert b.api.get(path).body["company_id"] == b.company
    assert b.api.patch(path, {"company_id": b.company, "name": "Outra"}).status == 200


def test_an_inactive_company_gets_no_account() -> None:
    b = books()
    b.api.patch(f"companies/{b.company}", {"active": False})
    body = {"company_id": b.company, "name": "Caixa", "type": "cash"}
    assert b.api.post("financial-accounts", body).code == "UNPROCESSABLE_ENTITY"
