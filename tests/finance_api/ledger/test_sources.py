"""A transaction that another record answers for is not changed or removed behind its back."""

import uuid
from typing import Any

import pytest
from django.db import transaction

from finance_api.core.isolation import open_workspaces
from finance_api.ledger.models import Transaction
from finance_api.reconciliations.models import Reconciliation
from tests.finance_api.ledger.books import Books, books

MONEY: list[dict[str, Any]] = [
    {"amount": "99.00"},
    {"occurred_at": "2026-03-11"},
    {"type": "credit"},
    {"is_pending": True},
]


def _marked(b: Books, **columns: Any) -> Any:
    """A transaction as its source leaves it."""
    made = b.entered()
    with transaction.atomic():
        open_workspaces([b.world.workspace.id])
        Transaction.everywhere.filter(pk=made["id"]).update(**columns)
    return made


def _reconciliation(b: Books) -> Reconciliation:
    stamps = {
        "created_at": "2026-03-10T12:00:00Z",
        "updated_at": "2026-03-10T12:00:00Z",
        "created_via": "api",
        "updated_via": "api",
        "created_by": b.world.person,
        "updated_by": b.world.person,
    }
    with transaction.atomic():
        open_workspaces([b.world.workspace.id])
        return Reconciliation.everywhere.create(
            workspace=b.world.workspace, kind="payable", **stamps
        )


@pytest.mark.parametrize("changes", MONEY)
def test_what_settling_made_keeps_its_money_and_takes_the_rest(changes: dict[str, Any]) -> None:
    b = books()
    made = _marked(b, auto_created=True)
    path = f"financial-transactions/{made['id']}"
    answer = b.api.patch(path, changes)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.body["error"]["details"]["reason"] == "auto_created"
    assert b.api.delete(path).code == "UNPROCESSABLE_ENTITY"
    assert b.api.get(path).body == made
    kept = {"amount": "100.00", "notes": "Conferido", "category_id": b.expense}
    assert b.api.patch(path, kept).body["notes"] == "Conferido"


def test_the_refusal_names_the_title_to_act_on() -> None:
    b = books()
    payable = b.api.made(
        "payables",
        {
            "company_id": b.company,
            "description": "Aluguel",
            "amount": "50.00",
            "due_date": "2026-03-10",
            "person_name": "Imobiliária Sol",
        },
    )
    paid = {"status": "paid", "payment_date": "2026-03-10", "financial_account_id": b.account}
    settled = b.api.patch(f"payables/{payable['id']}", paid)
    assert settled.status == 200, settled.body
    answer = b.api.delete(f"financial-transactions/{settled.body['transaction_id']}")
    assert answer.code == "UNPROCESSABLE_ENTITY"
    source = answer.body["error"]["details"]["source"]
    assert source == {"kind": "payable", "id": payable["id"]}
    assert b.balance() == "-50.00"


@pytest.mark.parametrize("changes", [*MONEY, {"notes": "x"}, {"classification_centers": []}])
def test_a_leg_of_a_transfer_is_not_touched_alone(changes: dict[str, Any]) -> None:
    b = books()
    made = _marked(b, transfer_id=uuid.uuid4())
    path = f"financial-transactions/{made['id']}"
    answer = b.api.patch(path, changes)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.body["error"]["details"]["reason"] == "transfer"
    assert b.api.delete(path).code == "UNPROCESSABLE_ENTITY"
    assert b.api.get(path).body == made
    assert b.api.patch(path, {"amount": "100.00"}).status == 200


@pytest.mark.parametrize("changes", MONEY)
def test_what_is_reconciled_keeps_its_money(changes: dict[str, Any]) -> None:
    b = books()
    match = _reconciliation(b)
    made = _marked(b, reconciliation=match)
    path = f"financial-transactions/{made['id']}"
    answer = b.api.patch(path, changes)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.body["error"]["details"] == {
        "reason": "reconciled",
        "reconciliation_id": str(match.pk),
    }
    assert b.api.delete(path).code == "UNPROCESSABLE_ENTITY"
    assert b.api.get(path).body == made
    assert b.api.patch(path, {"notes": "x"}).status == 200
