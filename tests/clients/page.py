"""`python -m tests.clients.page`: write the tables of docs/clients.md from what the clients were
seen to do."""

import re
from collections.abc import Iterable
from pathlib import Path

from tests.journeys.results import rows, suites

PAGE = Path(__file__).resolve().parents[2] / "docs" / "clients.md"
_COLUMNS = {
    "client": "Client",
    "mode": "Mode",
    "version": "Protocol",
    "confirmation": "Settling",
    "resources": "Resources",
    "prompts": "Prompts",
    "completions": "Completions",
}


def written(page: str) -> str:
    """The page with its tables as they were seen."""
    seen = (tuple(vars(row)[name] for name in _COLUMNS) for row in rows())
    page = _put(page, "seen", _table(tuple(_COLUMNS.values()), seen))
    judged = (
        (suite.version, f"{suite.held} of {suite.scenarios}", str(suite.checks))
        for suite in suites()
    )
    return _put(page, "judged", _table(("Protocol", "Scenarios that hold", "Checks"), judged))


def _put(page: str, name: str, table: str) -> str:
    between = re.compile(rf"(<!-- {name}: [^\n]*\n).*?(<!-- end -->)", re.DOTALL)
    return between.sub(lambda marks: f"{marks[1]}\n{table}\n{marks[2]}", page)


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [heads, tuple("---" for _ in heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text()))
