"""A transfer is two transactions of one amount on one day, and moves two balances or none (R58)."""

import datetime as dt
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connections, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.ledger.models import Account
from tests.agent import Agent
from tests.finance_api.ledger.books import Books, account, books, company
from tests.invariants import assert_books_hold
from tests.world import Answer, Api


def _other(b: Books, **fields: Any) -> str:
    return account(b.world, b.company, **{"name": "Aplicação", "balance": "10.00", **fields})


def _body(b: Books, to: str, **changes: Any) -> dict[str, Any]:
    return {
        "from_account_id": b.account,
        "to_account_id": to,
        "amount": "30.00",
        "occurred_at": "2026-03-10",
        "description": "Aplicação da sobra",
    } | changes


def _refused(b: Books, body: dict[str, Any], status: int, code: str) -> Answer:
    """The refusal of a transfer that has changed nothing."""
    before = b.count()
    answer = b.api.post("transfers", body)
    assert (answer.status, answer.code) == (status, code), answer.body
    assert b.count() == before
    return answer


def test_a_transfer_debits_one_account_and_credits_the_other() -> None:
    b = books("50.00")
    other = _other(b)
    answer = b.api.post("transfers", _body(b, other, notes="Sobra de março"))
    assert answer.status == 201, answer.body
    made = answer.body
    assert answer.headers["Location"] == f"/v1/transfers/{made['transfer_id']}"
    assert made == {
        "transfer_id": made["transfer_id"],
        "from_account_id": b.account,
        "to_account_id": other,
        "from_transaction_id": made["from_transaction_id"],
        "to_transaction_id": made["to_transaction_id"],
        "amount": "30.00",
        "occurred_at": "2026-03-10T00:00:00.000Z",
        "competence_date": "2026-03-10T00:00:00.000Z",
        "description": "Aplicação da sobra",
        "notes": "Sobra de março",
        "is_pending": False,
        "created_via": "api",
        "updated_via": "api",
    }
    assert (b.balance(), b.balance(other)) == ("20.00", "40.00")
    assert b.api.get(f"transfers/{made['transfer_id']}").body == made
    for type, on in (("from", b.account), ("to", other)):
        leg = b.api.get(f"financial-transactions/{made[f'{type}_transaction_id']}").body
        assert leg["type"] == {"from": "debit", "to": "credit"}[type]
        assert (leg["financial_account_id"], leg["amount"]) == (on, "30.00")
        assert (leg["description"], leg["notes"]) == ("Aplicação da sobra", "Sobra de março")
    assert b.count() == 2


def test_the_accrual_date_may_differ() -> None:
    b = books()
    made = b.api.made("transfers", _body(b, _other(b), competence_date="2026-02-28"))
    assert made["competence_date"] == "2026-02-28T00:00:00.000Z"
    assert made["occurred_at"] == "2026-03-10T00:00:00.000Z"


def test_a_forecast_moves_no_balance() -> None:
    b = books("50.00")
    other = _other(b)
    assert b.api.made("transfers", _body(b, other, is_pending=True))["is_pending"] is True
    assert (b.balance(), b.balance(other), b.count()) == ("50.00", "10.00", 2)


def test_each_leg_stands_in_the_books_of_its_accounts_company() -> None:
    b = books("50.00")
    branch = company(b.world, "Filial")
    other = account(b.world, branch, balance="0.00")
    made = b.api.made("transfers", _body(b, other))
    legs = [
        b.api.get(f"financial-transactions/{made[f'{end}_transaction_id']}").body["company_id"]
        for end in ("from", "to")
    ]
    assert legs == [b.company, branch]
    assert (b.balance(), b.balance(other)) == ("20.00", "30.00")


def test_only_the_fields_asked_for_are_returned_and_always_the_id() -> None:
    b = books()
    made = b.api.made("transfers", _body(b, _other(b)))
    path = f"transfers/{made['transfer_id']}"
    assert b.api.get(f"{path}?fields=amount").body == {
        "transfer_id": made["transfer_id"],
        "amount": "30.00",
    }
    assert b.api.get(f"{path}?fields=id").code == "BAD_REQUEST"


def test_one_account_twice_is_refused() -> None:
    b = books("50.00")
    _refused(b, _body(b, b.account), 422, "UNPROCESSABLE_ENTITY")
    assert b.balance() == "50.00"


@pytest.mark.parametrize("end", ["from_account_id", "to_account_id"])
def test_an_account_that_is_not_here_is_not_found(end: str) -> None:
    b, foreign = books(), books()
    body = _body(b, _other(b))
    random = _refused(b, body | {end: str(uuid.uuid4())}, 404, "NOT_FOUND")
    theirs = _refused(b, body | {end: foreign.account}, 404, "NOT_FOUND")
    assert random.raw == theirs.raw
    assert foreign.count() == 0


@pytest.mark.parametrize("end", ["from", "to"])
def test_an_inactive_account_is_refused(end: str) -> None:
    b = books()
    other = _other(b)
    b.api.patch(f"financial-accounts/{b.account if end == 'from' else other}", {"active": False})
    _refused(b, _body(b, other), 422, "UNPROCESSABLE_ENTITY")


