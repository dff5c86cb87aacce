"""Series: installments conserve, months count from the anchor, all or none (K16, R32, R34, R35)."""

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finance_api.core import dates, money
from finance_api.titles import series
from tests.finance_api.titles.desk import Desk, both, desk


def rows(at: Desk, group: str) -> list[dict[str, object]]:
    return at.listed(f"?group_id={group}&limit=100&sort=due_date")


def day(row: dict[str, object], name: str = "due_date") -> str:
    return str(row[name])[:10]


@both
def test_installments_divide_the_amount_and_count_from_the_anchor(path: str) -> None:
    at = desk(path)
    answer = at.create(
        type="installment",
        total_installments=3,
        due_date="2026-01-31",
        competence_date="2025-12-31",
    )
    first = answer.body
    assert answer.headers["Location"] == f"/v1/{path}/{first['id']}"
    found = rows(at, first["group_id"])
    assert found[0]["id"] == first["id"]
    assert [row["amount"] for row in found] == ["33.34", "33.33", "33.33"]
    assert [day(row) for row in found] == ["2026-01-31", "2026-02-28", "2026-03-31"]
    competences = [day(row, "competence_date") for row in found]
    assert competences == ["2025-12-31", "2026-01-31", "2026-02-28"]
    assert [row["installment_number"] for row in found] == [1, 2, 3]
    assert {row["total_installments"] for row in found} == {3}
    assert {row["parcels_amount"] for row in found} == {"100.00"}
    assert {row["type"] for row in found} == {"installment"}


@both
@pytest.mark.parametrize(
    ("period", "count", "second", "last"),
    [
        ("weekly", 52, "2026-02-07", "2027-01-23"),
        ("biweekly", 26, "2026-02-14", "2027-01-16"),
        ("monthly", 12, "2026-02-28", "2026-12-31"),
        ("quarterly", 4, "2026-04-30", "2026-10-31"),
        ("yearly", 2, "2027-01-31", "2027-01-31"),
    ],
)
def test_a_recurrence_repeats_the_full_amount(
    path: str, period: str, count: int, second: str, last: str
) -> None:
    at = desk(path)
    first = at.made(type="recurring", recurrence_period=period, due_date="2026-01-31")
    found = rows(at, first["group_id"])
    assert len(found) == count
    assert found[0]["id"] == first["id"]
    assert {row["amount"] for row in found} == {"100.00"}
    assert day(found[1]) == second
    assert day(found[-1]) == last
    assert {row["installment_number"] for row in found} == {None}


@both
def test_a_parcel_of_nothing_is_refused_and_none_is_made(path: str) -> None:
    at = desk(path)
    answer = at.create(type="installment", total_installments=3, amount="0.02")
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert at.listed() == []
    assert at.create(type="installment", total_installments=2, amount="0.02").status == 201


@both
@pytest.mark.parametrize(
    ("sent", "faulty"),
    [
        ({"type": "installment"}, "total_installments"),
        ({"type": "recurring"}, "recurrence_period"),
        ({"total_installments": 3}, "total_installments"),
        ({"recurrence_period": "monthly"}, "recurrence_period"),
        ({"type": "recurring", "recurrence_period": "daily"}, "recurrence_period"),
        ({"type": "installment", "total_installments": 1}, "total_installments"),
        ({"type": "installment", "total_installments": 361}, "total_installments"),
        ({"type": "installment", "total_installments": "3"}, "total_installments"),
    ],
)
def test_a_series_has_its_measure_and_no_other(
    path: str, sent: dict[str, object], faulty: str
) -> None:
    at = desk(path)
    answer = at.create(**sent)
    assert answer.code == "VALIDATION_ERROR"
    assert list(answer.issues) == [faulty]
    assert at.listed() == []


@both
def test_a_series_past_the_calendar_is_refused(path: str) -> None:
    at = desk(path)
    for sent in (
        {"type": "installment", "total_installments": 3},
        {"type": "recurring", "recurrence_period": "weekly"},
    ):
        assert at.create(due_date="9999-12-01", **sent).code == "UNPROCESSABLE_ENTITY"
    assert at.listed() == []


