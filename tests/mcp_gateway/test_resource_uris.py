"""A URI has one form; every other spelling leads nowhere, and a header that repeats it agrees with
it, byte for byte on a socket (P71, P91–P93, P150–P152)."""

import base64
import json
import uuid
from typing import Any

import pytest

from tests.agent import NEW, OLD, OLDEST, Agent
from tests.live import Live, Reply
from tests.mcp_gateway.messages import meta
from tests.mcp_gateway.test_resources import ROOT, not_found, read, text
from tests.world import World

#: `{id}` is the id of a record that is there, `{ID}` the same in capitals.
NOWHERE = [
    "",
    " ",
    "kobana:",
    "kobana://finance",
    "kobana://finance/",
    "kobana://finance//taxes",
    "kobana://finance/nothing",
    "kobana://finance/payables",
    "kobana://finance/cash_flow",
    "kobana://finance/cash_flow/{id}",
    "kobana://finance/workspaces/{id}",
    "kobana://finance/banks/{id}",
    "kobana://finance/people/{id}",
    "kobana://finance/taxes/",
    "kobana://finance/taxes/x",
    "kobana://finance/taxes/{ID}",
    "kobana://finance/taxes/{id}/",
    "kobana://finance/taxes/{id}?fields=id",
    "kobana://finance/taxes/{id}#a",
    "kobana://finance/taxes/{{id}}",
    "kobana://finance/taxes/{id}/../{id}",
    "kobana://finance/companies/../taxes/{id}",
    "kobana://finance/./taxes/{id}",
    "kobana://finance/taxes/%7Bid%7D",
    "kobana://finance/%74axes/{id}",
    "kobana://finance/taxes%2F{id}",
    "kobana://finance/taxes?limit=1",
    "kobana://finance/taxes#",
    "kobana://finance/TAXES",
    "KOBANA://finance/taxes",
    "Kobana://Finance/taxes",
    "kobana://FINANCE/taxes/{id}",
    "kobana://user@finance/taxes",
    "kobana://finance:443/taxes",
    "kobana://evil.example/finance/taxes",
    "kobana:/finance/taxes",
    "http://finance/taxes/{id}",
    "file:///etc/passwd",
    "taxes/{id}",
    " kobana://finance/taxes",
    "kobana://finance/taxes ",
    "kobana://finance/taxes\n",
    "kobana://finance/taxes/{id}\n",
    "kobana://finance/taxes\x00",
    "kobana://finance/taxes\ud800",
    "kobana://finance/tаxes",  # a Cyrillic letter
    "kobana://finance/taxes/{id}\u2028",
    "kobana://finance/taxes/00000000-0000-0000-0000-00000000000०",  # another script's zero
]


@pytest.fixture
def tax(place: World) -> str:
    return str(place.api.made("taxes", {"name": "ISS"})["id"])


def filled(uri: str, tax: str) -> str:
    return uri.replace("{id}", tax).replace("{ID}", tax.upper())


@pytest.mark.parametrize("version", [NEW, OLD, OLDEST])
def test_every_other_spelling_leads_nowhere_p71_p150_p152(
    agent: Agent, tax: str, version: str
) -> None:
    agent.version = version
    for each in NOWHERE:
        uri = filled(each, tax)
        assert not_found(read(agent, uri), uri), each
    assert text(agent, f"{ROOT}taxes/{tax}")


def test_a_long_uri_is_repeated_only_up_to_a_length(agent: Agent) -> None:
    uri = ROOT + "x" * 100_000
    answer = read(agent, uri)
    assert answer.body["error"]["data"]["uri"] == uri[:256]
    assert len(answer.raw) < 1_000


