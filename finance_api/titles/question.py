"""What a person is asked before a title's money moves or it is deleted (K23, K24): what the
database says at this moment, with what the call would write."""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final, Literal

from django.utils.translation import gettext_noop

from finance_api.rest.confirmation import Question, facts
from finance_api.titles.bank_account import account_of
from finance_api.titles.dispatch import beneficiary, destination
from finance_api.titles.models import Direction, Status, Title
from finance_api.titles.settlement import amount_moving

Act = Literal[
    "settle",
    "revert",
    "cancel",
    "reopen",
    "change",
    "delete",
    "send_to_bank",
    "cancel_dispatch",
    "charge",
    "cancel_charge",
]

_ACTS: Final[Mapping[tuple[str, Act], str]] = {
    (Direction.PAYABLE, "settle"): gettext_noop("Settle this payable"),
    (Direction.PAYABLE, "revert"): gettext_noop("Revert the settlement of this payable"),
    (Direction.PAYABLE, "cancel"): gettext_noop("Cancel this payable"),
    (Direction.PAYABLE, "reopen"): gettext_noop("Reopen this cancelled payable"),
    (Direction.PAYABLE, "change"): gettext_noop("Change the settlement of this payable"),
    (Direction.PAYABLE, "delete"): gettext_noop("Delete this payable for good"),
    (Direction.PAYABLE, "send_to_bank"): gettext_noop("Send this payable to the bank"),
    (Direction.PAYABLE, "cancel_dispatch"): gettext_noop("Cancel the payment at the bank"),
    (Direction.RECEIVABLE, "charge"): gettext_noop("Charge the customer of this receivable"),
    (Direction.RECEIVABLE, "cancel_charge"): gettext_noop("Cancel the charge of this receivable"),
    (Direction.RECEIVABLE, "settle"): gettext_noop("Settle this receivable"),
    (Direction.RECEIVABLE, "revert"): gettext_noop("Revert the settlement of this receivable"),
    (Direction.RECEIVABLE, "cancel"): gettext_noop("Cancel this receivable"),
    (Direction.RECEIVABLE, "reopen"): gettext_noop("Reopen this cancelled receivable"),
    (Direction.RECEIVABLE, "change"): gettext_noop("Change the settlement of this receivable"),
    (Direction.RECEIVABLE, "delete"): gettext_noop("Delete this receivable for good"),
}
_LEAVES: Final = gettext_noop("This amount leaves the account in the books.")
_ENTERS: Final = gettext_noop("This amount enters the account in the books.")
_EFFECTS: Final[Mapping[tuple[str, Act], str]] = {
    (Direction.PAYABLE, "settle"): _LEAVES,
    (Direction.RECEIVABLE, "settle"): _ENTERS,
}
_EFFECT: Final[Mapping[Act, str]] = {
    "revert": gettext_noop(
        "The transaction that settled it is removed from the account, and it is pending again."
    ),
    "cancel": gettext_noop("It is no longer owed and leaves every total and forecast."),
    "reopen": gettext_noop("It is owed again and counts in every total and forecast."),
    "change": gettext_noop("The transaction that settled it changes with it."),
    "send_to_bank": gettext_noop(
        "The bank pays this amount from the account. What it has paid cannot be undone here."
    ),
    "cancel_dispatch": gettext_noop(
        "The bank is asked not to pay. What it has paid already stays paid."
    ),
    "charge": gettext_noop("The bank issues a charge that the customer can pay."),
    "cancel_charge": gettext_noop("The customer can no longer pay this charge."),
    "delete": gettext_noop(
        "This cannot be undone. The transaction made by settling it is removed with it."
    ),
}
_STATUS: Final = gettext_noop("Status")
_DESCRIPTION: Final = gettext_noop("Description")
_PERSON: Final = gettext_noop("Person")
_COMPANY: Final = gettext_noop("Company")
_ACCOUNT: Final = gettext_noop("Account")
_DESTINATION: Final = gettext_noop("Pay to")
_BENEFICIARY: Final = gettext_noop("Beneficiary")
#: The words of a kind of charge for a person.
_KINDS: Final[Mapping[str, str]] = {
    "bank_billet": gettext_noop("bank slip"),
    "pix": gettext_noop("Pix"),
}
#: The words of a status for a person.
_WORDS: Final[Mapping[tuple[str, str], str]] = {
    (Direction.PAYABLE, Status.PENDING): gettext_noop("pending"),
    (Direction.PAYABLE, Status.SETTLED): gettext_noop("paid"),
    (Direction.PAYABLE, Status.CANCELLED): gettext_noop("cancelled"),
    (Direction.RECEIVABLE, Status.PENDING): gettext_noop("pending"),
    (Direction.RECEIVABLE, Status.SETTLED): gettext_noop("received"),
    (Direction.RECEIVABLE, Status.CANCELLED): gettext_noop("cancelled"),
}
_COMMANDS: Final[Mapping[tuple[str, str], Act]] = {
    (Status.PENDING, Status.SETTLED): "settle",
    (Status.SETTLED, Status.PENDING): "revert",
    (Status.CANCELLED, Status.PENDING): "reopen",
}


def about_deleting(title: Title) -> Question:
    """The question of a deletion."""
    return _question(title, "delete", {})


def about_updating(title: Title, data: Mapping[str, Any]) -> Question:
    """The question of an update with this validated body."""
    asked = data.get("status", title.status)
    if asked == title.status:
        return _question(title, "change", data)
    return _question(title, _COMMANDS.get((title.status, asked), "cancel"), data)


def about_bank(title: Title, act: Act, kind: str | None = None) -> Question:
    """The question of what the bank shall do: pay to where, or charge by which kind."""
    order = title.payment_order if title.direction == Direction.PAYABLE else None
    lines: dict[str, Any] = {
        _DESTINATION: destination(title, order) if order else "",
        _BENEFICIARY: beneficiary(order) if order else "",
        gettext_noop("Pay on"): (order and order.scheduled_to) or "",
        gettext_noop("Kind"): _KINDS[kind] if kind else "",
    }
    return _question(title, act, {"account": account_of(title)}, lines)


def _question(
    title: Title, act: Act, data: Mapping[str, Any], more: Mapping[str, Any] = MappingProxyType({})
) -> Question:
    account = data.get("account", title.account)
    lines = {
        _DESCRIPTION: title.description,
        _PERSON: title.person.name,
        _COMPANY: title.company.name,
        gettext_noop("Amount"): _amount(title, act, data),
        _STATUS: _WORDS[title.direction, title.status],
        gettext_noop("Due date"): data.get("due_date", title.due_date),
        gettext_noop("Payment date"): data.get("payment_date") or title.payment_date,
        _ACCOUNT: account.name if account else "",
        **more,
    }
    effect = _EFFECTS.get((title.direction, act)) or _EFFECT[act]
    quoted = (_DESCRIPTION, _PERSON, _COMPANY, _ACCOUNT, _DESTINATION, _BENEFICIARY)
    return Question(_ACTS[title.direction, act], facts(lines, quoted), effect)


def _amount(title: Title, act: Act, data: Mapping[str, Any]) -> Decimal:
    """What moves: the amount the settlement has or will have, or what is owed."""
    if act == "revert":
        amount: Decimal = title.transaction.amount if title.transaction else title.nominal_amount
        return amount
    return amount_moving(title, data)
