"""The security tab over the whole catalog: what the lock date closes stays as it is through any
door, and what the matrix blocks does not run on its channel (K14, R85).

That a blocked action of the API or of an agent is refused is in `test_refusals.py`; which dates
count is in `tests/books/test_closed_periods.py`.
"""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from finance_api.core.locks import ACTIONS, CHANNELS
from finance_api.core.operations import Operation
from finance_api.identity.access import session_access
from finance_api.rest.catalog import Endpoint
from tests.books.caller import Caller, blocked, both_programs, closed
from tests.finance_api.dashboard.office import browser, staff
from tests.surface.books import contents
from tests.surface.examples import Ground, body_of, headers_for, make_ready, path_for, writes
from tests.world import World, world

#: Before and after every date of the examples.
OPEN, CLOSED = dt.date(2020, 12, 31), dt.date(2199, 12, 31)

#: What the lock date holds, of what the examples write.
DATED = {
    "payables": "create update delete",
    "receivables": "create update delete",
    "transactions": "create update delete",
    "transfers": "create",
    "reconciliations": "create delete",
    "accounts": "adjust_balance",
}
#: What has no date in the books. An order for the bank gets one when the bank has paid (decision
#: 0005); files and their links are no money (R85).
UNDATED = {
    "accounts": "create update delete",
    "companies": "create update delete",
    "people": "create update delete",
    "categories": "create update delete",
    "classification_centers": "create update delete",
    "taxes": "create update delete",
    "automatic_rules": "create update delete reorder",
    "attachments": "upload delete link unlink",
    "payables": "send_to_bank cancel_dispatch",
    "receivables": "charge cancel_charge",
}
#: What most examples refer to; made once for a walk over all of them.
_SHARED = ("companies", "people", "accounts", "categories")


def _names(of: dict[str, str]) -> set[str]:
    return {
        f"finance_{resource}_{verb}" for resource, verbs in of.items() for verb in verbs.split()
    }


def _walk(of: World) -> Iterator[tuple[Endpoint, str, Any]]:
    """Every operation that writes, with a record of its own to act on and a valid body."""
    base = Ground(of)
    shared = {name: base.get(name) for name in _SHARED}
    for endpoint in writes():
        resource = endpoint.operation.resource
        # Reordering names every rule of a company, so that one starts on new ground.
        made = {} if resource == "automatic_rules" else dict(shared)
        made.pop(resource, None)
        ground = Ground(of, made)
        id = ground.get(resource)["id"] if endpoint.path_parameters else ""
        make_ready(endpoint, ground, id)
        yield endpoint, id, body_of(endpoint, ground)


def test_every_operation_that_writes_has_a_lock_and_says_whether_it_is_dated() -> None:
    assert {endpoint.name for endpoint in writes()} == _names(DATED) | _names(UNDATED)
    assert _names(DATED).isdisjoint(_names(UNDATED))
    for endpoint in writes():
        assert endpoint.operation.lock in ACTIONS, endpoint.name


@both_programs
def test_the_lock_date_holds_what_is_dated_and_nothing_else(channel: str) -> None:
    caller = Caller(channel, world())
    for endpoint, id, body in _walk(caller.of):

        def act(endpoint: Endpoint = endpoint, id: str = id, body: Any = body) -> Any:
            path, headers = path_for(endpoint, id), headers_for(endpoint)
            return caller.call(endpoint.name, id, body, endpoint.method, path, **headers)

        dated = endpoint.name in _names(DATED)
        if dated:
            caller.is_closed(act, CLOSED)
        with closed(caller.of, OPEN if dated else CLOSED):
            assert act() is None, endpoint.name


def test_the_matrix_closes_each_operation_on_the_dashboard_too() -> None:
    """No page of the dashboard does most of them yet; whichever comes is admitted like this."""
    of = world()

    def refusal(operation: Operation, pairs: list[str]) -> Any:
        with blocked(of, pairs), transaction.atomic():
            return session_access(of.person, of.workspace, "test").refusal(operation)

    for endpoint in writes():
        plain = endpoint.operation
        for operation in (plain, plain.refined()) if plain.sensitive else (plain,):
            lock = str(operation.lock)
            refused = refusal(operation, [f"dashboard:{lock}"])
            assert refused is not None, endpoint.name
            assert refused.code == "SECURITY_BLOCKED"
            assert refused.details == {"rule": lock, "channel": "dashboard"}
            assert refusal(operation, _all_but("dashboard", lock)) is None, endpoint.name


