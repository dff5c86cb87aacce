"""The balance of an account: its opening balance plus credits minus debits, forecasts left out
(R54).

It is derived at every read from one SQL expression and kept nowhere, so nothing can make it stale;
it moves only by transactions, an adjustment being one more of them.
"""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Case, F, Q, Sum, Value, When
from django.db.models.functions import Coalesce

from finance_api.classification.models import Category
from finance_api.core import dates
from finance_api.core.errors import Unprocessable
from finance_api.core.models import InWorkspace
from finance_api.core.money import ZERO, MoneyField
from finance_api.core.warrant import Warrant
from finance_api.ledger.actions import create_transaction
from finance_api.ledger.models import Account, Transaction

ADJUSTMENT = "Ajuste de saldo"


def signed_amount(prefix: str = "") -> Case:
    """A transaction's amount with its direction: a credit adds, a debit takes away. `prefix` leads
    from the row asked to its transactions."""
    amount = F(f"{prefix}amount")
    return Case(When(**{f"{prefix}type": "credit"}, then=amount), default=-amount)


#: An account's balance in BRL, as an annotation of its row.
BALANCE = F("opening_balance") + Coalesce(
    Sum(
        signed_amount("transactions__"),
        filter=Q(transactions__is_pending=False),
        output_field=MoneyField(),
    ),
    Value(ZERO, output_field=MoneyField()),
)


def balance_of(place: InWorkspace, account: Account) -> Decimal:
    """The balance in BRL at this moment, to the cent; it may be negative (R57). One statement.

    Whoever acts on it holds the account's lock.
    """
    rows = Account.objects.within(place).filter(pk=account.pk)
    balance: Decimal = rows.values_list(BALANCE, flat=True).get()
    return balance


@dataclass(frozen=True)
class Adjustment:
    """What brings a balance to its target: the transaction that made the difference."""

    transaction: Transaction
    previous_balance: Decimal
    new_balance: Decimal

    @property
    def transaction_id(self) -> object:
        return self.transaction.pk

    @property
    def difference(self) -> Decimal:
        """Target minus previous balance; never zero."""
        return self.new_balance - self.previous_balance


def adjust_balance(
    warrant: Warrant,
    account: Account,
    *,
    target_balance: Decimal,
    category: Category,
    occurred_at: dt.date | None = None,
    description: str = ADJUSTMENT,
) -> Adjustment:
    """Enter the one transaction that brings the account to a balance in BRL (rest-api §2.8).

    The account is locked by the caller, so parallel calls with one target make one transaction.
    Raises `Unprocessable` for an account of no company, a target that is the balance already, and a
    category of another company or the wrong direction; `SecurityBlocked` in a locked period.
    """
    if account.company is None:
        raise Unprocessable(
            "This account belongs to no company, so its balance cannot be adjusted. Set its "
            "company_id first."
        )
    previous = balance_of(warrant, account)
    difference = target_balance - previous
    if difference == ZERO:
        raise Unprocessable("The account already has the target balance. Nothing was changed.")
    transaction = create_transaction(
        warrant,
        company=account.company,
        account=account,
        description=description,
        amount=abs(difference),
        occurred_at=occurred_at or dates.today(),
        type="credit" if difference > 0 else "debit",
        category=category,
    )
    return Adjustment(transaction, previous, target_balance)
