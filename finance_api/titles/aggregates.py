"""Totals of payables or of receivables, by due date, in one statement (rest-api §1.8)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from finance_api.core import dates, money
from finance_api.titles.models import Status, Title
from finance_api.titles.sides import Side

_PENDING, _SETTLED = Q(status=Status.PENDING), Q(status=Status.SETTLED)
_COUNT: Mapping[str, Any] = {"type": "integer", "minimum": 0}
_MONEY: Mapping[str, Any] = {"type": "string", "pattern": r"^\d+\.\d{2}$"}


def shape(side: Side) -> dict[str, Any]:
    """The JSON Schema of the answer."""
    properties = {
        "count": {**_COUNT, "description": "How many there are, cancelled ones included."},
        "total": {**_MONEY, "description": f"Sum of amount, pending and {side.settled}."},
        "pending": {**_MONEY, "description": "Sum of amount of what is pending."},
        side.settled: {**_MONEY, "description": f"Sum of amount of what is {side.settled}."},
        "overdue_count": {**_COUNT, "description": "Pending ones due before today in São Paulo."},
    }
    return {"type": "object", "required": list(properties), "properties": properties}


def of(titles: QuerySet[Title], side: Side) -> dict[str, Any]:
    """The totals of these titles. They add up `amount`, as the list shows it: interest, discount
    and what was really paid stay with each title."""
    found = titles.aggregate(
        count=Count("pk"),
        pending=Sum("amount", filter=_PENDING, default=money.ZERO),
        settled=Sum("amount", filter=_SETTLED, default=money.ZERO),
        overdue_count=Count("pk", filter=_PENDING & Q(due_date__lt=dates.today())),
    )
    return {
        "count": found["count"],
        "total": money.wire(found["pending"] + found["settled"]),
        "pending": money.wire(found["pending"]),
        side.settled: money.wire(found["settled"]),
        "overdue_count": found["overdue_count"],
    }
