"""The pages of lists: the first, one in the middle and the 2,000th, by every sort."""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import psycopg

from finance_api.rest import catalog
from finance_api.rest.catalog import Endpoint
from tests.bench.watch import costs, drawn
from tests.positions import cursor_behind, query_of
from tests.world import World

_LIMIT = 100
_PAGES = (1, 1_000, 2_000)
#: The rows each list shows before any filter.
_SHOWN = {
    "finance_payables_list": "direction = 'payable' AND payment_approval IS NULL",
    "finance_transactions_list": "true",
}
_SHOWN["finance_payables_ids"] = _SHOWN["finance_payables_list"]


def table(place: World) -> str:
    pages = [f"page {number:,}" for number in _PAGES]
    head = ("list and sort", *pages, "slowest ÷ first", "statements")
    return drawn(head, [row for name in _SHOWN for row in _rows(place, catalog.endpoints()[name])])


def _rows(place: World, endpoint: Endpoint) -> Iterator[Sequence[str]]:
    listing = endpoint.viewset.listing_of(endpoint.action)
    noun = endpoint.name.removeprefix("finance_").removesuffix("_list")
    for name, column in listing.sorts.items():
        for sort in (name, f"-{name}") if query_of(endpoint, name) else (name,):
            paths = [_path(place, endpoint, sort, column, number) for number in _PAGES]
            found = costs([partial(place.api.get, path) for path in paths])
            times = [each.milliseconds for each in found]
            yield (
                f"{noun} by {sort}",
                *(f"{time:.0f} ms" for time in times),
                f"{max(times) / times[0]:.1f}",
                "/".join(dict.fromkeys(str(each.statements) for each in found)),
            )


def _path(place: World, endpoint: Endpoint, sort: str, column: str, number: int) -> str:
    path = f"{endpoint.path.removeprefix('/v1/')}?limit={_LIMIT}&{query_of(endpoint, sort)}"
    if number > 1:
        last = _last_before(place, endpoint, sort, column, number)
        path += f"&cursor={cursor_behind(place, endpoint, sort, *last)}"
    return path


def _last_before(
    place: World, endpoint: Endpoint, sort: str, column: str, number: int
) -> tuple[Any, Any]:
    """Value and id of the row that a page comes behind, found without walking there."""
    way = "DESC" if sort.startswith("-") else "ASC"
    statement = (
        f"SELECT {column}, id FROM {endpoint.viewset.model._meta.db_table} "  # noqa: S608
        f"WHERE workspace_id = %s AND {_SHOWN[endpoint.name]} "
        f"ORDER BY {column} {way} NULLS LAST, id {way} OFFSET %s LIMIT 1"
    )
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        values = [place.workspace.pk, (number - 1) * _LIMIT - 1]
        found = connection.execute(statement, values).fetchone()
    assert found is not None, f"{endpoint.name} has no page {number}"
    return found[0], found[1]
