"""What a workspace holds, as one value: two that are equal prove that nothing was changed
between them."""

import os
from functools import cache
from typing import Any

import psycopg

from finance_api.identity.models import Workspace


@cache
def _owner() -> psycopg.Connection[Any]:
    """The owner, from whom row-level security hides nothing."""
    return psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True)


@cache
def _statement() -> str:
    tables = _owner().execute(
        "SELECT table_name FROM information_schema.columns "
        "WHERE table_schema = 'public' AND column_name = 'workspace_id' ORDER BY 1"
    )
    # A refusal under a required key is remembered under it, and changes nothing else.
    names = [name for (name,) in tables if name != "finance_api_idempotencyrecord"]
    return " UNION ALL ".join(
        f"SELECT '{name}', count(*), md5(string_agg(t::text, '|' ORDER BY t::text)) "  # noqa: S608
        f'FROM "{name}" t WHERE workspace_id = %(place)s'
        for name in names
    )


def contents(place: Workspace) -> dict[str, Any]:
    """Every row of every table of the workspace but its keys, as a count and a digest."""
    rows = _owner().execute(_statement(), {"place": place.id})
    return {name: (count, digest) for name, count, digest in rows}
