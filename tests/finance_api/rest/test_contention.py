"""A call that loses against another transaction is run once more, body and all (R71)."""

from typing import Any
from unittest import mock

import psycopg
import pytest
from django.db import OperationalError

from finance_api.core import records
from tests.world import Answer, World, world


def _losing(times: int) -> Any:
    """`records.create`, which loses a deadlock that often before it works."""
    create, left = records.create, [times]

    def run(*args: Any, **kwargs: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise OperationalError("deadlock detected") from psycopg.errors.DeadlockDetected()
        return create(*args, **kwargs)

    return mock.patch("finance_api.core.records.create", run)


def _created(place: World, content_type: str) -> Answer:
    client, token = place.api.client, place.api.token
    response = client.generic(
        "POST",
        "/v1/taxes",
        b'{"name": "ISS"}',
        content_type=content_type,
        headers={"Authorization": f"Bearer {token}"},
    )
    return Answer(response.status_code, response.json(), response.headers, response.content)


@pytest.mark.parametrize(
    "content_type", ["application/json", "application/json; charset=utf-8", "Application/JSON"]
)
def test_a_deadlock_is_tried_once_more_whatever_the_content_types_spelling(
    content_type: str,
) -> None:
    place = world()
    with _losing(1):
        answer = _created(place, content_type)
    assert (answer.status, answer.body["name"]) == (201, "ISS")
    assert len(place.api.get("taxes").body["data"]) == 1


def test_a_second_deadlock_is_a_conflict_with_a_time_to_wait() -> None:
    place = world()
    with _losing(2):
        answer = _created(place, "application/json")
    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert answer.headers["Retry-After"] == "1"
    assert place.api.get("taxes").body["data"] == []
