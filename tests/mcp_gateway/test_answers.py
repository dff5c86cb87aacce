"""Framing: what each era's results and errors carry, byte for byte where the page says so."""

import json
from typing import Any

import pytest
from mcp_types.methods import validate_server_result

from mcp_gateway.answers import (
    discover_result,
    error_body,
    initialize_result,
    internal_error,
    invalid_params,
    method_not_found,
    resource_not_found,
    result_body,
    too_large_body,
)
from mcp_gateway.protocol import HTTP_STATUS, Era, Fault, Headers, Message, read
from tests.mcp_gateway.messages import NEW, OLD, OLDEST, body, h26, new, of

SERVER = {"name": "kobana-finance", "title": "Kobana Finance", "version": "1.0.0"}
SERVER_KEY = "io.modelcontextprotocol/serverInfo"
STAMPED = {"resultType": "complete", "_meta": {SERVER_KEY: SERVER}}
UNCACHED = {"ttlMs": 0, "cacheScope": "private"}
OFFERED = ("tools", "resources", "prompts", "completions")


def message(raw: bytes, headers: Headers) -> Message:
    answer = read(raw, headers)
    assert isinstance(answer, Message)
    return answer


def stateless(method: str = "ping") -> Message:
    return message(new(method), h26(method))


def handshake(method: str = "ping", version: str = OLD) -> Message:
    return message(body(method, {"protocolVersion": version}), of(version))


def framed(asked: Message, result: dict[str, Any], *, cacheable: bool = False) -> Any:
    raw = result_body(asked, result, server_info=SERVER, cacheable=cacheable)
    answer = json.loads(raw)
    assert (answer.keys(), answer["jsonrpc"], answer["id"]) == (
        {"jsonrpc", "id", "result"},
        "2.0",
        asked.id,
    )
    return answer["result"]


def test_discovery_is_the_one_of_the_page_p75() -> None:
    result = framed(
        stateless("server/discover"),
        discover_result(instructions="Be careful.", capabilities=OFFERED),
        cacheable=True,
    )
    assert result == STAMPED | UNCACHED | {
        "supportedVersions": [NEW, OLD, OLDEST],
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}, "completions": {}},
        "instructions": "Be careful.",
    }
    assert type(result["ttlMs"]) is int
    validate_server_result("server/discover", NEW, result)


@pytest.mark.parametrize("version", [OLD, OLDEST])
def test_initialization_is_the_one_of_the_page_p64(version: str) -> None:
    asked = handshake("initialize", version)
    opened = initialize_result(
        asked, instructions="Be careful.", capabilities=OFFERED, server_info=SERVER
    )
    result = framed(asked, opened)
    assert result == {
        "protocolVersion": version,
        "capabilities": {
            "tools": {"listChanged": False},
            "resources": {"subscribe": False, "listChanged": False},
            "prompts": {"listChanged": False},
            "completions": {},
        },
        "serverInfo": SERVER,
        "instructions": "Be careful.",
    }
    validate_server_result("initialize", version, result)


def test_only_what_exists_is_offered_in_the_order_given() -> None:
    result = discover_result(instructions="", capabilities=["prompts", "tools"])
    assert list(result["capabilities"]) == ["prompts", "tools"]


def test_ping_answers_an_empty_result_p67() -> None:
    assert result_body(handshake(), {}, server_info=SERVER, cacheable=False) == (
        b'{"jsonrpc":"2.0","id":1,"result":{}}'
    )


@pytest.mark.parametrize("cacheable", [True, False])
def test_a_handshake_result_is_framed_as_it_is_p70(cacheable: bool) -> None:
    assert framed(handshake(), {"tools": []}, cacheable=cacheable) == {"tools": []}


def test_a_stateless_list_may_be_neither_kept_nor_shared_p77() -> None:
    result = framed(stateless("tools/list"), {"tools": []}, cacheable=True)
    assert result == STAMPED | UNCACHED | {"tools": []}
    validate_server_result("tools/list", NEW, result)


