"""An entry of the log as a person reads it: who, through what, and each value before and after in
words where there are words for it. What third parties wrote is shown neutralised only."""

import datetime as dt
import json
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import Any, Final

from django.apps import apps
from django.db import models
from django.utils import formats, timezone
from django.utils.dateparse import parse_datetime
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from finance_api.account.coordinates import METHODS
from finance_api.core.models import LogEntry
from finance_api.core.money import MoneyField
from finance_api.identity.access import SESSION
from finance_api.identity.connections import CONNECTION
from finance_api.identity.tokens import OAUTH, PERSONAL
from finance_api.rest.confirmation import neutral, reais

#: The kinds of token that something else than the person themselves holds.
AGENTS: Final = (PERSONAL, OAUTH)

CHANNELS: Final[Mapping[str, str]] = {
    "dashboard": gettext_noop("pages"),
    "api": "API",
    "mcp": "MCP",
    "import": gettext_noop("import"),
    "system": gettext_noop("by itself"),
}
ACTS: Final[Mapping[str, str]] = {
    "create": gettext_noop("Creation"),
    "change": gettext_noop("Alteration"),
    "remove": gettext_noop("Removal"),
}
#: What the log is about, by the names of the models; a connection has none.
RECORDS: Final = (
    "account",
    "attachment",
    "automaticrule",
    "category",
    "center",
    "company",
    "dispatchintent",
    "membership",
    CONNECTION,
    "organization",
    "person",
    "personaltoken",
    "receipt",
    "reconciliation",
    "role",
    "tax",
    "title",
    "transaction",
    "user",
    "workspace",
)
#: What is better called otherwise here than by its model.
_WORDS: Final[Mapping[str, str]] = {
    CONNECTION: gettext_noop("connected agent"),
    "person": gettext_noop("customer or supplier"),
    "title": gettext_noop("payable or receivable"),
}
#: The same of columns, and of what is no column of a table.
_FIELDS: Final[Mapping[str, str]] = {
    "allocations": gettext_noop("split among centers"),
    "blocked": gettext_noop("blocked actions"),
    "client": gettext_noop("client"),
    "password": gettext_noop("password"),
    "payment_order": gettext_noop("payment data"),
    "person_id": gettext_noop("customer or supplier"),
    "reason": gettext_noop("reason"),
}
#: The columns that hold what a person calls the record.
NAMES: Final = ("name", "description", "file_name", "client", "email")
#: What every row has and nobody asks about.
_STAMPS: Final = frozenset(
    (
        "id",
        "workspace_id",
        "title_id",
        "created_at",
        "created_by_id",
        "created_via",
        "updated_at",
        "updated_by_id",
        "updated_via",
    )
)
#: What a record owns in another table, by its name in the log, and that table's model.
_OWNED: Final[Mapping[str, str]] = {"payment_order": "paymentorder", "charge": "charge"}
#: Values that are stored as words of a program.
_VALUES: Final[Mapping[str, str]] = {
    **METHODS,
    "pending_approval": gettext_noop("waits for approval"),
    "creation_approved": gettext_noop("approved"),
    "creation_rejected": gettext_noop("rejected"),
    "settled": gettext_noop("settled"),
}


#: A column, or what leads to it in what a record owns.
Path = tuple[str, ...]


def through(entry: LogEntry) -> str:
    """Through what it was done: the channel, and the agent where there was one."""
    channel = gettext(CHANNELS.get(entry.channel, entry.channel))
    return f"{neutral(entry.agent)} ({channel})" if entry.agent else channel


def name_in(*stored: Mapping[str, Any] | None) -> str:
    """What the record is called by the first of these that says so."""
    found = (each.get(name) for each in stored if each for name in NAMES)
    return next((neutral(name) for name in found if isinstance(name, str) and name), "")


def told(entry: LogEntry, name: str = "") -> dict[str, Any]:
    """An entry in words; `name` is what the record was called where it does not say so itself."""
    return {
        "at": entry.at,
        "who": neutral(str(entry.person)),
        "by_agent": entry.token_kind in AGENTS,
        "by_person": entry.token_kind == SESSION,
        "through": through(entry),
        "operation": entry.operation,
        "act": gettext(ACTS[entry.act]),
        "record": record_in_words(entry.record_type),
        "record_id": entry.record_id,
        "name": name_in(entry.after, entry.before) or name,
        "request_id": entry.request_id,
        "differences": differences(entry),
    }


def differences(entry: LogEntry) -> list[tuple[str, str, str]]:
    """Each column that differs, in words, with what was stored before and after."""
    before, after = _flat(entry.before or {}), _flat(entry.after or {})
    return [
        (_label(entry, path), _value(entry, path, before), _value(entry, path, after))
        for path in {**before, **after}
        if path[-1] not in _STAMPS and before.get(path) != after.get(path)
    ]


def _flat(stored: Mapping[str, Any], *above: str) -> dict[Path, Any]:
    """Each value by its path: what a record owns in another table is told column by column."""
    flat: dict[Path, Any] = {}
    for name, value in stored.items():
        flat |= _flat(value, *above, name) if isinstance(value, dict) else {(*above, name): value}
    return flat


def record_in_words(record_type: str) -> str:
    """What an entry is about."""
    if record_type in _WORDS:
        return gettext(_WORDS[record_type])
    model = _model(record_type)
    return str(model._meta.verbose_name) if model else neutral(record_type)


def _label(entry: LogEntry, path: Path) -> str:
    return " › ".join(_name(entry.record_type, path[:depth]) for depth in range(1, len(path) + 1))


def _name(record_type: str, path: Path) -> str:
    """What the last step of a path is called."""
    name, field = path[-1], _field(record_type, path)
    if name in _FIELDS:
        return capfirst(gettext(_FIELDS[name]))
    return capfirst(str(field.verbose_name)) if field else neutral(name)


def _field(record_type: str, path: Path) -> "models.Field[Any, Any] | None":
    model = _OWNED.get(path[0], "") if len(path) > 1 else record_type
    return _columns(model).get(path[-1])


def _value(entry: LogEntry, path: Path, stored: Mapping[Path, Any]) -> str:
    value = stored.get(path)
    if value is None or value in ("", [], {}):
        return "–"
    field = _field(entry.record_type, path)
    shown = _typed(field, value) if field is not None else None
    return shown or _plain(value)


def _typed(field: "models.Field[Any, Any]", value: Any) -> str | None:
    """A value as the reader's language writes those of its column; nothing where it does not."""
    try:
        if isinstance(field, MoneyField):
            return reais(Decimal(value))
        if isinstance(field, models.DateTimeField):
            return _moment(value)
        if isinstance(field, models.DateField):
            return formats.date_format(dt.date.fromisoformat(value), "SHORT_DATE_FORMAT")
    except (ValueError, TypeError, InvalidOperation):
        return None  # stored when the column held something else
    if field.choices and isinstance(value, str):
        return neutral(gettext(_VALUES.get(value, value)))
    return None


def _moment(value: str) -> str | None:
    moment = parse_datetime(value)
    if moment is None:
        return None
    return formats.date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, str):
        return neutral(value)
    return neutral(json.dumps(value, ensure_ascii=False))


@cache
def _columns(record_type: str) -> Mapping[str, "models.Field[Any, Any]"]:
    """The columns of what an entry is about, by the names that the log gives them."""
    model = _model(record_type)
    return {field.attname: field for field in model._meta.concrete_fields} if model else {}


def _model(record_type: str) -> "type[models.Model] | None":
    try:
        return apps.get_model("finance_api", record_type)
    except LookupError:
        return None
