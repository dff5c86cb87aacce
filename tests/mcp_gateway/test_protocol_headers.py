"""Envelope, headers and notifications of the stateless era, and what a client may declare:
rungs 12 to 14 of the ladder. The P-number of a row is in its test id."""

import base64
from typing import Any

import pytest

from mcp_gateway.header_codec import decode
from mcp_gateway.protocol import Era, Fault, Headers, Message, form_elicitation, read
from tests.mcp_gateway.messages import (
    KEY,
    MISMATCH,
    NEW,
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
    outcome,
)

TOOL = "finance_payables_list"
URI = "mock://thing/ção"
PASSED, NOTED = Passed(NEW), Passed(NEW, is_notification=True)


def encoded(text: str) -> str:
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def with_meta(content: object) -> Row:
    """A stateless tools/list whose envelope is under test."""
    return body("tools/list", {"_meta": content}), h26("tools/list"), PASSED


def called(header: str | None, name: object = TOOL) -> Row:
    """A stateless tools/call whose Mcp-Name is under test."""
    return new("tools/call", name=name), h26("tools/call", header), MISMATCH


def granted(row: Row) -> Row:
    return row[0], row[1], PASSED


def denied(row: Row) -> Row:
    return row[0], row[1], Refused(400, -32602, 1, NEW)


BARE = {KEY + "protocolVersion": NEW}
ENVELOPES: dict[str, Row] = {
    "P79 missing": denied(with_meta(BARE)),
    "P79 null": denied(with_meta(BARE | {KEY + "clientCapabilities": None})),
    "P79 an array": denied(with_meta(BARE | {KEY + "clientCapabilities": []})),
    "P79 a string": denied(with_meta(BARE | {KEY + "clientCapabilities": "x"})),
    "P80 no clientInfo": with_meta(meta()),
    "P81 clientInfo a string": with_meta(meta() | {KEY + "clientInfo": "x"}),
    "P81 clientInfo empty": with_meta(meta() | {KEY + "clientInfo": {}}),
    "P82 other keys": with_meta(
        meta()
        | {"progressToken": 1, "traceparent": "x", "com.example/x": {}, KEY + "futureKey": 1}
        | {KEY + "logLevel": "bogus"}
    ),
    "P83 unknown capabilities": with_meta(
        meta(capabilities={"x": 1, "extensions": {}, "experimental": {"y": {}}})
    ),
}

METHODS: dict[str, Row] = {
    "P6 before the method": (new("foo/bar"), h26("tools/list"), MISMATCH),
    "P84 missing": (new("tools/list"), h26(None), MISMATCH),
    "P84 empty": (new("tools/list"), h26(""), MISMATCH),
    "P84 different": (new("tools/list"), h26("tools/call"), MISMATCH),
    "P84 upper case": (new("tools/list"), h26("TOOLS/LIST"), MISMATCH),
    "P84 encoded": (new("tools/list"), h26(encoded("tools/list")), MISMATCH),
    "P84 latin-1 bytes": (new("a\u00e7"), h26("a\u00e7"), MISMATCH),
    "P85 blanks and tabs": (new("tools/list"), h26(" \ttools/list\t "), PASSED),
    "P95 twice": (new("tools/list"), h26("tools/list,tools/list"), MISMATCH),
}

NAMES: dict[str, Row] = {
    "P7 before the tool": called("x", "y"),
    "P86 missing": called(None),
    "P86 empty": called(""),
    "P86 different": called("finance_payables_get"),
    "P86 other case": called(TOOL.upper()),
    "P86 right": granted(called(TOOL)),
    "P85 blanks and tabs": granted(called(f"\t{TOOL} ")),
    "P87 encoded": granted(called(encoded(TOOL))),
    "P87 encoded beyond ASCII": granted(called(encoded("ação"), "ação")),
    "P87 encoded outer blanks": granted(called(encoded(" a "), " a ")),
    "P88 no padding": called("=?base64?YQ?=", "a"),
    "P88 too much padding": called("=?base64?YQ===?=", "a"),
    "P88 bad alphabet": called("=?base64?_-__?=", "\ufffe"),
    "P88 a blank inside": called("=?base64?Y Q==?=", "a"),
    "P88 non-canonical bits": called("=?base64?YR==?=", "a"),
    "P88 invalid UTF-8": called("=?base64?/w==?=", "\u00ff"),
    "P88 markers in capitals": called(f"=?BASE64?{encoded('a')[9:]}", "a"),
    "P88 markers in capitals are literal": granted(called("=?BASE64?YQ==?=", "=?BASE64?YQ==?=")),
    "P89 base64 without markers": called("YQ==", "a"),
    "P89 base64 as a literal": granted(called("YQ==", "YQ==")),
    "P89 a name like a marker, raw": called("=?base64?YQ==?=", "=?base64?YQ==?="),
    "raw UTF-8 read as latin-1": called("a\u00c3\u00a7", "aç"),
    "raw bytes above ASCII": called("a\u00e7", "aç"),
    "P90 no name": granted((new("tools/call"), h26("tools/call"), MISMATCH)),
    "P90 no name, header present": granted((new("tools/call"), h26("tools/call", "x"), MISMATCH)),
    "P90 a number": granted(called("x", 5)),
    "P95 twice": called(f"{TOOL},{TOOL}"),
    "P95 encoded twice": called(f"{encoded(TOOL)},{encoded(TOOL)}"),
    "P91 a URI": (new("resources/read", uri="a://b"), h26("resources/read", "a://b"), PASSED),
    "P91 a URI encoded": (
        new("resources/read", uri=URI),
        h26("resources/read", encoded(URI)),
        PASSED,
    ),
    "P91 a prompt": (new("prompts/get", name="a"), h26("prompts/get", "a"), PASSED),
    "P92 no URI header": (new("resources/read", uri=URI), h26("resources/read"), PASSED),
    "P92 no prompt header": (new("prompts/get", name="a"), h26("prompts/get"), PASSED),
    "P93 another URI": (new("resources/read", uri="a"), h26("resources/read", "b"), MISMATCH),
    "P93 another prompt": (new("prompts/get", name="a"), h26("prompts/get", "b"), MISMATCH),
    "P94 elsewhere": (new("tools/list", name="a"), h26("tools/list", "b"), PASSED),
    "P94 elsewhere, nameless": (new("ping", **{"": "a"}), h26("ping", "b"), PASSED),
}

