"""Keyset cursors on (sort column, id): total, null-safe, bound to the very list they came from
(R72, R73).

DRF's own cursor class loses rows on ties and nulls. NULLs come last in both directions.
"""

import datetime as dt
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q, QuerySet

from finance_api.core.errors import BadRequest
from finance_api.rest.lists import Asked, Listing

M = TypeVar("M", bound=models.Model)


@dataclass(frozen=True)
class Order:
    """One column and a direction; the id breaks ties in the same direction."""

    column: str
    descending: bool
    nullable: bool

    def apply(self, rows: QuerySet[M]) -> QuerySet[M]:
        if not self.nullable:
            sign = "-" if self.descending else ""
            return rows.order_by(f"{sign}{self.column}", f"{sign}id")
        column = F(self.column)
        ordering = column.desc(nulls_last=True) if self.descending else column.asc(nulls_last=True)
        return rows.order_by(ordering, "-id" if self.descending else "id")

    def after(self, value: Any, id: uuid.UUID) -> Q:
        """The rows behind (value, id). The bound on the column alone lets the index start there."""
        later, onward = ("lt", "lte") if self.descending else ("gt", "gte")
        tie = Q(**{f"id__{later}": id})
        if value is None:
            return Q(**{f"{self.column}__isnull": True}) & tie
        behind = Q(**{f"{self.column}__{onward}": value}) & (
            Q(**{f"{self.column}__{later}": value}) | tie
        )
        return behind | Q(**{f"{self.column}__isnull": True}) if self.nullable else behind


def page(
    rows: QuerySet[M], asked: Asked, listing: Listing, binding: str
) -> tuple[list[M], str | None]:
    """The rows of the page that was asked for, and the cursor behind it unless it is the last."""
    column = listing.sorts[asked.sort.removeprefix("-")]
    model_field: Any = rows.model._meta.get_field(column)
    order = Order(column, asked.sort.startswith("-"), bool(model_field.null))
    rows = rows.filter(asked.condition)
    if asked.cursor is not None:
        rows = rows.filter(order.after(*read(binding, asked.cursor, model_field)))
    found = [*order.apply(rows)[: asked.limit + 1]]
    if len(found) <= asked.limit:
        return found, None
    found = found[: asked.limit]
    last = found[-1]
    return found, mint(binding, getattr(last, column), last.pk)


def mint(binding: str, value: Any, id: uuid.UUID) -> str:
    """A cursor behind a row. The binding (person, workspace, list, sort, filters) is part of its
    key."""
    return signing.dumps([_plain(value), str(id)], salt=f"cursor:{binding}")


def read(binding: str, cursor: str, column: "models.Field[Any, Any]") -> tuple[Any, uuid.UUID]:
    """The value and id a cursor stands behind; anything but our own cursor of this list is 400."""
    try:
        value, id = signing.loads(cursor, salt=f"cursor:{binding}")
        return None if value is None else column.to_python(value), uuid.UUID(id)
    except (signing.BadSignature, ValidationError, ValueError, TypeError) as error:
        raise BadRequest(
            "The cursor is not valid for this list. Start again without it, and keep sort and "
            "filters the same from page to page."
        ) from error


def _plain(value: Any) -> Any:
    if isinstance(value, dt.datetime | dt.date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal | uuid.UUID) else value
