"""The keyset cursor in the cases where DRF's own loses rows, and against those who make up cursors
(R72, R73, R76; domain-rules §4.3)."""

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from finance_api.core.isolation import open_workspaces
from finance_api.rest import catalog
from finance_api.titles.models import PaymentOrder, Title
from tests.positions import cursor_behind
from tests.surface.examples import Ground
from tests.world import Api, World, every_scope, token, world


def _titles(place: World, dates: Sequence[dt.date | None]) -> list[str]:
    """Pending payables with these due dates, or with no payment date where the case needs nulls."""
    ground = Ground(place)
    company, person = ground.get("companies")["id"], ground.get("people")["id"]
    now = timezone.now()
    rows = [
        Title(
            workspace_id=place.workspace.pk,
            direction="payable",
            company_id=company,
            person_id=person,
            description="Título",
            amount=Decimal("1.00"),
            due_date=date or dt.date(2026, 1, 1),
            competence_date=dt.date(2026, 1, 1),
            created_at=now,
            updated_at=now,
            created_via="import",
            updated_via="import",
            created_by_id=place.person.pk,
            updated_by_id=place.person.pk,
        )
        for date in dates
    ]
    with transaction.atomic():
        open_workspaces([place.workspace.pk])
        Title.everywhere.bulk_create(rows)
        PaymentOrder.everywhere.bulk_create(
            PaymentOrder(workspace_id=place.workspace.pk, title=row) for row in rows
        )
    return [str(row.pk) for row in rows]


def _pages(api: Api, query: str) -> Iterator[list[dict[str, Any]]]:
    cursor = ""
    while True:
        answer = api.get(f"payables?{query}{cursor}")
        assert answer.status == 200, answer.body
        yield answer.body["data"]
        if answer.body["meta"]["next_cursor"] is None:
            return
        cursor = f"&cursor={answer.body['meta']['next_cursor']}"


def _ids(api: Api, query: str) -> list[str]:
    return [row["id"] for page in _pages(api, query) for row in page]


@pytest.mark.parametrize("limit", [7, 70, 100])
def test_three_thousand_rows_of_one_date_are_each_reached_once(limit: int) -> None:
    place = world()
    made = _titles(place, [dt.date(2026, 5, 5)] * (3_000 if limit > 50 else 300))
    for sort in ("due_date", "-due_date"):
        found = _ids(place.api, f"fields=id&limit={limit}&sort={sort}")
        assert len(found) == len(made)
        assert set(found) == set(made)


def test_a_page_of_one_row_at_a_time_reaches_every_row() -> None:
    place = world()
    made = _titles(place, [dt.date(2026, 5, 5)] * 15 + [dt.date(2026, 5, 6)] * 15)
    found = _ids(place.api, "fields=due_date&limit=1&sort=due_date")
    assert len(found) == 30
    assert set(found) == set(made)


# Of 20 rows with a value and 40 without: pages that hold both, that end with the last value, and
# that hold all.
@pytest.mark.parametrize("limit", [7, 20, 60])
@pytest.mark.parametrize("sort", ["payment_date", "-payment_date"])
def test_rows_without_a_value_come_last_and_are_all_there(sort: str, limit: int) -> None:
    place = world()
    _titles(place, [None] * 40)
    ground = Ground(place)
    for day in range(1, 21):
        made = ground.fresh("payables")
        paid = {"status": "paid", "payment_date": f"2026-03-{day:02d}"}
        assert place.api.patch(f"payables/{made['id']}", paid).status == 200
    rows = [row for page in _pages(place.api, f"limit={limit}&sort={sort}") for row in page]
    assert len({row["id"] for row in rows}) == 60
    dated = [row["payment_date"] for row in rows[:20]]
    assert dated == sorted(dated, reverse=sort.startswith("-"))
    assert [row["payment_date"] for row in rows[20:]] == [None] * 40


@pytest.mark.parametrize("sort", ["amount", "-amount"])
def test_amounts_are_sorted_as_numbers_from_page_to_page(sort: str) -> None:
    place = world()
    ground = Ground(place)
    # Both ends of the range, a cent apart, and two alike across the edge of a page.
    amounts = ["0.01", "0.02", "9.00", "9.99", "10.00", "10.00", "100.00", "9999999999999.99"]
    for amount in (*amounts[4:], *amounts[:4]):
        place.api.made("payables", {**ground.body("payables"), "amount": amount})
    rows = [row for page in _pages(place.api, f"limit=5&sort={sort}") for row in page]
    assert [row["amount"] for row in rows] == amounts[:: -1 if sort.startswith("-") else 1]


def test_rows_added_and_removed_between_pages_disturb_no_other_row() -> None:
    place = world()
    made = _titles(place, [dt.date(2026, 5, 1) + dt.timedelta(days=day) for day in range(60)])
    pages = _pages(place.api, "fields=id&limit=10&sort=due_date")
    first = next(pages)
    assert place.api.delete(f"payables/{first[3]['id']}").status == 204
    _titles(place, [dt.date(2026, 4, 1)])
    rest = [row["id"] for page in pages for row in page]
    assert [row["id"] for row in first] + rest == made


def test_rows_of_one_instant_are_not_lost_across_a_page_edge() -> None:
    place = world()
    made = _titles(place, [None] * 25)
    found = _ids(
        place.api, "fields=id&limit=10&sort=updated_at&updated_at[gte]=2020-01-01T00:00:00Z"
    )
    assert sorted(found) == sorted(made)


def test_a_cursor_is_good_for_the_very_list_it_came_from() -> None:
    place = world()
    _titles(place, [None] * 3)
    cursor = place.api.get("payables?limit=1").body["meta"]["next_cursor"]
    assert place.api.get(f"payables?limit=2&cursor={cursor}").status == 200
    for query in (
        f"payables?sort=-due_date&cursor={cursor}",
        f"payables?status=pending&cursor={cursor}",
        f"receivables?cursor={cursor}",
        f"payables/ids?cursor={cursor}",
        f"payables?cursor={cursor[:-1]}",
        f"payables?cursor={cursor}x",
        "payables?cursor=",
        f"payables?cursor={uuid.uuid4()}",
    ):
        assert place.api.get(query).code == "BAD_REQUEST", query


def test_a_cursor_with_a_value_of_another_type_is_no_cursor() -> None:
    """Such as one minted before the column that a list is sorted by was changed."""
    place = world()
    payables = catalog.endpoints()["finance_payables_list"]
    for sort, value in (("amount", "1.00"), ("due_date", "soon"), ("created_at", 5)):
        cursor = cursor_behind(place, payables, sort, value, uuid.uuid4())
        refused = place.api.get(f"payables?sort={sort}&cursor={cursor}")
        assert refused.code == "BAD_REQUEST", sort
        assert refused.body["error"]["message"].startswith("The cursor is not valid"), sort


def test_a_cursor_of_another_person_or_workspace_is_no_cursor() -> None:
    mine, theirs = world(), world()
    _titles(theirs, [None] * 3)
    cursor = theirs.api.get("payables?limit=1").body["meta"]["next_cursor"]
    assert mine.api.get(f"payables?limit=1&cursor={cursor}").code == "BAD_REQUEST"
    again = Api(token(theirs.person, theirs.organization, "api", every_scope()))
    assert again.get(f"payables?limit=1&cursor={cursor}").status == 200
