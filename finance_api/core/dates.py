"""Calendar dates: strict in, midnight UTC out, and what day it is in São Paulo (R14, R15, R34)."""

import calendar
import datetime as dt
import re
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_MIDNIGHT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})T00:00(?::00(?:\.0{1,6})?)?(?:Z|\+00:00)", re.ASCII
)


def parse(value: object) -> dt.date:
    """A calendar date: `2026-01-24`, or the midnight UTC it is shown as. Raises `ValueError`.

    Another time of day is refused: cutting it off could move the date by one.
    """
    if isinstance(value, str):
        midnight = _MIDNIGHT.fullmatch(value)
        text = midnight[1] if midnight else value
        if _DATE.fullmatch(text):
            return dt.date.fromisoformat(text)
    raise ValueError("not a calendar date")


def wire(date: dt.date) -> str:
    """A calendar date as the API shows it: `2026-01-24T00:00:00.000Z`."""
    return f"{date.isoformat()}T00:00:00.000Z"


def wire_instant(instant: dt.datetime) -> str:
    """An instant as the API shows it: UTC, milliseconds, `Z`."""
    return instant.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def today(zone: str | None = None) -> dt.date:
    """The business day: today in São Paulo (R14), or in the IANA time zone named, if it is one."""
    return timezone.now().astimezone(_zone(zone or settings.BUSINESS_TIME_ZONE)).date()


def end_of(day: dt.date) -> dt.datetime:
    """The instant at which a business day is over. Raises `OverflowError` for the last there is."""
    zone = ZoneInfo(settings.BUSINESS_TIME_ZONE)
    return dt.datetime.combine(day + dt.timedelta(days=1), dt.time.min, tzinfo=zone)


def _zone(name: str) -> ZoneInfo:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: the name of a folder of zones
        return ZoneInfo(settings.BUSINESS_TIME_ZONE)


def months_after(anchor: dt.date, months: int) -> dt.date:
    """The anchor's day that many months on, clamped to the month's end; never chained (R34)."""
    index = anchor.year * 12 + anchor.month - 1 + months
    year, month = divmod(index, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return dt.date(year, month + 1, min(anchor.day, last))
