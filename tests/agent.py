"""An agent that speaks MCP to the endpoint, byte by byte, in either era.

Every result it gets is held against the published schema of the version it came in.
"""

import itertools
import json
from dataclasses import dataclass, field
from typing import Any

from django.test import Client
from mcp_types.methods import validate_server_result

from tests.world import Answer, in_process

NEW, OLD, OLDEST = "2026-07-28", "2025-06-18", "2025-03-26"
FORM: dict[str, Any] = {"elicitation": {"form": {}}}
_META = "io.modelcontextprotocol/"


@dataclass
class Agent:
    """A client with one token. `capabilities` are those of the stateless era."""

    token: str
    version: str = NEW
    capabilities: dict[str, Any] = field(default_factory=lambda: dict(FORM))
    headers: dict[str, str] = field(default_factory=dict)
    path: str = "/mcp"
    client: Client = field(default_factory=in_process)
    ids: Any = field(default_factory=lambda: itertools.count(1))

    def send(self, method: str, params: dict[str, Any] | None = None, /, **headers: str) -> Answer:
        """One request, enveloped and headed as its era wants."""
        params = dict(params or {})
        sent = {"Authorization": f"Bearer {self.token}", "MCP-Protocol-Version": self.version}
        if self.version == NEW:
            params["_meta"] = {
                f"{_META}protocolVersion": NEW,
                f"{_META}clientCapabilities": self.capabilities,
            }
            sent["Mcp-Method"] = method
            if method == "tools/call" and isinstance(params.get("name"), str):
                sent["Mcp-Name"] = params["name"]
        body = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params}
        answer = self.post(json.dumps(body).encode(), **{**sent, **self.headers, **headers})
        if answer.status == 200 and "result" in answer.body:
            version = answer.headers["MCP-Protocol-Version"]
            validate_server_result(method, version, answer.body["result"])
        return answer

    def post(self, raw: bytes, *, content_type: str = "application/json", **headers: str) -> Answer:
        """Raw bytes, with exactly these headers."""
        response = self.client.generic(
            "POST", self.path, raw, content_type=content_type, headers=headers
        )
        content = response.content
        body = json.loads(content) if content else None
        return Answer(response.status_code, body, response.headers, content)

    def call(self, tool: str, arguments: dict[str, Any] | None = None, **more: Any) -> "Outcome":
        """Call a tool; `more` are further members of the params, such as a confirmation's."""
        answer = self.send("tools/call", {"name": tool, "arguments": arguments or {}, **more})
        return Outcome(answer)

    def confirmed(self, tool: str, arguments: dict[str, Any], *, confirm: bool = True) -> "Outcome":
        """Call a tool, answer its question, and send the call again."""
        asked = self.call(tool, arguments)
        assert asked.asks, asked.answer.body
        return self.call(tool, arguments, **asked.reply(confirm=confirm))

    def tools(self) -> dict[str, dict[str, Any]]:
        listed = self.send("tools/list").body["result"]["tools"]
        return {tool["name"]: tool for tool in listed}


@dataclass(frozen=True)
class Outcome:
    """How a tool call ended."""

    answer: Answer

    @property
    def result(self) -> dict[str, Any]:
        assert self.answer.status == 200, (self.answer.status, self.answer.body)
        assert "result" in self.answer.body, self.answer.body
        result: dict[str, Any] = self.answer.body["result"]
        return result

    @property
    def error(self) -> int:
        """The code of a JSON-RPC error."""
        return int(self.answer.body["error"]["code"])

    @property
    def asks(self) -> bool:
        return bool(self.result.get("resultType") == "input_required")

    @property
    def question(self) -> str:
        return str(self.result["inputRequests"]["confirmation"]["params"]["message"])

    @property
    def text(self) -> str:
        return str(self.result["content"][0]["text"])

    @property
    def value(self) -> Any:
        """The endpoint's JSON of a call that succeeded."""
        assert not self.result.get("isError"), self.text
        return json.loads(self.text)

    @property
    def refusal(self) -> dict[str, Any]:
        """The error of a call that was refused."""
        assert self.result.get("isError") is True, self.result
        error: dict[str, Any] = json.loads(self.text)["error"]
        return error

    @property
    def code(self) -> str:
        return str(self.refusal["code"])

    def reply(self, *, confirm: bool = True, action: str = "accept") -> dict[str, Any]:
        """The members that carry a person's answer to this question."""
        response: dict[str, Any] = {"action": action}
        if action == "accept":
            response["content"] = {"confirm": confirm}
        return {
            "inputResponses": {"confirmation": response},
            "requestState": self.result["requestState"],
        }
