"""Lines and barcodes of slips: the published vectors, every wrong digit, and there and back
(R110, R111)."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from finance_api.core import boleto

TODAY = dt.date(2026, 11, 30)
LINE = "34191091233456789123845123450004816460000012345"
BARCODE = "34198164600000123451091234567891234512345000"
UTILITY = [
    (
        "836500000010234501232024611300000001000000000000",
        "83650000001234501232026113000000000000000000",
    ),
    (
        "838000000017234501232025611300000000000000000000",
        "83800000001234501232026113000000000000000000",
    ),
]
_digits = st.text("0123456789", min_size=25, max_size=25)
_cents = st.integers(0, 9_999_999_999).map(lambda cents: Decimal(cents) / 100)


def test_a_bank_slip_is_read_from_either_form() -> None:
    for text in (LINE, BARCODE, "34191.09123 34567.891238 45123.450004 8 16460000012345"):
        slip = boleto.read(text, TODAY)
        assert (slip.line, slip.barcode) == (LINE, BARCODE)
        assert slip.amount == Decimal("123.45")
        assert slip.due_date == dt.date(2026, 11, 30)
        assert not slip.utility


@pytest.mark.parametrize(("line", "barcode"), UTILITY)
def test_a_utility_slip_is_read_from_either_form(line: str, barcode: str) -> None:
    for text in (line, barcode):
        slip = boleto.read(text, TODAY)
        assert (slip.line, slip.barcode) == (line, barcode)
        assert slip.amount == Decimal("123.45")
        assert slip.due_date == dt.date(2026, 11, 30)
        assert slip.utility


@pytest.mark.parametrize("text", [LINE, *(line for line, _ in UTILITY)])
def test_any_one_changed_digit_is_refused(text: str) -> None:
    for at, digit in enumerate(text):
        for other in set("0123456789") - {digit}:
            with pytest.raises(ValueError, match=r"check digit|third digit|line of 47"):
                boleto.read(text[:at] + other + text[at + 1 :], TODAY)


@pytest.mark.parametrize("text", ["", "1", LINE[:-1], LINE + "0", "٣" * 47, "x" * 44, "9" * 44])
def test_what_is_no_slip_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"digit"):
        boleto.read(text, TODAY)


@pytest.mark.parametrize(
    ("factor", "today", "date"),
    [
        (0, TODAY, None),
        (1000, dt.date(2000, 7, 3), dt.date(2000, 7, 3)),
        (9999, TODAY, dt.date(2025, 2, 21)),
        (1000, TODAY, dt.date(2025, 2, 22)),
        (1646, TODAY, dt.date(2026, 11, 30)),
        (1646, dt.date(2002, 4, 1), dt.date(2002, 4, 10)),
        (9999, dt.date(2049, 10, 1), dt.date(2049, 10, 13)),
    ],
)
def test_a_factor_is_a_date_of_the_cycle_that_is_near(
    factor: int, today: dt.date, date: dt.date | None
) -> None:
    assert boleto.date_of(factor, today) == date
    assert boleto.factor_of(date) == factor


def test_a_slip_without_amount_or_date_says_neither() -> None:
    slip = boleto.read(boleto.bank_barcode("001", Decimal(0), None, "1" * 25), TODAY)
    assert (slip.amount, slip.due_date) == (None, None)
    quantity = boleto.utility_barcode("837", Decimal("1.00"), "9" * 29)
    assert boleto.read(quantity, TODAY).amount is None


@pytest.mark.parametrize("due_date", [dt.date(1997, 10, 7), dt.date(2000, 7, 2)])
def test_a_date_before_the_factors_began_has_none(due_date: dt.date) -> None:
    with pytest.raises(ValueError, match="no factor"):
        boleto.factor_of(due_date)


@settings(deadline=None)
@given(
    bank=st.integers(1, 799).map("{:03}".format),
    amount=_cents,
    due_date=st.dates(dt.date(2025, 2, 22), dt.date(2040, 1, 1)),
    free=_digits,
)
def test_a_bank_slip_says_what_was_put_in(
    bank: str, amount: Decimal, due_date: dt.date, free: str
) -> None:
    barcode = boleto.bank_barcode(bank, amount, due_date, free)
    slip = boleto.read(barcode, TODAY)
    assert boleto.read(slip.line, TODAY) == slip
    assert (slip.barcode, slip.due_date, slip.amount) == (barcode, due_date, amount or None)
    assert len(slip.line) == 47


@settings(deadline=None)
@given(
    kind=st.sampled_from("6789"),
    segment=st.integers(1, 9),
    amount=_cents,
    rest=st.text("0123456789", min_size=29, max_size=29),
)
def test_a_utility_slip_says_what_was_put_in(
    kind: str, segment: int, amount: Decimal, rest: str
) -> None:
    barcode = boleto.utility_barcode(f"8{segment}{kind}", amount, rest)
    slip = boleto.read(barcode, TODAY)
    assert boleto.read(slip.line, TODAY) == slip
    assert slip.amount == ((amount or None) if kind in "68" else None)
    assert len(slip.line) == 48
