"""What a company's books should say, kept beside the product in plain Python: what happened to each
title and each transaction, and the balances that follow from it."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

ZERO = Decimal("0.00")
#: The money of a title, by its name on the wire.
MONEY = ("amount", "interest_amount", "discount_amount", "ticket_amount")
#: What a settlement may write and its undoing puts back.
RESTORED = ("interest_amount", "discount_amount", "ticket_amount", "financial_account_id")


@dataclass
class Title:
    """A payable or a receivable: its money and its account by their names on the wire."""

    path: str
    id: str
    values: dict[str, Any]
    status: str = "pending"
    before: dict[str, Any] = field(default_factory=dict)
    match: str | None = None
    #: What the bank was told that it would move, while it may.
    told: Decimal | None = None

    @property
    def settled(self) -> str:
        return "paid" if self.path == "payables" else "received"

    @property
    def sign(self) -> int:
        return -1 if self.path == "payables" else 1

    @property
    def moving(self) -> Decimal:
        """What settling it moves, or moved."""
        if self.values["ticket_amount"] is not None:
            return Decimal(self.values["ticket_amount"])
        interest, discount = (self.values[f"{name}_amount"] or ZERO for name in _ADDED)
        return Decimal(self.values["amount"] + interest - discount)

    @property
    def told_by(self) -> tuple[Any, ...]:
        """What its row should say."""
        status = "settled" if self.status == self.settled else self.status
        return (self.path, status, self.match, *(self.values[name] for name in _STORED))

    def write(self, body: dict[str, Any]) -> None:
        """Take over what an accepted body says of money and account."""
        for name, value in body.items():
            if name in MONEY:
                self.values[name] = None if value is None else Decimal(value)
            elif name == "financial_account_id":
                self.values[name] = value

    def settle(self, body: dict[str, Any]) -> None:
        self.write({name: value for name, value in body.items() if name not in RESTORED})
        self.before = {name: self.values[name] for name in RESTORED}
        self.write(body)
        self.status = self.settled

    def release(self) -> None:
        """Make it pending with what it had before it was settled."""
        self.values |= self.before
        self.status, self.match, self.before = "pending", None, {}


_ADDED = ("interest", "discount")
_STORED = (*MONEY, "financial_account_id")


@dataclass
class Entry:
    """A transaction that somebody entered, one leg of a transfer, or an adjustment."""

    id: str
    account: str
    amount: Decimal
    type: str
    pending: bool = False
    match: str | None = None

    @property
    def moved(self) -> Decimal:
        if self.pending:
            return ZERO
        return self.amount if self.type == "credit" else -self.amount

    @property
    def told_by(self) -> tuple[Any, ...]:
        """What its row should say."""
        return (self.account, self.type, self.amount, self.pending, self.match)

    def write(self, body: dict[str, Any]) -> None:
        self.amount = Decimal(body.get("amount", self.amount))
        self.type = body.get("type", self.type)
        self.pending = body.get("is_pending", self.pending)


@dataclass
class Model:
    """The books: opening balances by account, titles and transactions."""

    opening: dict[str, Decimal] = field(default_factory=dict)
    titles: list[Title] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def balances(self) -> dict[str, Decimal]:
        found = dict(self.opening)
        for entry in self.entries:
            found[entry.account] += entry.moved
        for title in self.titles:
            if title.status == title.settled and title.match is None:
                found[title.values["financial_account_id"]] += title.sign * title.moving
        return found

    def matches(self) -> list[str]:
        return list(dict.fromkeys(title.match for title in self.titles if title.match))

    def dissolve(self, match: str) -> None:
        """Its titles are pending again, its transactions free."""
        for title in self.titles:
            if title.match == match:
                title.release()
        for entry in self.entries:
            if entry.match == match:
                entry.match = None
