"""A bank inside this project that plays the one outside (K20): a deterministic state machine, moved
forward by `manage.py bank_sandbox advance`.

A payment goes scheduled → paid once its day has come. A charge goes registering → registered →
(overdue, when its day is past →) paid. A slip is cancelled at once, a Pix with the next step.
"""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from finance_api.bank.br_code import br_code
from finance_api.bank.models import SandboxOrder, SandboxSilence
from finance_api.bank.port import (
    CANCELED,
    CANCELING,
    PAID,
    REJECTED,
    Answer,
    Charge,
    Order,
    Payment,
    Unanswered,
)
from finance_api.core import boleto, dates

PAYMENT: Final = "payment"
_URL: Final = "https://sandbox.bank.example/orders"
Values = dict[str, Any]


class Sandbox:
    """The port's adapter. Its writes are transactions of its own, as an outside system's are."""

    def send_payment(self, key: str, payment: Payment) -> Answer:
        return _receive(key, PAYMENT, payment, status="scheduled")

    def cancel_payment(self, key: str) -> Answer:
        return _cancel(key)

    def register_charge(self, key: str, charge: Charge) -> Answer:
        return _receive(key, charge.kind, charge, status="opened", registration="pending")

    def cancel_charge(self, key: str) -> Answer:
        return _cancel(key)

    def look_up(self, key: str) -> Answer | None:
        order = SandboxOrder.objects.filter(key=key).first()
        return None if order is None else _answer(order)


def advance(*, reject: bool = False, keys: Iterable[str] | None = None) -> int:
    """Move every open order one step, or only those with these keys; how many moved.

    With `reject` what has not been accepted yet is rejected: payments, and registrations.
    """
    with transaction.atomic(durable=True):
        orders = SandboxOrder.objects.filter(open=True)
        if keys is not None:
            orders = orders.filter(key__in=keys)
        return sum(_moved(order, _step(order, reject=reject)) for order in _locked(orders))


def fall_silent() -> None:
    """Leave the next call unanswered, after doing what it asks."""
    SandboxSilence.objects.create()


def _receive(key: str, kind: str, order: Order, **state: str) -> Answer:
    with transaction.atomic(durable=True):
        received, _ = SandboxOrder.objects.get_or_create(
            key=key,
            defaults={
                "kind": kind,
                "order": order.stored(),
                "amount": order.amount,
                "day": order.day,
                **state,
            },
        )
    return _answer(received)


def _cancel(key: str) -> Answer:
    with transaction.atomic(durable=True):
        order = _locked(SandboxOrder.objects.filter(key=key)).get()
        if order.open:
            _moved(order, {"status": CANCELING if order.kind == "pix" else CANCELED})
    return _answer(order)


def _locked(orders: "QuerySet[SandboxOrder]") -> "QuerySet[SandboxOrder]":
    return orders.select_for_update().order_by("pk")


def _moved(order: SandboxOrder, values: Values) -> bool:
    if not values:
        return False
    for name, value in values.items():
        setattr(order, name, value)
    order.open = not _said(order).final
    order.save()
    return True


def _step(order: SandboxOrder, *, reject: bool) -> Values:
    """What the next step changes; nothing where the order has to wait for its day."""
    today = dates.today()
    if order.status == CANCELING:
        return {"status": CANCELED}
    if order.kind == PAYMENT:
        if reject:
            return {"status": REJECTED}
        return {"status": PAID, "paid_on": today} if order.day <= today else {}
    if order.registration == "pending":
        fits = not reject and _registrable(order)
        return {"registration": "confirmed" if fits else REJECTED}
    if order.day < today and order.status != "overdue":
        return {"status": "overdue"}
    return {"status": PAID, "paid_on": today}


def _registrable(order: SandboxOrder) -> bool:
    """Whether a slip can be written for the charge at all."""
    try:
        _codes(order)
    except ValueError:
        return False
    return True


def _answer(order: SandboxOrder) -> Answer:
    with transaction.atomic(durable=True):
        silence = SandboxSilence.objects.select_for_update(skip_locked=True).first()
        if silence is not None:
            silence.delete()
    if silence is not None:
        raise Unanswered
    return _said(order)


def _said(order: SandboxOrder) -> Answer:
    registered = order.registration == "confirmed"
    return Answer(
        uid=f"sandbox-{order.key}",
        status=order.status,
        registration=order.registration,
        paid_on=order.paid_on,
        paid_amount=order.amount if order.status == PAID else None,
        number=order.pk if order.kind == "bank_billet" else None,
        url=f"{_URL}/{order.key}" if registered or order.paid_on else None,
        **(_codes(order) if registered else {}),
    )


def _codes(order: SandboxOrder) -> dict[str, str]:
    """What a customer pays a registered charge with. Raises `ValueError` where none can be
    written."""
    charge = Charge.restored(order.order)
    account = charge.account
    if order.kind == "pix":
        code = br_code(account.document, charge.amount, account.holder, "Brasil", order.key)
        return {"pix_code": code}
    if charge.amount >= Decimal(10) ** 8:
        raise ValueError("The amount does not fit in a barcode.")
    barcode = boleto.bank_barcode(account.bank_code, charge.amount, charge.day, f"{order.pk:025}")
    return {"barcode": barcode, "digitable_line": boleto.line_of(barcode)}
