"""What an approver needs to judge a payable that waits: who asked and through which agent, the
supplier, where the money goes, what was changed since, the documents. A page of payables costs as
many statements as one.

What third parties wrote is shown neutralised only.
"""

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from finance_api.account import coordinates
from finance_api.account.changes import through
from finance_api.attachments.models import Attachment, AttachmentLink
from finance_api.core import dates, documents, records
from finance_api.core.models import LogEntry
from finance_api.identity.models import User
from finance_api.rest.confirmation import neutral, reais
from finance_api.titles import approval, payment_order
from finance_api.titles.models import Direction, Status, Title
from finance_api.titles.settlement import amount_moving

#: What a decision was about: of the payable, its order and its supplier; and its documents.
_SHOWN: Final = (
    "description",
    "amount",
    "interest_amount",
    "discount_amount",
    "ticket_amount",
    "due_date",
    "company_id",
    "person_id",
    "status",
    "payment_approval",
    "payment_method_kind",
    "account_id",
    "expected_account_id",
)
_OF_SUPPLIER: Final = ("name", "document_number")


@dataclass(frozen=True)
class Act:
    """Something done to a payable: by whom, when, and through what in words."""

    who: str
    own: bool
    through: str
    at: dt.datetime


def payables(workspaces: Iterable[uuid.UUID]) -> "QuerySet[Title]":
    """The payables of these workspaces with all that is told of them in one row."""
    return Title.everywhere.filter(
        workspace__in=list(workspaces), direction=Direction.PAYABLE
    ).select_related(
        "workspace", "company", "person", "payment_order", "account", "expected_account"
    )


def waiting(workspaces: Iterable[uuid.UUID]) -> "QuerySet[Title]":
    """Those of them that nobody has decided, the oldest due first."""
    rows = payables(workspaces).filter(payment_approval__in=approval.WAITING)
    return rows.filter(status=Status.PENDING).order_by("due_date", "pk")


def seen(title: Title, attached: Iterable[uuid.UUID]) -> str:
    """Stays the same exactly as long as what an approver judges does."""
    content = [
        {name: records.snapshot(title)[name] for name in _SHOWN},
        {name: records.snapshot(title.person)[name] for name in _OF_SUPPLIER},
        {name: records.snapshot(title.payment_order)[name] for name in payment_order.COORDINATES},
        sorted(str(each) for each in attached),
    ]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def attached_to(titles: Iterable[Title]) -> dict[uuid.UUID, list[Attachment]]:
    """The documents of each payable. One statement."""
    found: dict[uuid.UUID, list[Attachment]] = {title.pk: [] for title in titles}
    links: Any = AttachmentLink.everywhere.filter(title__in=list(found))
    for link in links.select_related("attachment").order_by("attachment__created_at", "pk"):
        found[link.title_id].append(link.attachment)
    return found


def told(
    titles: Sequence[Title], reader: User, open_to: Iterable[uuid.UUID]
) -> list[dict[str, Any]]:
    """The payables as the pages show them. `open_to` are the workspaces in which the reader may
    open documents. Three statements."""
    before, acts = coordinates.paid_before(titles), _acts(titles, reader)
    documents_of, readable = attached_to(titles), set(open_to)
    return [
        {
            "id": title.pk,
            "seen": seen(title, (each.pk for each in documents_of[title.pk])),
            "waits": title.payment_approval in approval.WAITING and title.status == Status.PENDING,
            "workspace": neutral(title.workspace.name),
            "remarks": coordinates.notes_on(title),
            "ways": coordinates.ways_of(title, before.get(title.person_id, {})),
            "beneficiary": coordinates.beneficiary(title),
            "attachments": [
                {"id": each.pk, "name": neutral(each.file_name), "size": each.file_size}
                for each in documents_of[title.pk]
            ],
            "readable": title.workspace_id in readable,
            **acts[title.pk],
            **_facts(title),
        }
        for title in titles
    ]


def _facts(title: Title) -> dict[str, Any]:
    account = title.account or title.expected_account
    order: Any = title.payment_order
    number = title.document_number or title.document or ""
    return {
        "supplier": neutral(title.person.name) or "–",
        "document": documents.masked(title.person.document_number or ""),
        "description": neutral(title.description) or "–",
        "company": neutral(title.company.name),
        "money": amount_moving(title, {}),
        "amount": reais(amount_moving(title, {})),
        "due_date": title.due_date,
        "overdue": title.due_date < dates.today(),
        "scheduled_to": order.scheduled_to,
        "method": gettext(coordinates.METHODS.get(title.payment_method_kind or "", "")) or "",
        "account": neutral(account.name) if account else "",
        "number": neutral(number),
        "notes": neutral(title.notes or ""),
        "rejection_reason": neutral(order.rejection_reason or ""),
        "approval": title.payment_approval,
    }


def _acts(titles: Sequence[Title], reader: User) -> dict[uuid.UUID, dict[str, Act | None]]:
    """Who asked for each payable, and who changed last where its money goes. One statement."""
    # A payable's first order is logged as a change from nothing, and changes no coordinates.
    of_order = Q(act="change", **{f"before__{payment_order.LOGGED_AS}__has_key": "id"})
    entries = (
        LogEntry.objects.filter(
            record_id__in=[title.pk for title in titles],
            workspace__in={title.workspace_id for title in titles},
            record_type=Title._meta.model_name,
        )
        .filter(Q(act="create") | of_order)
        .order_by("record_id", "act", "-id")
        .distinct("record_id", "act")
        .select_related("person")
        .defer("before", "after")
    )
    found: dict[uuid.UUID, dict[str, Act | None]] = {
        title.pk: {"create": None, "change": None} for title in titles
    }
    for entry in entries:
        who, own = neutral(str(entry.person)), entry.person_id == reader.pk
        found[entry.record_id][entry.act] = Act(who, own, through(entry), entry.at)
    return {
        id: {"asked": acts["create"], "redirected": acts["change"]} for id, acts in found.items()
    }
