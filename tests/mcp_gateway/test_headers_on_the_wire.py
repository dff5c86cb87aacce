"""Headers as bytes on a socket: values, case, blanks, repetition and look-alikes (P84–P96)."""

import base64
import json

import pytest

from tests.agent import NEW
from tests.live import Live, Reply
from tests.mcp_gateway.messages import meta
from tests.world import World

TOOL = "finance_taxes_list"
VERSION, METHOD, NAME = (
    f"MCP-Protocol-Version: {NEW}",
    "Mcp-Method: tools/call",
    f"Mcp-Name: {TOOL}",
)


def sent(live: Live, place: World, *lines: str, token: str = "") -> Reply:
    params = {"_meta": meta(), "name": TOOL, "arguments": {}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    body = json.dumps(message).encode()
    head = [
        "POST /mcp HTTP/1.1",
        "Host: 127.0.0.1",
        "Connection: close",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        token or f"Authorization: Bearer {place.mcp_token}",
        *lines,
        "",
        "",
    ]
    return live.exchange("\r\n".join(head).encode("latin-1") + body)


@pytest.mark.parametrize(
    "lines",
    [
        [VERSION, METHOD, NAME],
        [VERSION.lower(), METHOD.lower(), NAME.lower()],
        [VERSION.upper(), "MCP-METHOD: tools/call", f"MCP-NAME: {TOOL}"],
        [VERSION, "Mcp-Method:tools/call", f"Mcp-Name: \t {TOOL} \t "],
    ],
)
def test_names_have_no_case_and_outer_blanks_no_meaning_p85(
    live: Live, place: World, lines: list[str]
) -> None:
    reply = sent(live, place, *lines)
    assert (reply.status_code, json.loads(reply.content)["id"]) == (200, 1)
    assert "result" in json.loads(reply.content)


def encoded(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


@pytest.mark.parametrize(
    "method",
    [
        None,
        "",
        "tools/list",
        "TOOLS/CALL",
        "tools/call,tools/call",
        "tools/call;",
        encoded("tools/call"),
    ],
)
def test_another_method_in_the_header_runs_nothing_p84(
    live: Live, place: World, method: str | None
) -> None:
    lines = [VERSION, NAME] + ([] if method is None else [f"Mcp-Method: {method}"])
    assert mismatched(sent(live, place, *lines))


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        "finance_taxes_get",
        TOOL.upper(),
        encoded("finance_taxes_get"),
        encoded(TOOL).replace("base64", "BASE64"),
        encoded(TOOL)[:-3] + "?=",
        encoded(TOOL).replace("Z", "-", 1),
        "=?base64?/w==?=",
        "=?base64??=",
        base64.b64encode(TOOL.encode()).decode(),
        f'"{TOOL}"',
        f"{TOOL}\xa0",
    ],
)
def test_another_name_in_the_header_runs_nothing_p86_p88_p89(
    live: Live, place: World, name: str | None
) -> None:
    lines = [VERSION, METHOD] + ([] if name is None else [f"Mcp-Name: {name}"])
    assert mismatched(sent(live, place, *lines))


def mismatched(reply: Reply) -> bool:
    answer = json.loads(reply.content)
    assert (reply.status_code, answer["id"], answer["error"]["code"]) == (400, 1, -32020)
    return bool(answer["error"]["message"].startswith("Header mismatch: "))


@pytest.mark.parametrize(
    "lines",
    [
        [f"Mcp-Name: {encoded(TOOL)}"],
        [NAME, "Mcp-Param-Id: x", "Mcp-Param-Name: y", "Mcp-Anything: z"],
    ],
    ids=["P87", "P96"],
)
def test_a_name_may_be_encoded_and_other_headers_mean_nothing_p87_p96(
    live: Live, place: World, lines: list[str]
) -> None:
    reply = sent(live, place, VERSION, METHOD, *lines)
    assert (reply.status_code, "result" in json.loads(reply.content)) == (200, True)


@pytest.mark.parametrize("twice", [VERSION, METHOD, NAME])
def test_a_header_sent_twice_agrees_with_nothing_p95(live: Live, place: World, twice: str) -> None:
    reply = sent(live, place, VERSION, METHOD, NAME, twice)
    assert reply.status_code == 400
    assert json.loads(reply.content)["error"]["code"] in (-32020, -32022)


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_look_alike_with_underscores_is_no_header(live: Live, place: World, missing: int) -> None:
    lines = [VERSION, METHOD, NAME]
    name, _, value = lines[missing].partition(":")
    lines[missing] = f"{name.replace('-', '_')}:{value}"
    reply = sent(live, place, *lines)
    assert reply.status_code == 400
    assert b"result" not in reply.content


def test_two_tokens_are_none(live: Live, place: World) -> None:
    line = f"Authorization: Bearer {place.mcp_token}"
    assert sent(live, place, VERSION, METHOD, NAME, line).status_code == 401


def test_a_workspace_named_twice_is_refused_k8(live: Live, place: World) -> None:
    line = f"X-Workspace-Id: {place.workspace.id}"
    assert sent(live, place, VERSION, METHOD, NAME, line).status_code == 200
    assert sent(live, place, VERSION, METHOD, NAME, line, line).status_code == 400


def test_an_access_cannot_be_sent_in(live: Live, place: World) -> None:
    lines = ["verified_access: 1", "Verified-Access: 1", "Confirmation: 1", "Closed-Schemas: 1"]
    reply = sent(live, place, VERSION, METHOD, NAME, *lines, token="X-Nothing: 1")
    assert reply.status_code == 401
