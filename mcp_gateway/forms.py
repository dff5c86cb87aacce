"""A call whose body holds files: from the arguments that stand for them to multipart/form-data.

JSON has no files, so a tool takes each as base64 (house §3.6). The form is never one piece of
memory: it is read from the pieces it is made of.
"""

import binascii
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO, RawIOBase
from typing import Any
from urllib.parse import quote

from finance_api.core.errors import Issue
from finance_api.rest.fields import File

_MEDIA_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)?", re.ASCII)


@dataclass(frozen=True)
class Upload:
    """A file of a call: its part of the form, its name, the type it was declared as, its bytes."""

    part: str
    name: str
    type: str
    content: bytes = field(repr=False)


class Faulty(ValueError):
    """The arguments of a form that are wrong, each with its issue."""

    def __init__(self, issues: list[Issue]) -> None:
        super().__init__()
        self.issues = issues


def read(files: Mapping[str, File], arguments: dict[str, Any]) -> list[Upload]:
    """Take the files out of the arguments of a body; what stays there are the form's texts. Raises
    `Faulty` with every fault."""
    uploads: list[Upload] = []
    issues: list[Issue] = []
    for part, file in files.items():
        names = (file.content, file.name, file.type)
        sent = {name: arguments.pop(name) for name in names if name in arguments}
        if not sent and not file.required:
            continue
        faults = list(_faults(file, sent))
        if not faults:
            content = _decoded(sent[file.content], file)
            if isinstance(content, Issue):
                faults.append(content)
            else:
                upload = Upload(part, sent[file.name], sent.get(file.type, ""), content)
                uploads.append(upload)
        issues += faults
    issues += [_not_text(name) for name, value in arguments.items() if not isinstance(value, str)]
    if issues:
        raise Faulty(issues)
    return uploads


def _faults(file: File, sent: Mapping[str, Any]) -> Iterator[Issue]:
    for name in (file.content, file.name):
        if name not in sent:
            yield Issue(name, "required", "This field is required.")
    for name, value in sent.items():
        if not isinstance(value, str):
            yield _not_text(name)
        elif name == file.name and not value.strip():
            yield Issue(name, "blank", "This field may not be blank.")
        elif name == file.type and not _MEDIA_TYPE.fullmatch(value):
            text = "A media type such as application/pdf is expected. It may be left out."
            yield Issue(name, "invalid", text)


def _decoded(text: str, file: File) -> bytes | Issue:
    if len(text) > (file.largest + 2) // 3 * 4:
        return Issue(file.content, "too_large", file.too_large_message)
    try:
        content = binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        return Issue(file.content, "invalid_base64", "Standard base64 without blanks is expected.")
    if len(content) > file.largest:
        return Issue(file.content, "too_large", file.too_large_message)
    return content


def _not_text(name: str) -> Issue:
    return Issue(name, "invalid_type", "A string is expected.")


@dataclass(frozen=True)
class Form:
    """A body as it is sent: its content type, its length in bytes, and a stream of it."""

    content_type: str
    length: int
    stream: RawIOBase


def form(texts: Mapping[str, str], uploads: Iterable[Upload]) -> Form:
    """The form of these texts and files."""
    boundary = secrets.token_hex(24)
    pieces = list(_pieces(boundary, texts, uploads))
    return Form(f"multipart/form-data; boundary={boundary}", sum(map(len, pieces)), _Joined(pieces))


def _pieces(boundary: str, texts: Mapping[str, str], uploads: Iterable[Upload]) -> Iterator[bytes]:
    for name, text in texts.items():
        yield _head(boundary, f'name="{name}"') + text.encode() + b"\r\n"
    for upload in uploads:
        name = f"filename*=UTF-8''{quote(upload.name, safe='')}"
        yield _head(boundary, f'name="{upload.part}"; {name}', upload.type)
        yield upload.content
        yield b"\r\n"
    yield f"--{boundary}--\r\n".encode()


def _head(boundary: str, disposition: str, type: str = "") -> bytes:
    lines = [f"--{boundary}", f"Content-Disposition: form-data; {disposition}"]
    if type:
        lines.append(f"Content-Type: {type}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class _Joined(RawIOBase):
    """Pieces of bytes, read one after the other without being copied together."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = [BytesIO(piece) for piece in pieces]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        for piece in self._pieces:
            if size := piece.readinto(buffer):
                return size
        return 0
