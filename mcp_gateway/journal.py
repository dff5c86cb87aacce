"""One structured line per `tools/call`: tool, workspace, person, token kind, status, duration.

Never a token, a state, an argument or a field value (P183).
"""

import json
import logging
import time
from dataclasses import dataclass
from typing import Any

from finance_api.identity.access import Access
from mcp_gateway.caller import Caller
from mcp_gateway.protocol import Fault

_log = logging.getLogger("mcp_gateway.calls")


@dataclass
class Entry:
    """The line of one call, written when it is over. A name that is no tool's is not repeated."""

    tool: str | None
    caller: Caller
    started: float
    access: Access | None = None

    def write(self, outcome: dict[str, Any] | Fault | None) -> None:
        workspace = self.access.workspace if self.access else None
        _log.info(
            "tools/call",
            extra={
                "tool": self.tool,
                "workspace": str(workspace.id) if workspace else None,
                "person": str(self.caller.credential.person.pk),
                "token_kind": self.caller.credential.token_kind,
                "status": status_of(outcome),
                "duration_ms": round((time.monotonic() - self.started) * 1000, 1),
                "request_id": self.caller.request_id,
            },
        )


def status_of(outcome: dict[str, Any] | Fault | None) -> str:
    """How a call ended: ok, input_required, the code of a refusal, or an error."""
    if outcome is None:
        return "error"
    if isinstance(outcome, Fault):
        return str(outcome.code)
    if outcome.get("isError"):
        return str(json.loads(outcome["content"][0]["text"])["error"]["code"])
    return str(outcome.get("resultType", "ok"))
