"""Pages of documentation that work as they are written: their blocks are run in their order by
bash, and must print what the page shows below them."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DAY = re.compile(r"\d{4}-\d\d(-\d\d)?")
_CARRIED = "carried"


@dataclass
class Step:
    """A block that is run, and the answer that the page shows below it, if it shows one."""

    command: str
    answer: str = ""

    @property
    def pattern(self) -> str:
        """What the answer must look like: `…` stands for anything, a day for any day."""
        parts = [re.escape(part) for part in _DAY.sub("DAY", self.answer.rstrip()).split("…")]
        return ".*".join(parts).replace("DAY", _DAY.pattern)


def steps(page: str) -> list[Step]:
    """The blocks of a page that are run; a `console` block is what readers type for themselves."""
    return list(_steps(page))


def _steps(page: str) -> Iterator[Step]:
    step = None
    for language, text in _BLOCK.findall(page):
        if language == "console":
            continue
        if language == "bash":
            if step is not None:
                yield step
            step = Step(text)
        elif step is not None:
            assert not step.answer, text
            step.answer = text
    assert step is not None
    yield step


def walk(found: Sequence[Step], folder: Path, given: Mapping[str, str]) -> list[str]:
    """What each step printed to one shell that took them all, in a folder like a checkout's. A
    second walk in that folder goes on with what the first one knew."""
    for name, there in ((".venv", Path(sys.prefix)), ("manage.py", ROOT / "manage.py")):
        if not (folder / name).exists():
            (folder / name).symlink_to(there)
    carried = folder / _CARRIED
    before = f"set -euo pipefail -o allexport\nif [ -e {carried} ]; then . {carried}; fi\n"
    taken = "".join(
        f"{{\n{step.command}}} > {folder}/printed.{number}\n" for number, step in enumerate(found)
    )
    after = f"{{ declare -px; declare -f; }} > {carried}\n"
    done = subprocess.run(
        ["bash", "-c", before + taken + after],
        cwd=folder,
        env=os.environ | given,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    pages = [folder / f"printed.{number}" for number in range(len(found))]
    printed = [page.read_text() for page in pages if page.exists()]
    assert done.returncode == 0, (printed[-1:], done.stderr)
    for step, answer in zip(found, printed, strict=True):
        assert not step.answer or re.fullmatch(step.pattern, answer.rstrip()), (step.answer, answer)
    return printed
