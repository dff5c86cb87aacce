"""The one door to the outside world: what is asked of a bank, and what it answers (K20).

An adapter is a class with the methods of `Bank`. Each order goes under a key that is ours and never
used for another one; an adapter hands it on, so that the bank runs a repeated order once. The bank
is never asked inside a transaction: what was asked is committed before.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from functools import cache
from typing import Any, Final, Protocol, Self

from django.conf import settings
from django.utils.module_loading import import_string

PAID, CANCELED, CANCELING, REJECTED = "paid", "canceled", "canceling", "rejected"
#: Commercial states after which a bank does nothing more under the key.
FINAL: Final = frozenset({PAID, CANCELED, REJECTED, "failed", "generation_failed"})
#: What a charge's registration may say at its end, short of a registered charge.
_NOT_REGISTERED: Final = frozenset({REJECTED, "failed"})


class Unanswered(Exception):
    """No answer came, so whether the bank heard is not known. Ask again under the same key."""


@dataclass(frozen=True)
class Account:
    """An account at a bank and who holds it, as text: leading zeros matter."""

    bank_code: str
    agency: str
    number: str
    holder: str
    document: str
    agency_digit: str | None = None
    digit: str | None = None


@dataclass(frozen=True)
class Order:
    """What every order says: how much in BRL, on which day, and on which account of ours."""

    amount: Decimal
    day: dt.date
    account: Account
    description: str

    def stored(self) -> dict[str, Any]:
        """The order as JSON values, which `restored` reads."""
        return asdict(self) | {"amount": str(self.amount), "day": self.day.isoformat()}

    @classmethod
    def restored(cls, stored: Mapping[str, Any]) -> Self:
        return cls(
            **{
                **stored,
                "amount": Decimal(stored["amount"]),
                "day": dt.date.fromisoformat(stored["day"]),
                "account": Account(**stored["account"]),
            }
        )


@dataclass(frozen=True)
class Payment(Order):
    """Pay on `day`, from the account, by a method, to where the coordinates say."""

    method: str
    coordinates: Mapping[str, Any]


@dataclass(frozen=True)
class Charge(Order):
    """Let a payer pay until `day`, by `bank_billet` or `pix`, to the account."""

    kind: str
    payer: str
    payer_document: str


@dataclass(frozen=True)
class Answer:
    """What the bank says of an order at this moment.

    `uid` is the bank's own name for it. `paid_on` and `paid_amount` are there once `status` is
    `paid`; `url` is then a payment's receipt. Of a charge, `url` and the rest are what a customer
    needs to pay it once it is registered.
    """

    uid: str
    status: str
    registration: str | None = None
    paid_on: dt.date | None = None
    paid_amount: Decimal | None = None
    number: int | None = None
    url: str | None = None
    barcode: str | None = None
    digitable_line: str | None = None
    pix_code: str | None = None

    @property
    def final(self) -> bool:
        """Whether nothing more will come of the order."""
        return self.status in FINAL or self.registration in _NOT_REGISTERED


class Bank(Protocol):
    """What an adapter does. Every method may raise `Unanswered`.

    A cancellation that comes too late answers with the state as it is; one that takes time answers
    `canceling`.
    """

    def send_payment(self, key: str, payment: Payment) -> Answer: ...

    def cancel_payment(self, key: str) -> Answer: ...

    def register_charge(self, key: str, charge: Charge) -> Answer: ...

    def cancel_charge(self, key: str) -> Answer: ...

    def look_up(self, key: str) -> Answer | None:
        """The state of an order; nothing when the bank has never heard of the key."""


@cache
def _adapter(path: str) -> Bank:
    adapter: Bank = import_string(path)()
    return adapter


def bank() -> Bank:
    """The adapter this installation uses, named by the setting `BANK_ADAPTER`."""
    return _adapter(settings.BANK_ADAPTER)
