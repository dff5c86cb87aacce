"""What each read costs in statements: exactly what is recorded, at most five, and the same with
three rows as with thirty (house §3.8)."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from finance_api.rest.catalog import Endpoint
from tests.agent import Agent
from tests.surface import recorded
from tests.surface.examples import READ_ONLY, Ground, arguments_for, endpoints
from tests.world import world

READS = [endpoint for endpoint in endpoints() if not endpoint.operation.writes]
LISTS = [endpoint for endpoint in READS if endpoint.action == "list"]
#: What is added up or counted through, and of which records; nothing named is the endpoint's own.
SUMS = [
    endpoint
    for endpoint in READS
    if endpoint.action in ("aggregates", "ids") or endpoint.operation.resource == "cash_flow"
]
COUNTED = {"cash_flow": ("transactions", "transfers", "payables", "receivables")}
_CONTROL = re.compile(r"(?i)^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SELECT set_config)")


def _name(endpoint: Endpoint) -> str:
    return endpoint.name


def _cost(agent: Agent, endpoint: Endpoint, arguments: dict[str, Any]) -> int:
    """Statements of one call, without transaction control and the opening of the walls."""
    with CaptureQueriesContext(connection) as captured:
        agent.call(endpoint.name, arguments).value  # noqa: B018  the call is what counts
    return sum(not _CONTROL.match(query["sql"]) for query in captured.captured_queries)


def _measured(endpoint: Endpoint, rows: int = 1) -> int:
    place = world()
    ground = Ground(place)
    resource = endpoint.operation.resource
    id = ""
    if resource not in READ_ONLY:
        id = ground.get(resource)["id"]
        for _ in range(rows - 1):
            ground.fresh(resource)
    agent = Agent(place.mcp_token)
    return _cost(agent, endpoint, arguments_for(endpoint, ground, id))


def test_each_read_costs_what_is_recorded() -> None:
    recorded.compare("query_counts.json", {each.name: _measured(each) for each in READS})


@pytest.mark.parametrize("endpoint", READS, ids=_name)
def test_a_read_costs_at_most_five_statements(endpoint: Endpoint) -> None:
    assert _measured(endpoint) <= 5


@pytest.mark.parametrize("endpoint", LISTS, ids=_name)
def test_a_list_costs_the_same_with_three_rows_as_with_thirty(endpoint: Endpoint) -> None:
    if endpoint.operation.resource in READ_ONLY:
        return
    assert _measured(endpoint, 3) == _measured(endpoint, 30)


@pytest.mark.parametrize("endpoint", SUMS, ids=_name)
def test_a_sum_costs_the_same_over_one_row_as_over_ten(endpoint: Endpoint) -> None:
    place = world()
    ground, agent = Ground(place), Agent(place.mcp_token)
    resource = endpoint.operation.resource
    costs = []
    for rows in (1, 9):
        for counted in COUNTED.get(resource, (resource,)):
            for _ in range(rows):
                ground.fresh(counted)
        costs.append(_cost(agent, endpoint, arguments_for(endpoint, ground, "")))
    assert costs[0] == costs[1]


@pytest.mark.parametrize("endpoint", LISTS, ids=_name)
def test_leaving_fields_out_of_a_page_costs_nothing_more(endpoint: Endpoint) -> None:
    """Not even when the column it is sorted by is left out and there is a next page to mint."""
    place = world()
    ground = Ground(place)
    resource = endpoint.operation.resource
    if resource in READ_ONLY:
        return
    ground.get(resource), ground.fresh(resource)
    costs = []
    for more in ({}, {"fields": ["id"]}):
        with CaptureQueriesContext(connection) as captured:
            listed = Agent(place.mcp_token).call(endpoint.name, {"limit": 1, **more}).value
        assert listed["meta"]["next_cursor"]
        costs.append(sum(not _CONTROL.match(each["sql"]) for each in captured.captured_queries))
    assert costs[1] <= costs[0]
