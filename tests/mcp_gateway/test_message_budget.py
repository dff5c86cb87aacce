"""A token has so many messages a minute, whatever they ask: more are refused as HTTP before they
are read, with the time to wait, and run nothing (P28, P182, K31)."""

import datetime as dt
from typing import Any

import pytest
import time_machine

from tests.agent import NEW, OLD, Agent
from tests.world import Answer, World, token

NOON = dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def three(settings: Any) -> None:
    settings.MCP_PER_MINUTE = 3


def spent(answer: Answer) -> int:
    """The wait of a refusal, which is an ordinary HTTP answer in the API's envelope."""
    assert (answer.status, answer.code) == (429, "RATE_LIMITED")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "MCP-Protocol-Version" not in answer.headers
    wait = int(answer.headers["Retry-After"])
    assert answer.body["error"]["details"] == {"retry_after": wait}
    assert str(wait) in answer.body["error"]["message"]
    return wait


@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_message_too_many_is_told_when_to_come_again_p28(place: World, version: str) -> None:
    agent = Agent(place.mcp_token, version=version)
    with time_machine.travel(NOON, tick=False) as clock:
        assert [agent.send("tools/list").status for _ in range(3)] == [200] * 3
        wait = spent(agent.send("tools/list"))
        assert wait <= 60
        clock.shift(dt.timedelta(seconds=wait - 1))
        assert spent(agent.send("tools/list")) == 1
        clock.shift(dt.timedelta(seconds=2))
        assert agent.send("tools/list").status == 200


@pytest.mark.parametrize(
    "method", ["server/discover", "tools/list", "completion/complete", "prompts/list", "foo/bar"]
)
def test_every_method_counts_p182(place: World, method: str) -> None:
    agent = Agent(place.mcp_token)
    for _ in range(3):
        assert agent.send(method).status in (200, 404)
    spent(agent.send(method))


def test_what_is_no_message_counts_as_well(agent: Agent) -> None:
    headers = {"Authorization": f"Bearer {agent.token}"}
    note = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'
    assert agent.post(note, **headers).status == 202
    assert agent.post(b"{", **headers).status == 400
    assert agent.post(b"{}", content_type="text/plain", **headers).status == 415
    spent(agent.post(note, **headers))


def test_nothing_runs_for_a_message_too_many(agent: Agent, place: World) -> None:
    for _ in range(3):
        agent.send("tools/list")
    create = {"name": "finance_taxes_create", "arguments": {"name": "ISS"}}
    spent(agent.send("tools/call", create))
    assert place.api.get("taxes").body["data"] == []


def test_another_token_has_a_budget_of_its_own(agent: Agent, place: World) -> None:
    for _ in range(3):
        agent.send("tools/list")
    spent(agent.send("tools/list"))
    other = Agent(token(place.person, place.organization, "mcp", ["finance.all"]))
    assert other.send("tools/list").status == 200
    assert place.api.get("taxes").status == 200, "the API counts calls, not messages"


def test_who_is_nobody_spends_nothing_and_is_challenged_first(agent: Agent) -> None:
    for _ in range(5):
        assert agent.post(b"{}", Authorization="Bearer kfp_wrong").status == 401
    assert agent.send("tools/list").status == 200
