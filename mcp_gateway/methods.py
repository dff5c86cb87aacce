"""The table of methods: which era has them and who answers. Absence is the gate (seed: Methods)."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError

from finance_api.core.errors import Unavailable
from mcp_gateway import answers, calls, completions, prompts, resources, tools
from mcp_gateway.caller import Caller
from mcp_gateway.instructions import INSTRUCTIONS
from mcp_gateway.protocol import Era, Fault, Message

Result = dict[str, Any]

SERVER_INFO = {"name": "kobana-finance", "title": "Kobana Finance", "version": settings.VERSION}
#: What the server offers beyond the protocol itself.
CAPABILITIES = tuple(answers.CAPABILITIES)

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Method:
    """A method: the eras that have it, its handler, and whether its result is stamped private."""

    eras: frozenset[Era]
    handler: Callable[[Message, Caller], Result | Fault]
    cacheable: bool = False


def _discover(message: Message, caller: Caller) -> Result:
    return answers.discover_result(instructions=INSTRUCTIONS, capabilities=CAPABILITIES)


def _initialize(message: Message, caller: Caller) -> Result:
    return answers.initialize_result(
        message, instructions=INSTRUCTIONS, capabilities=CAPABILITIES, server_info=SERVER_INFO
    )


def _ping(message: Message, caller: Caller) -> Result:
    return {}


def _list_tools(message: Message, caller: Caller) -> Result | Fault:
    if "cursor" in message.params:
        return answers.unissued_cursor(message)
    return {"tools": tools.visible(caller)}


_BOTH = frozenset(Era)
METHODS: Mapping[str, Method] = {
    "server/discover": Method(frozenset({Era.STATELESS}), _discover, cacheable=True),
    "initialize": Method(frozenset({Era.HANDSHAKE}), _initialize),
    "ping": Method(frozenset({Era.HANDSHAKE}), _ping),
    "tools/list": Method(_BOTH, _list_tools, cacheable=True),
    "tools/call": Method(_BOTH, calls.call_tool),
    "resources/list": Method(_BOTH, resources.listed, cacheable=True),
    "resources/templates/list": Method(_BOTH, resources.templates_listed, cacheable=True),
    "resources/read": Method(_BOTH, resources.read, cacheable=True),
    "prompts/list": Method(_BOTH, prompts.listed, cacheable=True),
    "prompts/get": Method(_BOTH, prompts.got),
    "completion/complete": Method(_BOTH, completions.completed),
}


def answer(message: Message, caller: Caller) -> bytes | Fault:
    """The framed result of a message, or the fault it earned."""
    method = METHODS.get(message.method)
    if method is None or message.era not in method.eras:
        return answers.method_not_found(message)
    try:
        result = method.handler(message, caller)
    except Unavailable:
        raise
    except (OperationalError, InterfaceError) as error:
        raise Unavailable(headers=calls.RETRY) from error
    except Exception:  # noqa: BLE001  the one place where the unforeseen becomes -32603 (P123)
        _log.exception("method failed", extra={"request_id": caller.request_id})
        return answers.internal_error(message, caller.request_id)
    if isinstance(result, Fault):
        return result
    return answers.result_body(message, result, server_info=SERVER_INFO, cacheable=method.cacheable)
