"""Matching billings with the transactions that really moved their money, n to m, and taking a match
apart again (rest-api §2.11, R101, R102).

Each function takes the warrant of the operation and runs inside the door's transaction.
"""

import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django.db.models import QuerySet

from finance_api.core import dates, money, records
from finance_api.core.errors import Issue, NotFound, Unprocessable
from finance_api.core.warrant import Warrant
from finance_api.ledger.models import Account, Transaction
from finance_api.reconciliations.models import Reconciliation
from finance_api.titles.approval import is_official
from finance_api.titles.dissolution import dissolve
from finance_api.titles.matching import settle_by_match
from finance_api.titles.models import Status, Title
from finance_api.titles.settlement import amount_moving
from finance_api.titles.sides import side_of

#: A billing as a caller names it: its kind and its id.
Named = tuple[str, uuid.UUID]
#: Why a member cannot be matched: a code, the test, and what to do about it.
Fault = tuple[str, Callable[[Any], bool], str]


@dataclass(frozen=True)
class Match:
    """What is to be matched, in the order it was named; everything is locked."""

    titles: Sequence[Title]
    transactions: Sequence[Transaction]

    @property
    def kind(self) -> str:
        return str(self.titles[0].direction)

    @property
    def due(self) -> Decimal:
        """What settling the billings would move, in BRL (K15)."""
        return sum((amount_moving(title, {}) for title in self.titles), money.ZERO)

    @property
    def moved(self) -> Decimal:
        """What the transactions moved, in BRL."""
        return sum((each.amount for each in self.transactions), money.ZERO)

    @property
    def last(self) -> Transaction:
        """The transaction that completed the payment: its date and account settle the billings."""
        return max(self.transactions, key=lambda each: (each.occurred_at, each.pk))


def members(
    warrant: Warrant, billings: Sequence[Named], transaction_ids: Sequence[uuid.UUID]
) -> Match:
    """The billings and transactions named, locked behind the accounts of the latter (R71).

    Raises `NotFound`, naming every one that is not here; of the other kind is not here either.
    """
    entered = Transaction.objects.within(warrant).filter(pk__in=transaction_ids)
    account_ids = set(entered.values_list("account_id", flat=True))
    list(records.lock(Account.objects.within(warrant).filter(pk__in=account_ids)))
    titles = Title.objects.within(warrant).filter(pk__in=[id for _, id in billings])
    found = _by_key(
        titles.select_related("company", "person"), lambda title: (title.direction, title.pk)
    )
    moved = _by_key(
        entered.select_related("account").prefetch_related("titles"),
        lambda transaction: transaction.pk,
    )
    issues = [
        *_missing("billings", billings, found, "id"),
        *_missing("transaction_ids", transaction_ids, moved),
    ]
    if issues:
        raise NotFound(
            "Some of what is to be matched was not found. Correct those named in details.issues.",
            details={"issues": [issue.as_dict() for issue in issues]},
        )
    return Match([found[name] for name in billings], [moved[id] for id in transaction_ids])


def reconcile(warrant: Warrant, match: Match) -> Reconciliation:
    """Match billings with transactions of the bank, which settle them: no further one is made.

    Raises `Unprocessable` for members of several kinds or companies, for one that cannot be
    matched (all are named), and unless both sides add up to the very same amount; `SecurityBlocked`
    when a transaction lies in a locked period.
    """
    _require_one_book(match)
    _require_fit(match)
    _require_no_difference(match)
    reconciliation = records.create(warrant, Reconciliation, kind=match.kind)
    alone = len(match.titles) == len(match.transactions) == 1
    for title in match.titles:
        settle_by_match(warrant, title, reconciliation, match.last, alone=alone)
    for transaction in match.transactions:
        records.change(warrant, transaction, reconciliation=reconciliation)
    return reconciliation


def undo(warrant: Warrant, reconciliation: Reconciliation) -> None:
    """Take a match apart: its billings are pending again with the values they had before, its
    transactions stay and are free. Raises `Unprocessable` for an imported one, which is only
    read."""
    if reconciliation.source != "manual":
        raise Unprocessable(
            "The reconciliation was imported and is read-only. Undo it where it was made."
        )
    dissolve(warrant, reconciliation)


