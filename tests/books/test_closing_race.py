"""Closing a period and writing in it take turns: nothing lands there once it is closed (R87)."""

import datetime as dt
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.db import connections, transaction

from finance_api.core import records
from finance_api.core.isolation import open_workspaces
from finance_api.ledger.models import Account
from tests.books import raw
from tests.finance_api.dashboard.office import browser, security, staff
from tests.finance_api.ledger.books import Books, account, books
from tests.invariants import assert_books_hold
from tests.kobana_finance.processes import wait_until
from tests.world import Answer, Api

THROUGH = dt.date(2026, 3, 31)


def _close(b: Books, who: Any) -> None:
    try:
        form = security(b.world, locked_through=str(THROUGH))
        browser(who).saved(f"workspace/{b.world.workspace.pk}/change/", form)
    finally:
        connections.close_all()


def _enter(b: Books, other: str) -> Answer:
    body = {
        "from_account_id": b.account,
        "to_account_id": other,
        "amount": "30.00",
        "occurred_at": str(THROUGH),
        "description": "Aplicação",
    }
    try:
        return Api(b.api.token).post("transfers", body)
    finally:
        connections.close_all()


def _waiting(b: Books) -> int:
    """How many transactions wait for a lock in this database."""
    statement = (
        "SELECT count(DISTINCT pid) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE datname = current_database() AND NOT granted"
    )
    return int(raw.rows(statement, b.world.workspace)[0][0])


def test_a_call_that_was_let_in_before_the_period_closed_is_not_overtaken() -> None:
    """A transfer waits for its account when the lock date is set: it is done before, or refused."""
    b = books("50.00")
    other, who = account(b.world, b.company), staff(b.world)
    with ThreadPoolExecutor(2) as threads:
        with transaction.atomic():
            open_workspaces([b.world.workspace.pk])
            list(records.lock(Account.everywhere.filter(pk=b.account)))
            written: Future[Answer] = threads.submit(_enter, b, other)
            assert wait_until(lambda: _waiting(b) == 1)
            closing = threads.submit(_close, b, who)
            assert wait_until(lambda: closing.done() or _waiting(b) == 2)
        closing.result()
        answer = written.result()
    assert b.world.workspace.locked_through is None
    b.world.workspace.refresh_from_db()
    assert b.world.workspace.locked_through == THROUGH
    assert answer.status in (201, 403), answer.body
    assert_books_hold(b.world)


def test_fifty_writers_and_one_who_closes_leave_nothing_behind_the_lock() -> None:
    b = books("50.00")
    other, who = account(b.world, b.company), staff(b.world)
    with ThreadPoolExecutor(10) as threads:
        calls = [threads.submit(_enter, b, other) for _ in range(25)]
        closing = threads.submit(_close, b, who)
        calls += [threads.submit(_enter, b, other) for _ in range(25)]
        closing.result()
        told = [call.result() for call in calls]
    assert {answer.status for answer in told} <= {201, 403}
    late = _enter(b, other)
    assert late.code == "SECURITY_BLOCKED"
    assert {answer.code for answer in told if answer.status == 403} <= {late.code}
    assert b.count() == 2 * sum(answer.status == 201 for answer in told)
    assert_books_hold(b.world)
