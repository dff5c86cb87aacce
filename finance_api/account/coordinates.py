"""Where the money of a payable would go, as an approver reads it, and whether its supplier was ever
paid there before."""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Max, Q
from django.utils import formats
from django.utils.translation import gettext, gettext_noop

from finance_api.core import documents
from finance_api.rest.confirmation import neutral
from finance_api.titles.models import Direction, PaymentOrder, Status, Title

#: The ways to pay a supplier that stay the same from bill to bill, by the columns of the order.
_LASTING: Final[Mapping[str, tuple[str, ...]]] = {
    "pix": ("pix_key",),
    "account": (
        "bank_code",
        "bank_ispb",
        "agency",
        "agency_digit",
        "account_number",
        "account_digit",
    ),
}
_COLUMNS: Final = tuple(name for columns in _LASTING.values() for name in columns)

#: How a payable is paid, in words.
METHODS: Final[Mapping[str, str]] = {
    "bank_billet": gettext_noop("bank slip"),
    "ted": gettext_noop("bank transfer (TED)"),
    "pix": gettext_noop("Pix"),
    "credit_card": gettext_noop("credit card"),
    "debit_card": gettext_noop("debit card"),
    "cash": gettext_noop("cash"),
    "check": gettext_noop("check"),
    "direct_debit": gettext_noop("direct debit"),
    "other": gettext_noop("other"),
    "utility": gettext_noop("utility bill"),
    "tribute": gettext_noop("tax form"),
}

#: A way by its columns → when a supplier was last paid by it.
Paid = Mapping[tuple[str, ...], dt.date]


@dataclass(frozen=True)
class Note:
    """A remark on a way to pay: how much it should worry an approver (`good`, `warn`, `bad` or
    nothing), and in words."""

    level: str
    words: str


@dataclass(frozen=True)
class Way:
    """One way in which a payable may be paid: its label, the coordinates, and what to think."""

    label: str
    text: str
    note: Note


def paid_before(titles: Sequence[Title]) -> Mapping[Any, Mapping[str, Paid]]:
    """How the supplier of each payable was paid until now, by supplier and kind of way. One
    statement."""
    rows: Any = (
        PaymentOrder.everywhere.filter(
            workspace__in={title.workspace_id for title in titles},
            title__person__in={title.person_id for title in titles},
            title__direction=Direction.PAYABLE,
            title__status=Status.SETTLED,
        )
        .filter(Q(pix_key__isnull=False) | Q(account_number__isnull=False))
        .values("title__person", *_COLUMNS)
        .annotate(paid_on=Max("title__payment_date"))
    )
    found: dict[Any, dict[str, dict[tuple[str, ...], dt.date]]] = {}
    for row in rows:
        of_person = found.setdefault(row["title__person"], {})
        for kind, columns in _LASTING.items():
            if any(row[name] for name in columns):
                ways, way = of_person.setdefault(kind, {}), _way(row[name] for name in columns)
                ways[way] = max(ways.get(way, dt.date.min), row["paid_on"])
    return found


def ways_of(title: Title, before: Mapping[str, Paid]) -> list[Way]:
    """Every way that the payable's order names; one that is not used today may be tomorrow."""
    order: Any = title.payment_order
    found = []
    for kind, columns in _LASTING.items():
        way = _way(getattr(order, name) for name in columns)
        if any(way):
            note = _judged(way, before.get(kind, {}))
            found.append(Way(gettext(_LABELS[kind]), _TEXTS[kind](order), note))
    own = Note("", gettext("Each bill has its own: compare it with the document."))
    for name in ("barcode", "pix_copia_e_cola", "tax_data"):
        value = getattr(order, name)
        if value:
            found.append(Way(gettext(_LABELS[name]), neutral(str(value)), own))
    return found


def notes_on(title: Title) -> list[Note]:
    """What an approver should know of the coordinates as a whole."""
    order: Any = title.payment_order
    if not any(getattr(order, name) for name in (*_COLUMNS, *_OF_ONE_BILL)):
        return [Note("warn", gettext("Nobody has said yet where the money goes."))]
    named = documents.stripped(order.beneficiary_document or "")
    if named and named != (title.person.document_number or ""):
        return [Note("bad", gettext("The beneficiary is not the supplier."))]
    return []


def beneficiary(title: Title) -> str:
    """Who is named as the one that gets the money, where somebody is named."""
    order: Any = title.payment_order
    document = documents.masked(documents.stripped(order.beneficiary_document or ""))
    return neutral(" · ".join(filter(None, (order.beneficiary_name, document))))


def _judged(way: tuple[str, ...], paid: Paid) -> Note:
    if way in paid:
        words = gettext("Paid the same way before, last on %(day)s.")
        return Note("good", words % {"day": _day(paid[way])})
    if paid:
        words = gettext("Not where this supplier was paid before, last on %(day)s.")
        return Note("bad", words % {"day": _day(max(paid.values()))})
    return Note("warn", gettext("This supplier was never paid this way before."))


def _way(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple((value or "").strip() for value in values)


def _day(day: dt.date) -> str:
    return formats.date_format(day, "SHORT_DATE_FORMAT")


def _pix(order: Any) -> str:
    kind = f" ({gettext(_KEYS[order.pix_key_type])})" if order.pix_key_type else ""
    return neutral(order.pix_key) + kind


def _account(order: Any) -> str:
    parts = (
        (gettext("bank"), order.bank_code or order.bank_ispb, None),
        (gettext("branch"), order.agency, order.agency_digit),
        (gettext("account no."), order.account_number, order.account_digit),
    )
    return neutral(
        ", ".join(
            f"{name} {'-'.join(filter(None, (number, digit)))}"
            for name, number, digit in parts
            if number
        )
    )


_TEXTS: Final = {"pix": _pix, "account": _account}
_OF_ONE_BILL: Final = ("barcode", "pix_copia_e_cola", "tax_data")
_LABELS: Final[Mapping[str, str]] = {
    "pix": gettext_noop("Pix key"),
    "account": gettext_noop("Bank account"),
    "barcode": gettext_noop("Slip"),
    "pix_copia_e_cola": gettext_noop("Pix code"),
    "tax_data": gettext_noop("Tax form"),
}
_KEYS: Final[Mapping[str, str]] = {
    "cpf": "CPF",
    "cnpj": "CNPJ",
    "email": gettext_noop("e-mail"),
    "phone": gettext_noop("phone"),
    "random": gettext_noop("random key"),
}
