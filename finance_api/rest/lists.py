"""Filters, sort, limit, cursor and fields of a list: declared once, parsed here, documented from
the same declaration (rest-api.md §1.6). Whatever is not declared is `BAD_REQUEST`, never an
unfiltered list (R75).
"""

import datetime as dt
import hashlib
import json
import re
import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.http import QueryDict
from django.utils.dateparse import parse_datetime

from finance_api.core import dates
from finance_api.core.errors import BadRequest

RANGES = ("gte", "lte", "gt", "lt")
DEFAULT_LIMIT, LARGEST_LIMIT = 25, 100
_NAMED = ("limit", "cursor", "sort", "fields")
_PARAMETER = re.compile(r"([a-z_]+)(?:\[([a-z]+)\])?", re.ASCII)
_HARMLESS = re.compile(r"[A-Za-z0-9_.\[\]-]{1,60}", re.ASCII)
_AMOUNT = re.compile(r"-?[0-9]{1,13}(?:\.[0-9]{1,2})?", re.ASCII)
_INTEGER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


@dataclass(frozen=True)
class Kind:
    """How one value of a filter is read, and its JSON Schema."""

    read: Callable[[str], Any]
    schema: Mapping[str, Any]

    def described(self, description: str, **bounds: int) -> "Kind":
        """The same kind with words, and bounds, of its own."""
        schema = {**self.schema, **bounds, "description": description}
        return replace(self, schema=schema)


def _read_uuid(text: str) -> uuid.UUID:
    if len(text) != 36:
        raise ValueError
    return uuid.UUID(text)


def _read_instant(text: str) -> dt.datetime:
    instant = parse_datetime(text)
    if instant is None or instant.tzinfo is None:
        raise ValueError
    return instant


def _read_flag(text: str) -> bool:
    return {"true": True, "false": False}[text]


