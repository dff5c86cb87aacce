"""Where the money of a payable would go, as an approver reads it, and whether its supplier was ever
paid there before."""

import datetime as dt
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db.models import Max, Q
from django.utils import formats
from django.utils.translation import gettext, gettext_noop

from finance_api.bank import br_code
from finance_api.core import boleto, dates, documents
from finance_api.rest.confirmation import neutral, reais
from finance_api.titles import payment_order
from finance_api.titles.models import Direction, PaymentOrder, Status, Title
from finance_api.titles.settlement import amount_moving

#: The ways to pay a supplier that stay the same from bill to bill, by the columns of the order.
_LASTING: Final[Mapping[str, tuple[str, ...]]] = {
    "pix": ("pix_key",),
    "account": payment_order.ACCOUNT,
}
_COLUMNS: Final = tuple(name for columns in _LASTING.values() for name in columns)

_AMOUNT: Final = re.compile(r"[0-9]{1,10}(?:\.[0-9]{1,2})?", re.ASCII)

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
    if order.barcode:
        note = _of_bill(title, _amount_of_slip(order.barcode))
        found.append(Way(gettext(_LABELS["barcode"]), neutral(order.barcode), note))
    if order.pix_copia_e_cola:
        found.append(_pix_code(title, order.pix_copia_e_cola))
    if order.tax_data:
        text = neutral(json.dumps(order.tax_data, ensure_ascii=False))
        found.append(Way(gettext(_LABELS["tax_data"]), text, _of_bill(title, None)))
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


def _of_bill(title: Title, amount: Decimal | None) -> Note:
    """What to think of a way that is one bill's own, and of the amount that it names."""
    if amount is not None and amount != amount_moving(title, {}):
        words = gettext("It is for %(amount)s, which is not what would be paid.")
        return Note("bad", words % {"amount": reais(amount)})
    return Note("", gettext("Each bill has its own: compare it with the document."))


def _amount_of_slip(barcode: str) -> Decimal | None:
    try:
        return boleto.read(barcode, dates.today()).amount
    except ValueError:
        return None  # sending it to the bank says what is wrong with it


def _pix_code(title: Title, code: str) -> Way:
    """A Pix code with who is paid by it; the code itself says nothing to a person."""
    label = gettext(_LABELS["pix_copia_e_cola"])
    try:
        fields = br_code.read(code)
        amount = _amount_of_code(fields.get("54"))
    except ValueError:
        return Way(label, neutral(code), Note("bad", gettext("This is no valid Pix code.")))
    # A code without a key names a place to ask for it, which nobody is shown or led to.
    who = " · ".join(filter(None, (fields.get("59"), fields.get("26.01"))))
    return Way(label, neutral(who or code), _of_bill(title, amount))


def _amount_of_code(text: str | None) -> Decimal | None:
    if text is None:
        return None
    if not _AMOUNT.fullmatch(text):
        raise ValueError("That is no amount.")
    return Decimal(text)


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
