"""The transaction of a door, and what is done outside the database on the way: kept if it commits,
undone if it does not.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction

Undo = Callable[[], None]

_PENDING: ContextVar[list[Undo] | None] = ContextVar("undone_on_rollback", default=None)


@contextmanager
def door() -> Iterator[None]:
    """One transaction that holds all a call does. Whatever ends it but a commit runs what was
    registered with `on_rollback`, the latest first."""
    pending: list[Undo] = []
    token = _PENDING.set(pending)
    try:
        with transaction.atomic(durable=True):
            yield
    finally:
        _PENDING.reset(token)
        for undo in reversed(pending):
            undo()


def on_rollback(undo: Undo) -> None:
    """Run `undo` unless the work that follows is committed; it must not raise.

    A savepoint rolled back counts as well: Django then forgets the callback that would keep it.
    """
    pending = _PENDING.get()
    if pending is None:
        raise RuntimeError("What is done outside the database belongs to a door's transaction.")
    pending.append(undo)
    transaction.on_commit(lambda: pending.remove(undo))
