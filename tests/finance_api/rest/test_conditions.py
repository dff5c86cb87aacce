"""Conditional requests: 304 for what the client has, 412 for what somebody changed since (R70)."""

import datetime as dt
import uuid
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
import time_machine

from tests.finance_api.ledger.books import books
from tests.finance_api.titles.desk import desk
from tests.world import Form, World, world

NOON = dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)


@pytest.fixture
def at() -> World:
    return world()


def tax(**fields: Any) -> dict[str, Any]:
    return {"name": f"Imposto {uuid.uuid4().hex[:8]}", "default_rate": "1.5", **fields}


def test_what_the_client_has_is_not_sent_again(at: World) -> None:
    made = at.api.post("taxes", tax())
    path = f"taxes/{made.body['id']}"
    for where in (path, "taxes", f"{path}?fields=name"):
        first = at.api.get(where)
        again = at.api.get(where, **{"If-None-Match": f'"other", {first.headers["ETag"]}'})
        assert (again.status, again.raw) == (304, b"")
        for name in ("ETag", "Cache-Control", "ratelimit-remaining", "Request-Id"):
            assert name in again.headers
        assert "Content-Type" not in again.headers
    held = at.api.get(path).headers["ETag"]
    assert made.headers["ETag"] == held, "what was created is what is read"
    at.api.patch(path, {"default_rate": "2"})
    changed = at.api.get(path, **{"If-None-Match": held})
    assert (changed.status, changed.body["default_rate"]) == (200, "2")


def test_what_another_row_adds_to_an_answer_counts_as_well() -> None:
    """A balance is derived, and the account's own row does not change with it."""
    at = books("50.00")
    path = f"financial-accounts/{at.account}"
    held = at.api.get(path)
    assert "Last-Modified" not in held.headers, "its own row cannot tell"
    at.entered()
    assert at.api.get(path, **{"If-None-Match": held.headers["ETag"]}).status == 200


def test_a_change_of_what_somebody_else_changed_is_refused_and_changes_nothing(at: World) -> None:
    made = at.api.post("taxes", tax())
    path, held = f"taxes/{made.body['id']}", {"If-Match": made.headers["ETag"]}
    second = at.api.patch(path, {"default_rate": "2"}, **held)
    assert second.status == 200
    for refused in (at.api.patch(path, {"default_rate": "3"}, **held), at.api.delete(path, **held)):
        assert (refused.status, refused.code) == (412, "CONFLICT")
    assert at.api.get(path).body["default_rate"] == "2"
    fresh = {"If-Match": second.headers["ETag"]}
    assert at.api.patch(path, {"default_rate": "3"}, **fresh).status == 200
    assert at.api.patch(path, {"default_rate": "4"}, **{"If-Match": "*"}).status == 200
    assert at.api.patch(path, {"default_rate": "5"}).status == 200, "nobody has to say"
    assert at.api.delete(path, **{"If-Match": at.api.get(path).headers["ETag"]}).status == 204
    assert at.api.patch(path, {"default_rate": "5"}, **{"If-Match": "*"}).status == 404


def test_a_condition_nobody_can_make_out_is_refused(at: World) -> None:
    path = f"taxes/{at.api.made('taxes', tax())['id']}"
    for words in ("", "x", '"', "W/", "\xff", '"a" "b'):
        refused = at.api.patch(path, {"default_rate": "2"}, **{"If-Match": words})
        assert (refused.status, refused.code) == (400, "BAD_REQUEST"), words
    weak = f"W/{at.api.get(path).headers['ETag']}"
    assert at.api.delete(path, **{"If-Match": weak}).status == 412, "a weak one proves nothing"
    assert at.api.get(path, **{"If-Match": '"x"'}).code == "CONFLICT"


def test_a_retry_with_its_key_is_answered_again_though_its_condition_is_old() -> None:
    at = desk("payables")
    made = at.create()
    path = f"payables/{made.body['id']}"
    sent = {"If-Match": made.headers["ETag"], "X-Idempotency-Key": "once"}
    first = at.api.patch(path, {"description": "Novo"}, **sent)
    again = at.api.patch(path, {"description": "Novo"}, **sent)
    assert (first.status, again.status, again.raw) == (200, 200, first.raw)
    assert again.headers["X-Idempotency-Replayed"] == "true"
    stale = at.api.patch(path, {"description": "X"}, **{**sent, "X-Idempotency-Key": "twice"})
    assert stale.status == 412
    fresh = {"If-Match": at.api.get(path).headers["ETag"], "X-Idempotency-Key": "twice"}
    assert at.api.patch(path, {"description": "X"}, **fresh).status == 200, "its key was not used"


def test_dates_serve_where_a_row_alone_can_tell(at: World) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        path = f"taxes/{at.api.made('taxes', tax())['id']}"
        assert "Last-Modified" not in at.api.get(path).headers, "its second is not over"
        clock.shift(dt.timedelta(seconds=1))
        stamp = at.api.get(path).headers["Last-Modified"]
        assert parsedate_to_datetime(stamp) == NOON
        assert at.api.get(path, **{"If-Modified-Since": stamp}).status == 304
        clock.shift(dt.timedelta(minutes=1))
        held = {"If-Unmodified-Since": stamp}
        assert at.api.patch(path, {"default_rate": "2"}, **held).status == 200
        clock.shift(dt.timedelta(minutes=1))
        assert at.api.get(path, **{"If-Modified-Since": stamp}).status == 200
        assert at.api.patch(path, {"default_rate": "3"}, **held).status == 412


def test_a_file_the_client_has_is_not_sent_again(at: World) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        made = at.api.post("attachments", Form("nota.pdf", b"%PDF-1.7 nota")).body
        clock.shift(dt.timedelta(seconds=1))
        path = f"attachments/{made['id']}/download"
        first = at.api.get(path)
        assert first.raw == b"%PDF-1.7 nota"
        held = {"If-None-Match": first.headers["ETag"]}
        since = {"If-Modified-Since": first.headers["Last-Modified"]}
        for again in (at.api.get(path, **held), at.api.get(path, **since)):
            assert (again.status, again.raw) == (304, b"")
            assert again.headers["ETag"] == first.headers["ETag"]
            assert "Content-Length" not in again.headers
        stale = at.api.get(path, **{"If-Match": '"another"'})
        assert (stale.status, stale.code) == (412, "CONFLICT")
