"""What a workspace holds, as one value: two that are equal prove that nothing was changed between them."""

import os
from typing import Any

import psycopg

from finance_api.identity.models import Workspace


def contents(place: Workspace) -> dict[str, Any]:
    """Every row of every table of the workspace, seen by the owner, to whom nothing is hidden."""
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        tables = connection.execute(
            "SELECT table_name FROM information_schema.columns "
            "WHERE table_schema = 'public' AND column_name = 'workspace_id' ORDER BY 1"
        ).fetchall()
        return {
            name: connection.execute(
                f'SELECT count(*), md5(string_agg(t::text, \'|\' ORDER BY t::text)) '  # noqa: S608
                f'FROM "{name}" t WHERE workspace_id = %s',
                [place.id],
            ).fetchone()
            for (name,) in tables
        }
