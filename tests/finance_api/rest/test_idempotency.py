"""One key, one effect: replayed, refused, raced, expired, never somebody else's (K22, R60–R69)."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest
import time_machine
from django.db import connections, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.identity.models import Membership
from finance_api.rest.models import IdempotencyRecord
from tests.world import (
    Answer,
    Api,
    World,
    every_scope,
    grant,
    member,
    person,
    token,
    workspace,
    world,
)

KEY = {"X-Idempotency-Key": "b7c0f3d2"}


def _count(place: World) -> int:
    return len(place.api.get("taxes?limit=100").body["data"])


def test_the_first_answer_is_given_again_and_says_so_r60_r67() -> None:
    place = world()
    first, *others = [place.api.post("taxes", {"name": "ISS"}, **KEY) for _ in range(3)]
    assert first.status == 201
    assert "X-Idempotency-Replayed" not in first.headers
    for other in others:
        assert (other.status, other.raw) == (201, first.raw)
        assert other.headers["X-Idempotency-Replayed"] == "true"
        assert other.headers["Location"] == first.headers["Location"]
    assert _count(place) == 1


def test_the_header_of_the_standard_is_an_alias() -> None:
    place = world()
    place.api.post("taxes", {"name": "ISS"}, **KEY)
    again = place.api.post(
        "taxes", {"name": "ISS"}, **{"Idempotency-Key": KEY["X-Idempotency-Key"]}
    )
    assert again.headers["X-Idempotency-Replayed"] == "true"


def test_members_in_another_order_are_the_same_body_and_another_value_is_not_r62() -> None:
    place = world()
    place.api.post("taxes", {"name": "ISS", "active": True}, **KEY)
    same = place.api.call("POST", "taxes", raw=b'{"active": true, "name": "ISS"}', **KEY)
    assert same.headers["X-Idempotency-Replayed"] == "true"
    other = place.api.post("taxes", {"name": "ISS", "active": False}, **KEY)
    assert (other.status, other.code) == (409, "CONFLICT")
    assert _count(place) == 1


def test_a_key_belongs_to_person_organization_workspace_and_path_r61() -> None:
    mine, theirs = world(), world()
    assert mine.api.post("taxes", {"name": "ISS"}, **KEY).status == 201
    foreign = theirs.api.post("taxes", {"name": "ISS"}, **KEY)
    assert foreign.status == 201
    assert "X-Idempotency-Replayed" not in foreign.headers
    colleague = person()
    member(colleague, mine.organization, workspaces=[mine.workspace])
    api = Api(token(colleague, mine.organization, "api", every_scope()))
    assert api.post("taxes", {"name": "IRRF"}, **KEY).status == 201
    elsewhere = workspace(mine.organization)
    grant(mine.membership, elsewhere)
    there = {"X-Workspace-Id": str(elsewhere.pk)}
    assert mine.api.post("taxes", {"name": "ISS"}, **KEY, **there).status == 201


def test_a_deterministic_refusal_is_given_again_and_a_transient_one_is_not_r65() -> None:
    place = world()
    refused = place.api.post("taxes", {}, **KEY)
    again = place.api.post("taxes", {}, **KEY)
    assert (refused.status, again.raw) == (422, refused.raw)
    assert again.headers["X-Idempotency-Replayed"] == "true"
    other = {"X-Idempotency-Key": "other"}
    with mock.patch("finance_api.core.records.log", side_effect=RuntimeError("power cut")):
        assert place.api.post("taxes", {"name": "ISS"}, **other).status == 500
    assert _count(place) == 0
    assert place.api.post("taxes", {"name": "ISS"}, **other).status == 201


def test_a_replay_asks_again_who_may_r68() -> None:
    place = world()
    assert place.api.post("taxes", {"name": "ISS"}, **KEY).status == 201
    Membership.objects.filter(pk=place.membership.pk).update(active=False)
    assert place.api.post("taxes", {"name": "ISS"}, **KEY).code == "membership_inactive"


def test_a_record_keeps_no_body_that_was_sent_r68() -> None:
    place = world()
    place.api.post("taxes", {"name": "ISS", "unknown": "segredo"}, **KEY)
    with transaction.atomic():
        open_workspaces([place.workspace.pk])
        (record,) = IdempotencyRecord.objects.within(_At(place))
    assert "segredo" not in record.body
    assert len(bytes(record.fingerprint)) == 32


class _At:
    def __init__(self, place: World) -> None:
        self.workspace_id = place.workspace.pk


@pytest.mark.parametrize("key", ["", " ", "x" * 256, "com espaço", "tab\there", "açaí"])
def test_a_key_is_visible_ascii_r66(key: str) -> None:
    place = world()
    answer = place.api.post("taxes", {"name": "ISS"}, **{"X-Idempotency-Key": key})
    assert (answer.status, answer.code) == (400, "BAD_REQUEST")
    assert _count(place) == 0


def test_two_different_keys_in_one_request_are_refused() -> None:
    place = world()
    answer = place.api.post("taxes", {"name": "ISS"}, **KEY, **{"Idempotency-Key": "other"})
    assert answer.code == "BAD_REQUEST"


def test_after_a_day_a_key_is_new() -> None:
    place = world()
    assert place.api.post("taxes", {"name": "ISS"}, **KEY).status == 201
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(hours=23, minutes=59)):
        assert place.api.post("taxes", {"name": "ISS"}, **KEY).status == 201
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(hours=24, minutes=1)):
        assert place.api.post("taxes", {"name": "ISS"}, **KEY).status == 409


def test_twenty_at_once_make_one_row_r63() -> None:
    place = world()

    def create(_: int) -> Answer:
        try:
            return Api(place.api.token).post("taxes", {"name": "ISS"}, **KEY)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(create, range(20)))
    created = [answer for answer in answers if answer.status == 201]
    assert created
    assert len({answer.raw for answer in created}) == 1
    for answer in answers:
        assert answer.status in (201, 409)
        if answer.status == 409:
            assert answer.headers["Retry-After"] == "1"
    assert _count(place) == 1
