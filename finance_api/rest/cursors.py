"""Keyset cursors on (sort column, id): total, null-safe, bound to the very list they came from
(R72, R73).

DRF's own cursor class loses rows on ties and nulls. NULLs come last in both directions. A page far
behind costs what the first one does: the index is entered where the cursor stands, among rows of
one value too.
"""

import datetime as dt
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from django.core import signing
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Func, QuerySet, Value
from django.db.models.lookups import GreaterThan, LessThan

from finance_api.core.errors import BadRequest
from finance_api.rest.lists import Asked, Listing

M = TypeVar("M", bound=models.Model)


@dataclass(frozen=True)
class Order:
    """One column and a direction; the id breaks ties in the same direction."""

    column: str
    descending: bool
    nullable: bool

    def stretches(
        self, rows: QuerySet[M], behind: tuple[Any, uuid.UUID] | None
    ) -> Iterator[QuerySet[M]]:
        """The rows in their order, all or those behind a value and id: first the ones with a value,
        then the ones without.

        Each is one stretch of the index, read in either direction. As one query with NULLS LAST
        they would be none, and every page would be sorted or walked to from the start.
        """
        sign = "-" if self.descending else ""
        rows = rows.order_by(*dict.fromkeys((f"{sign}{self.column}", f"{sign}id")))
        if not self.nullable:
            yield self._behind(rows, behind)
            return
        valued = rows.filter(**{f"{self.column}__isnull": False})
        empty = rows.filter(**{f"{self.column}__isnull": True})
        if behind is None or behind[0] is not None:
            yield self._behind(valued, behind)
            yield empty
        else:
            yield self._behind(empty, behind)

    def _behind(self, rows: QuerySet[M], behind: tuple[Any, uuid.UUID] | None) -> QuerySet[M]:
        if behind is None:
            return rows
        value, id = behind
        later = LessThan if self.descending else GreaterThan
        if value is None or self.column == "id":
            return rows.filter(later(F("id"), id))
        return rows.filter(later(_row(F(self.column), F("id")), _row(Value(value), Value(id))))


def _row(*members: Any) -> Func:
    """Several values compared as one, the first that differs deciding."""
    return Func(*members, function="ROW", output_field=models.Field())


def page(
    rows: QuerySet[M], asked: Asked, listing: Listing, binding: str
) -> tuple[list[M], str | None]:
    """The rows of the page that was asked for, and the cursor behind it unless it is the last. One
    statement, and another where the rows that have the column end within the page."""
    column = listing.sorts[asked.sort.removeprefix("-")]
    model_field: Any = rows.model._meta.get_field(column)
    order = Order(column, asked.sort.startswith("-"), bool(model_field.null))
    kind = model_field.output_field if model_field.generated else model_field
    behind = None if asked.cursor is None else read(binding, asked.cursor, kind)
    found: list[M] = []
    for stretch in order.stretches(rows.filter(asked.condition), behind):
        found += stretch[: asked.limit + 1 - len(found)]
        if len(found) > asked.limit:
            break
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
