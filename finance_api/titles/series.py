"""Series: what a recurring or an installment title becomes, worked out before anything is written
(K16).

An installment's amount is the total and is divided; a recurrence's amount is repeated. Months count
from the anchor's day and clamp to the month's end, so a series never drifts (R34).
"""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from finance_api.core import dates, money
from finance_api.core.errors import Unprocessable, ValidationFailed
from finance_api.titles.models import Title

#: Thirty years of monthly parcels, as the longest mortgages have.
MOST_INSTALLMENTS: Final = 360
#: What says what kind of series a title is of; fixed when it is created.
FIELDS: Final = ("type", "recurrence_period", "total_installments")


@dataclass(frozen=True)
class Step:
    """How far one occurrence lies from the next, and how many a series has."""

    occurrences: int
    days: int = 0
    months: int = 0

    def from_anchor(self, anchor: dt.date, index: int) -> dt.date:
        if self.months:
            return dates.months_after(anchor, self.months * index)
        return anchor + dt.timedelta(days=self.days * index)


PERIODS: Mapping[str, Step] = {
    "weekly": Step(52, days=7),
    "biweekly": Step(26, days=14),
    "monthly": Step(12, months=1),
    "quarterly": Step(4, months=3),
    "yearly": Step(2, months=12),
}


@dataclass(frozen=True)
class Occurrence:
    """One record of a series: the values that are its own, and its amount of each part."""

    values: Mapping[str, Any]
    amounts: Sequence[Decimal]


def occurrences(
    *,
    type: str,
    amount: Decimal,
    due_date: dt.date,
    competence_date: dt.date,
    amounts: Sequence[Decimal],
    recurrence_period: str | None,
    total_installments: int | None,
) -> list[Occurrence]:
    """The records a title becomes, in order; a normal one becomes one.

    `amounts` are the whole's allocated parts. Raises `ValidationFailed` when the type misses its
    measure or has another's, `Unprocessable` when a parcel would be 0.00 or a date past the
    calendar.
    """
    _require_measure(type, recurrence_period, total_installments)
    if type == "recurring":
        assert recurrence_period is not None  # noqa: S101  `_require_measure` saw to it
        step = PERIODS[recurrence_period]
        own = {"recurrence_period": recurrence_period, "group_id": uuid.uuid4()}
        rows = [({"amount": amount, **own}, amounts)] * step.occurrences
    elif type == "installment":
        assert total_installments is not None  # noqa: S101  `_require_measure` saw to it
        step = PERIODS["monthly"]
        rows = _parcels(amount, total_installments, amounts)
    else:
        step = PERIODS["monthly"]
        rows = [({"amount": amount}, amounts)]
    try:
        return [
            Occurrence(
                {
                    **values,
                    "type": type,
                    "due_date": step.from_anchor(due_date, index),
                    "competence_date": step.from_anchor(competence_date, index),
                },
                parts,
            )
            for index, (values, parts) in enumerate(rows)
        ]
    except (ValueError, OverflowError) as error:
        raise Unprocessable("The series would run past the year 9999.") from error


def refuse_change(title: Title, values: dict[str, Any]) -> None:
    """Take a body's series fields out of the values; one that would change is `Unprocessable`."""
    asked = {name: values.pop(name) for name in FIELDS if name in values}
    if any(getattr(title, name) != value for name, value in asked.items()):
        raise Unprocessable(
            "type, recurrence_period and total_installments are fixed when a title is created. "
            "Leave them out, or create a new title."
        )


def _require_measure(type: str, period: str | None, installments: int | None) -> None:
    if type == "recurring" and period is None:
        raise ValidationFailed.of(
            "recurrence_period",
            f"A recurring title needs one of: {', '.join(PERIODS)}.",
            "required",
        )
    if type == "installment" and installments is None:
        raise ValidationFailed.of(
            "total_installments",
            "An installment title needs the number of its parcels.",
            "required",
        )
    for name, value, owner in (
        ("recurrence_period", period, "recurring"),
        ("total_installments", installments, "installment"),
    ):
        if value is not None and type != owner:
            raise ValidationFailed.of(
                name, f"Only a title of type {owner} has it. Send that type too, or leave it out."
            )


def _parcels(
    total: Decimal, count: int, whole: Sequence[Decimal]
) -> list[tuple[dict[str, Any], Sequence[Decimal]]]:
    """The parcels of a total with their parts of the whole's parts.

    Dividing each parcel in proportion to what the parts have left makes the rows add up to their
    parcel and the columns to their part: no share can exceed what is left, and the last parcel
    takes the rest.
    """
    parcels = money.divide_equally(total, count)
    if parcels[-1] <= 0:
        raise Unprocessable(
            "The amount is too small for that many installments: a parcel would be 0.00. Send "
            "fewer."
        )
    group, left = uuid.uuid4(), list(whole)
    rows: list[tuple[dict[str, Any], Sequence[Decimal]]] = []
    for number, parcel in enumerate(parcels, start=1):
        parts = money.divide(parcel, left) if left else []
        left = [rest - part for rest, part in zip(left, parts, strict=True)]
        values = {
            "amount": parcel,
            "installment_number": number,
            "total_installments": count,
            "parcels_amount": total,
            "group_id": group,
        }
        rows.append((values, parts))
    return rows
