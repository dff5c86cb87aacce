"""The parameters of every aggregate: a company, and a month of a year or a first and a last day.

Declared once: `read` judges a query string by them and `PARAMETERS` documents them (rest-api §1.8).
"""

import calendar
import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q
from django.http import QueryDict

from finance_api.core.errors import BadRequest
from finance_api.rest.lists import DATE, ID, INTEGER, Kind, parameters, read_parameters

_KINDS: Final[Mapping[str, Kind]] = {
    "company_id": ID.described("Only the records of this company."),
    "month": INTEGER.described(
        "A month, 1 to 12. Needs year; excludes start_date and end_date.", minimum=1, maximum=12
    ),
    "year": INTEGER.described("The year of month, such as 2026.", minimum=1, maximum=9999),
    "start_date": DATE.described(
        "The first day counted, such as 2026-01-01. Needs end_date; excludes month and year."
    ),
    "end_date": DATE.described("The last day counted, such as 2026-01-31."),
}

#: For a viewset's `parameters_of`: name, JSON Schema, whether required.
PARAMETERS: Final = parameters(_KINDS)


@dataclass(frozen=True)
class Period:
    """What one aggregate counts: one company or all, from a first to a last day or all time."""

    company_id: uuid.UUID | None = None
    first: dt.date | None = None
    last: dt.date | None = None

    def condition(self, date_column: str) -> Q:
        """The rows it counts, by the column that dates them; both ends are counted."""
        condition = Q() if self.company_id is None else Q(company_id=self.company_id)
        if self.first is None:
            return condition
        return condition & Q(
            **{f"{date_column}__gte": self.first, f"{date_column}__lte": self.last}
        )


def read(query: QueryDict) -> Period:
    """The period a query string asks for. Unknown or repeated parameters, values that are none and
    halves of a pair, or both pairs, are `BadRequest`."""
    values = read_parameters(query, _KINDS)
    by_month = _pair(values, "month", "year")
    by_days = _pair(values, "start_date", "end_date")
    if by_month and by_days:
        raise BadRequest("Send month and year, or start_date and end_date, not both pairs.")
    first, last = by_days or (None, None)
    if by_month:
        first, last = _days_of(*by_month)
    if first is not None and first > last:
        raise BadRequest("start_date must not be after end_date.")
    return Period(values.get("company_id"), first, last)


def _pair(values: Mapping[str, Any], one: str, other: str) -> tuple[Any, Any] | None:
    if (one in values) != (other in values):
        raise BadRequest(f"{one} and {other} go together: send both or neither.")
    return (values[one], values[other]) if one in values else None


def _days_of(month: int, year: int) -> tuple[dt.date, dt.date]:
    try:
        return dt.date(year, month, 1), dt.date(year, month, calendar.monthrange(year, month)[1])
    except ValueError as error:
        raise BadRequest("month must be 1 to 12 and year 1 to 9999.") from error
