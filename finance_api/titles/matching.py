"""Settling a title by a match: the transactions of the bank are the movement, so none is made.
`dissolution.py` undoes it."""

from finance_api.core import records
from finance_api.core.models import WorkspaceModel
from finance_api.core.warrant import Warrant
from finance_api.ledger.models import Transaction
from finance_api.titles.models import Status, Title
from finance_api.titles.settlement import replaced_by_settling


def settle_by_match(
    warrant: Warrant,
    title: Title,
    reconciliation: WorkspaceModel,
    last: Transaction,
    *,
    alone: bool,
) -> None:
    """Settle a pending title, locked by the caller, when and where the last of its money moved.

    `alone` says that the match is of this title with that transaction and nothing else; then the
    two are linked. The payment date alone is looked at by the lock date, as in any settlement
    (R86).
    """
    records.change(
        warrant,
        title,
        period=[last.occurred_at],
        status=Status.SETTLED,
        payment_date=last.occurred_at,
        account=last.account,
        transaction=last if alone else None,
        reconciliation=reconciliation,
        before_settlement=replaced_by_settling(title),
    )
