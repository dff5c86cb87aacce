"""Reads the value of an Mcp-Name header: plain visible ASCII, or UTF-8 text in base64 between
the markers `=?base64?` and `?=`; a value with two readings has none."""

import base64
import re

_OPEN, _CLOSE = "=?base64?", "?="
_PLAIN = re.compile(r"[\t\x20-\x7e]*")
_BASE64 = re.compile(
    r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?",
)


def plain(value: str) -> str | None:
    """Return the value if it is visible ASCII, blanks and tabs, else None (P88, P89).

    WSGI hands over header bytes read as latin-1. Bytes above ASCII are refused rather than
    guessed at: a proxy may read them as UTF-8 where we would see other letters.
    """
    return value if _PLAIN.fullmatch(value) else None


def decode(value: str) -> str | None:
    """Return the text the value stands for, or None if it stands for nothing (P87-P89).

    The markers are case-sensitive, so other spellings are literals. Between them only the
    one canonical base64 form of valid UTF-8 is taken: standard alphabet, padding, zero bits.
    """
    if not (value.startswith(_OPEN) and value.endswith(_CLOSE, len(_OPEN))):
        return plain(value)
    payload = value[len(_OPEN) : -len(_CLOSE)]
    if not _BASE64.fullmatch(payload):
        return None
    octets = base64.b64decode(payload, validate=True)
    if base64.b64encode(octets).decode("ascii") != payload:
        return None  # Bits past the last octet were set: another spelling of the same text.
    try:
        return octets.decode("utf-8")
    except UnicodeDecodeError:
        return None
