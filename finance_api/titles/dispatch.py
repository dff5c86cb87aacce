"""Sending a payable to the bank for payment, and cancelling that (rest-api §2.9)."""

from collections.abc import Mapping
from typing import Any, Final

from finance_api.bank.port import CANCELING, PAID, Payment
from finance_api.core import boleto, dates
from finance_api.core.errors import Conflict, Unprocessable
from finance_api.core.warrant import Warrant
from finance_api.titles import approval, bank_account, intents, mirror, payment_order, settlement
from finance_api.titles.models import Direction, PaymentOrder, Status, Title

#: Of each method that a bank carries out: what it needs, any one of each group.
_NEEDED: Final[Mapping[str, tuple[tuple[str, ...], ...]]] = {
    "pix": (("pix_key", "pix_copia_e_cola"),),
    "ted": (("bank_code", "bank_ispb"), ("agency",), ("account_number",)),
    "bank_billet": (("barcode",),),
    "utility": (("barcode",),),
    "tribute": (("barcode", "tax_data"),),
}
#: What tells a person where a method pays to.
_PLACES: Final[Mapping[str, tuple[str, ...]]] = {
    "pix": ("pix_key", "pix_copia_e_cola"),
    "ted": payment_order.ACCOUNT,
    "bank_billet": ("barcode",),
    "utility": ("barcode",),
    "tribute": ("barcode", "tax_kind"),
}
#: What the bank was told of a payable, beside its payment coordinates.
_TOLD: Final = (
    *settlement.MONEY,
    "due_date",
    "person",
    "expected_account",
    "payment_method_kind",
    "operation_kind",
)


def send(warrant: Warrant, title: Title) -> None:
    """Have the bank pay a payable, on its `scheduled_to` or else at once. The title is locked by
    the caller.

    Raises `Conflict` for one that is at the bank already or was paid by it; `Unprocessable` for one
    that is not pending or not official, and with `details {missing}` for what the bank lacks.
    """
    approval.require_alive(title)
    approval.require_official(title)
    order = PaymentOrder.objects.within(warrant).get(title=title)
    require_not_live(warrant, title)
    if order.kobana_status == PAID:
        raise Conflict(
            "The bank has paid this payable already. Create a new one if it is owed once more.",
            details={"kobana_status": PAID},
        )
    if title.status != Status.PENDING:
        raise Unprocessable("Only a pending payable is sent to the bank.")
    intents.record(warrant, title, intents.PAYMENT, _payment(title, order))
    mirror.of_payment(warrant, title, kobana_payment_uid=None, kobana_status="pending")


def cancel(warrant: Warrant, title: Title) -> None:
    """Have the bank not pay a payable that was sent. The title is locked by the caller.

    Raises `Unprocessable` where nothing is at the bank any more, or ever was; `Conflict` where the
    bank has still to answer.
    """
    intent = intents.open_of(warrant, title)
    if intent is None:
        raise Unprocessable(
            "There is no payment to cancel at the bank: it was never sent, or it is over. "
            "kobana_status says which."
        )
    intents.cancel(warrant, intent)
    mirror.of_payment(warrant, title, kobana_status=CANCELING)


def refuse_change(warrant: Warrant, title: Title, values: Mapping[str, Any], asked: Any) -> None:
    """Refuse an update that would contradict what the bank was told: amounts, dates, coordinates,
    accounts and the status. Raises `Conflict`, `details {kobana_status}`."""
    if title.direction != Direction.PAYABLE:
        return
    if (
        asked not in (None, title.status)
        or settlement.differing(title, values, _TOLD)
        or payment_order.differs(warrant, title, values)
    ):
        require_not_live(warrant, title)


def require_not_live(warrant: Warrant, title: Title) -> None:
    """Refuse while the bank has the payable: `Conflict`, `details {kobana_status}`."""
    if title.direction == Direction.PAYABLE and intents.open_of(warrant, title) is not None:
        order = PaymentOrder.objects.within(warrant).get(title=title)
        raise Conflict(
            "The payable is at the bank. Cancel its dispatch first, or wait until the bank is "
            "done with it.",
            details={"kobana_status": order.kobana_status},
        )


def destination(title: Title, order: PaymentOrder) -> str:
    """Where the money goes by the method the bank will use, for a person to recognize. What the
    order names for other methods moves nothing, and would only mislead."""
    names = _PLACES.get(title.payment_method_kind or "", ())
    return " ".join(str(getattr(order, name)) for name in names if getattr(order, name))


def beneficiary(order: PaymentOrder) -> str:
    """Whom the bank is told to pay where that is another name than the supplier's own."""
    return " ".join(filter(None, (order.beneficiary_name, order.beneficiary_document)))


def _payment(title: Title, order: PaymentOrder) -> Payment:
    method = title.payment_method_kind
    if method is None or method not in _NEEDED:
        raise Unprocessable(
            f"payment_method_kind must be one that a bank carries out: {', '.join(_NEEDED)}."
        )
    told = {name: getattr(order, name) for name in payment_order.COORDINATES}
    told["beneficiary_name"] = order.beneficiary_name or title.person.name
    told["beneficiary_document"] = order.beneficiary_document or title.person.document_number
    bank_account.require_complete(
        "payable",
        [*_missing(method, told), *bank_account.missing_of(bank_account.account_of(title))],
    )
    if method in ("bank_billet", "utility") or (method == "tribute" and order.barcode):
        _require_slip(str(order.barcode), utility=method != "bank_billet")
    scheduled, today = told.pop("scheduled_to"), dates.today()
    return Payment(
        amount=settlement.require_moving(settlement.amount_moving(title, {})),
        day=max(scheduled or today, today),
        account=bank_account.at_bank(title),
        description=title.description,
        method=method,
        coordinates={name: value for name, value in told.items() if value},
    )


def _missing(method: str, told: Mapping[str, Any]) -> list[str]:
    missing = [group[0] for group in _NEEDED[method] if not any(told[name] for name in group)]
    if method == "pix" and told["pix_key"] and not told["pix_key_type"]:
        missing.append("pix_key_type")
    if method == "ted" and not told["beneficiary_document"]:
        missing.append("beneficiary_document")
    return missing


def _require_slip(text: str, *, utility: bool) -> None:
    try:
        slip = boleto.read(text, dates.today())
    except ValueError as error:
        raise Unprocessable(f"barcode cannot be paid. {error}") from error
    if slip.utility != utility:
        raise Unprocessable(
            "barcode is of another kind of slip than payment_method_kind says: bank_billet is a "
            "bank's slip, utility and tribute are slips that begin with 8."
        )
