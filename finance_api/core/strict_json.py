"""JSON in which one text has one reading: both doors refuse what another parser might read
differently, and what they read back is written again without loss."""

import json
import re
from array import array
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from itertools import accumulate
from typing import Literal, NoReturn, TypeAlias

JSON: TypeAlias = "dict[str, JSON] | list[JSON] | str | int | Decimal | bool | None"
Kind: TypeAlias = Literal["syntax", "duplicate_key"]

MAX_DEPTH = 64
MAX_DIGITS = 400

# The closing quote is optional, so that an unterminated string is swallowed whole: were it
# a failed match, the search would start again at each escaped quote, in quadratic time.
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_NOT_BRACKETS = bytes(set(range(256)) - set(b"[{]}"))
_SURROGATE = re.compile("[\ud800-\udfff]")
_SCALAR = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def loads(raw: bytes) -> JSON:
    """Read one JSON text, strictly (P30-P32, P43, R6); anything else is a `JSONFault`.

    Numbers with a fraction or an exponent come back as `Decimal`, never as a float. A text
    both broken and repeating a name is broken: "syntax" wins.
    """
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise JSONFault("syntax", "The text is not UTF-8.") from None
    if _too_deep(raw):
        raise JSONFault("syntax", f"The text nests deeper than {MAX_DEPTH} levels.")
    repeated = False

    def members(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
        nonlocal repeated
        found = dict(pairs)
        repeated = repeated or len(found) != len(pairs)
        return found

    decoder = json.JSONDecoder(
        object_pairs_hook=members,
        parse_int=_integer,
        parse_float=_decimal,
        parse_constant=_constant,
    )
    try:
        value: JSON = decoder.decode(text)
    except json.JSONDecodeError:
        raise JSONFault("syntax", "The text is not valid JSON.") from None
    if repeated:
        raise JSONFault("duplicate_key", "An object repeats a member name.")
    return value


def dumps(value: object) -> bytes:
    """Write compact UTF-8 JSON that `loads` reads back equal (P39, P99).

    A lone surrogate, which UTF-8 cannot carry, is written as its escape. NaN, infinities and
    decimals too large for `loads` are a ValueError, foreign types a TypeError.
    """
    # For a surrogate, Python's own backslash form is exactly JSON's.
    return _text(value).encode("utf-8", "backslashreplace")


def unstorable_paths(value: JSON) -> list[str]:
    """Say where PostgreSQL could not store a string: NUL or a lone surrogate (P45).

    Paths are dotted, like `items.0.name`. A member *name* that cannot be stored cannot be
    written in a path either, so its object's path stands for it; the root's path is "".
    """
    return list(dict.fromkeys(_unstorable(value, "")))


def _unstorable(value: JSON, path: str) -> Iterator[str]:
    if isinstance(value, str):
        if _is_unstorable(value):
            yield path
    elif isinstance(value, dict):
        for name, member in value.items():
            if _is_unstorable(name):
                yield path
            else:
                yield from _unstorable(member, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unstorable(item, f"{path}.{index}" if path else str(index))


def _is_unstorable(text: str) -> bool:
    # Escaped pairs were joined by the parser: a surrogate that is left is alone.
    return "\x00" in text or (not text.isascii() and _SURROGATE.search(text) is not None)


def _too_deep(raw: bytes) -> bool:
    # Asked before parsing, because the parser recurses. Few brackets cannot nest deeply,
    # which spares the scan for almost every body, large files in base64 included.
    if raw.count(b"[") + raw.count(b"{") <= MAX_DEPTH:
        return False
    steps = array("b", _STRING.sub(b"", raw).translate(_STEPS, _NOT_BRACKETS))
    return max(accumulate(steps), default=0) > MAX_DEPTH


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise JSONFault("syntax", f"A number has more than {MAX_DIGITS} digits.")
    return int(digits)


def _decimal(text: str) -> Decimal:
    try:
        number = Decimal(text if len(text) <= 2 * MAX_DIGITS else "Infinity")
    except InvalidOperation:
        # Only an exponent beyond the decimal module's own range ends here.
        number = Decimal("Infinity")
    if not _is_bounded(number):
        raise JSONFault("syntax", f"A number needs more than {MAX_DIGITS} digits.")
    return number


def _is_bounded(number: Decimal) -> bool:
    # Counted as written out in full: "1e999999999" would be a gigabyte of zeros later.
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int):
        return False
    return max(number.adjusted() + 1, 1) + max(-exponent, 0) <= MAX_DIGITS


def _constant(_name: str) -> NoReturn:
    raise JSONFault("syntax", "NaN and Infinity are not JSON.")


def _text(value: object) -> str:
    if isinstance(value, str):
        return _SCALAR.encode(value)
    if isinstance(value, dict | Mapping):
        return "{" + ",".join(f"{_name(k)}:{_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_text, value)) + "]"
    if isinstance(value, Decimal):
        if not _is_bounded(value):
            raise ValueError("This decimal has no bounded JSON form.")
        return format(value, "f")
    return _SCALAR.encode(value)


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError("JSON member names are strings.")
    return _SCALAR.encode(name)


class JSONFault(ValueError):
    """Why a text was refused; the message never repeats any of it."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind: Kind = kind
