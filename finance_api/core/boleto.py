"""The digitable line and the barcode of a bank slip and of a utility or tax slip, with every check
digit, and what they say of amount and due date (R110, R111). Pure."""

import datetime as dt
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from finance_api.core.money import CENT

_MASK: Final = re.compile(r"[ .\-]")
#: Factor 0 would be this day. Factors run from 1000 to 9999 and then start over, first on
#: 2025-02-22.
_BASE: Final = dt.date(1997, 10, 7)
_CYCLE: Final = dt.timedelta(days=9000)
#: A due date lies at most so far behind the day on which it is read; else it is the next cycle's.
_BEHIND: Final = dt.timedelta(days=3000)
_AHEAD: Final = dt.timedelta(days=5500)
_UTILITY: Final = "8"
#: The segment of issuers known by their CNPJ, whose first eight digits stand before the free field.
_BY_CNPJ: Final = "6"


@dataclass(frozen=True)
class Slip:
    """What a slip says: its 44-digit barcode, its line, and amount and due date where it has
    them."""

    barcode: str
    line: str
    amount: Decimal | None
    due_date: dt.date | None

    @property
    def utility(self) -> bool:
        """Whether it is a utility or tax slip rather than a bank's."""
        return self.barcode.startswith(_UTILITY)


def read(text: str, today: dt.date) -> Slip:
    """Read a line of 47 or 48 digits, masked or not, or a barcode of 44.

    Raises `ValueError` where the length or any check digit is wrong. `today` settles which cycle
    of due-date factors is meant.
    """
    digits = _MASK.sub("", text)
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("A slip is written in digits.")
    barcode = _barcode(digits)
    if barcode.startswith(_UTILITY):
        return Slip(barcode, line_of(barcode), *_told_by_utility(barcode, today))
    amount = Decimal(barcode[9:19]) * CENT
    return Slip(barcode, line_of(barcode), amount or None, date_of(int(barcode[5:9]), today))


def line_of(barcode: str) -> str:
    """The line a person types for a valid barcode: 47 digits, or 48 of a utility slip."""
    if barcode.startswith(_UTILITY):
        check = _utility_check(barcode)
        return "".join(block + check(block) for block in _blocks(barcode, 11))
    fields = (barcode[:4] + barcode[19:24], barcode[24:34], barcode[34:])
    return "".join(field + mod10(field) for field in fields) + barcode[4:19]


def bank_barcode(bank_code: str, amount: Decimal, due_date: dt.date | None, free_field: str) -> str:
    """The barcode of a bank slip: COMPE code, amount in BRL (0 is open) and the bank's own 25
    digits. Raises `ValueError` for what does not fit."""
    cents = int(amount / CENT)
    parts = (f"{bank_code}9", f"{factor_of(due_date):04}", f"{cents:010}", free_field)
    body = "".join(parts)
    if len(body) != 43 or not body.isdigit() or amount < 0:
        raise ValueError("The parts of the barcode have the wrong length.")
    return f"{body[:4]}{_general(body)}{body[4:]}"


def utility_barcode(head: str, amount: Decimal, rest: str) -> str:
    """The barcode of a utility slip: product, segment and kind of value in three digits, the amount
    in BRL, and 29 digits of the issuer. Raises `ValueError` for what does not fit."""
    body = f"{head}{int(amount / CENT):011}{rest}"
    if len(head) != 3 or len(body) != 43 or not body.isdigit() or head[2] not in "6789":
        raise ValueError("The parts of the barcode have the wrong length.")
    return head + _utility_check(body)(body) + body[3:]


def factor_of(due_date: dt.date | None) -> int:
    """The four-digit factor of a due date; 0 where there is none. Raises `ValueError` for a day
    before the factors began."""
    if due_date is None:
        return 0
    days = (due_date - _BASE).days
    if days < 1000:
        raise ValueError("There is no factor for a due date this early.")
    return (days - 1000) % _CYCLE.days + 1000


def date_of(factor: int, today: dt.date) -> dt.date | None:
    """The due date of a factor as read on that day; nothing for factor 0."""
    if factor == 0:
        return None
    if factor < 1000:
        raise ValueError("The due-date factor is out of range.")
    date = _BASE + dt.timedelta(days=factor)
    while date < today - _BEHIND:
        date += _CYCLE
    return date


def mod10(digits: str) -> str:
    """The check digit of modulus 10: weights 2, 1 from the right, digits of products added up."""
    products = (int(digit) * (2 - index % 2) for index, digit in enumerate(reversed(digits)))
    return str(-sum(product // 10 + product % 10 for product in products) % 10)


def mod11(digits: str) -> int:
    """11 - (weighted sum mod 11), with weights 2 to 9 from the right: 1 to 11."""
    return 11 - sum(int(d) * (2 + i % 8) for i, d in enumerate(reversed(digits))) % 11


def _general(body: str) -> str:
    """The general check digit of a bank slip: 10 and 11 are written 1."""
    check = mod11(body)
    return str(check if check < 10 else 1)


def _utility_mod11(digits: str) -> str:
    """The modulus 11 of utility slips: 10 is written 1, and 11 and a rest of one 0."""
    rest = 11 - mod11(digits)
    return {0: "0", 1: "0", 10: "1"}.get(rest, str(11 - rest))


def _utility_check(barcode: str) -> Callable[[str], str]:
    """The third digit says which modulus a utility slip is checked with."""
    if barcode[2] in "67":
        return mod10
    if barcode[2] in "89":
        return _utility_mod11
    raise ValueError("The third digit of a utility slip is 6, 7, 8 or 9.")


def _barcode(digits: str) -> str:
    """The barcode behind any of the three forms, its check digits judged."""
    if len(digits) == 48 and digits.startswith(_UTILITY):
        blocks = list(_blocks(digits, 12))
        barcode = "".join(block[:11] for block in blocks)
        check = _utility_check(barcode)
        _require(block[11] == check(block[:11]) for block in blocks)
    elif len(digits) == 47 and not digits.startswith(_UTILITY):
        fields = (digits[:10], digits[10:21], digits[21:32])
        _require(field[-1] == mod10(field[:-1]) for field in fields)
        barcode = digits[:4] + digits[32:47] + digits[4:9] + digits[10:20] + digits[21:31]
    elif len(digits) == 44:
        barcode = digits
    else:
        raise ValueError("A slip has a line of 47 or 48 digits, or a barcode of 44.")
    if barcode.startswith(_UTILITY):
        body = barcode[:3] + barcode[4:]
        _require([barcode[3] == _utility_check(barcode)(body)])
    else:
        _require([barcode[4] == _general(barcode[:4] + barcode[5:]), barcode[3] == "9"])
    return barcode


def _require(checks: Iterable[bool]) -> None:
    if not all(checks):
        raise ValueError("A check digit is wrong.")


def _blocks(digits: str, size: int) -> Iterable[str]:
    return (digits[at : at + size] for at in range(0, len(digits), size))


def _told_by_utility(barcode: str, today: dt.date) -> tuple[Decimal | None, dt.date | None]:
    """A utility slip has an amount in BRL where its third digit says so, and a due date where its
    issuer put one at the head of the free field."""
    amount = Decimal(barcode[4:15]) * CENT if barcode[2] in "68" else None
    at = 23 if barcode[1] == _BY_CNPJ else 19
    try:
        due_date = dt.date.fromisoformat(barcode[at : at + 8])
    except ValueError:
        return amount or None, None
    near = today - _BEHIND <= due_date <= today + _AHEAD
    return amount or None, due_date if near else None
