"""What differs between payables and receivables, as data; every rule reads it and is mirrored by it
(R11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from finance_api.classification.allocation import Side as CenterSide
from finance_api.ledger.models import PAYMENT_METHODS, PAYMENT_METHODS_OF_PAYABLES
from finance_api.titles.models import Direction, Status


@dataclass(frozen=True)
class Side:
    """One direction of a title: its words on the wire and what it goes with in the books."""

    noun: str
    settled: str
    transaction_type: Literal["debit", "credit"]
    center_side: CenterSide
    supplier: bool
    payment_methods: tuple[str, ...]

    @property
    def statuses(self) -> Mapping[str, str]:
        """The wire's words for the statuses, and what is stored."""
        return {
            "pending": Status.PENDING.value,
            self.settled: Status.SETTLED.value,
            "cancelled": Status.CANCELLED.value,
        }


PAYABLE = Side("payable", "paid", "debit", "cost", True, PAYMENT_METHODS_OF_PAYABLES)
RECEIVABLE = Side("receivable", "received", "credit", "revenue", False, PAYMENT_METHODS)

_SIDES: Mapping[str, Side] = {Direction.PAYABLE: PAYABLE, Direction.RECEIVABLE: RECEIVABLE}


def side_of(direction: str) -> Side:
    """The side of a title's direction."""
    return _SIDES[direction]
