"""`tools/call`: arguments judged, the endpoint's own JSON, faults told apart (P114–P124)."""

import json
import socket
from typing import Any

import pytest

from finance_api.taxes.views import TaxViewSet
from tests.agent import NEW, OLD, OLDEST, Agent
from tests.kobana_finance.processes import wait_until
from tests.live import HOST, Live
from tests.world import World, world

VERSIONS = pytest.mark.parametrize("version", [NEW, OLD, OLDEST])


@pytest.mark.parametrize("name", ["finance_nothing_list", "", "FINANCE_TAXES_LIST", 5, None, []])
@pytest.mark.parametrize("version", [NEW, OLD])
def test_an_unknown_tool_is_a_broken_request_p114(agent: Agent, name: Any, version: str) -> None:
    agent.version = version
    answer = agent.send("tools/call", {"name": name, "arguments": {}})
    assert (answer.status, answer.body["error"]["code"]) == (200, -32602)


@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_call_without_a_name_is_a_broken_request_p90_p114(agent: Agent, version: str) -> None:
    agent.version = version
    answer = agent.send("tools/call", {"arguments": {}})
    assert (answer.status, answer.body["error"]["code"]) == (200, -32602)


@pytest.mark.parametrize("params", [{}, {"arguments": None}, {"arguments": {}}])
def test_no_arguments_are_empty_arguments_p116(agent: Agent, params: dict[str, Any]) -> None:
    answer = agent.send("tools/call", {"name": "finance_taxes_list", **params})
    text = answer.body["result"]["content"][0]["text"]
    assert json.loads(text) == {"data": [], "meta": {"next_cursor": None}}


@pytest.mark.parametrize("arguments", [[], "{}", 1, True])
def test_arguments_must_be_an_object_p117(agent: Agent, arguments: Any) -> None:
    answer = agent.send("tools/call", {"name": "finance_taxes_list", "arguments": arguments})
    assert (answer.status, answer.body["error"]["code"]) == (200, -32602)


@pytest.mark.parametrize(
    ("tool", "arguments", "issues"),
    [
        ("finance_taxes_create", {}, {"name": "required"}),
        ("finance_taxes_create", {"name": 5}, {"name": None}),
        ("finance_taxes_create", {"name": "a", "x": 1}, {"x": "unknown_field"}),
        ("finance_taxes_get", {}, {"id": "required"}),
        ("finance_taxes_get", {"id": "x"}, {"id": "invalid"}),
        ("finance_taxes_get", {"id": 5, "x": 1}, {"id": "invalid", "x": "unknown_field"}),
        ("finance_taxes_get", {"id": "{0}"}, {"id": "invalid"}),
        ("finance_taxes_list", {"limit": "10"}, {"limit": "invalid_type"}),
        ("finance_taxes_list", {"limit": True}, {"limit": "invalid_type"}),
        ("finance_taxes_list", {"fields": "id"}, {"fields": "invalid_type"}),
        ("finance_taxes_list", {"filters": []}, {"filters": "invalid_type"}),
        ("finance_taxes_list", {"filters": {"limit": 1}}, {"filters.limit": "misplaced"}),
        ("finance_taxes_list", {"filters": {"cursor": "x"}}, {"filters.cursor": "misplaced"}),
        ("finance_taxes_list", {"filters": {"sort_by": "x"}}, {"filters.sort_by": "misplaced"}),
        ("finance_taxes_list", {"filters": {"fields": []}}, {"filters.fields": "misplaced"}),
        (
            "finance_taxes_list",
            {"limit": "1", "filters": {"limit": 1, "name": None}, "workspace_id": "x"},
            {
                "limit": "invalid_type",
                "filters.limit": "misplaced",
                "filters.name": "invalid_type",
                "workspace_id": "invalid",
            },
        ),
    ],
)
def test_arguments_off_the_schema_are_all_named_p118(
    agent: Agent, place: World, tool: str, arguments: dict[str, Any], issues: dict[str, Any]
) -> None:
    refusal = agent.call(tool, arguments).refusal
    assert refusal["code"] == "VALIDATION_ERROR"
    found = {issue["path"]: issue["code"] for issue in refusal["details"]["issues"]}
    assert set(found) == set(issues)
    assert all(code is None or found[path] == code for path, code in issues.items())
    assert place.api.get("taxes").body["data"] == []


@pytest.mark.parametrize(
    "filters", [{"nothing": 1}, {"name": {"like": "x"}}, {"active": {"gte": True}}]
)
def test_an_unknown_filter_or_operator_is_the_apis_to_refuse_k33(
    agent: Agent, filters: dict[str, Any]
) -> None:
    assert agent.call("finance_taxes_list", {"filters": filters}).code == "BAD_REQUEST"


def test_an_unknown_field_is_the_apis_to_refuse(agent: Agent) -> None:
    assert agent.call("finance_taxes_list", {"fields": ["nothing"]}).code == "BAD_REQUEST"


