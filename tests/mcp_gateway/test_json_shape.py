"""JSON and JSON-RPC over a real socket; the whole table is in `test_protocol` (P30–P46)."""

import json

import pytest

from tests.agent import OLD, Agent
from tests.live import Live
from tests.world import Answer, World

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
REFUSED = {
    "P30 empty": (b"", -32700),
    "P30 an open brace": (b"{", -32700),
    "P30 garbage after it": (PING + b"x", -32700),
    "P31 UTF-16": (PING.decode().encode("utf-16"), -32700),
    "P31 invalid UTF-8": (PING.replace(b"ping", b"\xff"), -32700),
    "P31 NaN": (PING.replace(b"1,", b"NaN,"), -32700),
    "P31 Infinity": (PING.replace(b"1,", b"Infinity,"), -32700),
    "P31 minus Infinity": (PING.replace(b"1,", b"-Infinity,"), -32700),
    "P31 a mark before it": (b"\xef\xbb\xbf" + PING, -32700),
    "P32 nested": (b"[" * 100_000, -32700),
    "P32 nested and closed": (b"[" * 100_000 + b"]" * 100_000, -32700),
    "P32 a long integer": (PING.replace(b"1,", b"9" * 5_000 + b","), -32700),
    "P33 a batch": (b"[" + PING + b"]", -32600),
    "P33 an empty batch": (b"[]", -32600),
    "P34 null": (b"null", -32600),
    "P34 a number": (b"1", -32600),
    "P34 a string": (b'"x"', -32600),
    "P34 true": (b"true", -32600),
    "P37 a null id": (PING.replace(b"1,", b"null,"), -32600),
    "P38 a fraction": (PING.replace(b"1,", b"1.0,"), -32600),
    "P38 half": (PING.replace(b"1,", b"1.5,"), -32600),
    "P38 true": (PING.replace(b"1,", b"true,"), -32600),
    "P38 an object": (PING.replace(b"1,", b"{},"), -32600),
    "P38 an array": (PING.replace(b"1,", b"[],"), -32600),
    "P40 an error": (b'{"jsonrpc":"2.0","id":1,"error":{}}', -32600),
    "P40 a response": (b'{"jsonrpc":"2.0","id":1,"result":{}}', -32600),
    "P43 a member twice": (PING.replace(b"{", b'{"id":1,'), -32600),
    "P43 a member twice, within": (PING.replace(b"}", b',"params":{"a":1,"\\u0061":2}}'), -32600),
}
ECHOED = {
    "P35 no jsonrpc": (b'{"id":1,"method":"ping"}', 1),
    "P35 an old jsonrpc": (PING.replace(b'"2.0"', b'"1.0"'), 1),
    "P35 a number": (PING.replace(b'"2.0"', b"2.0"), 1),
    "P36 an empty method": (PING.replace(b'"ping"', b'""'), 1),
    "P36 a number": (PING.replace(b'"ping"', b"7"), 1),
    "P36 null": (PING.replace(b'"ping"', b"null"), 1),
    "P41 params a string": (PING.replace(b"}", b',"params":"x"}'), 1),
    "P41 params a number": (PING.replace(b"}", b',"params":1}'), 1),
    "P36 no method": (b'{"jsonrpc":"2.0","id":"a"}', "a"),
    "P41 params an array": (b'{"jsonrpc":"2.0","id":0,"method":"ping","params":[]}', 0),
}


def posted(live: Live, place: World, body: bytes) -> Answer:
    return live.agent(place.mcp_token).post(body, Authorization=f"Bearer {place.mcp_token}")


@pytest.mark.parametrize(("body", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_message_has_no_id_p30_p34_p37_p38_p40_p43(
    live: Live, place: World, body: bytes, code: int
) -> None:
    answer = posted(live, place, body)
    assert (answer.status, answer.body["id"]) == (400, None)
    assert answer.body["error"]["code"] == code


@pytest.mark.parametrize(("body", "id"), ECHOED.values(), ids=ECHOED)
def test_a_readable_id_is_echoed_p35_p36_p41_p99(
    live: Live, place: World, body: bytes, id: object
) -> None:
    answer = posted(live, place, body)
    assert (answer.status, answer.body["error"]["code"]) == (400, -32600)
    assert answer.body["id"] == id


@pytest.mark.parametrize("version", [None, "2025-03-26", "2026-07-28"])
def test_a_batch_is_refused_in_every_version_p33(
    live: Live, place: World, version: str | None
) -> None:
    headers = {"Authorization": f"Bearer {place.mcp_token}"}
    headers |= {"MCP-Protocol-Version": version} if version else {}
    answer = live.agent(place.mcp_token).post(b"[" + PING + b"]", **headers)
    assert (answer.status, answer.body["error"]["code"]) == (400, -32600)


@pytest.mark.parametrize("id", [0, -1, 9007199254740993, "", "1", "ação"])
def test_an_id_comes_back_as_it_was_sent_p39_p44(live: Live, place: World, id: object) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": id, "method": "ping", "foo": 1}).encode()
    answer = posted(live, place, body)
    assert answer.status == 200
    assert answer.body == {"jsonrpc": "2.0", "id": id, "result": {}}
    assert type(answer.body["id"]) is type(id)


@pytest.mark.parametrize("params", [b"", b',"params":null', b',"params":{}'])
def test_params_that_are_not_there_are_empty_p42(live: Live, place: World, params: bytes) -> None:
    answer = posted(live, place, b'{"jsonrpc":"2.0","id":1,"method":"tools/list"' + params + b"}")
    assert answer.status == 200
    assert answer.body["result"]["tools"]


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"], ids=["a null byte", "half a pair"])
def test_text_that_cannot_be_stored_is_a_faulty_argument_p45(
    agent: Agent, place: World, text: str
) -> None:
    outcome = agent.call("finance_taxes_create", {"name": text})
    assert outcome.code == "VALIDATION_ERROR"
    assert outcome.refusal["details"]["issues"][0]["path"] == "name"
    nested = agent.call("finance_taxes_list", {"filters": {"name": {"in": [text]}}})
    assert nested.code == "VALIDATION_ERROR"
    assert place.api.get("taxes").body["data"] == []


@pytest.mark.parametrize("text", ["finance_\x00", "finance_\ud800"])
def test_text_that_cannot_be_stored_names_no_tool_p45(agent: Agent, text: str) -> None:
    agent.version = OLD
    assert agent.call(text).error == -32602


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b"])
def test_text_that_cannot_be_stored_is_no_confirmation_p45(
    agent: Agent, place: World, text: str
) -> None:
    tax = place.api.made("taxes", {"name": "ISS"})
    asked = agent.call("finance_taxes_delete", {"id": tax["id"]})
    reply = asked.reply() | {"requestState": text}
    assert agent.call("finance_taxes_delete", {"id": tax["id"]}, **reply).error == -32602
    assert place.api.get(f"taxes/{tax['id']}").status == 200
