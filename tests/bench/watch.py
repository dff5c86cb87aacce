"""How long a call takes and what it asks of the database, and the table that says so."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.world import Answer

_CONTROL = re.compile(r"(?i)^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SELECT set_config)")


@dataclass(frozen=True)
class Cost:
    """The fastest of several calls in milliseconds, and the statements of one, transaction control
    and the opening of the walls not counted."""

    milliseconds: float
    statements: int


def costs(calls: Sequence[Callable[[], Answer]], rounds: int = 7) -> list[Cost]:
    """What each call costs once it is warm. They take turns, so that a busy machine is busy for all
    of them and their ratio means something."""
    statements = [_statements(call) for call in calls]
    times: list[list[float]] = [[] for _ in calls]
    for _ in range(rounds):
        for call, taken in zip(calls, times, strict=True):
            began = time.perf_counter()
            call()
            taken.append(time.perf_counter() - began)
    return [Cost(min(taken) * 1000, n) for taken, n in zip(times, statements, strict=True)]


def _statements(call: Callable[[], Answer]) -> int:
    with CaptureQueriesContext(connection) as captured:
        answer = call()
    assert answer.status == 200, answer.body
    return sum(not _CONTROL.match(query["sql"]) for query in captured.captured_queries)


def per_second(call: Callable[[], Any], seconds: float = 2.0) -> float:
    """How many calls, one after the other, end within a second."""
    call()
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        call()
        done += 1
    return done / (time.perf_counter() - began)


def drawn(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; every column but the first is of numbers."""
    ruler = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ruler, *rows))
