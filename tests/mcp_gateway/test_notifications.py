"""A message without an id is taken in silence and never runs anything (P101–P106)."""

import json
from typing import Any

import pytest

from tests.agent import NEW, OLD, OLDEST, Agent
from tests.mcp_gateway.messages import meta
from tests.world import Answer, World


def noted(agent: Agent, method: Any, params: Any = None, **headers: str) -> Answer:
    body = {"jsonrpc": "2.0", "method": method, "params": params or {}}
    return agent.post(json.dumps(body).encode(), Authorization=f"Bearer {agent.token}", **headers)


@pytest.mark.parametrize("version", [None, OLD, OLDEST, NEW])
@pytest.mark.parametrize(
    "method", ["notifications/initialized", "notifications/cancelled", "notifications/foo", "ping"]
)
def test_a_notification_is_accepted_without_a_word_p101_p102(
    agent: Agent, method: str, version: str | None
) -> None:
    headers = {"MCP-Protocol-Version": version} if version else {}
    answer = noted(agent, method, **headers)
    assert (answer.status, answer.raw) == (202, b"")
    assert "Content-Type" not in answer.headers
    assert answer.headers["MCP-Protocol-Version"] == version or OLDEST


@pytest.mark.parametrize("version", [None, OLD, NEW])
def test_a_call_without_an_id_runs_no_tool_p101(
    agent: Agent, place: World, version: str | None
) -> None:
    call: dict[str, Any] = {"name": "finance_taxes_create", "arguments": {"name": "ISS"}}
    headers = {"MCP-Protocol-Version": version} if version else {}
    if version == NEW:
        call["_meta"] = meta()
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "finance_taxes_create"}
    assert noted(agent, "tools/call", call, **headers).status == 202
    assert place.api.get("taxes").body["data"] == []


def test_a_version_that_is_not_spoken_is_refused_p103(agent: Agent) -> None:
    answer = noted(agent, "notifications/foo", **{"MCP-Protocol-Version": "1999-01-01"})
    assert (answer.status, answer.body["id"]) == (400, None)
    assert answer.body["error"]["code"] == -32022


def test_a_method_header_must_agree_where_it_is_sent_p104(agent: Agent) -> None:
    headers = {"MCP-Protocol-Version": NEW, "Mcp-Method": "notifications/bar"}
    answer = noted(agent, "notifications/foo", **headers)
    assert (answer.status, answer.body["id"]) == (400, None)
    assert answer.body["error"]["code"] == -32020


def test_a_notification_wants_a_token_p105(agent: Agent) -> None:
    agent.token = "wrong"
    assert noted(agent, "notifications/initialized").status == 401


@pytest.mark.parametrize("method", [1, None, "", []])
def test_a_malformed_notification_is_refused_p106(agent: Agent, method: Any) -> None:
    answer = noted(agent, method)
    assert (answer.status, answer.body["id"]) == (400, None)
    assert answer.body["error"]["code"] == -32600
