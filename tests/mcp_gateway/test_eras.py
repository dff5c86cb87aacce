"""The two eras as a client meets them; the table of versions is in `test_protocol` (P47–P100)."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from finance_api.taxes.views import TaxViewSet
from mcp_gateway.answers import SERVER_KEY
from mcp_gateway.instructions import INSTRUCTIONS
from mcp_gateway.methods import SERVER_INFO
from tests.agent import NEW, OLD, OLDEST, Agent
from tests.live import Live
from tests.mcp_gateway.messages import KEY, meta
from tests.world import Answer, World

SUPPORTED = [NEW, OLD, OLDEST]
STAMPS = {"resultType", "ttlMs", "cacheScope", "inputRequests", "requestState", "_meta"}
GONE = [
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "subscriptions/listen",
    "tasks/get",
    "foo/bar",
]


def bare(agent: Agent, method: str, params: Any = None, **headers: str) -> Answer:
    """A message without an envelope, under these headers only."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    return agent.post(json.dumps(body).encode(), Authorization=f"Bearer {agent.token}", **headers)


@pytest.mark.parametrize("version", [OLD, OLDEST])
def test_the_header_names_the_version_of_the_answer_p48(agent: Agent, version: str) -> None:
    answer = bare(agent, "tools/list", **{"MCP-Protocol-Version": version})
    assert (answer.status, answer.headers["MCP-Protocol-Version"]) == (200, version)


def test_without_a_header_the_oldest_version_is_assumed_p49(agent: Agent) -> None:
    answer = bare(agent, "tools/list")
    assert (answer.status, answer.headers["MCP-Protocol-Version"]) == (200, OLDEST)


@pytest.mark.parametrize("method", ["tools/list", "initialize", "foo/bar"])
def test_the_stateless_header_without_an_envelope_is_no_old_era_p50(
    agent: Agent, method: str
) -> None:
    answer = bare(agent, method, **{"MCP-Protocol-Version": NEW, "Mcp-Method": method})
    assert (answer.status, answer.body["error"]["code"]) == (400, -32602)


@pytest.mark.parametrize("requested", ["1999-01-01", "2025-11-25", "latest", ""])
@pytest.mark.parametrize("method", ["tools/list", "initialize"])
def test_a_version_that_is_not_spoken_is_answered_with_those_that_are_p57(
    agent: Agent, method: str, requested: str
) -> None:
    answer = bare(agent, method, **{"MCP-Protocol-Version": requested})
    assert answer.status == 400
    error = answer.body["error"]
    assert error["code"] == -32022
    assert error["data"] == {"supported": SUPPORTED, "requested": requested}


@pytest.mark.parametrize(
    ("asked", "settled"),
    [
        (OLD, OLD),
        (OLDEST, OLDEST),
        ("2025-11-25", OLD),
        ("2024-11-05", OLD),
        (NEW, OLD),
        ("9.9", OLD),
        (None, OLD),
    ],
)
def test_initialize_settles_on_a_version_p61_p62(
    agent: Agent, asked: str | None, settled: str
) -> None:
    answer = bare(agent, "initialize", {"protocolVersion": asked} if asked else {})
    assert (answer.status, answer.headers["MCP-Protocol-Version"]) == (200, settled)
    result = answer.body["result"]
    assert result["protocolVersion"] == settled
    assert set(result) == {"protocolVersion", "capabilities", "serverInfo", "instructions"}
    assert result["capabilities"]["tools"] == {"listChanged": False}
    assert result["serverInfo"] == SERVER_INFO


def test_initialize_with_a_version_that_is_no_text_is_refused_p63(agent: Agent) -> None:
    answer = bare(agent, "initialize", {"protocolVersion": 5})
    assert (answer.status, answer.body["error"]["code"]) == (200, -32602)


def test_no_handshake_is_needed_on_any_replica_p65(live: Live, place: World) -> None:
    agent = live.agent(place.mcp_token, version=OLD)
    for _ in range(6):
        assert agent.send("tools/list").status == 200


def test_ping_is_answered_with_nothing_p67(agent: Agent) -> None:
    agent.version = OLD
    assert agent.send("ping").body["result"] == {}


@pytest.mark.parametrize("method", ["server/discover", "logging/setLevel", "resources/subscribe"])
def test_an_unknown_method_keeps_a_handshake_alive_p68(agent: Agent, method: str) -> None:
    agent.version = OLD
    answer = agent.send(method)
    assert (answer.status, answer.body["error"]["code"]) == (200, -32601)
    assert answer.headers["MCP-Protocol-Version"] == OLD


@pytest.mark.parametrize("method", GONE)
def test_an_unknown_method_is_not_found_in_the_stateless_era_p60(agent: Agent, method: str) -> None:
    answer = agent.send(method)
    assert (answer.status, answer.body["error"]["code"]) == (404, -32601)
    assert answer.headers["MCP-Protocol-Version"] == NEW


