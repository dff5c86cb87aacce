"""The balance is derived, and adjusting it enters exactly the difference."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import time_machine
from django.db import connections, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.ledger.models import Account
from tests.finance_api.ledger.books import Books, account, books, category, company
from tests.world import Answer, Api


def _adjust(b: Books, target: str, category_id: str, **fields: Any) -> Answer:
    body = {"target_balance": target, "category_id": category_id, **fields}
    return b.api.post(f"financial-accounts/{b.account}/adjust-balance", body)


def test_the_balance_is_opening_plus_credits_minus_debits_without_forecasts() -> None:
    b = books("50.00")
    assert b.balance() == "50.00"
    b.entered(amount="120.30")
    assert b.balance() == "-70.30"
    b.entered(amount="70.30", type="credit")
    assert b.balance() == "0.00"
    forecast = b.entered(amount="999.00", is_pending=True)
    assert b.balance() == "0.00"
    b.api.patch(f"financial-transactions/{forecast['id']}", {"is_pending": False})
    assert b.balance() == "-999.00"
    b.api.patch(f"financial-transactions/{forecast['id']}", {"type": "credit"})
    assert b.balance() == "999.00"


def test_each_account_has_its_own_balance() -> None:
    b = books()
    other = account(b.world, b.company, name="Outra", balance="5.00")
    b.entered(amount="1.00", financial_account_id=other)
    assert (b.balance(), b.balance(other)) == ("0.00", "4.00")


@pytest.mark.parametrize(
    ("target", "type", "difference"), [("80.00", "credit", "30.00"), ("-7.50", "debit", "-57.50")]
)
def test_adjusting_enters_the_difference(target: str, type: str, difference: str) -> None:
    b = books("50.00")
    right = b.income if type == "credit" else b.expense
    wrong = b.expense if type == "credit" else b.income
    assert _adjust(b, target, wrong).code == "UNPROCESSABLE_ENTITY"
    assert (b.balance(), b.count()) == ("50.00", 0)
    with time_machine.travel("2026-04-01T01:00:00Z", tick=False):
        answer = _adjust(b, target, right)
    made = b.api.get("financial-transactions").body["data"]
    assert answer.status == 201, answer.body
    assert answer.body == {
        "transaction_id": made[0]["id"],
        "difference": difference,
        "previous_balance": "50.00",
        "new_balance": target,
    }
    assert answer.headers["Location"] == f"/v1/financial-transactions/{made[0]['id']}"
    assert len(made) == 1
    assert (made[0]["type"], made[0]["amount"]) == (type, difference.lstrip("-"))
    assert made[0]["description"] == "Ajuste de saldo"
    assert made[0]["occurred_at"] == "2026-03-31T00:00:00.000Z"
    assert made[0]["category_id"] == right
    assert b.balance() == target


def test_date_and_description_of_an_adjustment_may_be_said() -> None:
    b = books()
    _adjust(b, "1.00", b.income, occurred_at="2026-02-03", description="Conferência do extrato")
    made = b.api.get("financial-transactions").body["data"][0]
    assert made["occurred_at"] == "2026-02-03T00:00:00.000Z"
    assert made["description"] == "Conferência do extrato"


def test_a_target_that_is_the_balance_already_is_refused() -> None:
    b = books("10.00")
    assert _adjust(b, "10.00", b.income).code == "UNPROCESSABLE_ENTITY"
    assert _adjust(b, "10.0", b.income).code == "UNPROCESSABLE_ENTITY"
    assert (b.balance(), b.count()) == ("10.00", 0)


def test_the_category_must_be_of_the_accounts_company() -> None:
    b = books()
    foreign = category(b.world, company(b.world, "Filial"), "credit")
    assert _adjust(b, "10.00", foreign).code == "UNPROCESSABLE_ENTITY"
    assert (b.balance(), b.count()) == ("0.00", 0)


def test_an_account_of_no_company_is_not_adjusted() -> None:
    b = books()
    with transaction.atomic():
        open_workspaces([b.world.workspace.id])
        Account.everywhere.filter(pk=b.account).update(company=None)
    assert _adjust(b, "10.00", b.income).code == "UNPROCESSABLE_ENTITY"
    assert (b.balance(), b.count()) == ("0.00", 0)


@pytest.mark.parametrize(
    ("body", "issues"),
    [
        ({}, {"target_balance": "required", "category_id": "required"}),
        ({"target_balance": 10}, {"target_balance": "invalid_amount", "category_id": "required"}),
    ],
)
def test_an_adjustment_without_its_shape_is_refused(
    body: dict[str, Any], issues: dict[str, str]
) -> None:
    b = books()
    answer = b.api.post(f"financial-accounts/{b.account}/adjust-balance", body)
    assert (answer.code, answer.issues) == ("VALIDATION_ERROR", issues)


def test_twenty_parallel_adjustments_to_one_target_make_one_transaction() -> None:
    b = books("50.00")

    def adjust(_: int) -> int:
        own = Api(b.api.token)
        body = {"target_balance": "80.00", "category_id": b.income}
        try:
            return own.post(f"financial-accounts/{b.account}/adjust-balance", body).status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(20) as threads:
        statuses = sorted(threads.map(adjust, range(20)))
    assert statuses == [201] + [422] * 19
    assert (b.balance(), b.count()) == ("80.00", 1)


def test_the_same_key_adjusts_once() -> None:
    b = books()
    body = {"target_balance": "80.00", "category_id": b.income}
    path = f"financial-accounts/{b.account}/adjust-balance"
    first = b.api.post(path, body, **{"X-Idempotency-Key": "k1"})
    again = b.api.post(path, body, **{"X-Idempotency-Key": "k1"})
    assert (first.status, again.status) == (201, 201)
    assert again.body == first.body
    assert again.headers["Location"] == first.headers["Location"]
    assert b.count() == 1
