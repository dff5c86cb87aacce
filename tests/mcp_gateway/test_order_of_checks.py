"""A request that is wrong in several ways has one answer, by one fixed order (P1–P7)."""

import json
from typing import Any

import pytest

from tests.agent import NEW, OLD, Agent
from tests.mcp_gateway.messages import KEY, meta
from tests.world import Answer, World


def posted(agent: Agent, body: object, **headers: str) -> Answer:
    return agent.post(json.dumps(body).encode(), **headers)


def signed(agent: Agent, **headers: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {agent.token}", **headers}


def message(method: str, params: Any = None) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}


def test_the_origin_comes_before_the_token_p1(agent: Agent) -> None:
    answer = posted(agent, message("ping"), Origin="https://evil.example")
    assert (answer.status, answer.code) == (403, "ORIGIN_REFUSED")


def test_the_token_comes_before_the_body_p3(agent: Agent) -> None:
    answer = agent.post(b"not json")
    assert (answer.status, answer.code) == (401, "invalid_token")


@pytest.mark.parametrize("version", [NEW, OLD])
@pytest.mark.parametrize("method", ["server/discover", "initialize", "ping", "tools/list", "x/y"])
def test_no_method_answers_without_a_token_p4(agent: Agent, version: str, method: str) -> None:
    agent.version, agent.token = version, ""
    answer = agent.send(method)
    assert (answer.status, answer.code) == (401, "invalid_token")


def test_not_even_a_notification_is_taken_without_a_token_p4_p105(agent: Agent) -> None:
    body = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    assert posted(agent, body).status == 401


def test_the_token_comes_before_the_default_workspace(agent: Agent) -> None:
    answer = posted(agent, message("ping"), **{"X-Workspace-Id": "x"})
    assert answer.status == 401


def test_the_default_workspace_comes_before_the_media_type(agent: Agent) -> None:
    headers = signed(agent, **{"X-Workspace-Id": "x"})
    answer = agent.post(b"", content_type="text/plain", **headers)
    assert (answer.status, answer.code) == (400, "BAD_REQUEST")


def test_the_media_type_comes_before_the_body(agent: Agent) -> None:
    answer = agent.post(b"not json", content_type="text/plain", **signed(agent))
    assert answer.status == 415


def test_the_version_comes_before_the_envelope_p5(agent: Agent) -> None:
    body = message("tools/list", {"_meta": {KEY + "protocolVersion": "2027-01-01"}})
    answer = posted(agent, body, **signed(agent, **{"MCP-Protocol-Version": "2027-01-01"}))
    assert (answer.status, answer.body["error"]["code"]) == (400, -32022)
    assert answer.body["error"]["data"]["requested"] == "2027-01-01"


def test_the_method_header_comes_before_the_method_p6(agent: Agent) -> None:
    body = message("foo/bar", {"_meta": meta()})
    headers = signed(agent, **{"MCP-Protocol-Version": NEW, "Mcp-Method": "tools/list"})
    answer = posted(agent, body, **headers)
    assert (answer.status, answer.body["error"]["code"]) == (400, -32020)


def test_the_name_header_comes_before_the_tool_p7(agent: Agent, place: World) -> None:
    answer = agent.send("tools/call", {"name": "no_such_tool"}, **{"Mcp-Name": "other"})
    assert (answer.status, answer.body["error"]["code"]) == (400, -32020)
