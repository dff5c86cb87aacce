"""Transfers: money from one account of the workspace to another, as two transactions that share a
`transfer_id` and stand and fall together (rest-api §2.7, R58).

The debit leg takes the amount from one account and the credit leg brings it to the other, on the
same day; each stands in the books of its own account's company.
"""

import datetime as dt
import uuid
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from finance_api.core import records
from finance_api.core.errors import NotFound, Unprocessable
from finance_api.core.models import InWorkspace
from finance_api.core.references import require_active
from finance_api.core.warrant import Warrant
from finance_api.ledger.actions import create_transaction
from finance_api.ledger.models import Account, Transaction


@dataclass(frozen=True)
class Transfer:
    """One transfer by its two legs."""

    debit: Transaction
    credit: Transaction


def found(place: InWorkspace, id: uuid.UUID) -> Transfer:
    """The transfer with this `transfer_id`; absent here is `NotFound`. One statement."""
    legs = {leg.type: leg for leg in Transaction.objects.within(place).filter(transfer_id=id)}
    if legs.keys() != {"debit", "credit"}:
        raise NotFound("Transfer not found.")
    return Transfer(legs["debit"], legs["credit"])


def locked_accounts(
    warrant: Warrant, from_id: uuid.UUID, to_id: uuid.UUID
) -> tuple[Account, Account]:
    """Both accounts, locked in the order of their ids, so that opposing transfers take turns (R71).

    Raises `Unprocessable` for one account twice (R59), `NotFound` for one that is not here.
    """
    if from_id == to_id:
        raise Unprocessable("A transfer needs two accounts: from_account_id equals to_account_id.")
    accounts = Account.objects.within(warrant).filter(pk__in=(from_id, to_id))
    by_id = {account.pk: account for account in records.lock(accounts.select_related("company"))}
    if len(by_id) < 2:
        raise NotFound("Financial account not found.")
    return by_id[from_id], by_id[to_id]


def create_transfer(
    warrant: Warrant,
    from_account: Account,
    to_account: Account,
    *,
    amount: Decimal,
    occurred_at: dt.date,
    **details: Any,
) -> Transfer:
    """Move `amount`, positive, in BRL, between two accounts that `locked_accounts` gave.

    `details` are further columns of both legs: description, competence_date, notes, is_pending. A
    fee is a transaction of its own. Raises `Unprocessable` for an account that is inactive, belongs
    to no company or to an inactive one; `SecurityBlocked` in a locked period.
    """
    for account in (from_account, to_account):
        _require_company(account)
    shared = {
        "amount": amount,
        "occurred_at": occurred_at,
        "transfer_id": uuid.uuid4(),
        **details,
    }
    return Transfer(
        debit=_leg(warrant, from_account, "debit", shared),
        credit=_leg(warrant, to_account, "credit", shared),
    )


def _leg(warrant: Warrant, account: Account, type: str, shared: dict[str, Any]) -> Transaction:
    return create_transaction(
        warrant, company=account.company, account=account, type=type, **shared
    )


def _require_company(account: Account) -> None:
    if account.company is None:
        raise Unprocessable(
            "A transfer needs accounts that belong to a company, and one of these belongs to none. "
            "Set its company_id first."
        )
    require_active(account.company)
