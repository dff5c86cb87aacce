"""Settling a title with one transaction, keeping the two in step, and reverting to what was before
(K15, R42–R48). A `status` sent by a client is a command answered here, never a value stored."""

import datetime as dt
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from finance_api.classification.allocation import Part
from finance_api.core import dates, money, records
from finance_api.core.errors import Unprocessable, ValidationFailed
from finance_api.core.warrant import Warrant
from finance_api.ledger.actions import (
    change_transaction,
    create_transaction,
    remove_transaction,
    require_account,
)
from finance_api.ledger.models import Account, Transaction
from finance_api.titles.approval import require_official
from finance_api.titles.models import Status, Title, TitleAllocation
from finance_api.titles.sides import side_of

#: The columns a settlement writes beside the status; reverting puts back all but the date, which
#: it clears.
FIELDS: Final = (
    "payment_date",
    "account",
    "interest_amount",
    "discount_amount",
    "ticket_amount",
)
#: The columns that say how much moved, when and where, once a title is settled.
MONEY: Final = ("amount", *FIELDS)
_RESTORED: Final = ("interest_amount", "discount_amount", "ticket_amount", "account_id")


def differing(title: Title, values: Mapping[str, Any], names: Iterable[str]) -> set[str]:
    """Which of the named columns the values would change."""
    return {name for name in names if name in values and getattr(title, name) != values[name]}


def taken_from(values: dict[str, Any]) -> dict[str, Any]:
    """Take the columns of a settlement out of a title's values."""
    names = [name for name in FIELDS if name in values]
    return {str(name): values.pop(name) for name in names}


def moves_money(title: Title, data: Mapping[str, Any]) -> bool:
    """Whether an update settles, cancels or reverts, or touches money of a settled title (K24).

    An update that changes none of it moves nothing, whatever it repeats.
    """
    if data.get("status", title.status) != title.status:
        return True
    return title.status == Status.SETTLED and bool(differing(title, data, MONEY))


def undoes(title: Title, data: Mapping[str, Any]) -> bool:
    """Whether deleting the title takes a settlement back, its own or that of a reconciliation."""
    return title.status == Status.SETTLED or title.reconciliation_id is not None


def amount_moving(title: Title, values: Mapping[str, Any]) -> Decimal:
    """What moves when the title is settled with these values: the ticket amount if there is one,
    else the nominal amount (K15)."""

    def read(name: str) -> Any:
        return values.get(name, getattr(title, name))

    ticket: Decimal | None = read("ticket_amount")
    if ticket is not None:
        return ticket
    amount: Decimal = read("amount")
    return (
        amount + (read("interest_amount") or money.ZERO) - (read("discount_amount") or money.ZERO)
    )


def require_moving(amount: Decimal) -> Decimal:
    """The amount, which must be more than nothing. Raises `Unprocessable`."""
    if amount <= 0:
        raise Unprocessable(
            "Nothing would move: the ticket amount, or the amount with interest and discount, must "
            "be greater than zero."
        )
    return amount


def settle(warrant: Warrant, title: Title, values: Mapping[str, Any]) -> None:
    """Settle a pending title: one transaction on the account, linked both ways (R43).

    `values` are those of `FIELDS`; the account may have been set before. Only the payment date is
    looked at by the lock date: what was accrued in a closed month may be paid in an open one (R86).
    Raises `ValidationFailed` without a payment date; `Unprocessable` for a title not yet approved,
    a future date, no usable account, and nothing to move.
    """
    require_official(title)
    payment_date = values.get("payment_date")
    account: Account | None = values.get("account", title.account)
    require_settleable(title, payment_date, account)
    require_discount_within(
        title.amount,
        values.get("interest_amount", title.interest_amount),
        values.get("discount_amount", title.discount_amount),
    )
    transaction = create_transaction(
        warrant,
        company=title.company,
        type=side_of(title.direction).transaction_type,
        auto_created=True,
        **entry(warrant, title, values),
    )
    records.change(
        warrant,
        title,
        period=[payment_date],
        status=Status.SETTLED,
        transaction=transaction,
        before_settlement=replaced_by_settling(title),
        **values,
    )


def replaced_by_settling(title: Title) -> dict[str, Any]:
    """What a pending title holds where settling writes, as JSON values; `release` restores it."""
    stored = records.snapshot(title)
    return {name: stored[name] for name in _RESTORED}


