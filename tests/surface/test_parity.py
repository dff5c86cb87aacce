"""One implementation: REST and MCP answer with the same bytes (house §3.5, R2)."""

import datetime as dt

import pytest
import time_machine

from finance_api.rest.catalog import Endpoint
from tests.agent import Agent
from tests.surface.examples import READ_ONLY, Ground, arguments_for, endpoints, path_for
from tests.world import world

READS = [endpoint for endpoint in endpoints() if not endpoint.operation.writes]


@pytest.mark.parametrize("endpoint", READS, ids=lambda endpoint: endpoint.name)
def test_a_read_gives_the_same_bytes_through_both_doors(endpoint: Endpoint) -> None:
    place = world()
    ground = Ground(place)
    resource = endpoint.operation.resource
    id = "" if resource in READ_ONLY else ground.get(resource)["id"]
    arguments = arguments_for(endpoint, ground, id)
    # A cursor is signed with the second of its making.
    with time_machine.travel(dt.datetime.now(dt.UTC), tick=False):
        rest = place.api.get(path_for(endpoint, id))
        outcome = Agent(place.mcp_token).call(endpoint.name, arguments)
    assert rest.status == 200, rest.body
    if rest.headers["Content-Type"] != "application/json":
        path = f"/v1/{path_for(endpoint, id)}"
        kind, size = rest.headers["Content-Type"], len(rest.raw)
        assert outcome.value == {"content_type": kind, "size": size, "path": path}
        return
    assert outcome.text.encode() == rest.raw


@pytest.mark.parametrize("endpoint", READS, ids=lambda endpoint: endpoint.name)
def test_a_refusal_gives_the_same_bytes_through_both_doors(endpoint: Endpoint) -> None:
    if endpoint.action != "list" or not endpoint.viewset.listing:
        return
    place = world()
    rest = place.api.get(f"{path_for(endpoint, '')}?nothing=1")
    outcome = Agent(place.mcp_token).call(endpoint.name, {"filters": {"nothing": 1}})
    assert rest.code == outcome.code == "BAD_REQUEST"
    assert outcome.text.encode() == rest.raw