def _matching(pattern: re.Pattern[str], make: Callable[[str], Any]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        if not pattern.fullmatch(text):
            raise ValueError
        return make(text)

    return read


ID = Kind(_read_uuid, {"type": "string", "format": "uuid"})
TEXT = Kind(str, {"type": "string"})
FLAG = Kind(_read_flag, {"type": "boolean"})
DATE = Kind(dates.parse, {"type": "string", "description": "A calendar date such as 2026-01-24."})
INSTANT = Kind(_read_instant, {"type": "string", "format": "date-time"})
# Read as whole cents, the column that an index behind the walls can be entered by.
AMOUNT = Kind(
    _matching(_AMOUNT, lambda text: int(Decimal(text) * 100)),
    {"type": "string", "description": 'A decimal string such as "420.50".'},
)
INTEGER = Kind(_matching(_INTEGER, int), {"type": "integer"})


def choice(*names: str, stored: Mapping[str, str] | None = None) -> Kind:
    """One of the names; `stored` maps the wire's word to the database's where they differ."""
    table = {name: (stored or {}).get(name, name) for name in names}
    return Kind(table.__getitem__, {"type": "string", "enum": list(names)})


@dataclass(frozen=True)
class Filter:
    """One filter: `name=value`, `name[in]=a,b` where many, `name[gte]=…` where ranged.

    `also` is what must hold beside, for a filter that a column alone cannot say.
    """

    name: str
    kind: Kind
    column: str = ""
    description: str = field(kw_only=True)
    many: bool = False
    ranged: bool = False
    normal: Callable[[str], str] | None = None
    also: Q = field(default_factory=Q)

    def operators(self) -> tuple[str, ...]:
        return (("in",) if self.many else ()) + (RANGES if self.ranged else ())

    def condition(self, operator: str, text: str) -> Q:
        column = self.column or self.name
        if operator == "in":
            return self.also & Q(**{f"{column}__in": [self._read(part) for part in _split(text)]})
        lookup = f"__{operator}" if operator else ""
        return self.also & Q(**{f"{column}{lookup}": self._read(text)})

    def _read(self, text: str) -> Any:
        return self.kind.read(self.normal(text) if self.normal else text)


# Two that several lists have.
BY_CHANGE = Filter(
    "updated_at",
    INSTANT,
    ranged=True,
    description="When it last changed, such as 2026-01-24T12:00:00Z.",
)
BY_AMOUNT = Filter(
    "amount",
    AMOUNT,
    "amount_in_cents",
    ranged=True,
    description='In BRL, such as "420.50".',
)


@dataclass(frozen=True)
class Listing:
    """What a list offers. Sorts are `{wire name: column}`; the default is written as a client
    would."""

    filters: Sequence[Filter] = ()
    sorts: Mapping[str, str] = field(default_factory=lambda: {"created_at": "created_at"})
    default_sort: str = "created_at"
    largest_limit: int = LARGEST_LIMIT
    default_limit: int = DEFAULT_LIMIT

    def filter_named(self, name: str) -> Filter | None:
        return next((each for each in self.filters if each.name == name), None)


#: An `ids` list takes nothing but its own larger limit and the cursor (§1.6).
IDS = Listing(sorts={"id": "id"}, default_sort="id", largest_limit=10_000, default_limit=1_000)


@dataclass(frozen=True)
class Asked:
    """What one request asks of a list, read and judged."""

    condition: Q
    filters: frozenset[str]
    sort: str
    limit: int
    cursor: str | None
    fields: tuple[str, ...] | None

    def binding(self, *place: object) -> str:
        """What a cursor of this list is bound to: place, sort and filters."""
        parts = [*map(str, place), self.sort, *sorted(self.filters)]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def read(query: QueryDict, listing: Listing, offered: Iterable[str] | None) -> Asked:
    """Read a query string. `offered` are the names `fields` may hold; none means it takes no
    `fields`."""
    named = [name for name in _NAMED if name != "fields" or offered is not None]
    if listing is IDS:
        named.remove("sort")
    condition, filters = Q(), set()
    for name, values in query.lists():
        if len(values) != 1:
            raise BadRequest(f"{_shown(name, 'A parameter')} was sent more than once.")
        if name in named:
            continue
        condition &= _condition(listing, name, str(values[0]))
        filters.add(f"{name}={values[0]}")
    return Asked(
        condition=condition,
        filters=frozenset(filters),
        sort=_sort(query.get("sort"), listing),
        limit=_limit(query.get("limit"), listing),
        cursor=query.get("cursor"),
        fields=read_fields(query.get("fields"), offered or ()),
    )


def read_fields(text: str | None, offered: Iterable[str]) -> tuple[str, ...] | None:
    """`fields=a,b`: top-level names, `id` always among them (K32)."""
    if text is None:
        return None
    known = set(offered)
    wanted = [name for name in text.split(",") if name]
    for name in wanted:
        if name not in known:
            raise BadRequest(f"Unknown field: {_shown(name, 'one of the names')}.")
    return tuple(dict.fromkeys(["id", *wanted] if "id" in known else wanted))


def refuse_parameters(query: QueryDict, known: Iterable[str]) -> None:
    """Refuse any parameter an operation does not take."""
    for name in query:
        if name not in known:
            raise BadRequest(f"Unknown parameter: {_shown(name, 'one of those sent')}.")


def read_parameters(query: QueryDict, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    """The values of parameters that are no filters, each read by its kind; what is unknown,
    repeated or no value of its kind is `BadRequest`."""
    refuse_parameters(query, kinds)
    return {name: _value(name, kinds[name], texts) for name, texts in query.lists()}


def parameters(
    kinds: Mapping[str, Kind], required: Iterable[str] = ()
) -> Sequence[tuple[str, dict[str, Any], bool]]:
    """The same parameters for a viewset's `parameters_of`: name, JSON Schema, whether required."""
    needed = set(required)
    return [(name, dict(kind.schema), name in needed) for name, kind in kinds.items()]


def _value(name: str, kind: Kind, texts: Sequence[object]) -> Any:
    if len(texts) != 1:
        raise BadRequest(f"{name} was sent more than once.")
    try:
        return kind.read(str(texts[0]))
    except (ValueError, KeyError) as error:
        raise BadRequest(f"{name} has a value that is not valid.") from error


def _condition(listing: Listing, name: str, text: str) -> Q:
    match = _PARAMETER.fullmatch(name)
    found = listing.filter_named(match[1]) if match else None
    if match is None or found is None:
        raise BadRequest(f"Unknown filter: {_shown(name, 'one of those sent')}.")
    operator = match[2] or ""
    if operator and operator not in found.operators():
        raise BadRequest(f"The filter {found.name} does not take that operator.")
    if "\x00" in text:
        raise BadRequest(f"The filter {found.name} has a value that is not valid.")
    try:
        return found.condition(operator, text)
    except (ValueError, KeyError) as error:
        raise BadRequest(f"The filter {found.name} has a value that is not valid.") from error


def _sort(text: str | None, listing: Listing) -> str:
    chosen = listing.default_sort if text is None else text
    if chosen.removeprefix("-") not in listing.sorts:
        raise BadRequest(f"Sort by one of: {', '.join(listing.sorts)}; a leading - reverses it.")
    return chosen


def _limit(text: str | None, listing: Listing) -> int:
    if text is None:
        return listing.default_limit
    number = int(text) if re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) else 0
    if not 1 <= number <= listing.largest_limit:
        raise BadRequest(f"limit must be a whole number from 1 to {listing.largest_limit}.")
    return number


def _split(text: str) -> list[str]:
    """The values of `[in]`: separated by commas; `\\,` is a comma inside a value."""
    parts = re.findall(r"(?:\\,|[^,])+", text)
    if not parts:
        raise ValueError
    return [part.replace("\\,", ",") for part in parts]


def _shown(name: str, otherwise: str) -> str:
    """A name from outside, if it is one a program would have written."""
    return name if _HARMLESS.fullmatch(name) else otherwise
