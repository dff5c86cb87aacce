"""The security tab of a workspace, written in one way from every page: while it is changed nobody
writes in the books, and the lock date moves only with a reason, which the log keeps (K14, R88)."""

import datetime as dt
import hashlib
import json
import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from finance_api.core import records
from finance_api.core.errors import Unprocessable
from finance_api.identity import closing
from finance_api.identity.models import Workspace

#: What the log tells of a change: before, which is nothing for a new workspace, and after.
Told = tuple[dict[str, Any] | None, dict[str, Any]]

LONGEST_REASON = 500


class ReasonField(forms.CharField):
    """How every page asks why the lock date moves."""

    def __init__(self) -> None:
        super().__init__(
            label=gettext_lazy("Reason"),
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.Textarea(attrs={"rows": 3}),
            help_text=gettext_lazy(
                "Needed whenever the lock date moves, forwards or backwards. The log keeps it."
            ),
        )


def held(workspace_id: uuid.UUID) -> Workspace:
    """A workspace as it is and stays until this transaction ends; nobody else writes in it
    meanwhile."""
    closing.wait_for_writes(workspace_id)
    return Workspace.objects.select_for_update(no_key=True).get(pk=workspace_id)


def lacks_reason(before: dt.date | None, after: dt.date | None, reason: str) -> bool:
    """Whether the lock date would move, forwards or backwards, without a word why."""
    return before != after and not reason.strip()


def digest(workspace: Workspace) -> str:
    """What a page was shown of the settings; another one means that somebody changed them."""
    locked = workspace.locked_through
    shown = [workspace.approval_gate, sorted(workspace.blocked), locked and locked.isoformat()]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()


def store(workspace: Workspace, reason: str) -> Told | None:
    """Write a workspace. What the log tells of it, or nothing if nothing differs. Raises
    `Unprocessable` for a lock date that moves silently."""
    adding = workspace._state.adding
    stored = None if adding else held(workspace.pk)
    was = stored.locked_through if stored else None
    if lacks_reason(was, workspace.locked_through, reason):
        raise Unprocessable("The lock date moves only with a reason. Give one.")
    workspace.blocked = sorted(set(workspace.blocked))
    why = {"reason": reason.strip()} if reason.strip() else {}
    after = records.snapshot(workspace)
    if stored is None:
        workspace.save(force_insert=True)
        return None, after | why
    before = records.snapshot(stored)
    differing = [name for name in after if after[name] != before[name]]
    if not differing:
        return None
    workspace.save(update_fields=differing)
    return (
        {name: before[name] for name in differing},
        {name: after[name] for name in differing} | why,
    )
