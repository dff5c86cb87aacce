"""CPF and CNPJ: text, never numbers; the alphanumeric CNPJ of 2026 included (R105–R107)."""

import re

from validate_docbr import CNPJ, CPF

_MASK = re.compile(r"[.\-/ ]")
_CPF = re.compile(r"[0-9]{11}", re.ASCII)
_CNPJ = re.compile(r"[0-9A-Z]{12}[0-9]{2}", re.ASCII)


def stripped(text: str) -> str:
    """A document without its mask, in upper case."""
    return _MASK.sub("", text).upper()


def cpf(text: str) -> str | None:
    """The eleven digits of a valid CPF, or nothing."""
    digits = stripped(text)
    valid = _CPF.fullmatch(digits) and len(set(digits)) > 1 and CPF().validate(digits)
    return digits if valid else None


def cnpj(text: str) -> str | None:
    """The fourteen characters of a valid CNPJ, or nothing."""
    characters = stripped(text)
    valid = _CNPJ.fullmatch(characters) and len(set(characters)) > 1 and CNPJ().validate(characters)
    return characters if valid else None


def is_head_office(cnpj: str) -> bool:
    """Whether positions 9 to 12 say `0001`."""
    return cnpj[8:12] == "0001"
