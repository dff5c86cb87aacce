"""The story with nothing but `curl`: every byte that is needed can be written by hand."""

import json
import shutil
import subprocess
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.agent import NEW, OLD
from tests.journeys.story import (
    CREATE,
    LIST,
    UPDATE,
    WORKSPACES,
    Story,
    settled_by_an_agent,
    still_pending,
)
from tests.live import Live

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")

CURL = ["curl", "-sS", "--fail-with-body", "--max-redirs", "0", "--config", "-"]
META = {
    "io.modelcontextprotocol/protocolVersion": NEW,
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
}


@dataclass
class Curl:
    """One `curl` for each message, with the headers of its era."""

    url: str
    token: str
    version: str
    options: list[str] = field(default_factory=list)

    def sent(self, method: str, **params: Any) -> Any:
        """The result of one message."""
        headers = {"Content-Type": "application/json", "MCP-Protocol-Version": self.version}
        if self.version == NEW:
            params = {**params, "_meta": META}
            headers |= {"Mcp-Method": method}
            headers |= {"Mcp-Name": params["name"]} if method == "tools/call" else {}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        options = [option for name in headers for option in ("-H", f"{name}: {headers[name]}")]
        answered = subprocess.run(
            [*CURL, *options, *self.options, "--data-binary", json.dumps(body), self.url],
            # The token comes through a pipe: arguments of a process can be seen by others.
            input=f'header = "Authorization: Bearer {self.token}"'.encode(),
            capture_output=True,
            check=True,
            timeout=60,
        )
        return json.loads(answered.stdout)["result"]

    def call(self, tool: str, arguments: dict[str, Any], **more: Any) -> Any:
        return self.sent("tools/call", name=tool, arguments=arguments, **more)

    def value(self, tool: str, arguments: dict[str, Any], **more: Any) -> Any:
        result = self.call(tool, arguments, **more)
        assert not result.get("isError"), result
        return json.loads(result["content"][0]["text"])

    def code(self, tool: str, arguments: dict[str, Any], **more: Any) -> str:
        result = self.call(tool, arguments, **more)
        assert result["isError"] is True
        return str(json.loads(result["content"][0]["text"])["error"]["code"])


def morning(curl: Curl, told: Story) -> str:
    tools = {tool["name"] for tool in curl.sent("tools/list")["tools"]}
    assert tools >= {WORKSPACES, LIST, CREATE, UPDATE}
    (workspace,) = curl.value(WORKSPACES, {})["data"]
    assert workspace["id"] == str(told.place.workspace.id)
    (late,) = curl.value(LIST, told.late)["data"]
    assert late["id"] == told.overdue["id"]
    return str(curl.value(CREATE, told.rent)["id"])


def replied(asked: Any, action: str) -> dict[str, Any]:
    content = {"content": {"confirm": True}} if action == "accept" else {}
    responses = {name: {"action": action, **content} for name in asked["inputRequests"]}
    return {"inputResponses": responses, "requestState": asked["requestState"]}


@pytest.mark.parametrize(
    ("path", "options"),
    [("/mcp", []), ("/", ["-H", "Transfer-Encoding: chunked"])],
    ids=["with a length", "in chunks"],
)
def test_a_person_confirms_what_the_agent_settles(
    live: Live, told: Story, path: str, options: list[str]
) -> None:
    curl = Curl(f"{live.url}{path}", told.place.mcp_token, NEW, options)
    assert NEW in curl.sent("server/discover")["supportedVersions"]
    payable = morning(curl, told)
    settlement = told.settlement(payable)
    asked = curl.call(UPDATE, settlement)
    assert asked["resultType"] == "input_required"
    assert curl.code(UPDATE, settlement, **replied(asked, "decline")) == "USER_DECLINED"
    still_pending(told, payable)
    paid = curl.value(UPDATE, settlement, **replied(asked, "accept"))
    assert paid["status"] == "paid"
    settled_by_an_agent(told, payable)
    again = curl.code(UPDATE, settlement, **replied(asked, "accept"))
    assert again == "confirmation_replayed"


def test_the_old_era_cannot_settle(live: Live, told: Story) -> None:
    curl = Curl(f"{live.url}/mcp/", told.place.mcp_token, OLD)
    assert curl.sent("initialize", protocolVersion=OLD)["protocolVersion"] == OLD
    payable = morning(curl, told)
    assert curl.code(UPDATE, told.settlement(payable)) == "confirmation_required"
    still_pending(told, payable)