def test_a_stateless_call_says_nothing_of_caching_p78() -> None:
    result = framed(stateless("ping"), {"content": []})
    assert result == STAMPED | {"content": []}
    validate_server_result("tools/call", NEW, result)


@pytest.mark.parametrize("cacheable", [True, False])
def test_a_question_keeps_its_type_and_is_never_cached_p76_p128(cacheable: bool) -> None:
    question = {"resultType": "input_required", "inputRequests": {}, "requestState": "x"}
    result = framed(stateless("ping"), question, cacheable=cacheable)
    assert result == question | {"_meta": {SERVER_KEY: SERVER}}
    validate_server_result("tools/call", NEW, result)


def test_the_server_joins_what_meta_already_says_p76() -> None:
    own = {"_meta": {"com.example/x": 1}}
    assert framed(stateless(), own)["_meta"] == {"com.example/x": 1, SERVER_KEY: SERVER}
    assert own == {"_meta": {"com.example/x": 1}}


@pytest.mark.parametrize(
    ("fault", "status", "code", "version"),
    [
        (method_not_found(stateless()), 404, -32601, NEW),
        (method_not_found(handshake()), 200, -32601, OLD),
        (invalid_params(stateless(), "No such tool"), 200, -32602, NEW),
        (invalid_params(handshake(), "No such tool"), 200, -32602, OLD),
        (internal_error(stateless(), "r1"), 200, -32603, NEW),
        (internal_error(handshake(), "r1"), 200, -32603, OLD),
        (resource_not_found(stateless(), "a://b"), 200, -32602, NEW),
        (resource_not_found(handshake(), "a://b"), 200, -32002, OLD),
    ],
    ids=["P60", "P68", "P97", "P69", "P97 internal", "P69 internal", "P98", "P71"],
)
def test_a_semantic_fault_is_200_but_for_an_unknown_stateless_method_k30(
    fault: Fault, status: int, code: int, version: str
) -> None:
    assert (fault.http_status, fault.code, fault.version, fault.id) == (status, code, version, 1)


def test_codes_of_other_revisions_are_never_sent_in_the_stateless_era_p98() -> None:
    ours = {code for code, era in HTTP_STATUS if era is not Era.HANDSHAKE}
    assert ours == {-32700, -32600, -32601, -32602, -32603, -32020, -32022}


def test_a_fault_is_framed_without_null_data_p99() -> None:
    fault = method_not_found(message(body("foo", id="ação"), of(OLD)))
    expected = '{"jsonrpc":"2.0","id":"ação","error":{"code":-32601,"message":"Method not found"}}'
    assert error_body(fault) == expected.encode()


def test_a_missing_resource_is_named_in_the_data_p150() -> None:
    assert resource_not_found(stateless(), "a://b").data == {"uri": "a://b"}


def test_an_internal_error_says_only_where_to_look_p123() -> None:
    assert internal_error(stateless(), "r1").message == "Internal error (reference r1)"


def test_data_given_with_invalid_params_is_sent() -> None:
    answer = json.loads(error_body(invalid_params(stateless(), "No.", {"a": [1]})))
    assert answer["error"] == {"code": -32602, "message": "No.", "data": {"a": [1]}}


def test_an_unspoken_version_is_answered_as_on_the_page_p56() -> None:
    fault = read(body("tools/list"), of("1999-01-01"))
    assert isinstance(fault, Fault)
    assert json.loads(error_body(fault)) == {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {
            "code": -32022,
            "message": "Unsupported protocol version",
            "data": {"supported": [NEW, OLD, OLDEST], "requested": "1999-01-01"},
        },
    }


def test_a_body_too_large_is_answered_byte_for_byte_p17() -> None:
    assert too_large_body() == (
        b'{"jsonrpc":"2.0","id":null,"error":{"code":-32600,'
        b'"message":"Request body too large (limit 14680064 bytes)"}}'
    )
