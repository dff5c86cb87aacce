"""What the bank last said of a payment or a charge, kept with the title (rest-api §2.9, §2.10)."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import timezone

from finance_api.bank.port import Answer
from finance_api.core import records
from finance_api.core.warrant import Warrant
from finance_api.titles import payment_order
from finance_api.titles.models import Charge, Direction, PaymentOrder, Title

#: The key of the charge in its receivable's log entry.
LOGGED_AS: Final = "charge"
_CHARGE: Final = (
    "kobana_charge_uid",
    "kobana_charge_id",
    "kobana_charge_url",
    "kobana_barcode",
    "kobana_digitable_line",
    "kobana_pix_qrcode",
)


def write(warrant: Warrant, title: Title, answer: Answer) -> None:
    """Keep what the bank answered. The title is locked by the caller."""
    if title.direction == Direction.PAYABLE:
        of_payment(warrant, title, kobana_payment_uid=answer.uid, kobana_status=answer.status)
        return
    of_charge(
        warrant,
        title,
        kobana_status=answer.status,
        kobana_registration_status=answer.registration,
        kobana_charge_uid=answer.uid,
        kobana_charge_id=answer.number,
        kobana_charge_url=answer.url,
        kobana_barcode=answer.barcode,
        kobana_digitable_line=answer.digitable_line,
        kobana_pix_qrcode=answer.pix_code,
    )


def of_payment(warrant: Warrant, title: Title, **values: Any) -> None:
    """Write columns of a payable's order, stamped and logged; what does not differ is not
    written."""
    order = PaymentOrder.objects.within(warrant).get(title=title)
    if _differs(order, values):
        values["kobana_status_updated_at"] = timezone.now()
        written = payment_order.change(warrant, title, values)
        _stamp(warrant, title, payment_order.LOGGED_AS, written)


def of_charge(warrant: Warrant, title: Title, **values: Any) -> None:
    """The same for a receivable's charge, which the first order makes."""
    charge = Charge.objects.within(warrant).filter(title=title).first()
    charge = charge or Charge(workspace_id=warrant.workspace_id, title=title)
    if not _differs(charge, values):
        return
    before = None if charge._state.adding else _told(charge)
    for name, value in values.items():
        setattr(charge, name, value)
    charge.kobana_status_updated_at = timezone.now()
    charge.save()
    _stamp(warrant, title, LOGGED_AS, (before, _told(charge)))


def new_charge(warrant: Warrant, title: Title, kind: str) -> None:
    """A charge that the bank has yet to hear of; what an earlier one said is gone."""
    of_charge(
        warrant,
        title,
        **dict.fromkeys(_CHARGE),
        kobana_charge_kind=kind,
        kobana_status="opened",
        kobana_registration_status="pending",
    )


def _differs(row: PaymentOrder | Charge, values: Mapping[str, Any]) -> bool:
    return any(getattr(row, name) != value for name, value in values.items())


def _told(charge: Charge) -> dict[str, Any]:
    return {name: value for name, value in records.snapshot(charge).items() if value is not None}


def _stamp(warrant: Warrant, title: Title, name: str, written: tuple[Any, Any]) -> None:
    # What the bank says has no date in the books, so the lock date has nothing to look at.
    records.change(warrant, title, period=(), owned={name: written})