def _all_but(channel: str, *actions: str) -> list[str]:
    """The whole matrix without these actions of the channel."""
    kept = {f"{channel}:{action}" for action in actions}
    pairs = [f"{each}:{action}" for each in CHANNELS for action in ACTIONS]
    return [pair for pair in pairs if pair not in kept]


#: What an update of a title does when it is no plain edit, with what it is done to before.
_SETTLED = {"payment_date": "2026-11-20"}
SENSITIVE: dict[str, tuple[list[dict[str, Any]], dict[str, Any]]] = {
    "settle": ([], {"status": "settled", **_SETTLED}),
    "revert": ([{"status": "settled", **_SETTLED}], {"status": "pending"}),
    "cancel": ([], {"status": "cancelled"}),
    "reopen": ([{"status": "cancelled"}], {"status": "pending"}),
    "correct": ([{"status": "settled", **_SETTLED}], {"interest_amount": "1.00"}),
}


@both_programs
@pytest.mark.parametrize("resource", ["payables", "receivables"])
def test_what_moves_money_is_under_the_lock_of_settling_and_edits_are_not(
    channel: str, resource: str
) -> None:
    caller = Caller(channel, world())
    ground, word = Ground(caller.of), "paid" if resource == "payables" else "received"

    def update(id: str, body: dict[str, Any]) -> Any:
        named = {name: word if value == "settled" else value for name, value in body.items()}
        return caller.does("update", resource, id, named)

    for act, (before, body) in SENSITIVE.items():
        id = ground.fresh(resource)["id"]
        for step in before:
            assert update(id, step) is None
        stored = contents(caller.of.workspace)
        with blocked(caller.of, [f"{channel}:settle"]):
            error = update(id, body)
            assert error is not None, act
            assert error["details"] == {"rule": "settle", "channel": channel}
            assert contents(caller.of.workspace) == stored
            assert update(id, {"notes": "plain"}) is None
        with blocked(caller.of, _all_but(channel, "settle", "edit")):
            assert update(id, body) is None, act


@both_programs
def test_a_name_makes_a_record_only_where_making_is_allowed(channel: str) -> None:
    """An edit that names somebody new would make them (rest-api §2.3)."""
    caller = Caller(channel, world())
    ground = Ground(caller.of)
    for resource in ("payables", "receivables", "transactions"):
        id = ground.get(resource)["id"]
        for name in ("person_name", "category_name", "classification_center_name"):
            body = {name: f"Novo {resource} {name}"}
            stored = contents(caller.of.workspace)
            with blocked(caller.of, [f"{channel}:create"]):
                error = caller.does("update", resource, id, body)
            assert error is not None, body
            assert error["details"] == {"rule": "create", "channel": channel}
            assert contents(caller.of.workspace) == stored
            assert caller.does("update", resource, id, body) is None
            with blocked(caller.of, [f"{channel}:create"]):
                assert caller.does("update", resource, id, body) is None


@pytest.mark.parametrize("act", ["approve", "reject"])
def test_what_is_closed_or_blocked_is_not_decided_on_the_dashboard(act: str) -> None:
    of = world(approval_gate=True)
    id = Ground(of).get("payables")["id"]
    form = {"action": act, "_selected_action": [id], "reason": "Em dobro"}
    office, stored = browser(staff(of)), contents(of.workspace)
    with closed(of, CLOSED):
        office.post("title/", form)
        assert contents(of.workspace) == stored
    with blocked(of, ["dashboard:edit"]):
        office.post("title/", form)
        assert contents(of.workspace) == stored
    office.post("title/", form)
    decided = of.api.get(f"payables/{id}").body["payment_approval"]
    assert decided == {"approve": "creation_approved", "reject": "creation_rejected"}[act]
