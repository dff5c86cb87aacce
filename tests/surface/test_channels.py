"""Every write is stamped with its channel and logged with who, how and what (K25, R118)."""

import pytest
from django.db import transaction

from finance_api.core.isolation import open_workspaces
from finance_api.core.models import LogEntry
from finance_api.rest.catalog import Endpoint
from tests.agent import Agent
from tests.surface.examples import CHANGES, Ground, endpoints, in_json, known, path_for
from tests.world import World, world

CREATES = [endpoint for endpoint in endpoints() if endpoint.action == "create"]
UPDATES = [endpoint for endpoint in endpoints() if endpoint.action == "partial_update"]
DELETES = [endpoint for endpoint in endpoints() if endpoint.action == "destroy"]


def _name(endpoint: Endpoint) -> str:
    return endpoint.name


def _log(place: World, record_id: str) -> list[LogEntry]:
    with transaction.atomic():
        open_workspaces([place.workspace.id])
        return list(LogEntry.objects.filter(record_id=record_id).order_by("id"))


@pytest.mark.parametrize("endpoint", CREATES, ids=_name)
def test_what_is_created_says_through_which_channel(endpoint: Endpoint) -> None:
    place = world()
    ground = Ground(place)
    by_api = ground.fresh(endpoint.operation.resource)
    assert (by_api["created_via"], by_api["updated_via"]) == ("api", "api")
    agent = Agent(place.mcp_token)
    call = agent.confirmed if endpoint.operation.always_confirms else agent.call
    arguments = in_json(ground.body(endpoint.operation.resource))
    by_agent = known(call(endpoint.name, arguments).value)
    assert (by_agent["created_via"], by_agent["updated_via"]) == ("mcp", "mcp")
    written = by_agent.get("from_transaction_id", by_agent["id"])
    (entry,) = _log(place, written)[:1]
    assert (entry.channel, entry.token_kind, entry.act) == ("mcp", "personal", "create")
    assert (entry.person_id, entry.operation) == (place.person.pk, endpoint.name)
    assert entry.before is None
    assert entry.after is not None
    assert entry.after["id"] == written


@pytest.mark.parametrize("endpoint", UPDATES, ids=_name)
def test_a_change_is_stamped_and_logged_with_before_and_after(endpoint: Endpoint) -> None:
    place = world()
    ground = Ground(place)
    record = ground.get(endpoint.operation.resource)
    change = CHANGES[endpoint.operation.resource]
    changed = Agent(place.mcp_token).call(endpoint.name, {"id": record["id"], **change}).value
    assert (changed["created_via"], changed["updated_via"]) == ("api", "mcp")
    entry = _log(place, record["id"])[-1]
    assert (entry.channel, entry.act) == ("mcp", "change")
    ((name, value),) = change.items()
    assert entry.before is not None
    assert entry.after is not None
    assert entry.before[name] == record.get(name)
    assert entry.after[name] == value


@pytest.mark.parametrize("endpoint", UPDATES, ids=_name)
def test_an_empty_change_changes_nothing_and_logs_nothing(endpoint: Endpoint) -> None:
    place = world()
    record = Ground(place).get(endpoint.operation.resource)
    before = len(_log(place, record["id"]))
    answer = place.api.patch(path_for(endpoint, record["id"]), {})
    assert answer.status == 200
    assert answer.body == record
    assert len(_log(place, record["id"])) == before


@pytest.mark.parametrize("endpoint", DELETES, ids=_name)
def test_the_log_keeps_what_was_deleted(endpoint: Endpoint) -> None:
    place = world()
    record = Ground(place).get(endpoint.operation.resource)
    assert Agent(place.mcp_token).confirmed(endpoint.name, {"id": record["id"]}).value == {}
    entry = _log(place, record["id"])[-1]
    assert entry.channel == "mcp"
    assert entry.act in ("remove", "change")
    assert entry.before is not None
