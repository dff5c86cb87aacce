"""Whoever cannot be verified just now is told to come back, not to sign in again (P28, K12)."""

import json
from collections.abc import Iterator

import pytest
from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.agent import NEW, OLD, Agent
from tests.live import Live, serving
from tests.world import world

CLOSED = "postgres://kobana_app@127.0.0.1:1/nothing"


@pytest.fixture
def adrift(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server whose database cannot be reached."""
    directory = tmp_path_factory.mktemp("adrift")
    with serving(directory, DATABASE_URL=CLOSED, WEB_CONCURRENCY="1") as server:
        yield server


def test_a_database_that_cannot_answer_is_503_with_a_time_to_wait_p28(adrift: Live) -> None:
    for version in (NEW, OLD):
        answer = adrift.agent("kfp_any", version=version).send("tools/list")
        assert (answer.status, answer.code) == (503, "SERVICE_UNAVAILABLE")
        assert answer.headers["Retry-After"] == "5"
        assert answer.headers["Content-Type"] == "application/json"
        assert "WWW-Authenticate" not in answer.headers
    unsigned = adrift.agent("").send("tools/list")
    assert (unsigned.status, unsigned.code) == (401, "invalid_token")
    assert adrift.client.generic("GET", "/healthz", b"", headers={}).status_code == 200
    assert adrift.client.generic("GET", "/readyz", b"", headers={}).status_code == 503


def test_rest_says_the_same(adrift: Live) -> None:
    for method in ("GET", "POST"):
        path, headers = "/v1/taxes", {"Authorization": "Bearer kfp_any"}
        answer = adrift.client.generic(method, path, b"{}", headers=headers)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"] == "5"
        assert json.loads(answer.content)["error"]["code"] == "SERVICE_UNAVAILABLE"


def test_a_commit_that_is_not_answered_is_not_said_to_have_changed_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The connection goes away between the commit and its answer; the change was made."""
    at = world()
    commit = BaseDatabaseWrapper._commit  # type: ignore[attr-defined]
    tax = {"name": "ISS", "default_rate": "5"}

    def lost(self: BaseDatabaseWrapper) -> None:
        with self.cursor() as cursor:
            cursor.execute("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
            (wrote,) = cursor.fetchone()
        commit(self)
        if wrote:
            raise OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as broken:
        broken.setattr(BaseDatabaseWrapper, "_commit", lost)
        answer = at.api.post("taxes", tax)
        by_tool = Agent(at.mcp_token).call("finance_taxes_create", {**tax, "name": "PIS"})
    assert (answer.status, answer.code) == (500, "INTERNAL_ERROR")
    assert "Nothing was changed" not in answer.body["error"]["message"]
    assert "Read the record" in answer.body["error"]["message"]
    assert by_tool.error == -32603
    assert {each["name"] for each in at.api.get("taxes").body["data"]} == {"ISS", "PIS"}
