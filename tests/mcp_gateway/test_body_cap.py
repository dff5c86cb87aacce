"""How much a body may hold: by the length it declares, then by what is really read (P17–P20).

Over raw sockets, because the WSGI server has its part in it.
"""

import json

import pytest

from mcp_gateway.answers import BODY_CAP, too_large_body
from tests.live import Live
from tests.world import World

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
PONG = {"jsonrpc": "2.0", "id": 1, "result": {}}


def head(token: str, *lines: str) -> bytes:
    named = ["POST /mcp HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"]
    if token:
        named.append(f"Authorization: Bearer {token}")
    return "\r\n".join([*named, "Connection: close", *lines, "", ""]).encode()


def padded(size: int) -> bytes:
    """A ping of exactly so many bytes."""
    return PING + b" " * (size - len(PING))


def chunks(body: bytes, size: int = 65_536) -> list[bytes]:
    parts = [body[start : start + size] for start in range(0, len(body), size)]
    return [f"{len(part):x}\r\n".encode() + part + b"\r\n" for part in parts]


CHUNKED = "Transfer-Encoding: chunked"


@pytest.mark.parametrize("signed_on", [True, False], ids=["P17", "P2 without a token"])
def test_a_declared_length_over_the_cap_is_refused_unread(
    live: Live, place: World, signed_on: bool
) -> None:
    token = place.mcp_token if signed_on else ""
    reply = live.exchange(head(token, f"Content-Length: {BODY_CAP + 1}"))
    assert (reply.status_code, reply.content) == (413, too_large_body())
    assert reply.headers["Content-Type"] == "application/json"
    assert reply.headers["Cache-Control"] == "no-store"


def test_a_body_of_exactly_the_cap_is_read_p18(live: Live, place: World) -> None:
    sent = head(place.mcp_token, f"Content-Length: {BODY_CAP}")
    reply = live.exchange(sent, padded(BODY_CAP))
    assert (reply.status_code, json.loads(reply.content)) == (200, PONG)


def test_a_chunked_body_of_exactly_the_cap_is_read_p18(live: Live, place: World) -> None:
    sent = head(place.mcp_token, CHUNKED)
    reply = live.exchange(sent, *chunks(padded(BODY_CAP)), b"0\r\n\r\n")
    assert (reply.status_code, json.loads(reply.content)) == (200, PONG)


def test_a_chunked_body_is_cut_at_the_cap_p19(live: Live, place: World) -> None:
    # It never ends, so the answer shows that reading stopped.
    sent = head(place.mcp_token, CHUNKED)
    reply = live.exchange(sent, *chunks(padded(BODY_CAP + 131_072)))
    assert (reply.status_code, reply.content) == (413, too_large_body())


def test_a_small_chunked_body_is_served_p20(live: Live, place: World) -> None:
    reply = live.exchange(head(place.mcp_token, CHUNKED), *chunks(PING, 7), b"0\r\n\r\n")
    assert (reply.status_code, json.loads(reply.content)) == (200, PONG)


def test_a_body_longer_than_declared_ends_where_it_was_declared_p19(
    live: Live, place: World
) -> None:
    sent = head(place.mcp_token, f"Content-Length: {len(PING)}")
    reply = live.exchange(sent, PING + b'{"jsonrpc":"2.0","id":2,"method":"ping"}')
    assert (reply.status_code, json.loads(reply.content)) == (200, PONG)


@pytest.mark.parametrize(
    "lines",
    [
        [f"Content-Length: {len(PING)}", CHUNKED],
        [f"Content-Length: {len(PING)}", "Content-Length: 5"],
        ["Content-Length: -1"],
        ["Content-Length: x"],
        [f"Content-Length: {'9' * 5_000}"],
        ["Transfer-Encoding: chunked, identity"],
    ],
)
def test_a_body_with_two_readings_of_its_length_never_runs_p19(
    live: Live, place: World, lines: list[str]
) -> None:
    reply = live.exchange(head(place.mcp_token, *lines), PING)
    assert 400 <= reply.status_code < 502
    assert reply.status_code != 500
    assert b"result" not in reply.content


@pytest.mark.parametrize(
    "tail",
    [
        b"zz\r\n",
        b"5\r\nab",
        b"2\r\nabcd\r\n0\r\n\r\n",
        b"2\r\nab\r\n0\r\nno trailer\r\n\r\n",
    ],
    ids=["no size", "broken off", "too long", "a bad trailer"],
)
def test_a_broken_chunk_is_a_fault_of_the_caller_p19(live: Live, place: World, tail: bytes) -> None:
    reply = live.exchange(head(place.mcp_token, CHUNKED), tail)
    assert reply.status_code == 400
    error = json.loads(reply.content)
    assert (error["id"], error["error"]["code"]) == (None, -32700)
