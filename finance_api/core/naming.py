"""A record named by its name: the one that bears it, or a new one, and never two of a kind
(rest-api §2.3)."""

import hashlib
from collections.abc import Callable
from typing import TypeVar

from django.db import connection
from django.db.models import QuerySet

from finance_api.core.models import WorkspaceModel
from finance_api.core.warrant import Warrant

W = TypeVar("W", bound=WorkspaceModel)


def first_or_create(
    warrant: Warrant, rows: QuerySet[W], key: tuple[object, ...], create: Callable[[], W]
) -> W:
    """The first of the rows, else what `create` makes of it through `records`.

    Calls with one key in one workspace take turns, so that parallel ones make one row. Making a row
    beside the record the caller was admitted for needs the workspace's leave to create (K14).
    """
    found = rows.first()
    if found is not None:
        return found
    warrant.policy.require_allowed(warrant.channel, "create")
    _take_turns(warrant.workspace_id, rows.model.__name__, *key)
    return rows.first() or create()


def _take_turns(*key: object) -> None:
    """Wait for any other transaction that holds the key, and hold it until this one ends."""
    digest = hashlib.sha256("\n".join(map(str, key)).encode()).digest()
    with connection.cursor() as cursor:
        number = int.from_bytes(digest[:8], "big", signed=True)
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
