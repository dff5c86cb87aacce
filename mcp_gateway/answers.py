"""What goes back over MCP, as pure functions: results and faults become the bytes of one
JSON-RPC answer, stamped as the message's era wants. The other half of `protocol`."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from finance_api.core import strict_json
from finance_api.core.strict_json import JSON
from mcp_gateway.protocol import (
    HTTP_STATUS,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    RESOURCE_NOT_FOUND,
    SUPPORTED_VERSIONS,
    Era,
    Fault,
    Message,
)

SERVER_KEY: Final = "io.modelcontextprotocol/serverInfo"
BODY_CAP: Final = 14_680_064

CAPABILITIES: Final[Mapping[str, Mapping[Era, Mapping[str, bool]]]] = {
    "tools": {Era.STATELESS: {}, Era.HANDSHAKE: {"listChanged": False}},
    "resources": {Era.STATELESS: {}, Era.HANDSHAKE: {"subscribe": False, "listChanged": False}},
    "prompts": {Era.STATELESS: {}, Era.HANDSHAKE: {"listChanged": False}},
    "completions": {Era.STATELESS: {}, Era.HANDSHAKE: {}},
}


def result_body(
    message: Message,
    result: Mapping[str, Any],
    *,
    server_info: Mapping[str, str],
    cacheable: bool,
) -> bytes:
    """Frame a result: as it is in the handshake era (P67, P70), stamped in the stateless one.

    The stamps are `resultType`, unless the result says its own, the server in `_meta`, and on
    a complete cacheable result that nobody may keep it or share it (P76-P78, P128).
    """
    if message.era is Era.STATELESS:
        result = _stamped(result, server_info, cacheable)
    return strict_json.dumps({"jsonrpc": "2.0", "id": message.id, "result": result})


def error_body(fault: Fault) -> bytes:
    """Frame a fault; without a readable id the id is null (P99, D24)."""
    error: dict[str, Any] = {"code": fault.code, "message": fault.message}
    if fault.data is not None:
        error["data"] = fault.data
    return strict_json.dumps({"jsonrpc": "2.0", "id": fault.id, "error": error})


def too_large_body() -> bytes:
    """Give the exact body of the 413 (P17)."""
    text = f"Request body too large (limit {BODY_CAP} bytes)"
    return error_body(Fault(413, INVALID_REQUEST, text))


def method_not_found(message: Message) -> Fault:
    """Refuse a method this era does not have (P60, P68)."""
    return _fault(message, METHOD_NOT_FOUND, "Method not found")


def invalid_params(message: Message, text: str, data: Mapping[str, JSON] | None = None) -> Fault:
    """Refuse what a method was given, in a 200 (P69, P97); `text` must not repeat it."""
    return _fault(message, INVALID_PARAMS, text, data)


def unissued_cursor(message: Message) -> Fault:
    """Refuse a cursor: every list of the protocol is one page, so none was ever issued (P113)."""
    return invalid_params(message, "The cursor is not valid; leave it out.")


def resource_not_found(message: Message, uri: str) -> Fault:
    """Say that a URI leads nowhere, with the code of the message's era (P71, P98, P150)."""
    code = INVALID_PARAMS if message.era is Era.STATELESS else RESOURCE_NOT_FOUND
    return _fault(message, code, "Resource not found", {"uri": uri})


def internal_error(message: Message, reference: str) -> Fault:
    """Own up to an unexpected failure; the reference leads to the log line (P123)."""
    return _fault(message, INTERNAL_ERROR, f"Internal error (reference {reference})")


def discover_result(*, instructions: str, capabilities: Iterable[str]) -> dict[str, Any]:
    """Answer `server/discover` (P75); `result_body` with `cacheable` adds the stamps."""
    return {
        "supportedVersions": list(SUPPORTED_VERSIONS),
        "capabilities": _shaped(capabilities, Era.STATELESS),
        "instructions": instructions,
    }


def initialize_result(
    message: Message,
    *,
    instructions: str,
    capabilities: Iterable[str],
    server_info: Mapping[str, str],
) -> dict[str, Any]:
    """Answer `initialize` with the version settled while reading it (P61, P64)."""
    return {
        "protocolVersion": message.version,
        "capabilities": _shaped(capabilities, Era.HANDSHAKE),
        "serverInfo": dict(server_info),
        "instructions": instructions,
    }


def _stamped(
    result: Mapping[str, Any], server_info: Mapping[str, str], cacheable: bool
) -> dict[str, Any]:
    stamped: dict[str, Any] = {"resultType": "complete", **result}
    if cacheable and stamped["resultType"] == "complete":
        stamped |= {"ttlMs": 0, "cacheScope": "private"}
    stamped["_meta"] = {**result.get("_meta", {}), SERVER_KEY: dict(server_info)}
    return stamped


def _shaped(names: Iterable[str], era: Era) -> dict[str, Any]:
    return {name: dict(CAPABILITIES[name][era]) for name in names}


def _fault(message: Message, code: int, text: str, data: Mapping[str, JSON] | None = None) -> Fault:
    status = HTTP_STATUS[code, message.era]
    return Fault(status, code, text, message.id, data, message.version)
