"""The balance of an account: its opening balance plus credits minus debits, forecasts left out
(R54).

It is derived at every read from one SQL expression and kept nowhere, so nothing can make it stale.
"""

from decimal import Decimal

from django.db.models import Case, F, Q, Sum, Value, When
from django.db.models.functions import Coalesce

from finance_api.core.models import InWorkspace
from finance_api.core.money import ZERO, MoneyField
from finance_api.ledger.models import Account


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
