"""The buckets of a cash flow: whole days, ISO weeks, months or years, numbered without a gap.

Numbers make a window of any length cheap to judge and to cut; dates and keys are made for the
buckets that are shown.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Granularity:
    """How days fall into buckets, how a bucket is called, and how many are shown at most."""

    name: str
    largest: int
    number: Callable[[dt.date], int]
    start: Callable[[int], dt.date]
    key: Callable[[dt.date], str]


def _iso_week(day: dt.date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year:04}-W{week:02}"


GRANULARITIES: Final[Mapping[str, Granularity]] = {
    each.name: each
    for each in (
        Granularity("day", 366, dt.date.toordinal, dt.date.fromordinal, dt.date.isoformat),
        Granularity(
            "week",
            160,
            lambda day: (day.toordinal() - 1) // 7,  # day 1 was a Monday
            lambda number: dt.date.fromordinal(number * 7 + 1),
            _iso_week,
        ),
        Granularity(
            "month",
            60,
            lambda day: day.year * 12 + day.month - 1,
            lambda number: dt.date(number // 12, number % 12 + 1, 1),
            lambda day: f"{day.year:04}-{day.month:02}",
        ),
        Granularity(
            "year",
            20,
            lambda day: day.year,
            lambda number: dt.date(number, 1, 1),
            lambda day: f"{day.year:04}",
        ),
    )
}


@dataclass(frozen=True)
class Window:
    """The buckets that are shown, from the first to the last, and the day it is."""

    granularity: Granularity
    first: int
    last: int
    today: dt.date
    truncated: bool = False

    @classmethod
    def over(
        cls, granularity: Granularity, first_day: dt.date, last_day: dt.date, today: dt.date
    ) -> "Window":
        """Every bucket that holds one of these days; of too many, those around today's, or nearest
        to it when it lies outside (rest-api §4, 28)."""
        first, last = granularity.number(first_day), granularity.number(last_day)
        surplus = last - first + 1 - granularity.largest
        if surplus <= 0:
            return cls(granularity, first, last, today)
        centered = granularity.number(today) - granularity.largest // 2
        first = min(max(centered, first), first + surplus)
        return cls(granularity, first, first + granularity.largest - 1, today, truncated=True)

    @property
    def starts(self) -> list[dt.date]:
        """The first day of each bucket."""
        return [self.granularity.start(number) for number in range(self.first, self.last + 1)]

    @property
    def today_key(self) -> str:
        return self.granularity.key(self.today)

    def is_future(self, start: dt.date) -> bool:
        """Whether a bucket is today's or a later one."""
        return self.granularity.number(start) >= self.granularity.number(self.today)