@pytest.mark.parametrize("arguments", [{"filters": '{"active": true}'}, {"fields": '["id"]'}])
def test_json_in_a_string_is_not_unpacked_p119(agent: Agent, arguments: dict[str, Any]) -> None:
    refusal = agent.call("finance_taxes_list", arguments).refusal
    assert refusal["code"] == "VALIDATION_ERROR"
    message = refusal["details"]["issues"][0]["message"].lower()
    assert "expected, got a string" in message


@pytest.mark.parametrize("tool", ["finance_taxes_create", "finance_taxes_list"])
def test_what_automation_adds_is_refused_by_name_p120(
    agent: Agent, place: World, tool: str
) -> None:
    added = {"toolCallId": "1", "sessionId": "2", "action": "x", "chatInput": "y"}
    given = {"name": "ISS"} if tool.endswith("create") else {}
    refusal = agent.call(tool, given | added).refusal
    assert refusal["code"] == "VALIDATION_ERROR"
    named = {issue["path"] for issue in refusal["details"]["issues"]}
    assert "action" in named
    assert len(refusal["details"]["issues"]) == 4
    assert place.api.get("taxes").body["data"] == []


@VERSIONS
def test_success_is_the_endpoints_json_as_one_text_p121(
    agent: Agent, place: World, version: str
) -> None:
    agent.version = version
    created = agent.call("finance_taxes_create", {"name": f"ISS {version}"})
    assert [block["type"] for block in created.result["content"]] == ["text"]
    assert not {"isError", "structuredContent"} & set(created.result)
    by_rest = place.api.get(f"taxes/{created.value['id']}")
    assert created.text.encode() == by_rest.raw
    assert created.value["created_via"] == created.value["updated_via"] == "mcp"


@VERSIONS
def test_failure_is_the_apis_envelope_as_one_text_p122(
    agent: Agent, place: World, version: str
) -> None:
    agent.version = version
    arguments = {"id": str(place.workspace.id)}
    missing = agent.call("finance_taxes_get", arguments)
    assert missing.result["isError"] is True
    assert "structuredContent" not in missing.result
    by_rest = place.api.get(f"taxes/{place.workspace.id}")
    assert missing.text.encode() == by_rest.raw
    assert missing.refusal == {"code": "NOT_FOUND", "message": "Tax not found."}


def test_another_workspaces_record_does_not_exist_p122(agent: Agent, place: World) -> None:
    theirs = world().api.made("taxes", {"name": "ISS"})
    assert agent.call("finance_taxes_get", {"id": theirs["id"]}).code == "NOT_FOUND"


def test_filters_reach_the_endpoint_p121(agent: Agent, place: World) -> None:
    for name in ("ISS", "IRRF", "a,b"):
        place.api.made("taxes", {"name": name, "active": name != "IRRF"})

    def names(**arguments: Any) -> list[str]:
        listed = agent.call("finance_taxes_list", arguments).value
        return [row["name"] for row in listed["data"]]

    assert names() == ["IRRF", "ISS", "a,b"]
    assert names(filters={"active": True}) == ["ISS", "a,b"]
    assert names(filters={"name": ["a,b", "IRRF"]}) == ["IRRF", "a,b"]
    assert names(filters={"name": {"in": ["ISS"]}}) == ["ISS"]
    assert names(sort_by="-name", limit=1) == ["a,b"]
    narrow = agent.call("finance_taxes_list", {"fields": ["name"], "limit": 1}).value
    assert set(narrow["data"][0]) == {"id", "name"}
    further = agent.call("finance_taxes_list", {"cursor": narrow["meta"]["next_cursor"]})
    assert [row["name"] for row in further.value["data"]] == ["ISS", "a,b"]


@VERSIONS
def test_an_unforeseen_failure_says_only_where_to_look_p123(
    agent: Agent, place: World, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("SELECT secret FROM taxes")

    agent.version = version
    monkeypatch.setattr(TaxViewSet, "do_create", broken)
    outcome = agent.call("finance_taxes_create", {"name": "ISS"})
    assert (outcome.answer.status, outcome.error) == (200, -32603)
    message = outcome.answer.body["error"]["message"]
    assert message.startswith("Internal error (reference ")
    assert b"secret" not in outcome.answer.raw
    assert place.api.get("taxes").body["data"] == []


def test_a_client_that_hangs_up_leaves_no_half_state_p124(live: Live, place: World) -> None:
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "finance_taxes_create", "arguments": {"name": "ISS"}},
    }
    body = json.dumps(message).encode()
    head = [
        "POST /mcp HTTP/1.1",
        "Host: 127.0.0.1",
        "Content-Type: application/json",
        f"Authorization: Bearer {place.mcp_token}",
        f"Content-Length: {len(body)}",
        "",
        "",
    ]
    with socket.create_connection((HOST, live.port)) as connection:
        connection.sendall("\r\n".join(head).encode() + body)
    # What was sent whole runs once; the answer has nowhere to go.
    assert wait_until(lambda: place.api.get("taxes").body["data"])
    assert [row["name"] for row in place.api.get("taxes").body["data"]] == ["ISS"]
