"""Allocations add up: what is stored is exactly the whole, whatever was asked for (K17, R8,
R28)."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance_api.classification.allocation import Part, apportion, check_company, check_polarity
from finance_api.classification.models import Center
from finance_api.core.errors import Unprocessable, ValidationFailed
from finance_api.core.money import CENT


def part(percentage: str | None = None, amount: str | None = None) -> Part:
    return Part(
        Center(type="cost"),
        None if percentage is None else Decimal(percentage),
        None if amount is None else Decimal(amount),
    )


def amounts(total: str, *parts: Part) -> list[str]:
    return [str(amount) for amount in apportion(Decimal(total), parts)]


@pytest.mark.parametrize(
    ("total", "parts", "expected"),
    [
        ("1000.00", [part("70"), part("30")], ["700.00", "300.00"]),
        ("20.51", [part("50"), part("50")], ["10.26", "10.25"]),
        ("0.01", [part("95"), part("5")], ["0.01", "0.00"]),
        ("100.00", [part("33.33"), part("33.33"), part("33.33")], ["33.34", "33.33", "33.33"]),
        ("100.00", [part(amount="33.33")] * 1 + [part(amount="66.66")], ["33.33", "66.67"]),
        ("100.00", [part(amount="33.34"), part(amount="66.67")], ["33.34", "66.66"]),
        ("100.00", [part(amount="40.00"), part("30"), part("30")], ["40.00", "30.00", "30.00"]),
        ("100.01", [part(amount="40.00"), part("30"), part("30")], ["40.00", "30.01", "30.00"]),
        ("100.00", [part("70", "70.00"), part("30", "30.00")], ["70.00", "30.00"]),
        ("0.01", [part("95", "0.01"), part("5", "0.00")], ["0.01", "0.00"]),
        ("0.01", [part("95", "0.02"), part("5", "0.00")], ["0.01", "0.00"]),
        ("100.00", [], []),
    ],
)
def test_parts_become_amounts_that_add_up(
    total: str, parts: list[Part], expected: list[str]
) -> None:
    assert amounts(total, *parts) == expected


@pytest.mark.parametrize(
    "parts",
    [
        [part("70"), part("20")],
        [part("70"), part("31")],
        [part(amount="70.00"), part(amount="29.98")],
        [part(amount="70.00"), part(amount="30.02")],
        [part("50"), part(amount="49.98")],
        [part("50", "70.00"), part("50", "30.00")],
    ],
)
def test_parts_that_do_not_add_up_or_contradict_themselves_are_unprocessable(
    parts: list[Part],
) -> None:
    with pytest.raises(Unprocessable):
        apportion(Decimal("100.00"), parts)


def test_every_faulty_part_is_named_at_once() -> None:
    twice = part("50")
    with pytest.raises(ValidationFailed) as refused:
        apportion(Decimal("100.00"), [twice, part(), part("0"), part(amount="0.00"), twice])
    assert refused.value.details is not None
    assert {issue["path"]: issue["code"] for issue in refused.value.details["issues"]} == {
        "classification_centers.1": "required",
        "classification_centers.2.percentage": "min_value",
        "classification_centers.3.amount": "min_value",
        "classification_centers.4.classification_center_id": "duplicate",
    }


CENTS = st.integers(min_value=1, max_value=10**15 - 1)
WEIGHTS = st.lists(st.integers(min_value=1, max_value=10**6), min_size=1, max_size=12)


@given(cents=CENTS, weights=WEIGHTS)
def test_percentages_of_exactly_100_conserve_any_whole(cents: int, weights: list[int]) -> None:
    """Each part is within a cent of its exact share, and none is lost."""
    total = cents * CENT
    scale = Decimal(sum(weights))
    percentages = [(Decimal(100) * w / scale).quantize(Decimal("0.0001")) for w in weights]
    percentages[0] += 100 - sum(percentages)
    if percentages[0] <= 0 or min(percentages) <= 0:
        return
    parts = apportion(total, [part(str(p)) for p in percentages])
    assert sum(parts) == total
    for got, percentage in zip(parts, percentages, strict=True):
        assert abs(got - total * percentage / 100) < CENT
        assert got >= 0


@given(
    amounts_=st.lists(CENTS, min_size=1, max_size=8),
    weights=st.lists(st.integers(min_value=1, max_value=100), max_size=4),
    off=st.integers(min_value=-1, max_value=1),
)
def test_amounts_beside_percentages_conserve_or_are_refused(
    amounts_: list[int], weights: list[int], off: int
) -> None:
    fixed = [part(amount=str(cents * CENT)) for cents in amounts_]
    shared = [part(str(weight)) for weight in weights]
    total = sum(amounts_) * CENT + off * CENT
    if total <= 0:
        return
    try:
        parts = apportion(total, [*fixed, *shared])
    except Unprocessable:
        assert shared
        return
    assert sum(parts) == total
    assert min(parts) >= 0


@pytest.mark.parametrize(
    ("type_", "side", "fits"),
    [
        ("cost", "cost", True),
        ("both", "cost", True),
        ("revenue", "cost", False),
        ("revenue", "revenue", True),
        ("both", "revenue", True),
        ("cost", "revenue", False),
    ],
)
def test_a_center_fits_its_own_side_and_both_fits_either(type_: str, side: str, fits: bool) -> None:
    centers = [Center(type="both"), Center(type=type_)]
    if fits:
        check_polarity(centers, side)  # type: ignore[arg-type]
        return
    with pytest.raises(Unprocessable):
        check_polarity(centers, side)  # type: ignore[arg-type]


def test_a_center_of_another_company_is_unprocessable() -> None:
    own, other = Center(), Center()
    own.company_id, other.company_id = own.pk, other.pk
    check_company(own.pk, [own])
    with pytest.raises(Unprocessable):
        check_company(own.pk, [own, other])
