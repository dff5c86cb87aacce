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
#: What the log is about, by the name of the model.
RECORDS: Final[Mapping[str, str]] = {
    "account": gettext_noop("financial account"),
    "attachment": gettext_noop("attachment"),
    "automaticrule": gettext_noop("automatic rule"),
    "category": gettext_noop("category"),
    "center": gettext_noop("classification center"),
    "company": gettext_noop("company"),
    "dispatchintent": gettext_noop("order to the bank"),
    "membership": gettext_noop("membership"),
    "oauthclient": gettext_noop("client"),
    CONNECTION: gettext_noop("connected agent"),
    "organization": gettext_noop("organization"),
    "person": gettext_noop("customer or supplier"),
    "personaltoken": gettext_noop("access token"),
    "receipt": gettext_noop("receipt"),
    "reconciliation": gettext_noop("reconciliation"),
    "role": gettext_noop("role"),
    "tax": gettext_noop("tax"),
    "title": gettext_noop("payable or receivable"),
    "transaction": gettext_noop("financial transaction"),
    "user": gettext_noop("user"),
    "workspace": gettext_noop("workspace"),
}
#: Columns in words; the others are named as they are stored.
_FIELDS: Final[Mapping[str, str]] = {
    "account_id": gettext_noop("Account"),
    "active": gettext_noop("Active"),
    "allocations": gettext_noop("Split among centers"),
    "agency": gettext_noop("Branch"),
    "account_number": gettext_noop("Account no."),
    "amount": gettext_noop("Amount"),
    "approval_gate": gettext_noop("Approval gate"),
    "bank_code": gettext_noop("Bank"),
    "barcode": gettext_noop("Slip"),
    "beneficiary_document": gettext_noop("Beneficiary's document"),
    "beneficiary_name": gettext_noop("Beneficiary"),
    "blocked": gettext_noop("Blocked actions"),
    "category_id": gettext_noop("Category"),
    "center_id": gettext_noop("Classification center"),
    "client": gettext_noop("Client"),
    "company_id": gettext_noop("Company"),
    "competence_date": gettext_noop("Accrual date"),
    "created_at": gettext_noop("Created on"),
    "description": gettext_noop("Description"),
    "direction": gettext_noop("Direction"),
    "discount_amount": gettext_noop("Discount"),
    "document": gettext_noop("Reference"),
    "document_number": gettext_noop("Document"),
    "due_date": gettext_noop("Due date"),
    "email": gettext_noop("E-mail"),
    "expected_account_id": gettext_noop("Expected account"),
    "file_name": gettext_noop("File"),
    "interest_amount": gettext_noop("Interest"),
    "language": gettext_noop("Language"),
    "locked_through": gettext_noop("Lock date"),
    "name": gettext_noop("Name"),
    "notes": gettext_noop("Notes"),
    "occurred_at": gettext_noop("Date"),
    "password": gettext_noop("Password"),
    "payment_approval": gettext_noop("Approval"),
    "payment_date": gettext_noop("Payment date"),
    "payment_method_kind": gettext_noop("Payment method"),
    "payment_order": gettext_noop("Payment data"),
    "payment_source": gettext_noop("Source"),
    "person_id": gettext_noop("Customer or supplier"),
    "pix_copia_e_cola": gettext_noop("Pix code"),
    "pix_key": gettext_noop("Pix key"),
    "pix_key_type": gettext_noop("Type of Pix key"),
    "rejection_reason": gettext_noop("Reason for the rejection"),
    "scheduled_to": gettext_noop("Pay on"),
    "scopes": gettext_noop("Scopes"),
    "status": gettext_noop("Status"),
    "ticket_amount": gettext_noop("Amount paid"),
    "title": gettext_noop("Title"),
    "type": gettext_noop("Kind"),
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
        "record": gettext(RECORDS.get(entry.record_type, entry.record_type)),
        "record_id": entry.record_id,
        "name": name_in(entry.after, entry.before) or name,
        "request_id": entry.request_id,
        "differences": differences(entry),
    }


def differences(entry: LogEntry) -> list[tuple[str, str, str]]:
    """Each column that differs, in words, with what was stored before and after."""
    before, after = _flat(entry.before or {}), _flat(entry.after or {})
    return [
        (_label(path), _value(entry, path, before), _value(entry, path, after))
        for path in {**before, **after}
        if path[-1] not in _STAMPS and before.get(path) != after.get(path)
    ]


def _flat(stored: Mapping[str, Any], *above: str) -> dict[Path, Any]:
    """Each value by its path: what a record owns in another table is told column by column."""
    flat: dict[Path, Any] = {}
    for name, value in stored.items():
        flat |= _flat(value, *above, name) if isinstance(value, dict) else {(*above, name): value}
    return flat


def _label(path: Path) -> str:
    return " › ".join(gettext(_FIELDS[name]) if name in _FIELDS else neutral(name) for name in path)


def _value(entry: LogEntry, path: Path, stored: Mapping[Path, Any]) -> str:
    value = stored.get(path)
    if value is None or value in ("", [], {}):
        return "–"
    model = _OWNED.get(path[0], "") if len(path) > 1 else entry.record_type
    field = _columns(model).get(path[-1])
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
    try:
        model = apps.get_model("finance_api", record_type)
    except LookupError:
        return {}
    return {field.attname: field for field in model._meta.concrete_fields}
