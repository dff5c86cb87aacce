"""Money: BRL, Decimal, two places, never float. Parsing, rounding and dividing exist here once
(R1–R10).

`numeric(15, 2)`: at most 9,999,999,999,999.99. On the wire a decimal string such as `"420.50"`.
"""

import re
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db import models
from django.db.models import F
from django.db.models.functions import Cast

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
LARGEST = Decimal("9999999999999.99")

_STRING = re.compile(r"-?[0-9]{1,13}\.[0-9]{1,2}", re.ASCII)
_HUNDRED = Decimal(100)


def in_cents(name: str) -> Any:
    """A column that keeps an amount in whole cents beside it: what lists are sorted and paged by.

    Behind row-level security PostgreSQL enters an index only by comparisons that are leakproof;
    those of integers are and those of `numeric` are not, so a page by `amount` itself would be
    walked to from the first row.
    """
    return models.GeneratedField(
        expression=Cast(F(name) * 100, models.BigIntegerField()),
        output_field=models.BigIntegerField(),
        db_persist=True,
    )


class NotMoney(ValueError):
    """The value is not an amount of money; the message says what one looks like."""


class MoneyField(models.DecimalField):  # type: ignore[type-arg]
    """An amount of money as PostgreSQL keeps it: `numeric(15, 2)`."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["max_digits"], kwargs["decimal_places"] = 15, 2
        super().__init__(*args, **kwargs)


def parse(
    value: object, *, signed: bool = False, numbers: bool = False, zero: bool = False
) -> Decimal:
    """An amount from outside: a strict ASCII decimal string, or a JSON number where `numbers` says
    so.

    Never rounds: more than two places is an error (R3). Raises `NotMoney`.
    """
    if isinstance(value, str) and _STRING.fullmatch(value):
        amount = Decimal(value)
    elif numbers and isinstance(value, int | Decimal) and not isinstance(value, bool):
        amount = _whole_cents(Decimal(value))
    else:
        raise NotMoney('Send a decimal string with one or two decimals, such as "420.50".')
    amount = amount.quantize(CENT) + ZERO  # the sum turns -0.00 into 0.00 (R4)
    if amount < 0 and not signed:
        raise NotMoney("The amount must be positive; its direction comes from the record.")
    if amount == 0 and not (signed or zero):
        raise NotMoney("The amount must be greater than zero.")
    return amount


def _whole_cents(number: Decimal) -> Decimal:
    if not number.is_finite() or abs(number) > LARGEST:
        raise NotMoney("The amount is out of range.")
    if number != number.quantize(CENT):
        raise NotMoney("The amount has more than two decimals.")
    return number


def has_at_most(places: int, number: Decimal) -> bool:
    """Whether a finite number needs no more decimals than these."""
    exponent = number.normalize().as_tuple().exponent
    return isinstance(exponent, int) and exponent >= -places


def wire(amount: Decimal) -> str:
    """An amount as the API shows it: two decimals, never `-0.00`."""
    return str(amount.quantize(CENT, ROUND_HALF_UP) + ZERO)


def rounded(value: Decimal) -> Decimal:
    """Half up to the cent, away from zero on ties; asked once, where a value becomes an amount
    (R7)."""
    return value.quantize(CENT, ROUND_HALF_UP)


def percentage_of(whole: Decimal, percentage: Decimal) -> Decimal:
    """A percentage of an amount, to the cent."""
    return rounded(whole * percentage / _HUNDRED)


def divide(whole: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Parts of a non-negative whole in proportion to the weights; they add up to it exactly (R8).

    Largest remainder: each part is the exact share cut to the cent, and the cents left over go one
    each to the largest remainders, ties by position.
    """
    total = sum(weights, Decimal(0))
    if whole < 0 or total <= 0 or any(weight < 0 for weight in weights):
        raise ValueError("A whole of zero or more is divided by weights that are not all zero.")
    cents = int(whole / CENT)
    shares = [cents * weight for weight in weights]
    parts = [int(share // total) for share in shares]
    remainders = [share - part * total for share, part in zip(shares, parts, strict=True)]
    by_remainder = sorted(range(len(parts)), key=lambda i: (-remainders[i], i))
    for i in by_remainder[: cents - sum(parts)]:
        parts[i] += 1
    return [part * CENT for part in parts]


def divide_equally(whole: Decimal, count: int) -> list[Decimal]:
    """Equal parts; surplus cents go one per part from the first (R32): 100.00 / 3 = 33.34,
    33.33, 33.33."""
    return divide(whole, [Decimal(1)] * count)
