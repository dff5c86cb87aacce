"""Bad input gets the envelope, names what is wrong, changes nothing, is never a 500 (R78, K27)."""

import json
import uuid
from functools import cache
from typing import Any

import pytest

from finance_api.rest.catalog import Endpoint
from finance_api.rest.tool_schema import body_schema
from tests.agent import Agent
from tests.surface.books import contents
from tests.surface.examples import Ground, endpoints, headers_for, in_json, path_for, writes
from tests.world import Answer, world

WITH_BODY = [endpoint for endpoint in writes() if body_schema(endpoint.name)]
LISTS = [endpoint for endpoint in endpoints() if endpoint.viewset.listing_of(endpoint.action)]

BROKEN: dict[str, bytes] = {
    "not JSON": b"{",
    "trailing garbage": b"{} x",
    "duplicate member": b'{"name": "a", "name": "b"}',
    "NaN": b'{"name": NaN}',
    "not UTF-8": b'{"name": "\xff"}',
    "deep": b'{"name":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "long number": b'{"name": ' + b"9" * 5_000 + b"}",
}
STRANGE: list[Any] = [
    None, True, 1, "", "x" * 10_000, [], {"a": 1}, "\x00", "\ud800", 10**400, "2026-02-30", "1e3",
]  # fmt: skip
#: Those that pass most fields' shape and so meet the rules and the database one field at a time.
QUIET: list[Any] = [None, "", "\x00", 10**400]


def _name(endpoint: Endpoint) -> str:
    return endpoint.name


@cache
def untouched() -> Ground:
    """The ground of those who change nothing: what they send is refused, or says what is so."""
    return Ground(world())


def _is_enveloped(answer: Answer) -> None:
    assert 400 <= answer.status < 500, answer.body
    assert set(answer.body) == {"error"}
    assert {"code", "message"} <= set(answer.body["error"]) <= {"code", "message", "details"}
    assert answer.headers["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=_name)
def test_a_body_that_is_not_json_is_refused(endpoint: Endpoint) -> None:
    ground = untouched()
    path = path_for(endpoint, _own_id(endpoint, ground))
    before = contents(ground.world.workspace)
    for kind, raw in BROKEN.items():
        headers = headers_for(endpoint)
        answer = ground.world.api.call(endpoint.method, path, raw=raw, **headers)
        _is_enveloped(answer)
        assert answer.status == 400, kind
    bodies: list[Any] = [[], "x", 1, None, True]
    for body in bodies:
        headers = headers_for(endpoint)
        answer = ground.world.api.call(endpoint.method, path, raw=_json(body), **headers)
        _is_enveloped(answer)
    assert contents(ground.world.workspace) == before


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=_name)
def test_no_strange_value_in_any_field_is_a_fault_of_ours(endpoint: Endpoint) -> None:
    """Every strange value in all members at once, and the quiet ones in each member alone: nothing
    is a 500, and a run of refusals leaves everything as it was."""
    ground = Ground(world())
    api, id = ground.world.api, _own_id(endpoint, ground)
    creates = endpoint.action == "create"
    valid = in_json(ground.body(endpoint.operation.resource)) if creates else {}
    members = (body_schema(endpoint.name) or {})["properties"]
    bodies = [[dict.fromkeys(members, value) for value in STRANGE]]
    bodies += [[{**valid, name: value} for value in QUIET] for name in members]
    before = contents(ground.world.workspace)
    for group in bodies:
        taken = False
        for body in group:
            raw, headers = _json(body), headers_for(endpoint)
            answer = api.call(endpoint.method, path_for(endpoint, id), raw=raw, **headers)
            assert answer.status < 500, body
            if answer.status >= 400:
                _is_enveloped(answer)
            else:
                taken = True
        after = contents(ground.world.workspace)
        assert taken or after == before, group[0]
        before = after


@pytest.mark.parametrize("endpoint", WITH_BODY, ids=_name)
def test_an_unknown_member_is_dropped_by_rest_and_named_by_the_tool(endpoint: Endpoint) -> None:
    ground = untouched()
    id = _own_id(endpoint, ground)
    arguments = {**dict.fromkeys(endpoint.path_parameters, id), "toolCallId": "x"}
    before = contents(ground.world.workspace)
    outcome = Agent(ground.world.mcp_token).call(endpoint.name, arguments)
    if endpoint.operation.always_confirms:
        assert outcome.code == "VALIDATION_ERROR"
    issues = {issue["path"] for issue in outcome.refusal["details"]["issues"]}
    assert "toolCallId" in issues
    assert contents(ground.world.workspace) == before
    if endpoint.action == "partial_update":
        path = path_for(endpoint, id)
        assert ground.world.api.patch(path, {"toolCallId": "x"}).status == 200
        assert contents(ground.world.workspace) == before


@pytest.mark.parametrize("endpoint", LISTS, ids=_name)
@pytest.mark.parametrize(
    "query",
    [
        "nothing=1", "limit=0", "limit=-1", "limit=abc", "limit=1000000", "limit=1&limit=2",
        "cursor=x", "cursor=", "cursor=eyJpZCI6IjEifQ", "created_at[near]=1", "%00=1",
        "limit=%EF%BC%91",
    ],
)  # fmt: skip
def test_a_bad_query_is_refused(endpoint: Endpoint, query: str) -> None:
    answer = untouched().world.api.get(f"{path_for(endpoint, '')}?{query}")
    _is_enveloped(answer)
    assert answer.code == "BAD_REQUEST"


@pytest.mark.parametrize("endpoint", LISTS, ids=_name)
def test_a_bad_value_of_any_filter_is_refused(endpoint: Endpoint) -> None:
    api = untouched().world.api
    for each in endpoint.viewset.listing_of(endpoint.action).filters:
        if each.kind.schema == {"type": "string"}:
            continue
        for name in (each.name, *(f"{each.name}[{operator}]" for operator in each.operators())):
            for value in ("banana", "", "%00", "1e3x", "2026-13-45"):
                answer = api.get(f"{path_for(endpoint, '')}?{name}={value}")
                _is_enveloped(answer)
                assert answer.code == "BAD_REQUEST", (name, value)


@pytest.mark.parametrize("endpoint", endpoints(), ids=_name)
def test_a_malformed_id_is_an_envelope(endpoint: Endpoint) -> None:
    if not endpoint.path_parameters:
        return
    place = untouched().world
    _is_enveloped(place.api.call(endpoint.method, path_for(endpoint, "123")))
    outcome = Agent(place.mcp_token).call(
        endpoint.name, dict.fromkeys(endpoint.path_parameters, "123")
    )
    assert outcome.code == "VALIDATION_ERROR"
    assert outcome.refusal["details"]["issues"][0]["path"] == endpoint.path_parameters[0]


@pytest.mark.parametrize("endpoint", endpoints(), ids=_name)
def test_another_http_method_is_refused_in_the_envelope(endpoint: Endpoint) -> None:
    answer = untouched().world.api.call("PUT", path_for(endpoint, str(uuid.uuid4())), {})
    _is_enveloped(answer)
    assert answer.status == 405


def _own_id(endpoint: Endpoint, ground: Ground) -> str:
    return str(ground.get(endpoint.operation.resource)["id"]) if endpoint.path_parameters else ""


def _json(value: Any) -> bytes:
    return json.dumps(value).encode()