def require_settleable(title: Title, payment_date: dt.date | None, account: Account | None) -> None:
    """Judge when and where a title is settled (R42, R46)."""
    if payment_date is None:
        raise ValidationFailed.of(
            "payment_date", "Settling needs the date on which the money moved.", "required"
        )
    if payment_date > dates.today():
        raise Unprocessable(
            "payment_date lies in the future; a title is settled once the money has moved. Today "
            f"is {dates.today()} in São Paulo."
        )
    if account is None:
        raise Unprocessable(
            "Settling needs an account. Send financial_account_id, or set it on the title first."
        )
    require_account(account, title.company_id)


def revert(warrant: Warrant, title: Title) -> None:
    """Undo the settlement: the title is pending again with the values it had before (R47).

    The transaction that settling made goes; one that was linked by hand stays. Raises
    `Unprocessable` while the title is reconciled (R51).
    """
    require_unreconciled(title)
    transaction: Transaction | None = title.transaction
    release(warrant, title)
    if transaction is not None and transaction.auto_created:
        remove_transaction(warrant, transaction, by_source=True)


def release(warrant: Warrant, title: Title) -> None:
    """Make a settled title pending with the values it had before; its transaction is left alone."""
    before: Mapping[str, Any] = title.before_settlement or {}
    restored: dict[str, Any] = {
        name: None if before[name] is None else Decimal(before[name])
        for name in _RESTORED
        if name in before and name != "account_id"
    }
    if "account_id" in before:
        # An account deleted meanwhile cannot come back; then there was none.
        accounts = Account.objects.within(warrant)
        restored["account"] = accounts.filter(pk=before["account_id"]).first()
    records.change(
        warrant,
        title,
        period=[title.payment_date],
        status=Status.PENDING,
        payment_date=None,
        transaction=None,
        reconciliation=None,
        before_settlement=None,
        **restored,
    )


def require_unreconciled(title: Title) -> None:
    """Refuse to touch the money of a title that is matched with the bank's (K15, R51)."""
    if title.is_reconciled:
        raise Unprocessable(
            "The title is reconciled. Delete its reconciliation first, then repeat this."
        )


def require_own_transaction(title: Title) -> None:
    """Refuse to move money by a transaction that settling did not make. Raises `Unprocessable`."""
    if title.transaction is None or not title.transaction.auto_created:
        raise Unprocessable(
            "The title was settled by a transaction of the bank, which stands as it is. Set the "
            "title back to pending first."
        )


def follow(warrant: Warrant, title: Title, before: Mapping[str, Any]) -> None:
    """Write on the transaction of a settled title what changed since `before`, its `entry` then.

    What did not change is left alone: it may have been reviewed on the transaction itself. A
    transaction of the bank has a life of its own.
    """
    made: Transaction | None = title.transaction
    after = entry(warrant, title)
    changed = {name: value for name, value in after.items() if value != before[name]}
    if made is None or not made.auto_created or not changed:
        return
    transaction = records.locked(Transaction.objects.within(warrant), made.pk, "transaction")
    change_transaction(warrant, transaction, by_source=True, **changed)


def entry(
    warrant: Warrant, title: Title, values: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What the transaction of a title says: the title, with these values of its settlement.

    Raises `Unprocessable` when nothing would move.
    """
    values = values or {}
    amount = require_moving(amount_moving(title, values))
    return {
        "account": values.get("account", title.account),
        "description": title.description,
        "amount": amount,
        "occurred_at": values.get("payment_date", title.payment_date),
        "competence_date": title.competence_date,
        "category": title.category,
        "person": title.person,
        "center": title.center,
        "document": title.document,
        "document_date": title.document_date,
        "payment_method_kind": title.payment_method_kind,
        "parts": _parts(warrant, title, amount),
    }


def require_discount_within(
    amount: Decimal, interest: Decimal | None, discount: Decimal | None
) -> None:
    """A discount takes off at most what is owed. Raises `Unprocessable`."""
    if (discount or money.ZERO) > amount + (interest or money.ZERO):
        raise Unprocessable(
            "discount_amount is greater than the amount with its interest. Lower it, or cancel "
            "the title if nothing is owed any more."
        )


def _parts(warrant: Warrant, title: Title, amount: Decimal) -> list[Part]:
    """The title's allocation carried to the amount that moves, in proportion (R30).

    Parts that come to 0.00 are left out: they would allocate nothing.
    """
    rows = TitleAllocation.objects.within(warrant).filter(title=title)
    parts = list(rows.select_related("center").order_by("position"))
    if not parts:
        return []
    amounts = money.divide(amount, [part.amount for part in parts])
    return [
        Part(part.center, None, share)
        for part, share in zip(parts, amounts, strict=True)
        if share > 0
    ]
