"""Messages and outcomes for the tests of the protocol, as short as the tables need them."""

import json
from dataclasses import dataclass
from typing import Any, TypeAlias

from mcp_gateway.protocol import Fault, Headers, Message

NEW, OLD, OLDEST = "2026-07-28", "2025-06-18", "2025-03-26"
KEY = "io.modelcontextprotocol/"
Row: TypeAlias = tuple[bytes, Headers, "Passed | Refused"]


@dataclass(frozen=True)
class Passed:
    version: str
    is_notification: bool = False


@dataclass(frozen=True)
class Refused:
    http_status: int
    code: int
    id: Any
    version: str | None = None


BAD_JSON = Refused(400, -32700, None)
BAD_SHAPE = Refused(400, -32600, None)
BAD_SHAPE_1 = Refused(400, -32600, 1)
BAD_VERSION = Refused(400, -32022, 1)
BAD_ENVELOPE = Refused(400, -32602, 1, NEW)
DISAGREES = Refused(400, -32020, 1)
MISMATCH = Refused(400, -32020, 1, NEW)
NO_HEADERS = Headers()


def outcome(answer: Message | Fault) -> Passed | Refused:
    if isinstance(answer, Message):
        return Passed(answer.version, answer.is_notification)
    return Refused(answer.http_status, answer.code, answer.id, answer.version)


def meta(version: object = NEW, capabilities: object = None, **more: object) -> dict[str, Any]:
    declared = {} if capabilities is None else capabilities
    return {KEY + "protocolVersion": version, KEY + "clientCapabilities": declared, **more}


def body(method: object, params: object = None, **members: object) -> bytes:
    return json.dumps(
        {"jsonrpc": "2.0", "id": 1, "method": method, "params": params, **members}
    ).encode()


def note(method: object, params: object = None) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()


def new(method: str, **params: object) -> bytes:
    return body(method, {"_meta": meta(), **params})


def of(version: str | None) -> Headers:
    return Headers(protocol_version=version, method="tools/list")


def h26(method: str | None, name: str | None = None) -> Headers:
    return Headers(NEW, method, name)
