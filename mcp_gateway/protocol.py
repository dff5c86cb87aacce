"""What comes in over MCP, as pure functions: bytes and headers become one message or the first
rung that failed. Knows no Django, no tool and no person; `answers` is the way back."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, NoReturn, TypeAlias

from finance_api.core import strict_json
from finance_api.core.strict_json import JSON
from mcp_gateway import header_codec

Id: TypeAlias = int | str | None
Params: TypeAlias = Mapping[str, JSON]


class Era(Enum):
    """How a version opens: every request complete in itself, or a handshake first."""

    STATELESS = "stateless"
    HANDSHAKE = "handshake"


ERAS: Final[Mapping[str, Era]] = {
    "2026-07-28": Era.STATELESS,
    "2025-06-18": Era.HANDSHAKE,
    "2025-03-26": Era.HANDSHAKE,
}
SUPPORTED_VERSIONS: Final = tuple(ERAS)
NEGOTIATED_BY_DEFAULT: Final = "2025-06-18"
ASSUMED_WITHOUT_HEADER: Final = "2025-03-26"
# Some clients put their own newest revision on `initialize`; K29 may let these pass there.
PUBLISHED_UNSERVED: Final = frozenset({"2024-11-05", "2025-11-25"})

VERSION_KEY: Final = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY: Final = "io.modelcontextprotocol/clientCapabilities"
CLIENT_KEY: Final = "io.modelcontextprotocol/clientInfo"

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603
RESOURCE_NOT_FOUND: Final = -32002
HEADER_MISMATCH: Final = -32020
UNSUPPORTED_VERSION: Final = -32022

# (code, where it was found) -> HTTP status (K30, D15). None is the ladder; an era is a
# message that passed it. Handshake clients lose their session over anything but 200.
HTTP_STATUS: Final[Mapping[tuple[int, Era | None], int]] = {
    (PARSE_ERROR, None): 400,
    (INVALID_REQUEST, None): 400,
    (UNSUPPORTED_VERSION, None): 400,
    (INVALID_PARAMS, None): 400,
    (HEADER_MISMATCH, None): 400,
    (METHOD_NOT_FOUND, Era.STATELESS): 404,
    (METHOD_NOT_FOUND, Era.HANDSHAKE): 200,
    (INVALID_PARAMS, Era.STATELESS): 200,
    (INVALID_PARAMS, Era.HANDSHAKE): 200,
    (RESOURCE_NOT_FOUND, Era.HANDSHAKE): 200,
    (INTERNAL_ERROR, Era.STATELESS): 200,
    (INTERNAL_ERROR, Era.HANDSHAKE): 200,
}

# Method -> (the parameter Mcp-Name repeats, whether the header must be there) (D2).
NAMED_BY: Final[Mapping[str, tuple[str, bool]]] = {
    "tools/call": ("name", True),
    "resources/read": ("uri", False),
    "prompts/get": ("name", False),
}

# The one value of the request that an error repeats is the version asked for; cut to this.
ECHO_LIMIT: Final = 100


@dataclass(frozen=True)
class Headers:
    """The three header values as WSGI gives them; outer blanks are no part of them (P85)."""

    protocol_version: str | None = None
    method: str | None = None
    name: str | None = None

    def __post_init__(self) -> None:
        for field, value in list(vars(self).items()):
            if value is not None:
                object.__setattr__(self, field, value.strip(" \t"))


@dataclass(frozen=True)
class Message:
    """A message that passed the ladder; `version` is what the response header says (D25).

    `capabilities` is empty in the handshake era, where nothing is remembered (P72);
    `client_info` is None unless well formed, and only ever a label (P81, P180).
    """

    era: Era
    version: str
    id: Id
    method: str
    params: Params
    capabilities: Params
    client_info: Params | None
    is_notification: bool


@dataclass(frozen=True)
class Fault:
    """A JSON-RPC error with its HTTP status; `version` is None while none is settled (D25)."""

    http_status: int
    code: int
    message: str
    id: Id = None
    data: Params | None = None
    version: str | None = None


@dataclass(frozen=True)
class _Call:
    """A well-formed JSON-RPC message whose version is not settled yet."""

    id: Id
    method: str
    params: Params
    is_notification: bool

    @property
    def meta(self) -> Params:
        meta = self.params.get("_meta")
        return meta if isinstance(meta, dict) else {}


class _Missed(Exception):
    """A rung that did not hold; never leaves this module."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


