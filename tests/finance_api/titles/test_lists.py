"""Lists, ids and totals: exact filters, one statement, nothing gated (rest-api §1.6, R14, R20)."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from django.db import connections
from django.test.utils import CaptureQueriesContext

from tests.finance_api.titles.desk import Desk, both, charged, desk


def found(at: Desk, query: str) -> list[str]:
    return [row["id"] for row in at.listed(query)]


@both
def test_each_filter_finds_exactly_its_rows(path: str) -> None:
    at = desk(path)
    elsewhere = desk(path, at.books.world)
    center = at.center("Loja 1")
    other = elsewhere.made(due_date="2026-04-01", competence_date="2026-04-02", amount="7.00")
    mine = at.made(
        category_id=at.category,
        classification_center_id=center,
        payment_method_kind="pix",
        document_number="NF-1",
        ir_relevant=False,
        type="installment",
        total_installments=2,
        amount="20.00",
        financial_account_id=at.books.account,
    )
    second = next(row["id"] for row in at.listed() if row["id"] not in (mine["id"], other["id"]))
    settled = at.settle(mine["id"], payment_date="2026-03-09").body
    both_parcels, only_first = sorted([mine["id"], second]), [mine["id"]]
    expected = {
        f"company_id={at.books.company}": both_parcels,
        f"company_id[in]={at.books.company},{elsewhere.books.company}": sorted(
            [mine["id"], second, other["id"]]
        ),
        f"status={at.settled}": only_first,
        "status=pending": sorted([second, other["id"]]),
        f"status[in]={at.settled},cancelled": only_first,
        "type=installment": both_parcels,
        "type[in]=normal,recurring": [other["id"]],
        f"person_id={at.person}": both_parcels,
        f"category_id={at.category}": both_parcels,
        f"classification_center_id={center}": both_parcels,
        f"financial_account_id={at.books.account}": both_parcels,
        "payment_method_kind=pix": both_parcels,
        "payment_method_kind[in]=ted,cash": [],
        "due_date=2026-03-10": only_first,
        "due_date[gte]=2026-04-01&due_date[lte]=2026-04-01": [other["id"]],
        "due_date[gt]=2026-04-01": [second],
        "due_date[lt]=2026-04-01": only_first,
        "payment_date[gte]=2026-03-09": only_first,
        "competence_date[gte]=2026-04-02&competence_date[lt]=2026-04-03": [other["id"]],
        "amount=10.00": both_parcels,
        "amount[lt]=10.00": [other["id"]],
        f"updated_at[gte]={settled['updated_at'][:-1]}999Z": [],
        "document_number=NF-1": both_parcels,
        "document_number[in]=NF-2,NF-1": both_parcels,
        "ir_relevant=false": both_parcels,
        "ir_relevant=true": [],
        f"group_id={mine['group_id']}": both_parcels,
    }
    for query, ids in expected.items():
        assert sorted(found(at, f"?{query}")) == ids, query


@both
def test_what_is_not_declared_is_refused(path: str) -> None:
    at = desk(path)
    for query in (
        "statuss=pending",
        "status=settled",
        "status=overdue",
        "status=draft",
        "amount=banana",
        "due_date[in]=2026-01-01",
        "group_id[in]=x",
        "search=x",
        "sort=description",
        "fields=secret",
        "limit=101",
    ):
        assert at.api.get(f"{path}?{query}").code == "BAD_REQUEST", query
    assert at.api.get(f"{path}/ids?status=pending").code == "BAD_REQUEST"


def test_each_side_has_filters_the_other_does_not() -> None:
    payables, receivables = desk("payables"), desk("receivables")
    assert payables.listed("?payment_approval=creation_approved") == []
    assert receivables.api.get("receivables?payment_approval=approving").code == "BAD_REQUEST"
    assert payables.api.get("payables?kobana_status=paid").code == "BAD_REQUEST"
    made = receivables.made()
    charged(receivables, made["id"], "opened", "confirmed")
    for query in (
        "kobana_charge_kind=pix",
        "kobana_charge_kind[in]=pix,bank_billet",
        "kobana_status=opened",
        "kobana_registration_status[in]=confirmed",
    ):
        assert found(receivables, f"?{query}") == [made["id"]]
    assert found(receivables, "?kobana_status=paid") == []


@both
def test_every_sort_pages_through_each_row_once(path: str) -> None:
    at = desk(path)
    at.made(type="installment", total_installments=5)
    some = at.listed()
    for row in some[:2]:
        at.settle(row["id"])
    ids = sorted(row["id"] for row in some)
    for sort in (
        "due_date",
        "payment_date",
        "competence_date",
        "created_at",
        "updated_at",
        "amount",
    ):
        for sign in ("", "-"):
            seen: list[str] = []
            cursor = ""
            while True:
                answer = at.api.get(f"{path}?sort={sign}{sort}&limit=2{cursor}").body
                seen += [row["id"] for row in answer["data"]]
                if answer["meta"]["next_cursor"] is None:
                    break
                cursor = f"&cursor={answer['meta']['next_cursor']}"
            assert sorted(seen) == ids, sort


@both
def test_a_list_is_one_statement_and_a_detail_three(path: str) -> None:
    at = desk(path)
    tax = at.api.made("taxes", {"name": "ISS"})["id"]
    first, second = at.center("Loja 1"), at.center("Loja 2")
    made = at.made(
        category_id=at.category,
        type="installment",
        total_installments=12,
        tax_charges=[{"tax_id": tax, "amount": "1.00"}],
        classification_centers=[
            {"classification_center_id": first, "percentage": 50},
            {"classification_center_id": second, "percentage": 50},
        ],
    )

    def titles_read(query: str) -> int:
        with CaptureQueriesContext(connections["default"]) as captured:
            assert at.api.get(query).status == 200
        tables = ("title", "taxcharge", "allocation", "reconciliation")
        return sum(
            any(f"finance_api_{table}" in each["sql"] for table in tables)
            for each in captured.captured_queries
        )

    assert titles_read(f"{path}?limit=2") == titles_read(f"{path}?limit=12") == 1
    assert titles_read(f"{path}/aggregates") == 1
    assert titles_read(f"{path}/ids") == 1
    assert titles_read(f"{path}/{made['id']}") == 3
    assert titles_read(f"{path}/{made['id']}?fields=reconciliation,attachments_count") == 1


@both
def test_totals_add_up_by_status_and_due_date(path: str) -> None:
    at = desk(path)
    elsewhere = desk(path, at.books.world)
    elsewhere.made(amount="1000.00", due_date="2026-04-01")
    at.settle(at.made(amount="10.00", due_date="2026-03-01")["id"], interest_amount="5.00")
    at.made(amount="0.10", due_date="2026-03-31")
    at.made(amount="0.20", due_date="2026-04-01")
    at.patched(at.made(amount="77.00", due_date="2026-03-05")["id"], status="cancelled")

    def totals(query: str) -> list[Any]:
        body = at.api.get(f"{path}/aggregates{query}").body
        return [body[name] for name in ("count", "total", "pending", at.settled, "overdue_count")]

    with time_machine.travel(dt.datetime(2026, 4, 1, 12, tzinfo=dt.UTC), tick=False):
        assert totals("") == [5, "1010.30", "1000.30", "10.00", 1]
        assert totals(f"?company_id={at.books.company}") == [4, "10.30", "0.30", "10.00", 1]
        assert totals("?month=3&year=2026") == [3, "10.10", "0.10", "10.00", 1]
        assert totals("?start_date=2026-03-31&end_date=2026-04-01") == [
            3,
            "1000.30",
            "1000.30",
            "0.00",
            1,
        ]
        assert totals("?month=1&year=2020") == [0, "0.00", "0.00", "0.00", 0]
    for query in ("?month=3", "?start_date=2026-01-01", "?status=pending", "?fields=count"):
        assert at.api.get(f"{path}/aggregates{query}").code == "BAD_REQUEST"


@both
@pytest.mark.parametrize(("hour", "overdue"), [(1, 0), (3, 1)])
def test_overdue_is_judged_by_the_day_in_sao_paulo(path: str, hour: int, overdue: int) -> None:
    at = desk(path)
    at.made(due_date="2026-11-30")
    with time_machine.travel(dt.datetime(2026, 12, 1, hour, tzinfo=dt.UTC), tick=False):
        assert at.api.get(f"{path}/aggregates").body["overdue_count"] == overdue


@both
def test_ids_are_all_of_them_in_ascending_order(path: str) -> None:
    at = desk(path)
    at.made(type="installment", total_installments=3)
    ids = at.api.get(f"{path}/ids").body["data"]
    assert ids == sorted(row["id"] for row in at.listed())
    first = at.api.get(f"{path}/ids?limit=2").body
    rest = at.api.get(f"{path}/ids?limit=2&cursor={first['meta']['next_cursor']}").body
    assert first["data"] + rest["data"] == ids
