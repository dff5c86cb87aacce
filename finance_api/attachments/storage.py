"""The private place where the bytes of attachments lie, under names that say nothing (R120).

A file and its row live and die together: one stored by a call that is rolled back is removed, and
one whose row is removed goes only once that is committed. A process killed between the two leaves
a file without a row, never a row without its file.
"""

import logging
import secrets

from django.core.files import File
from django.core.files.storage import Storage, storages
from django.db import transaction

from finance_api.core import transactions

_log = logging.getLogger(__name__)


def keep(file: "File[bytes]") -> str:
    """Store the bytes and give the name they are stored under: 256 random bits, no word of it from
    outside."""
    token = secrets.token_hex(32)
    name = _place().save(f"{token[:2]}/{token}", file)
    transactions.on_rollback(lambda: _discard(name))
    return str(name)


def fetch(name: str) -> "File[bytes]":
    """The bytes, open from their beginning; the caller closes them."""
    return _place().open(name, "rb")


def discard(name: str) -> None:
    """Remove the bytes once the transaction at hand is committed."""
    transaction.on_commit(lambda: _discard(name))


def _place() -> Storage:
    return storages["attachments"]


def _discard(name: str) -> None:
    """A file that cannot be removed harms nobody: its row is gone, so nothing leads to it."""
    try:
        _place().delete(name)
    except Exception:  # noqa: BLE001  each storage has errors of its own, and the call itself has succeeded
        _log.exception("a file could not be removed", extra={"stored_as": name})
