"""What a person is asked before billings are matched or a match is taken apart (K23, K24)."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext_noop

from finance_api.core import money
from finance_api.ledger.models import Transaction
from finance_api.reconciliations.actions import Match
from finance_api.rest.confirmation import Fact, Question
from finance_api.titles.models import Direction, Title
from finance_api.titles.settlement import amount_moving

#: More members than these are only counted: a person reads a question, not a list.
_SHOWN: Final = 5
_NOUNS: Final = {
    Direction.PAYABLE: gettext_noop("Payable"),
    Direction.RECEIVABLE: gettext_noop("Receivable"),
}


def about_creating(match: Match) -> Question:
    """The question of a match with these members."""
    facts = (
        Fact(gettext_noop("Company"), match.titles[0].company.name, quoted=True),
        *_members(match.titles, match.transactions),
        Fact(gettext_noop("Total"), match.moved),
        Fact(gettext_noop("Payment date"), match.last.occurred_at),
    )
    return Question(
        gettext_noop("Reconcile these billings with transactions of the bank"),
        facts,
        gettext_noop("The billings are settled by these transactions; no other one is entered."),
    )


def about_deleting(titles: Sequence[Title], transactions: Sequence[Transaction]) -> Question:
    """The question of taking apart the match of these."""
    return Question(
        gettext_noop("Delete this reconciliation"),
        tuple(_members(titles, transactions)),
        gettext_noop("The billings are pending again. The transactions of the bank stay."),
    )


def _members(titles: Sequence[Title], transactions: Sequence[Transaction]) -> Iterator[Fact]:
    for title in titles[:_SHOWN]:
        amount = money.wire(amount_moving(title, {}))
        yield Fact(
            _NOUNS[Direction(title.direction)],
            f"{amount} BRL, {title.due_date.isoformat()}, {title.person.name}, {title.description}",
            quoted=True,
        )
    yield Fact(gettext_noop("Number of billings"), str(len(titles)))
    for transaction in transactions[:_SHOWN]:
        amount = money.wire(transaction.amount)
        yield Fact(
            gettext_noop("Transaction"),
            f"{amount} BRL, {transaction.occurred_at.isoformat()}, {transaction.account.name}, "
            f"{transaction.description}",
            quoted=True,
        )
    yield Fact(gettext_noop("Number of transactions"), str(len(transactions)))
