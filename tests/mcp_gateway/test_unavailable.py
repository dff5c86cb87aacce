"""Whoever cannot be verified just now is told to come back, not to sign in again (P28, K12)."""

from collections.abc import Iterator

import pytest

from tests.agent import NEW, OLD
from tests.live import Live, serving

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
