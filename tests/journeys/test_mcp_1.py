"""The story with the `mcp` library, version 1, and with LangChain's adapters that stand on it:
they only know the handshake, and cannot ask."""

from pathlib import Path

import pytest

from tests.agent import OLD
from tests.journeys.elsewhere import HERE, holds, sent, walk
from tests.journeys.environments import python_of
from tests.journeys.results import Row
from tests.journeys.story import Story
from tests.live import Live

FOLDER = HERE / "mcp_1"


@pytest.fixture(scope="session")
def python() -> Path:
    return python_of(FOLDER)


@pytest.mark.parametrize(
    ("script", "client", "without"),
    [
        ("client.py", "`mcp` 1.30.0 (Python)", []),
        ("langchain.py", "`langchain-mcp-adapters` 0.3.2 (Python)", ["unknown"]),
    ],
    ids=["mcp", "langchain"],
)
def test_the_handshake_reads_and_writes_but_cannot_settle(
    live: Live, told: Story, python: Path, script: str, client: str, without: list[str]
) -> None:
    told_to = sent(live, told, answers=[])
    walked = walk([python, FOLDER / script], told_to)
    holds(told, told_to, walked, Row(client, "handshake", OLD), *without)
