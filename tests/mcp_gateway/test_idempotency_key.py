"""The `idempotency_key` argument is the key of REST: used twice, it runs once (K22)."""

import pytest

from tests.agent import NEW, OLD, Agent
from tests.world import World

CREATE = "finance_taxes_create"


@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_key_used_twice_creates_one_record(agent: Agent, place: World, version: str) -> None:
    agent.version = version
    arguments = {"name": "ISS", "idempotency_key": "k1"}
    first, second = agent.call(CREATE, arguments), agent.call(CREATE, arguments)
    assert first.text == second.text
    assert len(place.api.get("taxes").body["data"]) == 1


def test_another_key_is_another_intent(agent: Agent, place: World) -> None:
    agent.call(CREATE, {"name": "ISS", "idempotency_key": "k1"})
    assert agent.call(CREATE, {"name": "ISS", "idempotency_key": "k2"}).code == "CONFLICT"
    assert agent.call(CREATE, {"name": "IRRF", "idempotency_key": "k3"}).value["name"] == "IRRF"


def test_a_key_with_another_body_is_refused(agent: Agent, place: World) -> None:
    agent.call(CREATE, {"name": "ISS", "idempotency_key": "k1"})
    assert agent.call(CREATE, {"name": "IRRF", "idempotency_key": "k1"}).code == "CONFLICT"
    assert len(place.api.get("taxes").body["data"]) == 1


def test_a_refusal_is_replayed_too(agent: Agent, place: World) -> None:
    place.api.made("taxes", {"name": "ISS"})
    arguments = {"name": "ISS", "idempotency_key": "k1"}
    first = agent.call(CREATE, arguments)
    assert first.code == "CONFLICT"
    taxes = place.api.get("taxes").body["data"]
    place.api.delete(f"taxes/{taxes[0]['id']}")
    assert agent.call(CREATE, arguments).text == first.text


def test_a_key_is_the_same_through_rest_and_mcp(agent: Agent, place: World) -> None:
    made = agent.call(CREATE, {"name": "ISS", "idempotency_key": "k1"}).value
    replayed = place.api.post("taxes", {"name": "ISS"}, **{"X-Idempotency-Key": "k1"})
    assert (replayed.status, replayed.body["id"]) == (201, made["id"])
    assert replayed.headers["X-Idempotency-Replayed"] == "true"
    assert replayed.body["created_via"] == "mcp"


@pytest.mark.parametrize("key", ["", "a b", "ção", "x" * 256, "a\x7f"])
def test_a_key_must_be_visible_ascii(agent: Agent, place: World, key: str) -> None:
    refused = agent.call(CREATE, {"name": "ISS", "idempotency_key": key})
    assert refused.code in ("BAD_REQUEST", "VALIDATION_ERROR")
    assert place.api.get("taxes").body["data"] == []


@pytest.mark.parametrize("key", [5, None, ["k"]])
def test_a_key_must_be_text(agent: Agent, place: World, key: object) -> None:
    refused = agent.call(CREATE, {"name": "ISS", "idempotency_key": key})
    assert refused.code == "VALIDATION_ERROR"
    assert place.api.get("taxes").body["data"] == []


def test_a_tool_without_keys_takes_none(agent: Agent) -> None:
    refused = agent.call("finance_taxes_list", {"idempotency_key": "k1"})
    assert refused.code == "VALIDATION_ERROR"


def test_an_http_header_is_no_argument(agent: Agent, place: World) -> None:
    agent.headers = {"X-Idempotency-Key": "k1"}
    assert agent.call(CREATE, {"name": "ISS"}).value["name"] == "ISS"
    assert agent.call(CREATE, {"name": "IRRF"}).value["name"] == "IRRF"
