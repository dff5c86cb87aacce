"""What lies in a closed period stays as it is, whoever asks through whichever door: every noun that
is dated, and whatever else would change one (K14, R85, R86)."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest
from django.apps import apps

from tests.books.caller import Caller, both_programs, closed
from tests.finance_api.titles.bank import counter
from tests.surface.examples import Ground, known, path_of
from tests.world import world


@dataclass(frozen=True)
class Dated:
    """A noun with a date that places it in a period (R86)."""

    resource: str
    date: str
    others: dict[str, Any] = field(default_factory=dict)


DATED_NOUNS = {
    "title": [
        Dated("payables", "competence_date", {"due_date": "2026-01-10"}),
        Dated("receivables", "competence_date", {"due_date": "2026-01-10"}),
    ],
    "transaction": [Dated("transactions", "occurred_at", {"competence_date": "2026-01-10"})],
}
_IN, _OUT, _THROUGH = "2026-03-31", "2026-04-01", dt.date(2026, 3, 31)
_FOR_EVER = dt.date(2199, 12, 31)
_NOUNS = [noun for nouns in DATED_NOUNS.values() for noun in nouns]


def test_every_model_that_is_dated_is_walked() -> None:
    models = apps.get_app_config("finance_api").get_models()
    dated = {model._meta.model_name: getattr(model, "period_fields", ()) for model in models}
    walked = {name: (nouns[0].date,) for name, nouns in DATED_NOUNS.items()}
    assert {name: fields for name, fields in dated.items() if fields} == walked


@both_programs
@pytest.mark.parametrize("noun", _NOUNS, ids=lambda noun: noun.resource)
def test_nothing_moves_into_a_closed_period_nor_out_of_it(channel: str, noun: Dated) -> None:
    caller = Caller(channel, world())
    ground = Ground(caller.of)
    inside, outside = (
        _made(ground, noun.resource, {**noun.others, noun.date: day}) for day in (_IN, _OUT)
    )

    def update(id: str, **body: Any) -> Callable[[], Any]:
        return lambda: caller.does("update", noun.resource, id, body)

    body = {**ground.body(noun.resource), **noun.others, noun.date: _IN}
    caller.is_closed(lambda: caller.does("create", noun.resource, body=body), _THROUGH)
    caller.is_closed(update(outside, **{noun.date: _IN}), _THROUGH)
    caller.is_closed(update(inside, **{noun.date: _OUT}), _THROUGH)
    caller.is_closed(update(inside, notes="x"), _THROUGH)
    caller.is_closed(update(inside, person_name="Alguém novo"), _THROUGH)
    caller.is_closed(lambda: caller.does("delete", noun.resource, inside), _THROUGH)
    with closed(caller.of, _THROUGH):
        # Other dates of it do not count, and its own one day later does.
        assert update(outside, **noun.others, notes="x")() is None
        assert caller.does("delete", noun.resource, outside) is None
    with closed(caller.of, _THROUGH - dt.timedelta(1)):
        assert update(inside, **{noun.date: _OUT})() is None


def _made(ground: Ground, resource: str, changes: dict[str, Any]) -> str:
    body = {**ground.body(resource), **changes}
    return str(known(ground.world.api.made(path_of(resource), body))["id"])


@both_programs
@pytest.mark.parametrize("resource", ["payables", "receivables"])
def test_a_payment_date_moves_neither_into_a_closed_period_nor_out_of_it(
    channel: str, resource: str
) -> None:
    caller = Caller(channel, world())
    ground, word = Ground(caller.of), "paid" if resource == "payables" else "received"
    inside, outside, pending = (_made(ground, resource, {"due_date": "2026-05-10"}) for _ in "123")

    def update(id: str, **body: Any) -> Callable[[], Any]:
        return lambda: caller.does("update", resource, id, body)

    for id, day in ((inside, _IN), (outside, _OUT)):
        assert update(id, status=word, payment_date=day)() is None
    caller.is_closed(update(outside, payment_date=_IN), _THROUGH)
    caller.is_closed(update(inside, payment_date=_OUT), _THROUGH)
    caller.is_closed(update(inside, status="pending"), _THROUGH)
    caller.is_closed(update(inside, discount_amount="1.00"), _THROUGH)
    caller.is_closed(lambda: caller.does("delete", resource, inside), _THROUGH)
    caller.is_closed(update(pending, status=word, payment_date=_IN), _THROUGH)
    with closed(caller.of, _THROUGH):
        assert update(inside, notes="accrued in an open month")() is None
        assert update(outside, status="pending")() is None


@both_programs
@pytest.mark.parametrize("resource", ["payables", "receivables"])
@pytest.mark.parametrize(
    "series",
    [
        {"type": "installment", "total_installments": 3},
        {"type": "recurring", "recurrence_period": "yearly"},
    ],
    ids=lambda series: str(series["type"]),
)
def test_a_series_with_one_foot_in_a_closed_period_is_refused_whole(
    channel: str, resource: str, series: dict[str, Any]
) -> None:
    """Whatever it would have made on the way is not left behind either."""
    caller = Caller(channel, world())
    ground = Ground(caller.of)
    body = ground.body(resource) | {"due_date": _IN, "category_name": "Nova", **series}
    caller.is_closed(lambda: caller.does("create", resource, body=body), _THROUGH)
    with closed(caller.of, _THROUGH):
        assert caller.does("create", resource, body=body | {"due_date": _OUT}) is None


@both_programs
def test_a_category_of_closed_records_stays(channel: str) -> None:
    """Deleting it would empty a column of theirs."""
    caller = Caller(channel, world())
    ground = Ground(caller.of)
    for resource, date in (("payables", "due_date"), ("transactions", "occurred_at")):
        category = ground.fresh("categories")["id"]
        _made(ground, resource, {"category_id": category, date: _IN})
        act = partial(caller.does, "delete", "categories", category)
        caller.is_closed(act, _THROUGH)
        with closed(caller.of, _THROUGH - dt.timedelta(1)):
            assert act() is None


@both_programs
def test_rules_classify_nothing_in_a_closed_period(channel: str) -> None:
    """A rule sets no date, so it neither opens nor closes what somebody enters."""
    caller = Caller(channel, world())
    ground = Ground(caller.of)
    center = ground.get("classification_centers")["id"]
    for scope, resource, date in (
        ("billings", "payables", "due_date"),
        ("transactions", "transactions", "occurred_at"),
    ):
        rule = {
            "company_id": ground.get("companies")["id"],
            "scope": scope,
            "description_contains": "",
            "set_classification_center_id": center,
        }
        with closed(caller.of, _FOR_EVER):
            assert caller.does("create", "automatic_rules", body=rule) is None
        body = {**ground.body(resource), date: _IN}
        caller.is_closed(partial(caller.does, "create", resource, body=body), _THROUGH)
        with closed(caller.of, _THROUGH):
            assert caller.does("create", resource, body={**body, date: _OUT}) is None
        row = caller.of.api.get(f"{path_of(resource)}?limit=1").body["data"][0]
        assert row["classification_center_id"] == center


@pytest.mark.parametrize("path", ["payables", "receivables"])
def test_what_the_bank_pays_on_a_closed_day_waits_for_the_day_to_open(path: str) -> None:
    at = counter(path)
    of = at.desk.books.world
    id = at.payable() if path == "payables" else at.receivable()
    with closed(of, _FOR_EVER):
        at.send(id) if path == "payables" else at.charge(id)
        for _ in range(3):
            at.step()
        stored = at.get(id)
        assert (stored["status"], stored["payment_date"]) == ("pending", None)
        assert at.desk.books.balance() == "0.00"
    at.hear()
    assert at.get(id)["status"] == at.desk.settled
    assert at.desk.books.balance() == at.desk.signed("100.00")