@pytest.mark.parametrize("version", [OLD, OLDEST])
def test_a_handshake_result_carries_no_stamp_p70(agent: Agent, version: str) -> None:
    agent.version = version
    listed, called = agent.send("tools/list"), agent.call("finance_taxes_list")
    assert not STAMPS & set(listed.body["result"])
    assert set(called.result) == {"content"}


def test_both_handshake_versions_list_the_same_p74(agent: Agent) -> None:
    agent.version = OLD
    newer = agent.tools()
    agent.version = OLDEST
    assert agent.tools() == newer


def test_routing_headers_mean_nothing_in_the_old_era_p73(agent: Agent) -> None:
    agent.version = OLD
    wrong = {"Mcp-Method": "tools/call", "Mcp-Name": "finance_taxes_delete"}
    assert agent.send("tools/list", **wrong).status == 200


def test_discovery_p75(agent: Agent) -> None:
    result = agent.send("server/discover").body["result"]
    assert result["resultType"] == "complete"
    assert result["supportedVersions"] == SUPPORTED
    assert result["capabilities"]["tools"] == {}
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")
    assert result["_meta"] == {SERVER_KEY: SERVER_INFO}
    assert "serverInfo" not in result


def test_a_stateless_call_is_stamped_but_never_cached_p76_p78(agent: Agent) -> None:
    result = agent.call("finance_taxes_list").result
    assert set(result) == {"content", "resultType", "_meta"}
    assert result["_meta"] == {SERVER_KEY: SERVER_INFO}
    listed = agent.send("tools/list").body["result"]
    assert (listed["ttlMs"], listed["cacheScope"]) == (0, "private")


def test_what_an_envelope_need_not_hold_is_ignored_p80_p83(agent: Agent) -> None:
    agent.capabilities = {"x": 1, "extensions": {}, "experimental": {"y": {}}}
    assert agent.call("finance_taxes_list", traceparent="x").value["data"] == []


@pytest.mark.parametrize("client", ["x", {}, {"name": 1}, {"name": "kobana", "version": "1"}, None])
def test_who_the_client_says_it_is_changes_nothing_p81_p180(agent: Agent, client: Any) -> None:
    said = {"_meta": meta(capabilities=agent.capabilities) | {f"{KEY}clientInfo": client}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": said}
    headers = {"MCP-Protocol-Version": NEW, "Mcp-Method": "tools/list"}
    headers["Authorization"] = f"Bearer {agent.token}"
    answer = agent.post(json.dumps(body).encode(), **headers)
    assert (answer.status, answer.raw) == (200, agent.send("tools/list").raw)


@pytest.mark.parametrize("key", ["progressToken", "traceparent", "com.example/x", f"{KEY}logLevel"])
def test_what_else_an_envelope_holds_is_ignored_p82(agent: Agent, key: str) -> None:
    said = {"_meta": meta(capabilities=agent.capabilities) | {key: "bogus"}}
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": said}
    headers = {"MCP-Protocol-Version": NEW, "Mcp-Method": "tools/list"}
    headers["Authorization"] = f"Bearer {agent.token}"
    answer = agent.post(json.dumps(body).encode(), **headers)
    assert (answer.status, answer.raw) == (200, agent.send("tools/list").raw)


def test_the_instructions_warn_of_what_third_parties_wrote_p125(agent: Agent) -> None:
    discovered = agent.send("server/discover").body["result"]["instructions"]
    agent.version = OLD
    assert agent.send("initialize").body["result"]["instructions"] == discovered == INSTRUCTIONS
    assert "never instructions" in INSTRUCTIONS
    assert "ask the user" in INSTRUCTIONS


@pytest.mark.parametrize("version", [NEW, OLD])
def test_semantic_faults_are_200_in_both_eras_p69_p97(
    agent: Agent, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    agent.version = version

    def broken(*_: Any) -> Any:
        raise RuntimeError("SELECT secret")

    monkeypatch.setattr(TaxViewSet, "do_create", broken)
    unknown = agent.call("finance_nothing_list")
    failed = agent.call("finance_taxes_create", {"name": "ISS"})
    for outcome, code in ((unknown, -32602), (failed, -32603)):
        assert (outcome.answer.status, outcome.error) == (200, code)
        assert outcome.answer.headers["MCP-Protocol-Version"] == version


def test_ids_are_not_remembered_p100(live: Live, place: World) -> None:
    def ask(_: int) -> Answer:
        agent = live.agent(place.mcp_token)
        return agent.send("tools/list")

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(8)))
    assert {answer.status for answer in answers} == {200}
    assert {answer.body["id"] for answer in answers} == {1}
    assert len({answer.raw for answer in answers}) == 1
