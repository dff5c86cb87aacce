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
    digits = _plain(text)
    valid = _CPF.fullmatch(digits) and len(set(digits)) > 1 and CPF().validate(digits)
    return digits if valid else None


def cnpj(text: str) -> str | None:
    """The fourteen characters of a valid CNPJ, or nothing."""
    characters = _plain(text)
    valid = _CNPJ.fullmatch(characters) and len(set(characters)) > 1 and CNPJ().validate(characters)
    return characters if valid else None


def cpf_or_cnpj(text: str) -> str | None:
    """The characters of a valid document of either type, or nothing."""
    return cpf(text) or cnpj(text)


def type_of(document: str) -> str:
    """`cpf` or `cnpj`, which their lengths tell apart."""
    return "cpf" if len(document) == 11 else "cnpj"


def masked(document: str) -> str:
    """A document as people write it: 123.456.789-09 or 12.345.678/0001-95."""
    if len(document) == 11:
        return f"{document[:3]}.{document[3:6]}.{document[6:9]}-{document[9:]}"
    if len(document) == 14:
        root, office = document[:8], document[8:12]
        return f"{root[:2]}.{root[2:5]}.{root[5:]}/{office}-{document[12:]}"
    return document


def is_head_office(cnpj: str) -> bool:
    """Whether positions 9 to 12 say `0001`."""
    return cnpj[8:12] == "0001"


def _plain(text: str) -> str:
    # Asked before the case is changed: upper() makes ASCII letters of some that are not.
    return stripped(text) if text.isascii() else ""