@both
def test_the_split_adds_up_in_each_parcel_and_over_the_series(path: str) -> None:
    at = desk(path)
    first, second = at.center("Loja 1"), at.center("Loja 2")
    made = at.made(
        type="installment",
        total_installments=7,
        amount="100.00",
        classification_centers=[
            {"classification_center_id": first, "percentage": 33.3333},
            {"classification_center_id": second, "amount": "66.67"},
        ],
    )
    sums = {first: Decimal(0), second: Decimal(0)}
    for row in rows(at, made["group_id"]):
        parts = at.get(str(row["id"]))["classification_center_allocations"]
        assert sum(Decimal(part["amount"]) for part in parts) == Decimal(str(row["amount"]))
        for part in parts:
            sums[part["classification_center_id"]] += Decimal(part["amount"])
    assert sums == {first: Decimal("33.33"), second: Decimal("66.67")}


@both
def test_taxes_go_with_the_first_record_only(path: str) -> None:
    at = desk(path)
    tax = at.api.made("taxes", {"name": "ISS"})["id"]
    made = at.made(
        type="installment",
        total_installments=3,
        tax_charges=[{"tax_id": tax, "amount": "5.00"}],
    )
    assert [row["tax_charges_count"] for row in rows(at, made["group_id"])] == [1, 0, 0]


def test_what_belongs_to_one_bill_goes_with_the_first_record_only() -> None:
    at = desk("payables")
    made = at.made(
        type="recurring", recurrence_period="yearly", barcode="8365", pix_key="a@b.com.br"
    )
    one, two = (at.get(str(row["id"])) for row in rows(at, made["group_id"]))
    assert (one["barcode"], one["pix_key"]) == ("8365", "a@b.com.br")
    assert (two["barcode"], two["pix_key"]) == (None, "a@b.com.br")


@both
def test_editing_settling_or_deleting_one_parcel_leaves_the_others(path: str) -> None:
    at = desk(path)
    made = at.made(type="installment", total_installments=3)
    before = rows(at, made["group_id"])
    at.patched(made["id"], amount="40.00", description="Entrada")
    assert at.settle(made["id"]).status == 200
    assert at.api.delete(f"{path}/{made['id']}").status == 204
    assert rows(at, made["group_id"]) == before[1:]


@both
def test_the_kind_of_a_series_is_fixed_once_created(path: str) -> None:
    at = desk(path)
    made = at.made(type="installment", total_installments=3)
    for sent in (
        {"type": "normal"},
        {"type": "recurring", "recurrence_period": "monthly"},
        {"total_installments": 4},
    ):
        assert at.patch(made["id"], **sent).code == "UNPROCESSABLE_ENTITY"
    assert at.patched(made["id"], type="installment", total_installments=3) == made


@settings(deadline=None, max_examples=60)
@given(
    cents=st.integers(60, 10**9),
    count=st.integers(2, 60),
    weights=st.lists(st.integers(0, 1000), min_size=1, max_size=6).filter(any),
)
def test_any_whole_any_split_and_any_number_of_parcels_add_up(
    cents: int, count: int, weights: list[int]
) -> None:
    total = cents * money.CENT
    whole = money.divide(total, [Decimal(weight) for weight in weights])
    plan = series.occurrences(
        type="installment",
        amount=total,
        due_date=dates.parse("2026-01-31"),
        competence_date=dates.parse("2026-01-31"),
        amounts=whole,
        recurrence_period=None,
        total_installments=count,
    )
    parcels = [occurrence.values["amount"] for occurrence in plan]
    assert sum(parcels) == total
    assert max(parcels) - min(parcels) <= money.CENT
    assert all(sum(each.amounts) == each.values["amount"] for each in plan)
    assert [sum(column) for column in zip(*(each.amounts for each in plan), strict=True)] == whole
