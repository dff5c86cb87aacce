"""Removes files that belong to no attachment: an upload whose process died before it committed.

A file that any row names stays, and so does one too young to be sure of: its upload may still be
under way.
"""

import datetime as dt
from collections.abc import Collection
from typing import Final

from django.utils import timezone

from finance_api.attachments import storage
from finance_api.attachments.models import Attachment
from finance_api.core.isolation import hides_rows

PATIENCE: Final = dt.timedelta(days=1)


class NotTheOwner(Exception):
    """Rows are hidden from the role that was to see them all, so whose a file is is not known."""


def sweep() -> int:
    """Remove them, and say how many. Asked of the owner, who sees the rows of every workspace:
    to any other role the files of all would look like nobody's (`NotTheOwner`)."""
    if hides_rows(Attachment, "owner"):
        raise NotTheOwner
    before = timezone.now() - PATIENCE
    return sum(_removed(name, before) for names in storage.stored() for name in _nobodys(names))


def _nobodys(names: Collection[str]) -> set[str]:
    # The files were listed first: a row that came since has a file that is too young.
    rows = Attachment.everywhere.using("owner").filter(stored_as__in=names)
    return set(names).difference(rows.values_list("stored_as", flat=True))


def _removed(name: str, before: dt.datetime) -> bool:
    try:
        if storage.stored_at(name) >= before:
            return False
    except FileNotFoundError:
        # It went with its row, just now.
        return False
    storage.remove(name)
    return True
