"""Create, change and remove one row under a warrant: lock, check the period, clean, stamp, save,
log.

These three functions are the only ones that write a record; an action composes them. They refuse to
work outside a transaction, so the effect, the log and the idempotency record commit together (K22).
"""

import datetime as dt
import decimal
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import connection, models
from django.utils import timezone

from finance_api.core.errors import Issue, NotFound, ValidationFailed
from finance_api.core.models import LogEntry, WorkspaceModel, WorkspaceRow
from finance_api.core.warrant import Warrant

W = TypeVar("W", bound=WorkspaceModel)
R = TypeVar("R", bound=WorkspaceRow)
Dates = Iterable[dt.date | None]
Owned = Mapping[str, tuple[Any, Any]]
_NONE: Mapping[str, Any] = {}


def create(warrant: Warrant, model: type[W], *, period: Dates | None = None, **values: Any) -> W:
    """A new row of the warrant's workspace, stamped and logged."""
    _require_transaction()
    now = timezone.now()
    row = model(
        workspace_id=warrant.workspace_id,
        created_at=now,
        updated_at=now,
        created_via=warrant.channel,
        updated_via=warrant.channel,
        created_by_id=warrant.person_id,
        updated_by_id=warrant.person_id,
        **values,
    )
    warrant.policy.require_open(warrant.channel, _dates(row) if period is None else period)
    _clean(row)
    row.save(force_insert=True)
    log(warrant, row, "create", before=None, after=snapshot(row))
    return row


def change(
    warrant: Warrant,
    row: W,
    *,
    period: Dates | None = None,
    owned: Owned = _NONE,
    **values: Any,
) -> W:
    """Write the values that differ. Nothing differing writes nothing, not even the stamp.

    The row must have been locked in this transaction. `period` names the dates that the lock date
    looks at instead of the row's own, before and after (R86). `owned` names what was stored for the
    row in other tables, such as its allocation: `{name: (before, after)}` as JSON values. A set
    that differs stamps the row and stands in its log entry.
    """
    _require_transaction()
    before = snapshot(row)
    dates = list(_dates(row))
    changed = [name for name, value in values.items() if getattr(row, name) != value]
    replaced = {name: pair for name, pair in owned.items() if pair[0] != pair[1]}
    if not changed and not replaced:
        return row
    for name in changed:
        setattr(row, name, values[name])
    warrant.policy.require_open(
        warrant.channel, [*dates, *_dates(row)] if period is None else period
    )
    _clean(row)
    row.updated_at = timezone.now()
    row.updated_via = warrant.channel
    row.updated_by_id = warrant.person_id
    row.save(update_fields=[*changed, "updated_at", "updated_via", "updated_by"])
    after = snapshot(row)
    differing = [name for name in after if after[name] != before[name]]
    log(
        warrant,
        row,
        "change",
        before={name: before[name] for name in differing}
        | {name: pair[0] for name, pair in replaced.items()},
        after={name: after[name] for name in differing}
        | {name: pair[1] for name, pair in replaced.items()},
    )
    return row


def remove(
    warrant: Warrant,
    row: WorkspaceModel,
    *,
    period: Dates | None = None,
    owned: Mapping[str, Any] = _NONE,
) -> None:
    """Delete a row for good; the log keeps what it held, `owned` in other tables included (R18)."""
    _require_transaction()
    warrant.policy.require_open(warrant.channel, _dates(row) if period is None else period)
    log(warrant, row, "remove", before=snapshot(row) | dict(owned), after=None)
    row.delete()


def detach(warrant: Warrant, rows: "models.QuerySet[W]", reference: str) -> None:
    """Empty a reference in all of the rows: lock, check the period, stamp, save and log as `change`
    does, in three statements however many they are."""
    _require_transaction()
    found = list(lock(rows))
    warrant.policy.require_open(warrant.channel, [date for row in found for date in _dates(row)])
    if not found:
        return
    column = f"{reference}_id"
    LogEntry.objects.bulk_create(
        _entry(warrant, row, "change", before={column: _plain(was)}, after={column: None})
        for row, was in ((row, getattr(row, column)) for row in found)
    )
    rows.filter(pk__in=[row.pk for row in found]).update(
        **{column: None},
        updated_at=timezone.now(),
        updated_via=warrant.channel,
        updated_by=warrant.person_id,
    )


def lock(rows: "models.QuerySet[R]") -> "models.QuerySet[R]":
    """Lock rows in one global order, by primary key; accounts are locked before titles (R71)."""
    return rows.select_for_update(of=("self",), no_key=True).order_by("pk")


def locked(rows: "models.QuerySet[R]", id: uuid.UUID, name: str) -> R:
    """The one row, locked and read again inside the lock; absent is `NOT_FOUND` (R44)."""
    row = lock(rows.filter(pk=id)).first()
    if row is None:
        raise NotFound(f"{name.capitalize()} not found.")
    return row


def snapshot(row: models.Model) -> dict[str, Any]:
    """Every column of a row that is written, as JSON values; generated ones say nothing more."""
    fields: Sequence[models.Field[Any, Any]] = row._meta.concrete_fields
    written = [field.attname for field in fields if not field.generated]
    return {name: _plain(getattr(row, name)) for name in written}


def log(
    warrant: Warrant,
    row: models.Model,
    act: str,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> None:
    """Append one entry to the log, in the transaction of the change itself."""
    _entry(warrant, row, act, before=before, after=after).save(force_insert=True)


def _entry(
    warrant: Warrant,
    row: models.Model,
    act: str,
    *,
    before: dict[str, Any] | None,
    after: dict[str, Any] | None,
) -> LogEntry:
    """An entry of the log, not yet written."""
    return LogEntry(
        at=timezone.now(),
        organization_id=warrant.organization_id,
        workspace_id=warrant.workspace_id,
        person_id=warrant.person_id,
        channel=warrant.channel,
        token_kind=warrant.token_kind,
        agent=warrant.agent,
        operation=warrant.operation.name,
        request_id=warrant.request_id,
        record_type=row._meta.model_name or "",
        record_id=row.pk,
        act=act,
        before=before,
        after=after,
    )


def _dates(row: WorkspaceModel) -> list[dt.date | None]:
    return [getattr(row, name) for name in row.period_fields]


def _clean(row: models.Model) -> None:
    """Judge what must be true of the row whoever writes it.

    References were judged by the serializer and uniqueness is the database's, so neither costs a
    query here; an absent or empty value has nothing to judge, and a missing one is the schema's
    business.
    """
    skipped = {
        f.name
        for f in row._meta.concrete_fields
        if f.is_relation or f.generated or _is_empty(row, f)
    }
    try:
        row.clean_fields(exclude=skipped)
        row.clean()
    except ValidationError as error:
        raise ValidationFailed(
            [
                Issue(field if field != "__all__" else "", "invalid", message)
                for field, messages in error.message_dict.items()
                for message in messages
            ]
        ) from error


def _is_empty(row: models.Model, field: "models.Field[Any, Any]") -> bool:
    value = getattr(row, field.attname)
    return value in field.empty_values and (field.null or value is not None)


def _plain(value: Any) -> Any:
    if isinstance(value, decimal.Decimal | uuid.UUID):
        return str(value)
    if isinstance(value, dt.date | dt.datetime):
        return value.isoformat()
    return value


def _require_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("A record is written only inside the transaction of its door.")
