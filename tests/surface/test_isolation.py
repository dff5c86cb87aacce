"""Another workspace's record does not exist: in a path, a body or a filter it is answered exactly
as an id that never was, and nothing changes (R115)."""

import json
import uuid
from functools import cache
from typing import Any

import pytest

from finance_api.rest.catalog import Endpoint
from finance_api.rest.tool_schema import body_schema
from tests.agent import Agent
from tests.surface.books import contents
from tests.surface.examples import (
    UNKNOWN_REFERENCE,
    Ground,
    arguments_for,
    body_of,
    bound,
    endpoints,
    headers_for,
    path_for,
    path_of,
    writes,
)
from tests.world import world

WITH_ID = [endpoint for endpoint in bound() if endpoint.path_parameters]
LISTS = [endpoint for endpoint in bound() if endpoint.action == "list"]
#: What belongs to nobody, and sums over what others hold.
OTHERS = {"finance_banks_list", "finance_cash_flow_get", "finance_workspaces_list"}
WITH_BODY = [endpoint for endpoint in writes() if body_schema(endpoint.name)]


def _names(endpoint: Endpoint) -> str:
    return endpoint.name


@cache
def both() -> tuple[Ground, Ground]:
    """Mine and theirs, for everybody here: each call is refused, or reads."""
    return Ground(world()), Ground(world())


@pytest.mark.parametrize("endpoint", WITH_ID, ids=_names)
def test_a_foreign_id_in_a_path_answers_as_one_that_never_was(endpoint: Endpoint) -> None:
    mine, theirs = both()
    foreign = theirs.get(endpoint.operation.resource)["id"]
    body = body_of(endpoint, mine)
    before = contents(theirs.world.workspace)
    own = contents(mine.world.workspace)
    api = mine.world.api
    of_theirs, of_nobody = (
        api.call(endpoint.method, path_for(endpoint, id), body, **headers_for(endpoint))
        for id in (foreign, str(uuid.uuid4()))
    )
    assert of_theirs.status == of_nobody.status == 404
    assert of_theirs.raw == of_nobody.raw
    assert contents(theirs.world.workspace) == before
    assert contents(mine.world.workspace) == own


@pytest.mark.parametrize("endpoint", WITH_ID, ids=_names)
def test_a_foreign_id_in_a_tool_call_answers_as_one_that_never_was(endpoint: Endpoint) -> None:
    mine, theirs = both()
    foreign = theirs.get(endpoint.operation.resource)["id"]
    agent = Agent(mine.world.mcp_token)
    before = contents(theirs.world.workspace)
    of_theirs = agent.call(endpoint.name, arguments_for(endpoint, mine, foreign))
    of_nobody = agent.call(endpoint.name, arguments_for(endpoint, mine, str(uuid.uuid4())))
    assert of_theirs.code == "NOT_FOUND"
    assert of_theirs.text == of_nobody.text
    assert contents(theirs.world.workspace) == before


def _references(schema: dict[str, Any]) -> list[str]:
    """The members of a body that hold another record's id."""

    def is_id(member: dict[str, Any]) -> bool:
        forms = member.get("anyOf", [member])
        return any(form.get("format") == "uuid" for form in forms)

    return [name for name, member in schema["properties"].items() if is_id(member)]


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=_names)
def test_a_foreign_id_in_a_body_answers_as_one_that_never_was(endpoint: Endpoint) -> None:
    mine, theirs = both()
    own = (
        mine.get(endpoint.operation.resource)["id"]
        if endpoint.path_parameters
        else str(uuid.uuid4())
    )
    valid = body_of(endpoint, mine) or {}
    schema = body_schema(endpoint.name) or {}
    before, foreign_before = contents(mine.world.workspace), None
    for name in _references(schema):
        foreign = _some_id(theirs, name)
        if foreign is None:
            continue
        foreign_before = contents(theirs.world.workspace)
        api, path = mine.world.api, path_for(endpoint, own)
        of_theirs = api.call(endpoint.method, path, {**valid, name: foreign})
        of_nobody = api.call(endpoint.method, path, {**valid, name: str(uuid.uuid4())})
        expected = UNKNOWN_REFERENCE.get(endpoint.name, 422)
        assert of_theirs.status == of_nobody.status == expected, (name, of_theirs.body)
        assert of_theirs.raw == of_nobody.raw
        assert contents(mine.world.workspace) == before, name
        assert contents(theirs.world.workspace) == foreign_before


#: What a body's id member refers to, where the name does not say it.
_TARGETS = {
    "company_id": "companies",
    "person_id": "people",
    "category_id": "categories",
    "parent_id": "categories",
    "classification_center_id": "classification_centers",
    "financial_account_id": "accounts",
    "expected_account_id": "accounts",
    "from_account_id": "accounts",
    "to_account_id": "accounts",
    "account_id": "accounts",
    "match_person_id": "people",
    "set_person_id": "people",
    "set_category_id": "categories",
    "set_classification_center_id": "classification_centers",
    "set_expected_account_id": "accounts",
    "id": "payables",
}


def _some_id(ground: Ground, name: str) -> str | None:
    """A record of that workspace for an id member; nothing for what belongs to no workspace."""
    if name == "bank_id":
        return None
    return str(ground.get(_TARGETS[name])["id"])


@pytest.mark.parametrize("endpoint", LISTS, ids=_names)
def test_a_foreign_id_in_a_filter_finds_what_a_random_one_finds(endpoint: Endpoint) -> None:
    mine, theirs = both()
    resource = endpoint.operation.resource
    mine.get(resource), theirs.get(resource)
    company = theirs.get("companies")["id"]
    api, path = mine.world.api, path_of(resource)
    listing = endpoint.viewset.listing
    for each in listing.filters:
        if each.kind.schema.get("format") == "uuid":
            of_theirs = api.get(f"{path}?{each.name}={company}")
            of_nobody = api.get(f"{path}?{each.name}={uuid.uuid4()}")
            assert of_theirs.status == of_nobody.status == 200
            assert of_theirs.raw == of_nobody.raw


@pytest.mark.parametrize("endpoint", LISTS, ids=_names)
def test_a_list_shows_no_row_of_another_workspace(endpoint: Endpoint) -> None:
    mine, theirs = both()
    resource = endpoint.operation.resource
    own, foreign = mine.get(resource), theirs.get(resource)
    listed = mine.world.api.get(f"{path_of(resource)}?limit=100")
    assert own["id"] in {row["id"] for row in listed.body["data"]}
    assert foreign["id"] not in json.dumps(listed.body)


def test_every_operation_is_covered_here_or_belongs_to_no_workspace() -> None:
    covered = {endpoint.name for endpoint in WITH_ID + LISTS + WITH_BODY}
    others = {endpoint.name for endpoint in endpoints()} - covered
    assert {name for name in others if not name.endswith(("_ids", "_aggregates"))} == OTHERS
