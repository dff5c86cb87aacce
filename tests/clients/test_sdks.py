"""The story with the client libraries of the Node world, and with the bridge for those that can
only start a process."""

from pathlib import Path
from typing import Any

import pytest

from tests.agent import NEW, OLD
from tests.clients.node import Node, command
from tests.journeys.elsewhere import ANSWERS, holds, sent
from tests.journeys.results import CANNOT, CONFIRMS, Row
from tests.journeys.story import Story
from tests.live import Live, serving

CLIENT = "`@modelcontextprotocol/client` 2.4.0 (Node)"
AI_SDK_1 = "`@ai-sdk/mcp` 1.0.102 (Node)"


@pytest.mark.parametrize(
    ("mode", "shown", "version", "answers"),
    [
        ("auto", "auto", NEW, ANSWERS),
        ({"pin": NEW}, NEW, NEW, ANSWERS),
        ("auto", "auto, nobody to ask", NEW, ()),
        (None, "default (handshake)", OLD, ()),
    ],
    ids=["auto", "pinned", "nobody to ask", "default"],
)
def test_the_client_of_both_eras(
    live: Live,
    told: Story,
    node: Node,
    mode: Any,
    shown: str,
    version: str,
    answers: tuple[str, ...],
) -> None:
    told_to = sent(live, told, mode=mode, answers=answers)
    walked = node.walk("modelcontextprotocol_client.mjs", told_to)
    holds(told, told_to, walked, Row(CLIENT, shown, version, CONFIRMS if answers else CANNOT))


def test_the_client_of_the_handshake(live: Live, told: Story, node: Node) -> None:
    told_to = sent(live, told, answers=[])
    walked = node.walk("modelcontextprotocol_sdk.mjs", told_to)
    holds(told, told_to, walked, Row("`@modelcontextprotocol/sdk` 1.32.2 (Node)", "handshake", OLD))


def test_the_bridge_for_clients_that_start_a_process(
    live: Live, told: Story, node: Node, tmp_path: Path
) -> None:
    told_to = sent(live, told, answers=[])
    bridge = {
        "command": str(node.program),
        "args": [command("mcp-remote"), told_to["url"], "--header", "Authorization:${AUTH}"],
        "env": node.surroundings(tmp_path, AUTH=f"Bearer {told_to['token']}"),
    }
    walked = node.walk("modelcontextprotocol_sdk.mjs", {**told_to, "bridge": bridge})
    row = Row("`mcp-remote` 0.15.1 (Node, from stdio)", "handshake", OLD)
    holds(told, told_to, walked, row)


@pytest.mark.parametrize("answers", [ANSWERS, ()], ids=["a person", "nobody to ask"])
def test_the_sdk_of_vercel(live: Live, told: Story, node: Node, answers: tuple[str, ...]) -> None:
    told_to = sent(live, told, package="@ai-sdk/mcp", answers=answers)
    walked = node.walk("ai_sdk.mjs", told_to)
    mode, ending = ("auto", CONFIRMS) if answers else ("auto, nobody to ask", CANNOT)
    holds(told, told_to, walked, Row("`@ai-sdk/mcp` 2.0.99 (Node)", mode, NEW, ending))


def test_its_version_1_wants_a_setting(live: Live, told: Story, node: Node, tmp_path: Path) -> None:
    """It puts a version that is not spoken here into the header of its `initialize` (K29)."""
    told_to = sent(live, told, package="@ai-sdk/mcp-1", answers=[])
    with serving(tmp_path, MCP_LENIENT_INITIALIZE="1", WEB_CONCURRENCY="1") as lenient:
        told.place.api.client = lenient.client
        walked = node.walk("ai_sdk.mjs", {**told_to, "url": f"{lenient.url}/mcp"})
    row = Row(AI_SDK_1, "handshake, with `MCP_LENIENT_INITIALIZE=1`", OLD)
    told.place.api.client = live.client
    holds(told, told_to, walked, row, "version", "unknown")
