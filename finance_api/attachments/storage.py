"""The private place where the bytes of attachments lie, under names that say nothing (R120).

A file and its row live and die together: one stored by a call that is rolled back is removed, and
one whose row is removed goes only once that is committed. A process killed between the two leaves
a file without a row, never a row without its file.
"""

import datetime as dt
import logging
import re
import secrets
from collections.abc import Iterator

from django.core.files import File
from django.core.files.storage import Storage, storages
from django.db import transaction

from finance_api.core import transactions

_log = logging.getLogger(__name__)
_FOLDER = re.compile(r"[0-9a-f]{2}")
_NAME = re.compile(r"[0-9a-f]{64}")


def keep(file: "File[bytes]") -> str:
    """Store the bytes and give the name they are stored under: 256 random bits, no word of it from
    outside."""
    token = secrets.token_hex(32)
    name = _place().save(f"{token[:2]}/{token}", file)
    transactions.on_rollback(lambda: _discard(name))
    return str(name)


def fetch(name: str) -> "File[bytes]":
    """The bytes, open from their beginning; the caller closes them. `FileNotFoundError` where they
    are gone."""
    return _place().open(name, "rb")


def discard(name: str) -> None:
    """Remove the bytes once the transaction at hand is committed."""
    transaction.on_commit(lambda: _discard(name))


def stored() -> Iterator[list[str]]:
    """The names of all files that `keep` has stored, a folder at a time. Whatever else lies in the
    same storage is passed over."""
    for folder in filter(_FOLDER.fullmatch, _listed("")[0]):
        yield [f"{folder}/{token}" for token in _listed(folder)[1] if _NAME.fullmatch(token)]


def stored_at(name: str) -> dt.datetime:
    """When a file was stored."""
    return _place().get_modified_time(name)


def remove(name: str) -> None:
    """Remove the bytes at once, whatever the database says."""
    _place().delete(name)


def _listed(path: str) -> tuple[list[str], list[str]]:
    """The folders and the files in a folder, which need not exist before the first upload."""
    try:
        return _place().listdir(path)
    except FileNotFoundError:
        return [], []


def _place() -> Storage:
    return storages["attachments"]


def _discard(name: str) -> None:
    """A file that cannot be removed harms nobody: its row is gone, so nothing leads to it."""
    try:
        remove(name)
    except Exception:  # noqa: BLE001  each storage has errors of its own, and the call itself has succeeded
        _log.exception("a file could not be removed", extra={"stored_as": name})
