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


def _walked(place: World, url: str, folder: Path) -> list[str]:
    """What each step printed to one shell that took them all."""
    # What a newcomer finds in the folder of the checkout.
    (folder / ".venv").symlink_to(sys.prefix)
    (folder / "manage.py").symlink_to(ROOT / "manage.py")
    given = {"API": f"{url}/v1", "TOKEN": place.api.token, "TMPDIR": str(folder)}
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
    return printed


def test_every_call_of_the_guide_is_run() -> None:
    run = "".join(step.command for step in STEPS)
    calls = [line for line in GUIDE.splitlines() if line.startswith(("api ", "curl ", '"$CHECK'))]
    assert len(calls) >= 20
    assert all(line in run for line in calls)
    assert sum(bool(step.answer) for step in STEPS) >= 15


def test_the_walk_answers_as_the_guide_says_and_leaves_books_that_hold(
    live: Live, tmp_path: Path
) -> None:
    place = world()
    place.api.client = live.client
    printed = _walked(place, live.url, tmp_path)
    for step, answer in zip(STEPS, printed, strict=True):
        assert not step.answer or re.fullmatch(step.pattern, answer), (step.answer, answer)
    _has_what_the_guide_tells_of(place)
    assert_books_hold(place)


def _has_what_the_guide_tells_of(place: World) -> None:
    api = place.api
    (company,) = api.get("companies").body["data"]
    accounts = api.get("financial-accounts").body["data"]
    balances = {
        each["name"]: api.get(f"financial-accounts/{each['id']}").body["balance"]
        for each in accounts
    }
    assert balances == {"Conta corrente": "7783.33", "Reserva": "2000.00"}
    payables = api.get("payables?sort=due_date").body["data"]
    assert [(each["status"], each["is_reconciled"]) for each in payables] == [
        ("paid", False),
        ("paid", True),
        ("pending", False),
    ]
    days = f"from={payables[0]['due_date'][:10]}&to={payables[2]['due_date'][:10]}"
    flow = api.get(f"cash-flow?company_id={company['id']}&{days}").body
    months = [(each["closing_balance"], each["projected_expenses"]) for each in flow["buckets"]]
    assert months == [("9783.33", "0.00"), ("9783.33", "0.00"), ("9450.00", "333.33")]
