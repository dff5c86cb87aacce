"""Makes up requests: valid ones of every method in every era, then changed in their headers, their
message and their bytes, and some that are no message at all.

What a request is made of must not depend on the world it is sent to, so ids, states and tokens are
placeholders until it is sent.
"""

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tests.mcp_gateway.messages import KEY, NEW, OLD, OLDEST, meta

TAX, STATE, PLACE, TOKEN, API = "<tax>", "<state>", "<place>", "<token>", "<api>"
ROOT = "kobana://finance/"
ALLOWED = "https://agent.example"
_YES = {"confirmation": {"action": "accept", "content": {"confirm": True}}}


def _call(tool: str, arguments: dict[str, Any], **more: Any) -> tuple[str, dict[str, Any]]:
    return "tools/call", {"name": f"finance_{tool}", "arguments": arguments, **more}


#: Every method of either era, and what is none.
VALID: list[tuple[str, dict[str, Any]]] = [
    ("server/discover", {}),
    ("initialize", {"protocolVersion": OLD}),
    ("ping", {}),
    ("tools/list", {}),
    _call("taxes_list", {"filters": {"name": {"in": ["ISS"]}}, "limit": 5, "fields": ["name"]}),
    _call("taxes_get", {"id": TAX}),
    _call("taxes_create", {"name": "PIS", "default_rate": "1.5", "workspace_id": PLACE}),
    _call("taxes_update", {"id": TAX, "active": False}),
    _call("taxes_delete", {"id": TAX}),
    _call("taxes_delete", {"id": TAX}, inputResponses=_YES, requestState=STATE),
    _call("cash_flow_get", {"from": "2026-01-01", "to": "2026-12-31", "granularity": "month"}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": f"{ROOT}taxes"}),
    ("resources/read", {"uri": f"{ROOT}taxes/{TAX}"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "month_closing", "arguments": {"period": "2026-01"}}),
    (
        "completion/complete",
        {
            "ref": {"type": "ref/resource", "uri": f"{ROOT}companies/{{id}}"},
            "argument": {"name": "id", "value": "Pad"},
            "context": {"arguments": {"workspace_id": PLACE}},
        },
    ),
    ("notifications/initialized", {}),
    ("foo/bar", {}),
]
CALLS = [each for each in VALID if each[0] == "tools/call"]

VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1.5, 10**30, float("nan"), [], {}, [[]], {"": ""}),
    *("", "x", "\x00", "\ud800", "ação", "../x", "%00", "' OR 1=1 --", "<b>", "a" * 5_000),
    *(TAX, STATE, PLACE, NEW, OLD, OLDEST, "1999-01-01", "2.0", "tools/call", "initialize"),
    *("finance_taxes_create", "finance_taxes_delete", f"{ROOT}taxes", "2b93f876-769a-4bdc-b23e"),
    *({"elicitation": {}}, {"confirm": True}, ["accept"], {"name": "PIS"}, {"in": [None]}),
]
NAMES = ["", "x", "id", "method", "params", "_meta", "name", "arguments", "cursor", "fields"]
NAMES += ["inputResponses", "requestState", "workspace_id", "uri", f"{KEY}protocolVersion"]

HEADER_VALUES = [
    *("", " ", "x", "null", NEW, OLD, OLDEST, "1999-01-01", f"{NEW},{NEW}", f"{OLD}, {OLD}"),
    *("tools/call", "TOOLS/CALL", "tools/list", "finance_taxes_list", "finance_taxes_create"),
    *("=?base64?eA==?=", "=?base64?!?=", "=?base64??=", "\xe7\xe3o", "a" * 9_000, TAX, PLACE),
]
MORE_HEADERS = [
    *(("Origin", each) for each in (ALLOWED, "https://evil.example", "null", "")),
    *(("Host", each) for each in ("evil.example", "127.0.0.1:1", "")),
    *(("Content-Type", each) for each in ("text/plain", "", "APPLICATION/JSON; charset=x")),
    *(("Accept", each) for each in ("text/html", "text/event-stream", "")),
    *(("X-Workspace-Id", each) for each in (PLACE, "x", "", TAX, f"{PLACE},{PLACE}")),
    *(("Authorization", each) for each in (f"bearer  {TOKEN}", "Basic x", f"Bearer {API}")),
    ("Content-Length", "14680065"),
    *(("Mcp-Name", each) for each in HEADER_VALUES),
    ("Mcp-Session-Id", "x"),
    ("Mcp-Param-Id", "x"),
    ("X-HTTP-Method-Override", "DELETE"),
    ("X-Idempotency-Key", "x"),
    ("Cookie", "sessionid=x"),
    ("Accept-Language", "pt-BR"),
    ("Content-Encoding", "gzip"),
    ("X-Forwarded-Host", "evil.example"),
]
PATHS = ["/mcp", "/mcp/", "/", f"/mcp?workspace_id={PLACE}", "/mcp?workspace_id=x", "/mcp?a=%ff"]


