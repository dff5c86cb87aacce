"""Every page of every list is read off an index that begins with the workspace: the first one and
one far behind, by each sort in both directions, as the application's role sees it.

The tables hold next to nothing here, so PostgreSQL would rather read all of a table and sort it.
Those ways are made a last resort, and what is left to see is what counts: whether an index can give
the page in its order at all, and whether the walls let the search begin at the cursor. A page that
needs a sort, or passes rows by to reach its place, shows it on any size of table. That the index is
also chosen where the tables are large is measured by `make bench`.
"""

import datetime as dt
import json
import uuid
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from finance_api.core.isolation import open_workspaces
from finance_api.rest.catalog import Endpoint
from tests.positions import cursor_behind, query_of
from tests.surface.examples import bound
from tests.world import World, world

LISTS = [each for each in bound() if each.viewset.listing_of(each.action) is not None]

#: Some value of every type of column that a list is sorted by.
VALUES: Mapping[str, Any] = {
    "BigIntegerField": 1_000,
    "CharField": "m",
    "DateField": dt.date(2026, 6, 15),
    "DateTimeField": dt.datetime(2026, 6, 15, 12, tzinfo=dt.UTC),
    "DecimalField": Decimal("100.00"),
    "PositiveBigIntegerField": 1_000,
    "PositiveSmallIntegerField": 2,
    "UUIDField": uuid.UUID(int=1),
}
#: What a cursor stands behind, by which a plan that begins there is known.
ID = uuid.UUID("5a5a5a5a-5a5a-4a5a-8a5a-5a5a5a5a5a5a")
#: A page of a size that nothing else reads: one row more is asked for, to know whether it is the
#: last.
_LIMIT, _ASKED = "limit=76", " LIMIT 77"
_LAST_RESORTS = ("seqscan", "bitmapscan", "sort", "incremental_sort")


@cache
def _place() -> World:
    return world()


def _sorts(endpoint: Endpoint) -> Iterator[tuple[str, Any]]:
    """Each sort with its column, in both directions."""
    listing = endpoint.viewset.listing_of(endpoint.action)
    for name, column in listing.sorts.items():
        field: Any = endpoint.viewset.model._meta.get_field(column)
        yield name, field
        if query_of(endpoint, name):
            yield f"-{name}", field


def _pages(endpoint: Endpoint) -> Iterator[tuple[str, bool, list[str]]]:
    """Each page looked at: its sort, whether it is one far behind, and the statements that read
    it."""
    path = endpoint.path.removeprefix("/v1/")
    for sort, field in _sorts(endpoint):
        first = f"{path}?{_LIMIT}&{query_of(endpoint, sort)}"
        yield sort, False, _statements(first)
        for value in (VALUES[field.get_internal_type()], *([None] if field.null else [])):
            cursor = cursor_behind(_place(), endpoint, sort, value, ID)
            yield sort, True, _statements(f"{first}&cursor={cursor}")


def _statements(path: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        answer = _place().api.get(path)
    assert answer.status == 200, answer.body
    found = [query["sql"] for query in captured.captured_queries]
    return [sql for sql in found if sql.endswith(_ASKED)]


def _plan(sql: str) -> dict[str, Any]:
    with transaction.atomic(), connection.cursor() as cursor:
        open_workspaces([_place().workspace.pk])
        for way in _LAST_RESORTS:
            cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}")
        (answer,) = cursor.fetchone()
    plan: dict[str, Any] = (json.loads(answer) if isinstance(answer, str) else answer)[0]["Plan"]
    return plan


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The nodes that rows of the page come through; a sub-select of one row is not among them."""
    yield plan
    for below in plan.get("Plans", ()):
        if below["Parent Relationship"] not in ("SubPlan", "InitPlan"):
            yield from _nodes(below)


@cache
def _led_by_the_workspace() -> frozenset[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE indexdef LIKE '%(workspace_id,%'")
        return frozenset(name for (name,) in cursor.fetchall())


def _faults(sql: str, table: str, *, behind: bool) -> Iterator[str]:
    nodes = list(_nodes(_plan(sql)))
    if any("Sort" in node["Node Type"] for node in nodes):
        yield "sorts"
    (read,) = [node for node in nodes if node.get("Alias") == table]
    if read.get("Index Name") not in _led_by_the_workspace():
        yield f"reads by {read['Node Type']} {read.get('Index Name', '')}"
    if behind and str(ID) not in read.get("Index Cond", ""):
        yield f"is walked to: {read.get('Index Cond')}"


@pytest.mark.parametrize("endpoint", LISTS, ids=lambda endpoint: endpoint.name)
def test_every_page_is_read_off_an_index_of_the_workspace(endpoint: Endpoint) -> None:
    table = endpoint.viewset.model._meta.db_table
    faults = []
    for sort, far, statements in _pages(endpoint):
        assert statements, f"{sort} was read by no statement that this test knows"
        for number, sql in enumerate(statements):
            # Rows without a value are a second statement, which begins with the first of them.
            found = _faults(sql, table, behind=far and number == 0)
            faults += [(sort, "far behind" if far else "first", fault) for fault in found]
    assert faults == []