def read(raw: bytes, headers: Headers, *, lenient_initialize: bool = False) -> Message | Fault:
    """Climb rungs 9 to 14 of the order of checks: a message, or the first rung that failed.

    A notification may leave out any header and the envelope; what it does carry must be
    known and agree (P101-P104, D20). The caller answers it 202 and runs nothing.
    """
    try:
        call = _shape(_json(raw))
        era, version = _version(call, headers.protocol_version, lenient_initialize)
        if era is Era.STATELESS:
            _envelope(call, version)
            _mcp_method(call, headers.method, version)
            _mcp_name(call, headers.name, version)
    except _Missed as missed:
        return missed.fault
    return _message(call, era, version)


def negotiate(params: Params) -> str:
    """Settle a handshake's version: the one asked for if it is one, else ours (P61, P62)."""
    asked = params.get("protocolVersion")
    if isinstance(asked, str) and ERAS.get(asked) is Era.HANDSHAKE:
        return asked
    return NEGOTIATED_BY_DEFAULT


def form_elicitation(capabilities: Params) -> bool:
    """Say if the client can show forms: `elicitation` is `{}` or has `form` (P126, P127)."""
    declared = capabilities.get("elicitation")
    if not isinstance(declared, dict):
        return False
    return not declared or isinstance(declared.get("form"), dict)


def _json(raw: bytes) -> JSON:
    """Rung 9 (P30-P32, P43)."""
    try:
        return strict_json.loads(raw)
    except strict_json.JSONFault as fault:
        if fault.kind == "duplicate_key":
            _miss(INVALID_REQUEST, "Invalid request: a member name is repeated")
        _miss(PARSE_ERROR, "Parse error: the body is not one JSON text in UTF-8")


def _shape(body: JSON) -> _Call:
    """Rung 10 (P33-P38, P40-P42, P44, P106)."""
    if not isinstance(body, dict):
        _miss(INVALID_REQUEST, "Invalid request: the body must be one JSON object, not a batch")
    if "method" not in body and ("result" in body or "error" in body):
        # We never ask anything over the wire, so whatever this answers is not ours (D13).
        _miss(INVALID_REQUEST, "Invalid request: responses are not accepted")
    call_id = body.get("id")
    # A bool is an int to Python; a fraction arrives as Decimal and is refused too (D11).
    if "id" in body and (isinstance(call_id, bool) or not isinstance(call_id, int | str)):
        _miss(INVALID_REQUEST, "Invalid request: id must be a string or an integer")
    known_id = call_id if isinstance(call_id, int | str) else None
    if body.get("jsonrpc") != "2.0":
        _miss(INVALID_REQUEST, 'Invalid request: jsonrpc must be "2.0"', known_id)
    method = body.get("method")
    if not isinstance(method, str) or not method:
        _miss(INVALID_REQUEST, "Invalid request: method must be a non-empty string", known_id)
    params = body.get("params")
    if params is not None and not isinstance(params, dict):
        _miss(INVALID_REQUEST, "Invalid request: params must be an object", known_id)
    return _Call(known_id, method, params or {}, is_notification="id" not in body)


def _version(call: _Call, said: str | None, lenient: bool) -> tuple[Era, str]:
    """Rung 11: the body decides, the header confirms (P47-P59, P103)."""
    if VERSION_KEY not in call.meta:
        return _version_without_envelope(call, said, lenient)
    named = call.meta[VERSION_KEY]
    if not isinstance(named, str):
        _miss(INVALID_PARAMS, f"params._meta {VERSION_KEY} must be a string", call.id)
    if said != named and not (said is None and call.is_notification):
        _mismatch("MCP-Protocol-Version", call, None)
    if ERAS.get(named) is not Era.STATELESS:
        _unsupported(named, call)
    return Era.STATELESS, named


