"""JSON, shape and version: which messages get past rungs 9 to 11, under which version, and
where each of the others fails. The P-number of a row is in its test id."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_gateway.protocol import SUPPORTED_VERSIONS, Era, Fault, Headers, Message, read
from tests.mcp_gateway.messages import (
    BAD_ENVELOPE,
    BAD_JSON,
    BAD_SHAPE,
    BAD_SHAPE_1,
    BAD_VERSION,
    DISAGREES,
    KEY,
    NEW,
    NO_HEADERS,
    OLD,
    OLDEST,
    Passed,
    Refused,
    Row,
    body,
    h26,
    meta,
    new,
    note,
    of,
    outcome,
)

UNSPOKEN = ["1999-01-01", "2025-11-25", "2024-11-05", "latest", "", f"{OLD},{OLD}", f"{NEW}, {NEW}"]

SHAPES: list[tuple[str, bytes, Passed | Refused]] = [
    ("P30 an open brace", b"{", BAD_JSON),
    ("P30 nothing", b"", BAD_JSON),
    ("P30 a word", b"x", BAD_JSON),
    ("P30 trailing garbage", body("ping") + b"x", BAD_JSON),
    ("P31 invalid UTF-8", body("ping").replace(b"ping", b"\xff"), BAD_JSON),
    ("P31 UTF-16", body("ping").decode().encode("utf-16"), BAD_JSON),
    ("P31 NaN", body("ping", {"a": float("nan")}), BAD_JSON),
    ("P31 Infinity", body("ping", {"a": float("inf")}), BAD_JSON),
    ("P31 minus Infinity", body("ping", {"a": float("-inf")}), BAD_JSON),
    ("P32 nested arrays", b"[" * 100_000 + b"]" * 100_000, BAD_JSON),
    ("P32 an integer of 5,000 digits", b'{"id":' + b"1" * 5_000 + b"}", BAD_JSON),
    ("P33 an empty array", b"[]", BAD_SHAPE),
    ("P33 an array of one request", b"[" + body("ping") + b"]", BAD_SHAPE),
    ("P33 an array of two", b"[" + body("ping") + b"," + body("ping") + b"]", BAD_SHAPE),
    ("P34 null", b"null", BAD_SHAPE),
    ("P34 a number", b"1", BAD_SHAPE),
    ("P34 a string", b'"x"', BAD_SHAPE),
    ("P34 true", b"true", BAD_SHAPE),
    ("P35 jsonrpc missing", b'{"id":1,"method":"ping"}', BAD_SHAPE_1),
    ("P35 jsonrpc 1.0", body("ping", jsonrpc="1.0"), BAD_SHAPE_1),
    ("P35 jsonrpc a number", body("ping", jsonrpc=2.0), BAD_SHAPE_1),
    ("P35 jsonrpc an integer", body("ping", jsonrpc=2), BAD_SHAPE_1),
    ("P35 jsonrpc and id both bad", body("ping", jsonrpc=2, id=[]), BAD_SHAPE),
    ("P36 method missing", b'{"jsonrpc":"2.0","id":1}', BAD_SHAPE_1),
    ("P36 method empty", body(""), BAD_SHAPE_1),
    ("P36 method a number", body(7), BAD_SHAPE_1),
    ("P36 method null", body(None), BAD_SHAPE_1),
    ("P37 id null", body("ping", id=None), BAD_SHAPE),
    ("P38 id true", body("ping", id=True), BAD_SHAPE),
    ("P38 id an object", body("ping", id={}), BAD_SHAPE),
    ("P38 id an array", body("ping", id=[]), BAD_SHAPE),
    ("P38 id 1.5", body("ping", id=1.5), BAD_SHAPE),
    ("P38 id 1.0", body("ping", id=1.0), BAD_SHAPE),
    ("P38 id 1e2", b'{"jsonrpc":"2.0","id":1e2,"method":"ping"}', BAD_SHAPE),
    ("P40 a result", b'{"jsonrpc":"2.0","id":1,"result":{}}', BAD_SHAPE),
    ("P40 an error", b'{"jsonrpc":"2.0","id":1,"error":{}}', BAD_SHAPE),
    ("P41 params an array", body("ping", []), BAD_SHAPE_1),
    ("P41 params a string", body("ping", "x"), BAD_SHAPE_1),
    ("P41 params a number", body("ping", 1), BAD_SHAPE_1),
    ("P41 params false", body("ping", False), BAD_SHAPE_1),
    ("P42 params null", body("ping", None), Passed(OLDEST)),
    ("P42 params absent", b'{"jsonrpc":"2.0","id":1,"method":"ping"}', Passed(OLDEST)),
    ("P43 a name twice", b'{"id":1,"id":2}', BAD_SHAPE),
    ("P43 a name twice inside", b'{"params":{"a":[{"b":1,"b":1}]}}', BAD_SHAPE),
    ("P44 an extra member", body("ping", foo=1), Passed(OLDEST)),
    ("P44 a request with a result", body("ping", result={}), Passed(OLDEST)),
    ("P106 no jsonrpc", b'{"method":"notifications/initialized"}', BAD_SHAPE),
    ("P106 method not a string", note(1), BAD_SHAPE),
    ("P106 params an array", note("notifications/initialized", []), BAD_SHAPE),
]
JSON_AND_SHAPE: dict[str, Row] = {
    **{name: (raw, NO_HEADERS, expected) for name, raw, expected in SHAPES},
    "P33 an array under 2025-03-26": (b"[]", of(OLDEST), BAD_SHAPE),
    "P40 a result in the stateless era": (b'{"id":1,"result":{}}', h26(None), BAD_SHAPE),
}

VERSIONS: dict[str, Row] = {
    "P47 initialize bare": (body("initialize", {"protocolVersion": OLD}), of(None), Passed(OLD)),
    f"P48 {OLD}": (body("tools/list"), of(OLD), Passed(OLD)),
    f"P48 {OLDEST}": (body("tools/list"), of(OLDEST), Passed(OLDEST)),
    "P49 no header": (body("tools/list"), of(None), Passed(OLDEST)),
    "P50 no envelope": (body("tools/list"), of(NEW), BAD_ENVELOPE),
    "P50 no envelope, initialize": (body("initialize"), h26("initialize"), BAD_ENVELOPE),
    "P50 _meta not an object": (body("tools/list", {"_meta": []}), of(NEW), BAD_ENVELOPE),
    "P51 an envelope without version": (
        body("tools/list", {"_meta": {KEY + "clientInfo": {}, KEY + "clientCapabilities": {}}}),
        of(NEW),
        BAD_ENVELOPE,
    ),
    "P52 both": (new("tools/list"), of(NEW), Passed(NEW)),
    "P53 envelope without header": (new("tools/list"), of(None), DISAGREES),
    f"P54 {OLD}": (new("tools/list"), of(OLD), DISAGREES),
    f"P54 {OLDEST}": (new("tools/list"), of(OLDEST), DISAGREES),
    "P55 disagreement comes first": (
        body("server/discover", {"_meta": meta("v999.0.0")}),
        h26("server/discover"),
        DISAGREES,
    ),
    "P5 before the envelope": (
        body("tools/list", {"_meta": {KEY + "protocolVersion": "2027-01-01"}}),
        of("2027-01-01"),
        BAD_VERSION,
    ),
    "P95 version header twice": (new("tools/list"), of(f"{NEW},{NEW}"), DISAGREES),
    "P85 blanks round the version": (new("tools/list"), of(f" \t{NEW} "), Passed(NEW)),
    "_meta not an object is no envelope": (body("ping", {"_meta": "x"}), of(OLD), Passed(OLD)),
}
odd: object
for spoken in UNSPOKEN:
    asked = {"_meta": meta(spoken)}
    VERSIONS |= {
        f"P56 {spoken!r}": (body("tools/list", asked), of(spoken), BAD_VERSION),
        f"P57 {spoken!r}": (body("tools/list"), of(spoken), BAD_VERSION),
        f"P57 initialize {spoken!r}": (body("initialize"), of(spoken), BAD_VERSION),
        f"P103 {spoken!r}": (note("foo"), of(spoken), Refused(400, -32022, None)),
        f"P103 envelope {spoken!r}": (note("foo", asked), of(None), Refused(400, -32022, None)),
    }
for served in (OLD, OLDEST):
    asked = {"_meta": meta(served)}
    VERSIONS[f"P58 {served}"] = (body("tools/list", asked), of(served), BAD_VERSION)
for odd in (1, None, {}, [NEW], True):
    asked = {"_meta": meta(odd)}
    for header in (None, OLD, NEW, "1999-01-01"):
        VERSIONS[f"P59 {odd} under {header}"] = (
            body("tools/list", asked),
            of(header),
            Refused(400, -32602, 1),
        )
for method in ["initialize", "ping", "logging/setLevel", "subscriptions/listen", "foo/bar"]:
    # The ladder lets them pass under their version; `method_not_found` is the caller's.
    VERSIONS[f"P60 {method}"] = (new(method), h26(method), Passed(NEW))
for method in ["foo/bar", "server/discover", "logging/setLevel", "resources/subscribe"]:
    VERSIONS[f"P68 {method}"] = (body(method), of(OLD), Passed(OLD))

HANDSHAKE: dict[str, Row] = {
    f"P61 {wanted}": (body("initialize", {"protocolVersion": wanted}), of(None), Passed(settled))
    for wanted, settled in [
        (OLD, OLD),
        (OLDEST, OLDEST),
        ("2025-11-25", OLD),
        ("2024-11-05", OLD),
        (NEW, OLD),
        ("9.9", OLD),
    ]
} | {
    "P61 absent": (body("initialize"), of(None), Passed(OLD)),
    "P61 over the header": (body("initialize", {"protocolVersion": OLD}), of(OLDEST), Passed(OLD)),
    "P63 a number": (
        body("initialize", {"protocolVersion": 5}),
        of(None),
        Refused(200, -32602, 1),
    ),
    "P63 null": (body("initialize", {"protocolVersion": None}), of(OLD), Refused(200, -32602, 1)),
    "P73 a wrong Mcp-Method": (body("ping"), Headers(OLD, "tools/call"), Passed(OLD)),
    "P73 a wrong Mcp-Name": (
        body("tools/call", {"name": "a"}),
        Headers(None, "tools/call", "b"),
        Passed(OLDEST),
    ),
}

TABLE = JSON_AND_SHAPE | VERSIONS | HANDSHAKE


def refused(raw: bytes, headers: Headers) -> Fault:
    answer = read(raw, headers)
    assert isinstance(answer, Fault)
    return answer


def passed(raw: bytes, headers: Headers) -> Message:
    answer = read(raw, headers)
    assert isinstance(answer, Message)
    return answer


@pytest.mark.parametrize(("raw", "headers", "expected"), TABLE.values(), ids=TABLE.keys())
def test_the_first_failed_rung_answers(
    raw: bytes, headers: Headers, expected: Passed | Refused
) -> None:
    assert outcome(read(raw, headers)) == expected


@pytest.mark.parametrize("call_id", [0, -1, 9007199254740993, 10**399, "", "1", "ação", "\ud800"])
def test_an_id_keeps_its_value_and_type_p39(call_id: int | str) -> None:
    seen = [
        passed(body("ping", id=call_id), NO_HEADERS).id,
        refused(body("ping", id=call_id), of("latest")).id,
    ]
    assert seen == [call_id, call_id]
    assert [type(value) for value in seen] == [type(call_id), type(call_id)]


@pytest.mark.parametrize("version", UNSPOKEN)
def test_an_unspoken_version_learns_the_spoken_ones_p56(version: str) -> None:
    fault = refused(body("tools/list"), of(version))
    assert fault.message == "Unsupported protocol version"
    assert fault.data == {"supported": [NEW, OLD, OLDEST], "requested": version}


def test_the_versions_are_listed_newest_first() -> None:
    assert SUPPORTED_VERSIONS == (NEW, OLD, OLDEST)


def test_a_long_version_is_repeated_only_up_to_a_hundred_characters() -> None:
    fault = refused(body("tools/list"), of("9" * 5_000))
    assert fault.data == {"supported": [NEW, OLD, OLDEST], "requested": "9" * 100}


def test_the_missing_keys_are_named_p50() -> None:
    both = refused(body("tools/list"), of(NEW)).message
    one = refused(body("tools/list", {"_meta": {KEY + "clientCapabilities": {}}}), of(NEW)).message
    assert (KEY + "protocolVersion" in both, KEY + "clientCapabilities" in both) == (True, True)
    assert (KEY + "protocolVersion" in one, KEY + "clientCapabilities" in one) == (True, False)


@pytest.mark.parametrize(
    ("raw", "header", "expected"),
    [
        (body("initialize", {"protocolVersion": "2025-11-25"}), "2025-11-25", Passed(OLD)),
        (body("initialize", {"protocolVersion": OLDEST}), "2024-11-05", Passed(OLDEST)),
        (body("initialize"), "1999-01-01", BAD_VERSION),
        (body("initialize"), "", BAD_VERSION),
        (body("initialize"), NEW, BAD_ENVELOPE),
        (body("tools/list"), "2025-11-25", BAD_VERSION),
        (note("initialize"), "2025-11-25", Refused(400, -32022, None)),
        (body("initialize", {"_meta": meta("2025-11-25")}), "2025-11-25", BAD_VERSION),
    ],
)
def test_leniency_excuses_published_versions_on_initialize_alone_k29(
    raw: bytes, header: str, expected: Passed | Refused
) -> None:
    assert outcome(read(raw, of(header), lenient_initialize=True)) == expected


def test_the_handshake_era_remembers_no_capabilities_p72() -> None:
    client = {"name": "agent", "version": "2"}
    params = {"capabilities": {"elicitation": {}}, "clientInfo": client}
    message = passed(body("initialize", params), of(None))
    assert (message.era, message.capabilities) == (Era.HANDSHAKE, {})
    assert message.client_info == client


@pytest.mark.parametrize("raw", [b'{"id":"secret"', body("secret", []), body("secret", id=1.5)])
def test_a_fault_repeats_nothing_of_the_request_p184(raw: bytes) -> None:
    assert "secret" not in refused(raw, NO_HEADERS).message


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
odd_meta = st.dictionaries(
    st.sampled_from([KEY + "protocolVersion", KEY + "clientCapabilities", KEY + "clientInfo"]),
    st.sampled_from([NEW, OLD, {}]) | anything,
)
odd_params = st.fixed_dictionaries(
    {}, optional={"_meta": odd_meta | anything, "name": anything, "protocolVersion": anything}
)
bodies = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0"), "method": st.sampled_from(["initialize", "tools/call"]) | anything},
    optional={"id": st.integers() | anything, "params": odd_params | anything},
)
texts = st.none() | st.sampled_from([NEW, OLD, "tools/call", "=?base64?eA==?="]) | st.text()
header_texts = st.builds(Headers, texts, texts, texts)


@given(st.binary(), header_texts, st.booleans())
def test_any_bytes_and_headers_get_an_answer(raw: bytes, headers: Headers, lenient: bool) -> None:
    assert isinstance(read(raw, headers, lenient_initialize=lenient), Message | Fault)


@given(bodies, header_texts, st.booleans())
def test_any_message_and_headers_get_an_answer(
    content: object, headers: Headers, lenient: bool
) -> None:
    raw = json.dumps(content).encode()
    answer = read(raw, headers, lenient_initialize=lenient)
    assert isinstance(answer, Message | Fault)
    assert answer.version in {None, NEW, OLD, OLDEST}
