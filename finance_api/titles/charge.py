"""Charging a receivable's customer through the bank, and cancelling that (rest-api §2.10)."""

from finance_api.bank import port
from finance_api.core.errors import Conflict
from finance_api.core.warrant import Warrant
from finance_api.titles import bank_account, intents, mirror, settlement
from finance_api.titles.charge_state import LIVE, state_of
from finance_api.titles.models import Charge, Status, Title


def issue(warrant: Warrant, title: Title, kind: str) -> None:
    """Have the bank register a charge of that kind, `bank_billet` or `pix`. The title is locked by
    the caller.

    Raises `Conflict` for a receivable that has a live charge, was paid, received or cancelled;
    `Unprocessable` with `details {missing}` for what the bank lacks. A payer's address is not
    among it: people have none in these books.
    """
    if title.status != Status.PENDING:
        raise Conflict("Only a pending receivable is charged.")
    state = _state(warrant, title)
    if state in LIVE or state == port.PAID or intents.open_of(warrant, title) is not None:
        raise Conflict(
            "The receivable has a charge already. Cancel it before issuing another one.",
            details={"charge_state": state},
        )
    missing = [] if title.person.document_number else ["person.document_number"]
    missing += bank_account.missing_of(bank_account.account_of(title))
    bank_account.require_complete("receivable", missing)
    charge = port.Charge(
        amount=settlement.require_moving(settlement.amount_moving(title, {})),
        day=title.due_date,
        account=bank_account.at_bank(title),
        description=title.description,
        kind=kind,
        payer=title.person.name,
        payer_document=title.person.document_number or "",
    )
    intents.record(warrant, title, kind, charge)
    mirror.new_charge(warrant, title, kind)


def cancel(warrant: Warrant, title: Title) -> None:
    """Have the bank take a live charge back. The title is locked by the caller.

    Raises `Conflict` where there is no charge or it is closed, and where the bank has still to
    answer.
    """
    intent = intents.open_of(warrant, title)
    if intent is None:
        raise Conflict(
            "There is no charge to cancel: none was issued, or it is closed.",
            details={"charge_state": _state(warrant, title)},
        )
    intents.cancel(warrant, intent)
    mirror.of_charge(warrant, title, kobana_status=port.CANCELING)


def _state(warrant: Warrant, title: Title) -> str | None:
    charge = Charge.objects.within(warrant).filter(title=title).first()
    if charge is None:
        return None
    return state_of(charge.kobana_status, charge.kobana_registration_status)
