"""Calendar dates: strict, never moved by a zone; the business day is São Paulo's (R6, R14, R15)."""

import datetime as dt
from typing import Any

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st

from finance_api.core import dates


@pytest.mark.parametrize(
    "value",
    ["2026-01-24", "2026-01-24T00:00Z", "2026-01-24T00:00:00Z", "2026-01-24T00:00:00.000Z",
     "2026-01-24T00:00:00+00:00"],
)  # fmt: skip
def test_a_date_and_its_midnight_in_utc_are_one_date(value: str) -> None:
    assert dates.parse(value) == dt.date(2026, 1, 24)


@pytest.mark.parametrize(
    "value",
    [
        "20260124", "2026-W04-6", "2026-1-24", "24/01/2026", "2026-02-30", "2026-01-24T10:07:00Z",
        "2026-01-24T00:00:00-03:00", "2026-01-24T00:00:00", "２０２６-01-24", "2026-01-24 ", "",
        20260124, None, True, ["2026-01-24"],
    ],
)  # fmt: skip
def test_anything_else_is_no_date_r6(value: Any) -> None:
    with pytest.raises(ValueError, match=r"date|day|month|isoformat"):
        dates.parse(value)


@given(st.dates())
def test_what_is_shown_is_read_back_unchanged_r15(date: dt.date) -> None:
    for _ in range(10):
        assert dates.parse(dates.wire(date)) == date


@pytest.mark.parametrize(
    ("instant", "day"),
    [("2026-12-01T01:00:00Z", 30), ("2026-12-01T02:59:59Z", 30), ("2026-12-01T03:00:00Z", 1)],
)
def test_today_is_the_day_in_sao_paulo_r14(instant: str, day: int) -> None:
    with time_machine.travel(instant, tick=False):
        assert dates.today().day == day


def test_months_count_from_the_anchor_and_clamp_to_the_months_end_r34() -> None:
    anchor = dt.date(2026, 1, 31)
    found = [dates.months_after(anchor, months).isoformat() for months in range(6)]
    assert found == [
        "2026-01-31",
        "2026-02-28",
        "2026-03-31",
        "2026-04-30",
        "2026-05-31",
        "2026-06-30",
    ]
    assert dates.months_after(dt.date(2027, 11, 30), 3) == dt.date(2028, 2, 29)
