"""One answer of a person runs its call once, through races, crashes and trouble (P140–P142)."""

import contextlib
import http.client
import os
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from django.db import connection, connections

from finance_api.core.errors import Conflict
from finance_api.rest import idempotency
from finance_api.taxes.views import TaxViewSet
from tests import crashing
from tests.agent import Agent, Outcome
from tests.kobana_finance.processes import wait_until
from tests.live import Live, serving
from tests.world import World

DELETE = "finance_taxes_delete"


@pytest.fixture
def tax(place: World) -> dict[str, Any]:
    made: dict[str, Any] = place.api.made("taxes", {"name": "ISS"})
    return made


def deletions(place: World) -> int:
    """How often the log of the workspace says that a tax was removed."""
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as database:
        rows = database.execute(
            "SELECT count(*) FROM finance_api_logentry WHERE workspace_id = %s AND act = %s",
            [place.workspace.id, "remove"],
        )
        found = rows.fetchone()
    assert found is not None
    return int(found[0])


def test_twenty_yeses_at_once_run_once_p140(live: Live, place: World, tax: dict[str, Any]) -> None:
    arguments = {"id": tax["id"]}
    reply = live.agent(place.mcp_token).call(DELETE, arguments).reply()
    start = threading.Barrier(20)

    def confirm(_: int) -> Outcome:
        agent = live.agent(place.mcp_token)
        start.wait()
        return agent.call(DELETE, arguments, **reply)

    with ThreadPoolExecutor(20) as pool:
        outcomes = list(pool.map(confirm, range(20)))
    codes = Counter(o.code if o.result.get("isError") else o.text for o in outcomes)
    assert codes == {"{}": 1, "confirmation_replayed": 19}
    assert deletions(place) == 1


def test_eight_questions_at_once_are_eight_answers_but_one_deletion_p140(
    live: Live, place: World, tax: dict[str, Any]
) -> None:
    arguments = {"id": tax["id"]}
    asked = [live.agent(place.mcp_token).call(DELETE, arguments).reply() for _ in range(8)]

    def confirm(reply: dict[str, Any]) -> Outcome:
        return live.agent(place.mcp_token).call(DELETE, arguments, **reply)

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(confirm, asked))
    codes = Counter(o.code if o.result.get("isError") else o.text for o in outcomes)
    assert codes == {"{}": 1, "NOT_FOUND": 7}
    assert deletions(place) == 1


def test_a_yes_whose_call_failed_by_a_rule_is_spent_p141(
    agent: Agent, place: World, tax: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_use(*_: Any) -> None:
        raise Conflict("The tax is in use.")

    arguments = {"id": tax["id"]}
    reply = agent.call(DELETE, arguments).reply()
    with monkeypatch.context() as patch:
        patch.setattr(TaxViewSet, "do_delete", in_use)
        assert agent.call(DELETE, arguments, **reply).code == "CONFLICT"
    assert agent.call(DELETE, arguments, **reply).code == "confirmation_replayed"
    assert place.api.get(f"taxes/{tax['id']}").status == 200


def test_a_yes_whose_call_failed_by_our_fault_can_be_sent_again_p141(
    agent: Agent, place: World, tax: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError

    arguments = {"id": tax["id"]}
    reply = agent.call(DELETE, arguments).reply()
    with monkeypatch.context() as patch:
        patch.setattr(TaxViewSet, "do_delete", broken)
        assert agent.call(DELETE, arguments, **reply).error == -32603
    assert place.api.get(f"taxes/{tax['id']}").status == 200
    assert agent.call(DELETE, arguments, **reply).value == {}


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[psycopg.Connection[Any]]:
    """The claim of every key is in the hands of somebody else until the connection is closed."""
    scope = secrets.token_bytes(32)
    monkeypatch.setattr(idempotency, "_scope", lambda *_: scope)
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as other:
        number = int.from_bytes(scope[:8], "big", signed=True)
        other.execute("SELECT pg_advisory_lock(%s)", [number])
        yield other


def _patience(value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, false)", [value])


def test_a_claim_that_cannot_be_made_in_time_changes_nothing_p142(
    agent: Agent, place: World, tax: dict[str, Any], held: psycopg.Connection[Any]
) -> None:
    arguments = {"id": tax["id"]}
    reply = agent.call(DELETE, arguments).reply()
    _patience("50ms")
    try:
        refused = agent.call(DELETE, arguments, **reply)
    finally:
        _patience("5s")
    assert refused.code == "confirmation_unavailable"
    assert place.api.get(f"taxes/{tax['id']}").status == 200
    held.close()
    assert agent.call(DELETE, arguments, **reply).value == {}


def test_a_database_lost_while_claiming_changes_nothing_p142(
    agent: Agent, place: World, tax: dict[str, Any], held: psycopg.Connection[Any]
) -> None:
    arguments = {"id": tax["id"]}
    reply = agent.call(DELETE, arguments).reply()

    def waiting() -> list[int]:
        rows = held.execute(
            "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
        return [pid for (pid,) in rows.fetchall()]

    with in_thread(lambda: Agent(place.mcp_token).call(DELETE, arguments, **reply)) as outcomes:
        assert wait_until(waiting)
        held.execute("SELECT pg_terminate_backend(%s)", [waiting()[0]])
    assert outcomes[0].code == "confirmation_unavailable"
    assert place.api.get(f"taxes/{tax['id']}").status == 200
    held.close()
    assert agent.call(DELETE, arguments, **reply).value == {}


@contextlib.contextmanager
def in_thread(run: Callable[[], Outcome]) -> Iterator[list[Outcome]]:
    """Run beside the block; what came of it is in the list once the block is left."""
    outcomes: list[Outcome] = []

    def work() -> None:
        try:
            outcomes.append(run())
        finally:
            connections.close_all()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield outcomes
    finally:
        thread.join()


@pytest.fixture(scope="module")
def mortal(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server whose workers can be killed between the effect and the answer."""
    directory = tmp_path_factory.mktemp("mortal")
    with serving(directory, "tests.crashing:application") as server:
        yield server


def test_a_yes_whose_answer_was_lost_is_known_to_have_run_k23(
    mortal: Live, place: World, tax: dict[str, Any]
) -> None:
    agent = mortal.agent(place.mcp_token)
    arguments = {"id": tax["id"]}
    reply = agent.call(DELETE, arguments).reply()
    agent.headers = {crashing.HEADER: "1"}
    with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
        agent.call(DELETE, arguments, **reply)
    agent.headers = {}
    assert agent.call(DELETE, arguments, **reply).code == "confirmation_replayed"
    assert place.api.get(f"taxes/{tax['id']}").status == 404
    assert deletions(place) == 1


def test_a_key_whose_answer_was_lost_gives_it_again_k22(mortal: Live, place: World) -> None:
    agent = mortal.agent(place.mcp_token)
    arguments = {"name": "ISS", "idempotency_key": "first-try"}
    agent.headers = {crashing.HEADER: "1"}
    with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
        agent.call("finance_taxes_create", arguments)
    agent.headers = {}
    again = agent.call("finance_taxes_create", arguments).value
    rows = place.api.get("taxes").body["data"]
    assert [row["id"] for row in rows] == [again["id"]]
