"""The serializer fields of the API: as strict as the wire format, each with its JSON Schema.

DRF's own fields accept `"1_000"`, full-width digits, week dates and integers as ids; these do not
(R3–R6).
"""

import datetime as dt
import re
import uuid
from decimal import Decimal
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from finance_api.core import dates, money

_POSITIVE = r"^\d{1,13}\.\d{1,2}$"
_SIGNED = r"^-?\d{1,13}\.\d{1,2}$"


@extend_schema_field(
    {
        "type": "string",
        "pattern": _POSITIVE,
        "description": 'Decimal string in BRL, such as "420.50".',
    }
)
class Money(serializers.Field):  # type: ignore[type-arg]
    """A positive amount; `zero` lets 0.00 pass, for amounts that may be nothing."""

    signed = numbers = False

    def __init__(self, *, zero: bool = False, **kwargs: Any) -> None:
        self.zero = zero
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> Decimal:
        try:
            return money.parse(data, signed=self.signed, numbers=self.numbers, zero=self.zero)
        except money.NotMoney as error:
            raise serializers.ValidationError(str(error), code="invalid_amount") from error

    def to_representation(self, value: Decimal) -> str:
        return money.wire(value)


@extend_schema_field(
    {
        "type": "string",
        "pattern": _SIGNED,
        "description": 'Signed decimal string, such as "-420.50".',
    }
)
class SignedMoney(Money):
    """An amount that may be negative, such as a balance."""

    signed = True


@extend_schema_field(
    {
        "anyOf": [{"type": "string", "pattern": _POSITIVE}, {"type": "number", "minimum": 0}],
        "description": 'Decimal string in BRL, such as "5.50"; a plain number is accepted too.',
    }
)
class LooseMoney(Money):
    """An amount for which a JSON number is accepted as well (rest-api.md §1.1)."""

    numbers = True


@extend_schema_field({"type": "string", "format": "date-time"})
class CalendarDate(serializers.Field):  # type: ignore[type-arg]
    """A calendar date, shown as midnight UTC and never moved by a time zone (R15)."""

    def to_internal_value(self, data: Any) -> dt.date:
        try:
            return dates.parse(data)
        except ValueError as error:
            raise serializers.ValidationError(
                "Send a calendar date: 2026-01-24, or midnight UTC as 2026-01-24T00:00:00.000Z.",
                code="invalid_date",
            ) from error

    def to_representation(self, value: dt.date) -> str:
        return dates.wire(value)


@extend_schema_field({"type": "string", "format": "date-time"})
class Instant(serializers.Field):  # type: ignore[type-arg]
    """A moment, shown in UTC. Read-only everywhere."""

    def to_representation(self, value: dt.datetime) -> str:
        return dates.wire_instant(value)


class Text(serializers.CharField):
    """A string, stored as it was sent; a number or a boolean is not one, and blanks alone are
    nothing."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("trim_whitespace", False)
        super().__init__(**kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, str) and not data.strip() and not self.allow_blank:
            self.fail("blank")
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Flag(serializers.BooleanField):
    """`true` or `false`, nothing that resembles them."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class Whole(serializers.IntegerField):
    """A JSON integer."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return int(super().to_internal_value(data))


class Id(serializers.UUIDField):
    """A UUID in its canonical form."""

    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str) or len(data) != 36:
            self.fail("invalid")
        return super().to_internal_value(data)


class Choice(serializers.ChoiceField):
    """One of the listed strings."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(
                f"Send one of: {', '.join(map(str, self.choices))}.", code="invalid_choice"
            )
        return data


@extend_schema_field(
    {
        "type": "string",
        "pattern": r"^\d{1,3}(\.\d{1,2})?$",
        "description": 'A percentage from 0 to 100, such as "1.5".',
    }
)
class Percentage(serializers.Field):  # type: ignore[type-arg]
    """A percentage as a string with at most two decimals."""

    _form = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,2})?", re.ASCII)

    def to_internal_value(self, data: Any) -> Decimal:
        if isinstance(data, str) and self._form.fullmatch(data) and Decimal(data) <= 100:
            return Decimal(data)
        raise serializers.ValidationError(
            'Send a percentage from 0 to 100 as a string, such as "1.5".', code="invalid_percentage"
        )

    def to_representation(self, value: Decimal) -> str:
        return plain_percentage(value)


#: What stands for bytes in a schema: a file in a body, or an answer that is no JSON.
BINARY = {"type": "string", "format": "binary"}


@extend_schema_field(BINARY)
class File(serializers.Field):  # type: ignore[type-arg]
    """A file of at most `largest` bytes; the body that holds one is multipart/form-data.

    JSON has no files, so a tool takes the same file as three arguments, which are named here: its
    content in base64, its name and, if the caller knows it, its type.
    """

    def __init__(
        self,
        *,
        largest: int,
        content: str = "content_base64",
        name: str = "file_name",
        type: str = "mime_type",
        **kwargs: Any,
    ) -> None:
        self.largest, self.content, self.name, self.type = largest, content, name, type
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> "UploadedFile[bytes]":
        if not isinstance(data, UploadedFile):
            raise serializers.ValidationError("Send it as a file, not as text.", code="invalid")
        if (data.size or 0) > self.largest:
            raise serializers.ValidationError(self.too_large_message, code="too_large")
        return data

    @property
    def too_large_message(self) -> str:
        return f"The file is larger than {self.largest // 1_048_576} MB."


def plain_percentage(value: Decimal) -> str:
    """A percentage without needless zeros: 70, 33.3333."""
    return f"{value.normalize():f}"