def _by_key(rows: QuerySet[Any], key: Callable[[Any], Any]) -> dict[Any, Any]:
    return {key(row): row for row in records.lock(rows)}


def _missing(
    name: str, asked: Sequence[Any], found: dict[Any, Any], member: str = ""
) -> Iterator[Issue]:
    for index, key in enumerate(asked):
        if key not in found:
            path = ".".join(part for part in (name, str(index), member) if part)
            yield Issue(path, "not_found", "No such record in this workspace.")


def _require_one_book(match: Match) -> None:
    if len({title.direction for title in match.titles}) > 1:
        raise Unprocessable(
            "Payables and receivables cannot be matched together. Make one reconciliation of each."
        )
    owners = {title.company_id for title in match.titles}
    if len(owners | {transaction.company_id for transaction in match.transactions}) > 1:
        raise Unprocessable(
            "All billings and transactions of a reconciliation belong to one company. Make one "
            "reconciliation for each company."
        )


#: The first that holds is the one named.
_UNFIT_TITLE: Final[Sequence[Fault]] = (
    (
        "reconciled",
        lambda title: title.is_reconciled,
        "It is reconciled already. Delete that reconciliation first.",
    ),
    (
        "settled",
        lambda title: title.status == Status.SETTLED,
        "It was settled by a transaction of its own, which would count beside the bank's. Set it "
        "back to pending first.",
    ),
    (
        "cancelled",
        lambda title: title.status == Status.CANCELLED,
        "It is cancelled. Set it back to pending first.",
    ),
    (
        "not_approved",
        lambda title: not is_official(title),
        "It waits for a person's approval on the dashboard, or was rejected there.",
    ),
    ("nothing_due", lambda title: amount_moving(title, {}) <= 0, "Settling it would move nothing."),
)
_UNFIT_TRANSACTION: Final[Sequence[Fault]] = (
    (
        "reconciled",
        lambda transaction: transaction.reconciliation_id is not None,
        "It is reconciled already. Delete that reconciliation first.",
    ),
    (
        "auto_created",
        lambda transaction: transaction.auto_created,
        "Settling a billing made it; it is no transaction of the bank.",
    ),
    (
        "transfer",
        lambda transaction: transaction.transfer_id is not None,
        "It is one of the two legs of a transfer, which pays no billing.",
    ),
    (
        "linked",
        lambda transaction: bool(transaction.titles.all()),
        "It is linked to a billing already. Set that one back to pending first.",
    ),
    (
        "pending",
        lambda transaction: transaction.is_pending,
        "It is a forecast. Match it once the money has moved.",
    ),
    (
        "future",
        lambda transaction: transaction.occurred_at > dates.today(),
        "It lies in the future. Match it once the money has moved.",
    ),
    (
        "account",
        lambda transaction: transaction.account.disable_reconcile,
        "Its account is left out of reconciliation (disable_reconcile).",
    ),
)


def _require_fit(match: Match) -> None:
    """Judge every member on its own, and name every one that cannot be matched."""
    type = side_of(match.kind).transaction_type
    polarity: Fault = (
        "polarity",
        lambda transaction: transaction.type != type,
        f"A {match.kind} is matched with transactions of type {type}.",
    )
    issues = [
        *_unfit("billings", match.titles, _UNFIT_TITLE),
        *_unfit("transaction_ids", match.transactions, (polarity, *_UNFIT_TRANSACTION)),
    ]
    if issues:
        raise Unprocessable(
            "Some of what is to be matched cannot be. details.issues says which and why.",
            details={"issues": [issue.as_dict() for issue in issues]},
        )


def _unfit(name: str, rows: Sequence[Any], faults: Sequence[Fault]) -> Iterator[Issue]:
    for index, row in enumerate(rows):
        found = next((fault for fault in faults if fault[1](row)), None)
        if found is not None:
            yield Issue(f"{name}.{index}", found[0], found[2])


def _require_no_difference(match: Match) -> None:
    difference = match.moved - match.due
    if difference != 0:
        raise Unprocessable(
            "The two sides differ. Set interest_amount, discount_amount or ticket_amount of the "
            "billings so that they add up to the transactions exactly, or match others.",
            details={
                "billings_total": money.wire(match.due),
                "transactions_total": money.wire(match.moved),
                "difference": money.wire(difference),
            },
        )