@pytest.mark.parametrize("end", ["from", "to"])
def test_an_account_of_no_company_is_refused(end: str) -> None:
    b = books()
    other = _other(b)
    with transaction.atomic():
        open_workspaces([b.world.workspace.id])
        at_large = b.account if end == "from" else other
        Account.everywhere.filter(pk=at_large).update(company=None)
    _refused(b, _body(b, other), 422, "UNPROCESSABLE_ENTITY")


def test_an_account_of_an_inactive_company_is_refused() -> None:
    b = books()
    branch = company(b.world, "Filial")
    other = account(b.world, branch)
    b.api.patch(f"companies/{branch}", {"active": False})
    _refused(b, _body(b, other), 422, "UNPROCESSABLE_ENTITY")


@pytest.mark.parametrize("amount", ["0.00", "-1.00", "1.001", "10", 10, None])
def test_an_amount_that_is_none_is_refused(amount: object) -> None:
    b = books()
    answer = _refused(b, _body(b, _other(b), amount=amount), 422, "VALIDATION_ERROR")
    assert list(answer.issues) == ["amount"]


def test_every_missing_field_is_named() -> None:
    b = books()
    answer = _refused(b, {}, 422, "VALIDATION_ERROR")
    assert answer.issues == dict.fromkeys(
        ("from_account_id", "to_account_id", "amount", "occurred_at", "description"), "required"
    )


def test_nothing_is_transferred_in_a_closed_period() -> None:
    b = books()
    other = _other(b)
    place = b.world.workspace
    place.locked_through = dt.date(2026, 3, 10)
    place.save()
    answer = _refused(b, _body(b, other), 403, "SECURITY_BLOCKED")
    assert answer.body["error"]["details"] == {"rule": "lock_date", "channel": "api"}
    assert b.api.post("transfers", _body(b, other, occurred_at="2026-03-11")).status == 201


@pytest.mark.parametrize("end", ["from", "to"])
def test_neither_leg_is_changed_or_deleted_alone(end: str) -> None:
    b = books()
    made = b.api.made("transfers", _body(b, _other(b)))
    path = f"financial-transactions/{made[f'{end}_transaction_id']}"
    for answer in (b.api.patch(path, {"amount": "1.00"}), b.api.delete(path)):
        assert answer.code == "UNPROCESSABLE_ENTITY"
        assert answer.body["error"]["details"] == {
            "reason": "transfer",
            "transfer_id": made["transfer_id"],
        }
    assert b.api.get(f"transfers/{made['transfer_id']}").body == made


def test_transfers_are_not_listed_changed_or_deleted() -> None:
    b = books()
    id = b.api.made("transfers", _body(b, _other(b)))["transfer_id"]
    assert b.api.get("transfers").status == 405
    assert b.api.patch(f"transfers/{id}", {"amount": "1.00"}).status == 405
    assert b.api.delete(f"transfers/{id}").status == 405
    assert b.count() == 2


def test_the_same_key_transfers_once() -> None:
    b = books("50.00")
    body = _body(b, _other(b))
    first = b.api.post("transfers", body, **{"X-Idempotency-Key": "k1"})
    again = b.api.post("transfers", body, **{"X-Idempotency-Key": "k1"})
    assert (first.status, again.status, again.body) == (201, 201, first.body)
    assert (b.balance(), b.count()) == ("20.00", 2)


def test_the_question_names_both_accounts_the_amount_and_the_day() -> None:
    b = books("50.00")
    other = _other(b, name="Poupança")
    agent = Agent(b.world.mcp_token)
    asked = agent.call("finance_transfers_create", _body(b, other))
    date = "10/03/2026"
    for shown in ("“Conta movimento”", "“Poupança”", "R$ 30,00", date, "“Aplicação da sobra”"):
        assert shown in asked.question
    assert b.count() == 0
    made = agent.call("finance_transfers_create", _body(b, other), **asked.reply()).value
    assert made["created_via"] == "mcp"
    assert (b.balance(), b.balance(other)) == ("20.00", "40.00")


def test_a_rule_refuses_before_anybody_is_asked() -> None:
    b = books()
    other = _other(b)
    b.api.patch(f"financial-accounts/{other}", {"active": False})
    outcome = Agent(b.world.mcp_token).call("finance_transfers_create", _body(b, other))
    assert outcome.code == "UNPROCESSABLE_ENTITY"


def test_fifty_opposing_pairs_in_parallel_leave_the_balances_as_they_were() -> None:
    b = books("50.00")
    other = _other(b)
    there = _body(b, other, amount="7.00")
    back = there | {"from_account_id": other, "to_account_id": b.account}

    def send(body: dict[str, Any]) -> int:
        try:
            return Api(b.api.token).post("transfers", body).status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(20) as threads:
        statuses = Counter(threads.map(send, [there, back] * 50))
    assert statuses == {201: 100}
    assert (b.balance(), b.balance(other), b.count()) == ("50.00", "10.00", 200)
    assert_books_hold(b.world)
