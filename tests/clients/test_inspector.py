"""The story with the command line of the inspector, one command for each step, and its judgement
of the tools: `--strict` ends in 6 when a schema is not portable."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.agent import NEW, OLD
from tests.clients.node import Node, command
from tests.journeys.elsewhere import holds, sent
from tests.journeys.results import Row
from tests.journeys.story import Story
from tests.journeys.walk import Told, ending, walk
from tests.live import Live

_AUTH_REQUIRED, _TOOL_ERROR = 3, 5


@dataclass
class Inspector:
    """One command for each message."""

    node: Node
    home: Path
    url: str
    token: str
    era: str
    asked: list[str] = field(default_factory=list)

    def ran(self, *words: str, authorized: bool = True) -> tuple[int, Any, str]:
        """How a command ended, what it printed, and what it complained of."""
        options = ["--cli", self.url, "--transport", "http", "--protocol-era", self.era]
        options += ["--header", f"Authorization: Bearer {self.token}"] if authorized else []
        done = self.node.run(
            [command("mcp-inspector"), *options, "--format", "json", "--method", *words],
            self.home,
            MCP_CATALOG_PATH=str(self.home / "catalog.json"),
        )
        return done.returncode, json.loads(done.stdout or "{}").get("result"), done.stderr

    def result(self, *words: str) -> Any:
        code, result, complaint = self.ran(*words)
        assert code == 0, complaint
        return result

    async def opened(self) -> Told:
        return {}

    async def tools(self) -> list[str]:
        return [tool["name"] for tool in self.result("tools/list", "--strict")["tools"]]

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Told:
        given = ["--tool-name", tool, "--tool-args-json", json.dumps(arguments)]
        code, result, complaint = self.ran("tools/call", *given)
        assert code == (_TOOL_ERROR if result.get("isError") else 0), complaint
        return ending(bool(result.get("isError")), result["content"][0]["text"])

    async def refusal(self, tool: str) -> int | None:
        # It looks the tool up in the list, and does not send the call.
        code, result, complaint = self.ran("tools/call", "--tool-name", tool)
        assert (code, result) == (_TOOL_ERROR, None)
        assert json.loads(complaint)["error"]["code"] == "tool_not_found"
        return None

    def beside(self) -> Mapping[str, Callable[[], Awaitable[Told]]]:
        return {"resources": self.resources, "prompts": self.prompts}

    async def resources(self) -> Told:
        resources = self.result("resources/list")["resources"]
        templates = self.result("resources/templates/list")["resourceTemplates"]
        (content,) = self.result("resources/read", "--uri", resources[0]["uri"])["contents"]
        return {"listed": len(resources), "templates": len(templates), "read": len(content["text"])}

    async def prompts(self) -> Told:
        prompts = self.result("prompts/list")["prompts"]
        simple = next(
            prompt["name"]
            for prompt in prompts
            if not any(each.get("required") for each in prompt.get("arguments", []))
        )
        got = self.result("prompts/get", "--prompt-name", simple)
        return {"listed": len(prompts), "got": len(got["messages"])}


def inspector(node: Node, home: Path, story: Mapping[str, Any], era: str) -> Inspector:
    return Inspector(node, home, story["url"], story["token"], era)


def test_it_reads_and_writes_but_cannot_settle(
    live: Live, told: Story, node: Node, tmp_path: Path
) -> None:
    told_to = sent(live, told, answers=[])
    walked = asyncio.run(walk(told_to, inspector(node, tmp_path, told_to, "modern")))
    row = Row("`@modelcontextprotocol/inspector` 2.12.0 (Node)", "modern", NEW)
    holds(told, told_to, walked, row, "version", "greeting", "unknown")


def test_the_tools_are_portable_in_the_old_era_too(
    live: Live, told: Story, node: Node, tmp_path: Path
) -> None:
    told_to = sent(live, told)
    listed = inspector(node, tmp_path, told_to, "legacy").result("tools/list", "--strict")
    assert len(listed["tools"]) == len(live.agent(told_to["token"], version=OLD).tools())


def test_without_a_token_it_is_told_to_sign_in(
    live: Live, told: Story, node: Node, tmp_path: Path
) -> None:
    stranger = inspector(node, tmp_path, sent(live, told), "auto")
    code, result, complaint = stranger.ran("tools/list", "--stored-auth-only", authorized=False)
    assert (code, result) == (_AUTH_REQUIRED, None)
    assert json.loads(complaint)["error"]["code"] == "auth_required"