UNMATCHED = Refused(400, -32020, None)
NOTES: dict[str, Row] = {
    f"P101 {method} under {version}": (
        note(method, {"name": TOOL}),
        Headers(version),
        Passed(version or OLDEST, is_notification=True),
    )
    for method in [
        "notifications/initialized",
        "notifications/cancelled",
        "notifications/foo",
        "tools/call",
        "initialize",
    ]
    for version in (None, OLD, OLDEST, NEW)
} | {
    "P102 with its Mcp-Method": (note("x"), h26("x"), NOTED),
    "P102 an envelope too": (note("x", {"_meta": meta()}), h26("x"), NOTED),
    "P102 an envelope alone": (note("x", {"_meta": meta()}), h26(None), NOTED),
    "P102 an envelope and no header": (note("x", {"_meta": meta()}), Headers(), NOTED),
    "P102 half an envelope": (note("x", {"_meta": BARE}), Headers(NEW), NOTED),
    "P54 under an old header": (note("x", {"_meta": meta()}), Headers(OLD), UNMATCHED),
    "P59 a number": (note("x", {"_meta": meta(1)}), Headers(NEW), Refused(400, -32602, None)),
    "P104 different": (note("x"), h26("y"), Refused(400, -32020, None, NEW)),
    "P104 ignored in the old era": (note("x"), Headers(OLD, "y"), Passed(OLD, True)),
    "P93 a tool call naming another": (
        note("tools/call", {"name": "a"}),
        h26("tools/call", "b"),
        Refused(400, -32020, None, NEW),
    ),
}

TABLE = {
    f"{title}: {name}": row
    for title, table in [
        ("envelope", ENVELOPES),
        ("Mcp-Method", METHODS),
        ("Mcp-Name", NAMES),
        ("notification", NOTES),
    ]
    for name, row in table.items()
}


@pytest.mark.parametrize(("raw", "headers", "expected"), TABLE.values(), ids=TABLE.keys())
def test_the_first_failed_rung_answers(
    raw: bytes, headers: Headers, expected: Passed | Refused
) -> None:
    assert outcome(read(raw, headers)) == expected


@pytest.mark.parametrize("headers", [Headers(OLD, "tools/call", TOOL), h26("x"), h26("tools/call")])
def test_every_mismatch_begins_with_the_same_words_p84(headers: Headers) -> None:
    answer = read(new("tools/call", name=TOOL), headers)
    assert isinstance(answer, Fault)
    assert answer.message.startswith("Header mismatch: ")
    assert TOOL not in answer.message


@pytest.mark.parametrize(
    ("client", "known"),
    [
        ({"name": "a", "version": "1", "title": "A"}, True),
        ("x", False),
        ({}, False),
        ({"name": 1}, False),
        ({"name": "a"}, False),
        ({"name": "a", "version": 1}, False),
        (None, False),
    ],
)
def test_only_a_well_formed_client_is_known_by_name_p81(client: Any, known: bool) -> None:
    answer = read(body("ping", {"_meta": meta() | {KEY + "clientInfo": client}}), h26("ping"))
    assert isinstance(answer, Message)
    assert answer.client_info == (client if known else None)


def test_a_stateless_message_carries_what_its_envelope_says() -> None:
    params: dict[str, Any] = {"_meta": meta(capabilities={"elicitation": {}}), "name": TOOL}
    answer = read(body("tools/call", params, id="a"), h26("tools/call", TOOL))
    assert answer == Message(
        era=Era.STATELESS,
        version=NEW,
        id="a",
        method="tools/call",
        params=params,
        capabilities={"elicitation": {}},
        client_info=None,
        is_notification=False,
    )


@pytest.mark.parametrize(
    "declared", [{}, {"form": {}}, {"form": {}, "url": {}}, {"form": {"x": 1}}]
)
def test_a_form_can_be_shown_p126(declared: Any) -> None:
    assert form_elicitation({"elicitation": declared}) is True


@pytest.mark.parametrize(
    "declared",
    [
        None,
        True,
        [],
        "form",
        {"url": {}},
        {"form": None, "url": {}},
        {"form": None},
        {"form": True},
        {"form": []},
        {"x": {}},
    ],
)
def test_no_form_can_be_shown_p127(declared: Any) -> None:
    assert form_elicitation({"elicitation": declared}) is False


def test_a_client_that_declares_nothing_shows_no_form_p127() -> None:
    assert form_elicitation({}) is False


@pytest.mark.parametrize("value", ["=?base64?=", "=?base64?", "?="])
def test_overlapping_markers_are_a_literal_p88(value: str) -> None:
    assert decode(value) == value


def test_empty_text_has_an_encoded_form_p87() -> None:
    assert decode("=?base64??=") == ""
