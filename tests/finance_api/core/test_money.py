"""Money: strict in, exact within, one form out (R1–R8)."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance_api.core import money

ROOT = Path(__file__).resolve().parents[3]
WHOLES = st.decimals(Decimal("0.01"), money.LARGEST, places=2)
WEIGHTS = st.lists(st.decimals(0, 1000, places=4), min_size=1, max_size=12).filter(any)


@pytest.mark.parametrize(
    "value",
    [
        "10,00", "1.234,56", "1_000.00", "1e3", "1E3", "١٢.00", "１２.00", "NaN", "Infinity", True,
        False, None, [1], {"a": 1}, " 7.50 ", "7.50\n", "+7.50", "7.505", "7.", ".50", "7", "", "-",
        "0x10.00", 10, 10.5, Decimal("10.50"), "10000000000000.00", "9" * 400 + ".00", "--1.00",
    ],
)  # fmt: skip
def test_what_is_not_a_plain_decimal_string_is_no_money_r3_r5(value: Any) -> None:
    with pytest.raises(money.NotMoney):
        money.parse(value)


@pytest.mark.parametrize("value", ["0.00", "-0.00", "0.0", "-5.00"])
def test_zero_and_less_are_no_amount_of_a_title_r4(value: str) -> None:
    with pytest.raises(money.NotMoney):
        money.parse(value)


def test_where_a_sign_is_allowed_minus_zero_is_zero_r4() -> None:
    assert str(money.parse("-0.00", signed=True)) == "0.00"
    assert money.parse("-5.1", signed=True) == Decimal("-5.10")
    assert str(money.parse("0.00", zero=True)) == "0.00"


def test_the_largest_amount_is_kept_and_one_cent_more_is_refused_r5() -> None:
    assert money.parse("9999999999999.99") == money.LARGEST
    with pytest.raises(money.NotMoney):
        money.parse(Decimal("10000000000000.00"), numbers=True)


def test_a_number_is_taken_only_where_it_is_said_and_only_in_whole_cents() -> None:
    assert money.parse(Decimal("5.5"), numbers=True) == Decimal("5.50")
    assert money.parse(5, numbers=True) == Decimal("5.00")
    for value in (Decimal("5.005"), True, Decimal("NaN"), 10**400, -1):
        with pytest.raises(money.NotMoney):
            money.parse(value, numbers=True)


@pytest.mark.parametrize(
    ("exact", "amount"),
    [
        ("0.005", "0.01"),
        ("-0.005", "-0.01"),
        ("446.695", "446.70"),
        ("2.675", "2.68"),
        ("0.0049", "0.00"),
    ],
)
def test_a_tie_goes_away_from_zero_r7(exact: str, amount: str) -> None:
    assert money.rounded(Decimal(exact)) == Decimal(amount)


def test_a_percentage_becomes_an_amount_once_r7() -> None:
    assert money.percentage_of(Decimal("10.00"), Decimal("0.05")) == Decimal("0.01")
    assert money.percentage_of(Decimal("17867.80"), Decimal("2.5")) == Decimal("446.70")


def test_surplus_cents_go_to_the_first_parts_r32() -> None:
    thirds = [Decimal("33.34"), Decimal("33.33"), Decimal("33.33")]
    assert money.divide_equally(Decimal("100.00"), 3) == thirds
    sevenths = money.divide_equally(Decimal("100.00"), 7)
    assert sevenths == [Decimal("14.29")] * 4 + [Decimal("14.28")] * 3
    assert max(sevenths) - min(sevenths) <= money.CENT


def test_a_cent_goes_to_the_larger_share_r8() -> None:
    parts = money.divide(Decimal("0.01"), [Decimal(95), Decimal(5)])
    assert parts == [Decimal("0.01"), Decimal("0.00")]


@given(WHOLES, WEIGHTS)
def test_parts_add_up_and_none_is_a_cent_off_r8(whole: Decimal, weights: list[Decimal]) -> None:
    parts = money.divide(whole, weights)
    total = sum(weights)
    assert sum(parts) == whole
    for part, weight in zip(parts, weights, strict=True):
        assert abs(part * total - whole * weight) < money.CENT * total
        assert part == part.quantize(money.CENT)


@given(WHOLES)
def test_what_is_shown_is_read_back_unchanged_r2(whole: Decimal) -> None:
    assert money.parse(money.wire(whole)) == whole


def test_nothing_negative_is_divided_and_nothing_by_nothing() -> None:
    for whole, weights in (("-1.00", [1]), ("1.00", [0]), ("1.00", []), ("1.00", [2, -1])):
        with pytest.raises(ValueError, match="divided"):
            money.divide(Decimal(whole), [Decimal(weight) for weight in weights])


def test_no_float_is_near_money_r1() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "finance_api").rglob("*.py")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if re.search(r"\bfloat\(|FloatField|\bround\(", line)
    ]
    assert found == []
