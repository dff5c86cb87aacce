"""The Pix copy-and-paste code: a BR Code in EMV's tag-length-value form, closed by its CRC16."""

import re
import unicodedata
from decimal import Decimal
from typing import Final

_POLYNOMIAL: Final = 0x1021
_TXID: Final = re.compile(r"[A-Za-z0-9]{1,25}")


def br_code(pix_key: str, amount: Decimal, name: str, city: str, txid: str) -> str:
    """A code that pays the amount in BRL to a Pix key. `txid` is 1 to 25 letters and digits.

    Raises `ValueError` for another txid. Name and city are cut to what the form holds.
    """
    if not _TXID.fullmatch(txid):
        raise ValueError("A txid is 1 to 25 ASCII letters and digits.")
    body = "".join(
        (
            _field("00", "01"),
            _field("26", _field("00", "br.gov.bcb.pix") + _field("01", pix_key)),
            _field("52", "0000"),
            _field("53", "986"),
            _field("54", f"{amount:.2f}"),
            _field("58", "BR"),
            _field("59", _plain(name, 25)),
            _field("60", _plain(city, 15)),
            _field("62", _field("05", txid)),
            "6304",
        )
    )
    return f"{body}{crc16(body.encode()):04X}"


def read(code: str) -> dict[str, str]:
    """The fields of a code by their tags, those inside field 26 as `26.01` and so on. Raises
    `ValueError` for what is no code or does not end in its own CRC."""
    text = code.strip()
    body, crc = text[:-4], text[-4:]
    if not body.endswith("6304") or f"{crc16(body.encode()):04X}" != crc.upper():
        raise ValueError("The code does not end in its CRC.")
    fields = _fields(body[:-4])
    return fields | {f"26.{tag}": value for tag, value in _fields(fields.get("26", "")).items()}


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE, which closes a BR Code."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ _POLYNOMIAL if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def _field(tag: str, value: str) -> str:
    return f"{tag}{len(value):02}{value}"


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    while text:
        tag, length = text[:2], text[2:4]
        if not (length.isascii() and length.isdigit()) or len(text) < 4 + int(length):
            raise ValueError("The code is not made of fields.")
        found[tag], text = text[4 : 4 + int(length)], text[4 + int(length) :]
    return found


def _plain(text: str, longest: int) -> str:
    """Text without accents or anything outside ASCII, as readers of the code expect it."""
    letters = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return letters[:longest].strip() or "-"
