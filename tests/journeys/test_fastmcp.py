"""The story with the client of `fastmcp`, in the modes it may choose."""

from pathlib import Path

import pytest

from tests.agent import NEW, OLD
from tests.journeys.elsewhere import ANSWERS, HERE, holds, sent, walk
from tests.journeys.environments import python_of
from tests.journeys.results import CANNOT, CONFIRMS, Row
from tests.journeys.story import Story
from tests.live import Live

FOLDER = HERE / "fastmcp_4"


@pytest.fixture(scope="session")
def python() -> Path:
    return python_of(FOLDER)


@pytest.mark.parametrize(
    ("mode", "version", "answers", "without"),
    [
        ("auto", NEW, ANSWERS, []),
        (NEW, NEW, ANSWERS, ["greeting"]),
        ("auto", NEW, (), []),
        ("legacy", OLD, (), []),
    ],
    ids=["auto", "pinned", "nobody to ask", "legacy"],
)
def test_it_reads_and_writes_and_settles_when_a_person_says_so(
    live: Live,
    told: Story,
    python: Path,
    mode: str,
    version: str,
    answers: tuple[str, ...],
    without: list[str],
) -> None:
    told_to = sent(live, told, mode=mode, answers=answers)
    walked = walk([python, FOLDER / "client.py"], told_to)
    shown = mode if answers or mode == "legacy" else f"{mode}, nobody to ask"
    confirmation = CONFIRMS if answers else CANNOT
    row = Row("`fastmcp` 4.2.3 (Python)", shown, version, confirmation=confirmation)
    holds(told, told_to, walked, row, *without)