@dataclass(frozen=True)
class Made:
    """A request as it will be sent, but for its placeholders."""

    path: str
    raw: bytes = field(repr=False)
    headers: dict[str, str]

    def __repr__(self) -> str:
        """What is sent, short enough to read when it failed."""
        return f"Made({self.path!r}, {self.headers!r}, {self.raw[:2_000]!r})"


def _members(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every member and item within a value."""
    found: Any = ()
    if isinstance(value, dict):
        found = value.items()
    elif isinstance(value, list):
        found = enumerate(value)
    for name, inner in found:
        yield (*path, name)
        yield from _members(inner, (*path, name))


def _holder(message: Any, path: tuple[Any, ...]) -> Any:
    for name in path[:-1]:
        message = message[name]
    return message


@st.composite
def _changed(draw: st.DrawFn, message: Any) -> Any:
    """The message with one of its members another, gone, beside a new one, wrapped or quoted."""
    message = copy.deepcopy(message)
    paths = list(_members(message))
    if not paths:
        return draw(st.sampled_from(VALUES))
    # Most of what is wrong at the top is refused before anything else is looked at.
    inner = [path for path in paths if len(path) > 1] or paths
    path = draw(st.sampled_from(draw(st.sampled_from([paths, inner, inner, inner]))))
    holder, name = _holder(message, path), path[-1]
    act = draw(st.sampled_from(["another", "gone", "new", "wrapped", "quoted", "renamed"]))
    if act == "another":
        holder[name] = draw(st.sampled_from(VALUES))
    elif act == "gone":
        del holder[name]
    elif act == "new" and isinstance(holder, dict):
        holder[draw(st.sampled_from(NAMES))] = draw(st.sampled_from(VALUES))
    elif act == "renamed" and isinstance(holder, dict):
        holder[draw(st.sampled_from(NAMES))] = holder.pop(name)
    elif act == "quoted":
        holder[name] = json.dumps(holder[name])
    else:
        holder[name] = [holder[name]]
    return message


@st.composite
def _broken(draw: st.DrawFn, raw: bytes) -> bytes:
    """The bytes cut, followed, led, doubled, nested, coded otherwise, or others altogether."""
    at = draw(st.integers(0, len(raw)))
    garbage = draw(st.binary(max_size=8))
    return draw(
        st.sampled_from(
            [
                raw[:at],
                raw + garbage,
                garbage + raw,
                raw[:at] + garbage + raw[at:],
                b"\xef\xbb\xbf" + raw,
                b"[" + raw + b"]",
                b"[" + raw + b"," + raw + b"]",
                raw + raw,
                raw.replace(b"{", b'{"id":7,', 1),
                raw.replace(b'"name":', b'"name":"x","name":', 1),
                raw.decode().encode("utf-16"),
                b"[" * 70 + raw + b"]" * 70,
                raw.replace(b"1", b"1" * 500, 1),
                garbage,
                b"",
            ]
        )
    )


@st.composite
def _headed(draw: st.DrawFn, headers: dict[str, str]) -> dict[str, str]:
    """The headers with one of them another, gone, in capitals, or beside a new one."""
    act = draw(st.sampled_from(["another", "gone", "new", "new", "capitals"]))
    if act == "new" or not headers:
        name, value = draw(st.sampled_from(MORE_HEADERS))
        return headers | {name: value}
    # Without a token nothing else is looked at.
    routing = [each for each in sorted(headers) if each != "Authorization"] or list(headers)
    name = draw(st.sampled_from(draw(st.sampled_from([sorted(headers), *[routing] * 4]))))
    if act == "another":
        return headers | {name: draw(st.sampled_from(HEADER_VALUES))}
    rest = {each: value for each, value in headers.items() if each != name}
    return rest if act == "gone" else rest | {name: headers[name].upper()}


@st.composite
def requests(draw: st.DrawFn) -> Made:
    """A valid request, then up to three changes of each kind; most get few."""
    method, params = draw(st.sampled_from(VALID + CALLS))
    version = draw(st.sampled_from([NEW, NEW, OLD, OLDEST, None]))
    message: Any = {"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)}
    if method.startswith("notifications/") or draw(st.integers(0, 9)) == 9:
        del message["id"]
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    if version is not None:
        headers["MCP-Protocol-Version"] = version
    if version == NEW:
        message["params"]["_meta"] = meta(capabilities={"elicitation": {"form": {}}})
        headers["Mcp-Method"] = method
        if method == "tools/call":
            headers["Mcp-Name"] = params["name"]
    few = st.sampled_from([0, 0, 0, 1, 1, 2, 3])
    for _ in range(draw(few)):
        message = draw(_changed(message))
    raw = json.dumps(message).encode()
    if draw(st.sampled_from([False, False, False, False, True])):
        raw = draw(_broken(raw))
    for _ in range(draw(few)):
        headers = draw(_headed(headers))
    path = draw(st.sampled_from(["/mcp", "/mcp", "/mcp", *PATHS]))
    return Made(path, raw, headers)
