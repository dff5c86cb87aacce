"""Dissolving a reconciliation: everything it matched is free again, and it is gone
(rest-api §2.13)."""

from finance_api.core import records
from finance_api.core.models import WorkspaceModel
from finance_api.core.warrant import Warrant
from finance_api.ledger.models import Transaction
from finance_api.titles.models import Status, Title
from finance_api.titles.settlement import release


def dissolve(warrant: Warrant, reconciliation: WorkspaceModel) -> None:
    """Release every title and transaction of a reconciliation and remove it.

    A title that the match had settled is pending again; the bank's transactions stay. A title that
    had been settled before, with a transaction of its own, stays settled.
    """
    titles = records.lock(Title.objects.within(warrant).filter(reconciliation=reconciliation.pk))
    for title in titles:
        own = title.transaction is not None and title.transaction.auto_created
        if title.status == Status.SETTLED and not own:
            release(warrant, title)
        else:
            records.change(warrant, title, period=[title.payment_date], reconciliation=None)
    transactions = Transaction.objects.within(warrant).filter(reconciliation=reconciliation.pk)
    for transaction in records.lock(transactions):
        records.change(warrant, transaction, reconciliation=None)
    records.remove(warrant, reconciliation)