def _version_without_envelope(call: _Call, said: str | None, lenient: bool) -> tuple[Era, str]:
    initializes = call.method == "initialize" and not call.is_notification
    excused = initializes and lenient and said in PUBLISHED_UNSERVED
    if said is not None and said not in ERAS and not excused:
        _unsupported(said, call)
    if said is not None and ERAS.get(said) is Era.STATELESS:
        # Never the old era in silence: a request now fails for want of an envelope (P50).
        return Era.STATELESS, said
    if not initializes:
        return Era.HANDSHAKE, said or ASSUMED_WITHOUT_HEADER
    if not isinstance(call.params.get("protocolVersion", ""), str):
        status = HTTP_STATUS[INVALID_PARAMS, Era.HANDSHAKE]
        raise _Missed(Fault(status, INVALID_PARAMS, "protocolVersion must be a string", call.id))
    return Era.HANDSHAKE, negotiate(call.params)


def _envelope(call: _Call, version: str) -> None:
    """Rung 12 (P50, P51, P79, P102)."""
    if call.is_notification:
        return
    lacking = [] if VERSION_KEY in call.meta else [VERSION_KEY]
    if not isinstance(call.meta.get(CAPABILITIES_KEY), dict):
        lacking.append(f"{CAPABILITIES_KEY} (an object)")
    if lacking:
        _miss(INVALID_PARAMS, f"params._meta must carry {' and '.join(lacking)}", call.id, version)


def _mcp_method(call: _Call, said: str | None, version: str) -> None:
    """Rung 13 (P84, P104)."""
    if said is None and call.is_notification:
        return
    if said is None or header_codec.plain(said) != call.method:
        _mismatch("Mcp-Method", call, version)


def _mcp_name(call: _Call, said: str | None, version: str) -> None:
    """Rung 14 (P86-P94). A body without the name is the caller's to answer (P90)."""
    field, required = NAMED_BY.get(call.method, (None, False))
    named = call.params.get(field) if field else None
    if not isinstance(named, str) or (said is None and (call.is_notification or not required)):
        return
    if said is None or header_codec.decode(said) != named:
        _mismatch("Mcp-Name", call, version)


def _message(call: _Call, era: Era, version: str) -> Message:
    stateless = era is Era.STATELESS
    capabilities = call.meta.get(CAPABILITIES_KEY) if stateless else None
    client = call.meta.get(CLIENT_KEY) if stateless else call.params.get("clientInfo")
    label = client if isinstance(client, dict) else {}
    named = isinstance(label.get("name"), str) and isinstance(label.get("version"), str)
    return Message(
        era=era,
        version=version,
        id=call.id,
        method=call.method,
        params=call.params,
        capabilities=capabilities if isinstance(capabilities, dict) else {},
        client_info=label if named else None,
        is_notification=call.is_notification,
    )


def _unsupported(requested: str, call: _Call) -> NoReturn:
    data: Params = {"supported": [*SUPPORTED_VERSIONS], "requested": requested[:ECHO_LIMIT]}
    status = HTTP_STATUS[UNSUPPORTED_VERSION, None]
    raise _Missed(Fault(status, UNSUPPORTED_VERSION, "Unsupported protocol version", call.id, data))


def _mismatch(header: str, call: _Call, version: str | None) -> NoReturn:
    text = f"Header mismatch: {header} must be sent once and agree with the body"
    _miss(HEADER_MISMATCH, text, call.id, version)


def _miss(code: int, text: str, call_id: Id = None, version: str | None = None) -> NoReturn:
    raise _Missed(Fault(HTTP_STATUS[code, None], code, text, call_id, version=version))
