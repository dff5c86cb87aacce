"""docs/guide.md works as it is written: its blocks are run in their order, by bash and curl, on a
live server, and answer what the page says they answer."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.invariants import assert_books_hold
from tests.live import Live
from tests.world import World, world

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "guide.md").read_text()
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DAY = re.compile(r"\d{4}-\d\d(-\d\d)?")


@dataclass
class Step:
    """A block that is run, and the answer that the page shows below it, if it shows one."""

    command: str
    answer: str = ""

    @property
    def pattern(self) -> str:
        """What the answer must look like: `…` stands for anything, a day for any day."""
        parts = [re.escape(part) for part in _DAY.sub("DAY", self.answer).split("…")]
        return ".*".join(parts).replace("DAY", _DAY.pattern)


def _steps() -> Iterator[Step]:
    step = None
    for language, text in _BLOCK.findall(GUIDE):
        if language == "bash":
            if step is not None:
                yield step
            step = Step(text)
        elif step is not None:
            assert not step.answer, text
            step.answer = text
    assert step is not None
    yield step


STEPS = list(_steps())


@dataclass
class Walk:
    """A walk that was made: where, and what each step printed."""

    place: World
    printed: list[str]


@pytest.fixture(scope="module")
def walk(live: Live, tmp_path_factory: pytest.TempPathFactory) -> Walk:
    place, folder = world(), tmp_path_factory.mktemp("walk")
    place.api.client = live.client
    # What a newcomer finds in the folder of the checkout.
    (folder / ".venv").symlink_to(sys.prefix)
    (folder / "manage.py").symlink_to(ROOT / "manage.py")
    given = {"API": f"{live.url}/v1", "TOKEN": place.api.token, "TMPDIR": str(folder)}
    script = "set -euo pipefail\n" + "".join(
        f"{{\n{step.command}}} > {folder}/printed.{number}\n" for number, step in enumerate(STEPS)
    )
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=os.environ | given,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    pages = [folder / f"printed.{number}" for number in range(len(STEPS))]
    printed = [page.read_text() for page in pages if page.exists()]
    assert done.returncode == 0, (printed[-1:], done.stderr)
    return Walk(place, printed)


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_a_step_answers_what_the_guide_shows(walk: Walk, number: int) -> None:
    step = STEPS[number]
    if step.answer:
        assert re.fullmatch(step.pattern, walk.printed[number]), walk.printed[number]


def test_every_call_of_the_guide_is_run() -> None:
    run = "".join(step.command for step in STEPS)
    assert len(STEPS) == GUIDE.count("```bash\n")
    calls = [line for line in GUIDE.splitlines() if line.startswith(("api ", "curl ", '"$CHECK'))]
    assert len(calls) >= 20
    assert all(line in run for line in calls)
    assert sum(bool(step.answer) for step in STEPS) >= 15


def test_the_walk_ends_with_the_balances_and_books_that_it_tells_of(walk: Walk) -> None:
    api = walk.place.api
    (company,) = api.get("companies").body["data"]
    accounts = api.get("financial-accounts").body["data"]
    balances = {
        each["name"]: api.get(f"financial-accounts/{each['id']}").body["balance"]
        for each in accounts
    }
    assert balances == {"Conta corrente": "7783.33", "Reserva": "2000.00"}
    first, second, third = api.get("payables?sort=due_date").body["data"]
    assert [each["status"] for each in (first, second, third)] == ["paid", "paid", "pending"]
    assert [each["is_reconciled"] for each in (first, second, third)] == [False, True, False]
    days = f"from={first['due_date'][:10]}&to={third['due_date'][:10]}"
    flow = api.get(f"cash-flow?company_id={company['id']}&{days}").body
    closings = [bucket["closing_balance"] for bucket in flow["buckets"]]
    assert closings == ["9783.33", "9783.33", "9450.00"]
    assert [bucket["projected_expenses"] for bucket in flow["buckets"]] == [
        "0.00",
        "0.00",
        "333.33",
    ]
    assert_books_hold(walk.place)
