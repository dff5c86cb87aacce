"""What docs/clients.md shows works as it stands: each block is run, and each configuration reaches
the endpoint with the URL, the header and the command that it holds."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests.clients.node import HERE, Node
from tests.clients.page import PAGE
from tests.journeys import elsewhere
from tests.journeys.environments import python_of
from tests.journeys.story import LIST, Story
from tests.live import Live
from tests.world import grant, workspace

_BLOCK = re.compile(r"^### ([^\n]+)\n(?:(?!^#).)*?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = {title: (language, text) for title, language, text in _BLOCK.findall(PAGE.read_text())}
_URL = re.compile(r"https://finance\.example\.com/mcp\?workspace_id=[0-9a-f-]+")
_ENVIRONMENTS = {
    "`mcp` 1 (Python)": "mcp_1",
    "`fastmcp` (Python)": "fastmcp_4",
    "`langchain-mcp-adapters` (Python)": "mcp_1",
}
RUN = [title for title, (language, _) in SHOWN.items() if language in {"python", "js", "bash"}]
CONFIGURED = [title for title, (language, _) in SHOWN.items() if language == "json"]


@pytest.fixture
def url(live: Live, told: Story) -> str:
    """The URL with a workspace in it, for a person who needs one: they reach another as well."""
    grant(told.place.membership, workspace(told.place.organization))
    return f"{live.url}/mcp?workspace_id={told.place.workspace.id}"


def test_all_that_is_shown_is_tried() -> None:
    assert len(RUN) == 8
    assert CONFIGURED == ["Claude Desktop", "Cursor", "VS Code"]
    assert set(SHOWN) - {*RUN, *CONFIGURED} == {"Claude Code"}


@pytest.mark.parametrize("title", RUN)
def test_a_block_runs_as_it_stands(
    told: Story, node: Node, tmp_path: Path, title: str, url: str
) -> None:
    language, text = SHOWN[title]
    if language == "python":
        folder = _ENVIRONMENTS.get(title)
        python = python_of(elsewhere.HERE / folder) if folder else Path(sys.executable)
        command = [str(python), "-"]
    elif language == "js":
        command = [str(node.program), "--input-type=module", "-"]
    else:
        command = ["bash", "-euo", "pipefail", "-s"]
    done = subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        cwd=HERE,
        env=_surroundings(node, tmp_path, KOBANA_URL=url, KOBANA_TOKEN=told.place.mcp_token),
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert str(told.overdue["id"]) in done.stdout


@pytest.mark.parametrize("title", CONFIGURED)
def test_a_configuration_reaches_the_endpoint(
    told: Story, node: Node, tmp_path: Path, title: str, url: str
) -> None:
    text = _URL.sub(url, SHOWN[title][1])
    for placeholder in ("kfp_…", "${env:KOBANA_TOKEN}", "${input:kobana}"):
        text = text.replace(placeholder, told.place.mcp_token)
    configuration = json.loads(text)
    (server,) = configuration.get("mcpServers", configuration.get("servers", {})).values()

    async def listed() -> Any:
        async with _connected(server, _surroundings(node, tmp_path)) as client:
            return await client.call_tool(LIST, {})

    assert str(told.overdue["id"]) in asyncio.run(listed()).content[0].text


@asynccontextmanager
async def _connected(server: Any, surroundings: dict[str, str]) -> AsyncIterator[Client]:
    """A client as the application would be: with a process of its own, or a URL and headers."""
    if "command" in server:
        with Path(os.devnull).open("w") as silence:
            parameters = StdioServerParameters(
                command=server["command"],
                args=server["args"],
                env=surroundings | server["env"],
                cwd=HERE,
            )
            async with Client(stdio_client(parameters, errlog=silence)) as client:
                yield client
    else:
        async with httpx2.AsyncClient(headers=server["headers"]) as http:
            transport = streamable_http_client(server["url"], http_client=http)
            async with Client(transport) as client:
                yield client


def _surroundings(node: Node, home: Path, **environment: str) -> dict[str, str]:
    # What is run is what is locked beside us: `npx` may not fetch.
    return node.surroundings(home, npm_config_offline="true", **environment)
