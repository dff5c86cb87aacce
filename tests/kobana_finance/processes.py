"""Watching processes of others: what descends from a process, and waiting until something holds."""

import threading
import time
from collections.abc import Callable
from pathlib import Path


def wait_until(holds: Callable[[], object], patience: float = 30.0) -> bool:
    """Whether something came to hold in time."""
    deadline = time.monotonic() + patience
    while not holds():
        if time.monotonic() > deadline:
            return False
        threading.Event().wait(0.05)
    return True


def descendants(pid: int) -> set[int]:
    """The living children of a process, and theirs."""
    parents = {child: parent for child, parent, state in _processes() if state != "Z"}
    found: set[int] = set()
    fresh = {pid}
    while fresh:
        fresh = {child for child, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return found


def alive(pids: set[int]) -> set[int]:
    """Those of the processes that have not gone."""
    return {pid for pid, _, state in _processes() if state != "Z"} & pids


def _processes() -> list[tuple[int, int, str]]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                # The name in parentheses may hold anything, so what follows the last one counts.
                state, parent = (entry / "stat").read_text().rpartition(")")[2].split()[:2]
            except (FileNotFoundError, ProcessLookupError):
                continue
            found.append((int(entry.name), int(parent), state))
    return found
