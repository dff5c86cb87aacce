"""The kinds of files that are taken, and what a file of each must look like (rest-api §1.8, R120).

A file is judged by its name, by the type that was declared and by its first bytes. What a browser
would run, HTML and SVG, is no kind and is refused under any name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

#: How many of a file's first bytes are looked at.
HEAD: Final = 4096

# What a client declares when it does not know, or only knows that it is text.
_VAGUE = frozenset({"", "application/octet-stream"})
_VAGUE_TEXT = _VAGUE | {"text/plain"}
_ACTIVE = re.compile(r"<(?:!doctype\s+)?(?:[\w.-]+:)?(?:html|svg)\b", re.IGNORECASE)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


class NotTaken(ValueError):
    """Why a file is refused: a short code and a sentence that repeats nothing of the file."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Kind:
    """A kind of file: the type it is stored with, others it may be declared as, its first bytes.

    One without a signature is text. An `inline` one may be shown in a browser.
    """

    mime_type: str
    signature: bytes = b""
    declared: frozenset[str] = frozenset()
    inline: bool = False

    def accepts(self, declared: str) -> bool:
        vague = _VAGUE if self.signature else _VAGUE_TEXT
        return declared == self.mime_type or declared in self.declared or declared in vague


_JPEG = Kind("image/jpeg", b"\xff\xd8\xff", frozenset({"image/jpg"}), inline=True)
_EXCEL = "application/vnd.ms-excel"

#: By extension.
KINDS: Final[Mapping[str, Kind]] = {
    "pdf": Kind("application/pdf", b"%PDF-", inline=True),
    "png": Kind("image/png", b"\x89PNG\r\n\x1a\n", inline=True),
    "jpg": _JPEG,
    "jpeg": _JPEG,
    "xlsx": Kind(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        b"PK\x03\x04",
        frozenset({_EXCEL, "application/zip"}),
    ),
    "xml": Kind("application/xml", declared=frozenset({"text/xml"})),
    "ofx": Kind("application/x-ofx", declared=frozenset({"application/ofx", "text/ofx"})),
    "csv": Kind("text/csv", declared=frozenset({_EXCEL, "application/csv"})),
}
INLINE: Final = frozenset(kind.mime_type for kind in KINDS.values() if kind.inline)
MIME_TYPES: Final = tuple(dict.fromkeys(kind.mime_type for kind in KINDS.values()))


def kind_of(file_name: str, declared: str, head: bytes) -> Kind:
    """The kind of a file, from its name, the type it was declared as and its first `HEAD` bytes.

    Raises `NotTaken` when it is none of them, or not what it says it is.
    """
    stem, _, extension = file_name.rpartition(".")
    kind = KINDS.get(extension.lower()) if stem else None
    if kind is None:
        raise NotTaken("unsupported_type", f"Send a file whose name ends in {_ENDINGS}.")
    if not kind.accepts(declared.partition(";")[0].strip().lower()):
        raise NotTaken("type_mismatch", "The declared type is not the one its name ends in.")
    if not _looks_like(kind, head):
        raise NotTaken("type_mismatch", "The content is not what the file's name says it is.")
    return kind


_ENDINGS = ", ".join(f".{extension}" for extension in KINDS)


def _looks_like(kind: Kind, head: bytes) -> bool:
    if kind.signature:
        return head.startswith(kind.signature)
    if any(other.signature and head.startswith(other.signature) for other in KINDS.values()):
        return False
    wide = head.startswith(_UTF_16)
    if b"\x00" in head and not wide:
        return False
    return _ACTIVE.search(head.decode("utf-16" if wide else "latin-1", "ignore")) is None
