"""A desk whose account is known to a bank, and titles that the bank can act on."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from finance_api.bank import sandbox
from finance_api.bank.models import SandboxOrder
from finance_api.core.isolation import open_workspaces
from finance_api.ledger.models import Bank
from finance_api.titles import intents
from finance_api.titles.models import DispatchIntent
from tests.finance_api.titles.desk import Desk, desk
from tests.world import Answer, World

#: The coordinates of each method that a bank carries out.
METHODS: dict[str, dict[str, Any]] = {
    "pix": {"pix_key": "fornecedor@exemplo.com.br", "pix_key_type": "email"},
    "ted": {
        "bank_code": "341",
        "agency": "1234",
        "account_number": "56789",
        "beneficiary_document": "52998224725",
    },
    "bank_billet": {"barcode": "34191091233456789123845123450004816460000012345"},
    "utility": {"barcode": "836500000010234501232024611300000001000000000000"},
    "tribute": {"tax_kind": "darf", "tax_data": {"tax_code": "0190"}},
}


def key() -> dict[str, str]:
    return {"X-Idempotency-Key": str(uuid.uuid4())}


@dataclass
class Counter:
    """A desk with a bank behind it."""

    desk: Desk

    @property
    def workspace(self) -> Any:
        return self.desk.books.world.workspace

    def payable(self, **changes: Any) -> str:
        body = {
            "payment_method_kind": "pix",
            **METHODS["pix"],
            "financial_account_id": self.desk.books.account,
        }
        return str(self.desk.made(**body | changes)["id"])

    def receivable(self, **changes: Any) -> str:
        body = {"financial_account_id": self.desk.books.account, "due_date": "2099-03-10"}
        return str(self.desk.made(**body | changes)["id"])

    def ask(self, id: str, act: str, body: Any = None) -> Answer:
        return self.desk.api.post(f"{self.desk.path}/{id}/{act}", body, **key())

    def send(self, id: str) -> Any:
        return self.done(self.ask(id, "send-to-bank"))

    def charge(self, id: str, kind: str = "pix") -> Any:
        return self.done(self.ask(id, "charge", {"kind": kind}))

    def done(self, answer: Answer) -> Any:
        assert answer.status == 200, answer.body
        return answer.body

    def get(self, id: str) -> Any:
        return self.desk.get(id)

    def intents(self) -> list[DispatchIntent]:
        with transaction.atomic():
            open_workspaces([self.workspace.id])
            place = intents._Place(self.workspace.id)
            return list(DispatchIntent.objects.within(place).order_by("created_at"))

    def orders(self) -> list[SandboxOrder]:
        """What the bank has of this workspace."""
        keys = [intent.key for intent in self.intents()]
        return list(SandboxOrder.objects.filter(key__in=keys).order_by("pk"))

    def step(self, *, reject: bool = False, times: int = 1) -> None:
        """The bank does one step, and is heard."""
        sandbox.advance(reject=reject, keys=[intent.key for intent in self.intents()])
        self.hear(times)

    def hear(self, times: int = 1) -> None:
        for intent in self.intents():
            intents.deliver(self.workspace.id, intent.pk, times)


def counter(path: str, of: World | None = None) -> Counter:
    """The desk of one direction, its account known to a bank and its person to the tax office."""
    at = Counter(desk(path, of))
    bank = Bank.objects.get(code="341")
    account = f"financial-accounts/{at.desk.books.account}"
    known = {
        "bank_id": str(bank.pk),
        "agency": "0001",
        "account_number": "12345",
        "account_digit": "6",
    }
    assert at.desk.api.patch(account, known).status == 200
    person = at.desk.api.patch(f"people/{at.desk.person}", {"document_number": "52998224725"})
    assert person.status == 200, person.body
    return at
