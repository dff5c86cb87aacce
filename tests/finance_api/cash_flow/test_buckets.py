"""Days fall into whole buckets, and a window shows at most so many of them, around today."""

import datetime as dt

import pytest

from finance_api.cash_flow.buckets import GRANULARITIES, Window

TODAY = dt.date(2026, 7, 15)


def _keys(window: Window) -> list[str]:
    return [window.granularity.key(start) for start in window.starts]


@pytest.mark.parametrize(
    ("granularity", "day", "start", "key"),
    [
        ("day", "2026-07-13", "2026-07-13", "2026-07-13"),
        ("week", "2026-07-12", "2026-07-06", "2026-W28"),
        ("week", "2026-07-13", "2026-07-13", "2026-W29"),
        ("week", "2027-01-03", "2026-12-28", "2026-W53"),
        ("month", "2026-07-31", "2026-07-01", "2026-07"),
        ("month", "2026-12-01", "2026-12-01", "2026-12"),
        ("year", "2026-12-31", "2026-01-01", "2026"),
        ("week", "0001-01-01", "0001-01-01", "0001-W01"),
        ("year", "9999-12-31", "9999-01-01", "9999"),
    ],
)
def test_a_day_falls_into_one_bucket(granularity: str, day: str, start: str, key: str) -> None:
    each = GRANULARITIES[granularity]
    found = each.start(each.number(dt.date.fromisoformat(day)))
    assert found == dt.date.fromisoformat(start)
    assert each.key(found) == key


def test_a_window_holds_every_bucket_its_days_touch() -> None:
    months = GRANULARITIES["month"]
    window = Window.over(months, dt.date(2026, 11, 30), dt.date(2027, 2, 1), TODAY)
    assert _keys(window) == ["2026-11", "2026-12", "2027-01", "2027-02"]
    assert window.truncated is False
    one = Window.over(months, TODAY, TODAY, TODAY)
    assert (_keys(one), one.today_key) == (["2026-07"], "2026-07")


@pytest.mark.parametrize(
    ("granularity", "largest"), [("day", 366), ("week", 160), ("month", 60), ("year", 20)]
)
def test_too_many_buckets_are_cut_to_those_around_today(granularity: str, largest: int) -> None:
    each = GRANULARITIES[granularity]
    window = Window.over(each, dt.date.min, dt.date.max, TODAY)
    assert window.truncated is True
    assert len(window.starts) == largest
    assert each.number(TODAY) - window.first == largest // 2
    just = Window.over(each, each.start(window.first), each.start(window.last), TODAY)
    assert (just.truncated, just.first, just.last) == (False, window.first, window.last)


def test_outside_today_the_buckets_nearest_to_it_are_kept() -> None:
    years = GRANULARITIES["year"]
    past = Window.over(years, dt.date(1900, 1, 1), dt.date(1950, 1, 1), TODAY)
    future = Window.over(years, dt.date(2100, 1, 1), dt.date(2150, 1, 1), TODAY)
    assert (past.first, past.last, past.truncated) == (1931, 1950, True)
    assert (future.first, future.last, future.truncated) == (2100, 2119, True)
