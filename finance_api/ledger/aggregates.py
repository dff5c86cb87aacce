"""What a set of transactions adds up to, forecasts left out (rest-api §1.8)."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce

from finance_api.core.money import ZERO, MoneyField
from finance_api.ledger.models import Transaction


@dataclass(frozen=True)
class Totals:
    """How many transactions, and what they move, in BRL."""

    count: int
    credit: Decimal
    debit: Decimal

    @property
    def net(self) -> Decimal:
        """Credits minus debits; negative when more went out than came in."""
        return self.credit - self.debit


def totals(transactions: QuerySet[Transaction]) -> Totals:
    """The totals of the realised ones among these. One statement."""
    sums = transactions.filter(is_pending=False).aggregate(
        count=Count("id"), credit=_sum("credit"), debit=_sum("debit")
    )
    return Totals(**sums)


def _sum(type: str) -> Coalesce:
    zero = Value(ZERO, output_field=MoneyField())
    return Coalesce(Sum("amount", filter=Q(type=type)), zero)
