"""How a payable is to be paid: the coordinates a client gives, in a row of the payable's own."""

from collections.abc import Mapping
from typing import Any, Final

from finance_api.core import records
from finance_api.core.warrant import Warrant
from finance_api.titles.models import PaymentOrder, Title

#: What belongs to one bill of a series; the others name the supplier's account and go with each.
OF_ONE_BILL: Final = ("barcode", "pix_copia_e_cola", "tax_data", "scheduled_to")
#: What names an account at a bank.
ACCOUNT: Final = (
    "bank_code",
    "bank_ispb",
    "agency",
    "agency_digit",
    "account_number",
    "account_digit",
)
COORDINATES: Final = (
    *OF_ONE_BILL,
    "pix_key",
    "pix_key_type",
    *ACCOUNT,
    "transfer_purpose",
    "tax_kind",
    "beneficiary_name",
    "beneficiary_document",
)
#: The key of the order in its payable's log entry.
LOGGED_AS: Final = "payment_order"


def taken_from(values: dict[str, Any]) -> dict[str, Any]:
    """Take the coordinates out of a title's values."""
    return {name: values.pop(name) for name in COORDINATES if name in values}


def of_occurrence(coordinates: Mapping[str, Any], *, first: bool) -> Mapping[str, Any]:
    """The coordinates of one record of a series: one bill's own go with the first alone."""
    if first:
        return coordinates
    return {name: value for name, value in coordinates.items() if name not in OF_ONE_BILL}


def create(
    warrant: Warrant, title: Title, coordinates: Mapping[str, Any]
) -> tuple[None, dict[str, Any]]:
    """Store the order of a new payable; what there was before and after, for the log.

    What came through the MCP is an agent's (rest-api §2.9).
    """
    order = PaymentOrder(
        workspace_id=warrant.workspace_id,
        title=title,
        payment_source="ai_agent" if warrant.channel == "mcp" else "manual",
        **coordinates,
    )
    order.save(force_insert=True)
    return None, _told(order)


def change(
    warrant: Warrant, title: Title, values: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Write the columns; what the order held before and after, for the payable's log entry.

    The payable must be locked in this transaction.
    """
    order = PaymentOrder.objects.within(warrant).get(title=title)
    before = _told(order)
    for name, value in values.items():
        setattr(order, name, value)
    after = _told(order)
    if before != after:
        order.save(update_fields=list(values))
    return before, after


def differs(warrant: Warrant, title: Title, values: Mapping[str, Any]) -> bool:
    """Whether an update would change any of the coordinates."""
    sent = {name: value for name, value in values.items() if name in COORDINATES}
    if not sent:
        return False
    order = PaymentOrder.objects.within(warrant).get(title=title)
    return any(getattr(order, name) != value for name, value in sent.items())


def described(warrant: Warrant, title: Title) -> dict[str, Any]:
    """The order of a payable as the log keeps it: what is set, as JSON values."""
    return _told(PaymentOrder.objects.within(warrant).get(title=title))


def _told(order: PaymentOrder) -> dict[str, Any]:
    return {name: value for name, value in records.snapshot(order).items() if value is not None}
