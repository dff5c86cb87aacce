"""Closing a period and writing in it take turns: a write that was let in is done before the lock
date moves, and none lands in the period afterwards (R87).

Writes of a workspace do not wait for each other, and whoever moves the date waits no longer than
for those that are under way.
"""

import datetime as dt
import uuid
from functools import cache

from django.db import connection

from finance_api.core.compiled import Compiled
from finance_api.identity.models import Workspace


def locked_through(workspace_id: uuid.UUID) -> dt.date | None:
    """The lock date as it is now and stays until this transaction ends. Two statements."""
    _take_turn("pg_advisory_xact_lock_shared", workspace_id)
    date: dt.date | None
    (date,) = _dates().rows(workspace=workspace_id)
    return date


def wait_for_writes(workspace_id: uuid.UUID) -> None:
    """Until this transaction ends nobody else writes in the workspace."""
    _take_turn("pg_advisory_xact_lock", workspace_id)


def _take_turn(function: str, workspace_id: uuid.UUID) -> None:
    number = int.from_bytes(workspace_id.bytes[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s)", [number])


@cache
def _dates() -> Compiled:
    """The lock date of a workspace."""
    dates = Workspace.objects.values_list("locked_through", flat=True)
    return Compiled(lambda workspace: dates.filter(pk=workspace), workspace=uuid.UUID)
