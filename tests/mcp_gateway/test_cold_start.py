"""A process that has just started answers the same, whatever it is asked first and by how many."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from finance_api.rest import catalog, schema, tool_schema
from mcp_gateway import tools
from tests.world import World

CACHES: list[Any] = [
    catalog.endpoints,
    schema._document,
    schema._by_name,
    tools.described,
    tool_schema.input_schema,
]


@pytest.fixture
def cold() -> Iterator[None]:
    for each in CACHES:
        each.cache_clear()
    yield
    for each in CACHES:
        each.cache_clear()


def test_a_call_of_rest_adds_no_operation(place: World, request: pytest.FixtureRequest) -> None:
    before = list(catalog.endpoints())
    assert place.api.get("taxes").status == 200
    request.getfixturevalue("cold")
    assert list(catalog.endpoints()) == before


def test_threads_that_start_together_describe_the_same_tools(cold: None) -> None:
    def describe(_: int) -> list[dict[str, Any]]:
        return [tools.described(name) for name in catalog.endpoints()]

    with ThreadPoolExecutor(8) as pool:
        first, *others = pool.map(describe, range(8))
    assert all(each == first for each in others)