def encoded(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def sent(live: Live, place: World, uri: bytes, *lines: bytes, version: str = NEW) -> Reply:
    """A read over a socket, with the bytes of the URI as they stand between quotes."""
    envelope = json.dumps(meta()).encode() if version == NEW else b"{}"
    body = b'{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"_meta":%s,"uri":%s}}'
    body %= (envelope, b'"' + uri + b'"')
    head = [
        b"POST /mcp HTTP/1.1",
        b"Host: 127.0.0.1",
        b"Connection: close",
        b"Content-Type: application/json",
        f"Content-Length: {len(body)}".encode(),
        f"Authorization: Bearer {place.mcp_token}".encode(),
        f"MCP-Protocol-Version: {version}".encode(),
        *([b"Mcp-Method: resources/read"] if version == NEW else []),
        *lines,
        b"",
        b"",
    ]
    return live.exchange(b"\r\n".join(head) + body)


def contents(reply: Reply) -> Any:
    assert reply.status_code == 200, reply.content
    return json.loads(reply.content)["result"]["contents"]


@pytest.mark.parametrize("version", [NEW, OLD])
def test_the_same_text_may_be_escaped_in_json_p152(live: Live, place: World, version: str) -> None:
    spellings = [
        b"kobana://finance/taxes",
        b"kobana:\\/\\/finance/taxes",
        b"\\u006bobana://finance/taxes",
    ]
    for uri in spellings:
        (content,) = contents(sent(live, place, uri, version=version))
        assert content["uri"] == f"{ROOT}taxes"


@pytest.mark.parametrize(
    "uri",
    [
        rb"kobana://finance/taxes\u0000",
        rb"kobana://finance/taxes\ud800",
        rb"\udc00kobana://finance/taxes",
        rb"kobana://finance/\"taxes",
        "kobana://finance/ação".encode(),
    ],
)
@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_uri_of_odd_characters_comes_back_as_it_was_sent_p45_p150(
    live: Live, place: World, uri: bytes, version: str
) -> None:
    reply = sent(live, place, uri, version=version)
    error = json.loads(reply.content)["error"]
    assert (reply.status_code, error["code"]) == (200, -32602 if version == NEW else -32002)
    assert error["data"] == {"uri": json.loads(b'"' + uri + b'"')}


@pytest.mark.parametrize(
    "name",
    [f"{ROOT}taxes", encoded(f"{ROOT}taxes"), f" \t{ROOT}taxes\t"],
    ids=["raw", "encoded", "blanks"],
)
def test_a_header_may_repeat_the_uri_p91(live: Live, place: World, name: str) -> None:
    assert contents(sent(live, place, b"kobana://finance/taxes", f"Mcp-Name: {name}".encode()))


def test_a_header_repeats_what_is_beyond_ascii_in_base64_p91(live: Live, place: World) -> None:
    uri = "mock://thing/ção"
    reply = sent(live, place, uri.encode(), f"Mcp-Name: {encoded(uri)}".encode())
    assert json.loads(reply.content)["error"]["data"] == {"uri": uri}
    raw = sent(live, place, uri.encode(), b"Mcp-Name: " + uri.encode())
    assert (raw.status_code, json.loads(raw.content)["error"]["code"]) == (400, -32020)


def test_the_header_may_be_left_out_p92(live: Live, place: World) -> None:
    assert contents(sent(live, place, b"kobana://finance/taxes"))


@pytest.mark.parametrize(
    "name",
    [
        f"{ROOT}banks",
        f"{ROOT}TAXES",
        "",
        encoded(f"{ROOT}banks"),
        encoded(f"{ROOT}taxes").replace("base64", "BASE64"),
        encoded(f"{ROOT}taxes")[:-3] + "?=",
    ],
)
def test_a_header_of_another_uri_reads_nothing_p93(live: Live, place: World, name: str) -> None:
    reply = sent(live, place, b"kobana://finance/taxes", f"Mcp-Name: {name}".encode())
    assert reply.status_code == 400
    error = json.loads(reply.content)
    assert (error["id"], error["error"]["code"]) == (1, -32020)
    assert error["error"]["message"].startswith("Header mismatch: ")


def test_the_header_twice_agrees_with_nothing_p95(live: Live, place: World) -> None:
    line = f"Mcp-Name: {ROOT}taxes".encode()
    reply = sent(live, place, b"kobana://finance/taxes", line, line)
    assert (reply.status_code, json.loads(reply.content)["error"]["code"]) == (400, -32020)


def test_in_the_old_era_the_header_means_nothing_p73(live: Live, place: World) -> None:
    reply = sent(live, place, b"kobana://finance/taxes", b"Mcp-Name: x", version=OLD)
    assert contents(reply)


def test_an_id_that_is_nobodys_is_answered_the_same_on_every_replica_p150(
    live: Live, place: World
) -> None:
    uri = f"{ROOT}taxes/{uuid.uuid4()}".encode()
    assert len({sent(live, place, uri).content for _ in range(4)}) == 1
