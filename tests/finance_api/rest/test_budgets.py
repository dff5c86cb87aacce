"""What a person may ask in an hour: counted through every door, refused when spent, and looser but
never in the way when Redis is gone (K31, R79)."""

import datetime as dt
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import time_machine

from tests.agent import Agent
from tests.live import serving
from tests.redis import redis_server
from tests.world import Api, World, token, world

HEADERS = ("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset")


@pytest.fixture
def small(settings: Any) -> None:
    settings.READS_PER_HOUR = 3
    settings.WRITES_PER_HOUR = 2


@pytest.fixture
def at(small: None) -> World:
    return world()


def tax() -> dict[str, Any]:
    return {"name": f"Imposto {uuid.uuid4().hex[:8]}", "default_rate": "1.5"}


def test_every_answer_says_what_is_left_and_the_next_one_is_refused(at: World) -> None:
    for left in ("2", "1", "0"):
        answer = at.api.get("categories")
        assert (answer.status, answer.headers["ratelimit-remaining"]) == (200, left)
        assert answer.headers["ratelimit-limit"] == "3"
        assert 1 <= int(answer.headers["ratelimit-reset"]) <= 3600
        assert "Retry-After" not in answer.headers
    refused = at.api.get("categories")
    assert (refused.status, refused.code) == (429, "RATE_LIMITED")
    wait = refused.headers["Retry-After"]
    assert 3590 <= int(wait) <= 3600
    assert refused.headers["ratelimit-reset"] == wait
    assert refused.headers["ratelimit-remaining"] == "0"
    assert refused.body["error"]["details"] == {"retry_after": int(wait)}
    assert wait in refused.body["error"]["message"]


def test_refusals_say_what_is_left_as_well(at: World) -> None:
    for answer in (at.api.get("people/nobody?x=1"), at.api.get(f"people/{uuid.uuid4()}")):
        assert answer.status == 404
    assert all(name in answer.headers for name in HEADERS)
    poor = Api(token(at.person, at.organization, scopes=["finance.banks"]))
    refused = poor.get("categories")
    assert (refused.status, refused.headers["ratelimit-remaining"]) == (403, "1")


def test_writes_have_a_budget_of_their_own(at: World) -> None:
    for _ in range(3):
        at.api.get("categories")
    assert at.api.get("categories").status == 429
    assert [at.api.post("taxes", tax()).status for _ in range(3)] == [201, 201, 429]


def test_the_window_slides_k31(at: World) -> None:
    start = dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)
    with time_machine.travel(start, tick=False) as clock:
        assert at.api.get("categories").status == 200
        clock.shift(dt.timedelta(minutes=30))
        assert [at.api.get("categories").status for _ in range(3)] == [200, 200, 429]
        clock.shift(dt.timedelta(minutes=30, seconds=1))
        assert [at.api.get("categories").status for _ in range(2)] == [200, 429]
        assert at.api.get("categories").headers["Retry-After"] == "1799"


def test_a_refused_call_uses_no_key_and_changes_nothing_r79(at: World) -> None:
    start = dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)
    body, key = tax(), {"X-Idempotency-Key": "the-third"}
    with time_machine.travel(start, tick=False) as clock:
        for _ in range(2):
            assert at.api.post("taxes", tax()).status == 201
        assert at.api.post("taxes", body, **key).status == 429
        clock.shift(dt.timedelta(hours=1, seconds=1))
        first = at.api.post("taxes", body, **key)
        assert (first.status, "X-Idempotency-Replayed" in first.headers) == (201, False)
        again = at.api.post("taxes", body, **key)
        assert (again.status, again.headers["X-Idempotency-Replayed"]) == (201, "true")
        assert again.headers["ratelimit-remaining"] == "0", "an answer given again costs a write"


def test_rest_and_mcp_spend_the_same_budget(at: World) -> None:
    agent = Agent(at.mcp_token)
    assert at.api.get("categories").status == 200
    assert "data" in agent.call("finance_categories_list").value
    assert at.api.get("categories").headers["ratelimit-remaining"] == "0"
    refused = agent.call("finance_categories_list")
    assert refused.code == "RATE_LIMITED"
    wait = refused.refusal["details"]["retry_after"]
    assert 3590 <= wait <= 3600
    assert f"Wait {wait} seconds" in refused.refusal["message"]


def test_the_budget_is_the_persons_not_the_tokens_and_nobody_elses(at: World) -> None:
    other = Api(token(at.person, at.organization, scopes=["finance.categories"]))
    assert [each.get("categories").status for each in (at.api, other, at.api, other)] == [
        200,
        200,
        200,
        429,
    ]
    assert world().api.get("categories").status == 200


def test_a_token_has_so_many_messages_a_minute_p_order(settings: Any) -> None:
    settings.MCP_PER_MINUTE = 2
    agent = Agent(world().mcp_token)
    assert [agent.send("tools/list").status for _ in range(2)] == [200, 200]
    refused = agent.post(
        b"not even JSON", content_type="text/plain", Authorization=f"Bearer {agent.token}"
    )
    assert (refused.status, refused.code) == (429, "RATE_LIMITED")
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    assert agent.post(b"x", Authorization="Bearer kfp_wrong").status == 401


def test_two_servers_with_redis_count_together_and_exactly(
    tmp_path: Path, django_db_setup: None
) -> None:
    at = world()
    with redis_server(tmp_path) as redis:
        environment = {"REDIS_URL": redis.url, "READS_PER_HOUR": "9"}
        one, two = tmp_path / "one", tmp_path / "two"
        one.mkdir()
        two.mkdir()
        with serving(one, **environment) as first, serving(two, **environment) as second:
            callers = [Api(at.api.token, client=each.client) for each in (first, second)] * 15
            with ThreadPoolExecutor(10) as threads:
                found = list(threads.map(lambda each: each.get("banks?limit=1").status, callers))
    assert (found.count(200), found.count(429)) == (9, 21)


def test_a_redis_that_goes_away_loosens_the_budget_and_nothing_else(tmp_path: Path) -> None:
    at = world()
    with redis_server(tmp_path) as redis:
        environment = {"REDIS_URL": redis.url, "READS_PER_HOUR": "40", "WEB_CONCURRENCY": "1"}
        with serving(tmp_path, **environment) as server:
            api = Api(at.api.token, client=server.client)
            assert api.get("banks?limit=1").headers["ratelimit-remaining"] == "39"
            redis.stop()
            answers = [api.get("banks?limit=1") for _ in range(5)]
            assert [each.status for each in answers] == [200] * 5
            assert answers[-1].headers["ratelimit-remaining"] == "35", "the process's own count"
            assert api.post("taxes", tax()).status == 201
            lines = server.entries("finance_api.rest.budgets")
            assert [line["levelname"] for line in lines] == ["WARNING"]
