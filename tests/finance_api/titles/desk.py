"""A desk where the titles of one direction are kept; every rule is tested at both (R11)."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connections, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.core.operations import WRITE, Operation
from finance_api.core.warrant import Warrant
from finance_api.identity import tokens
from finance_api.identity.access import enter
from finance_api.titles.models import Charge
from tests.finance_api.ledger.books import Books, account, category, company
from tests.world import Answer, Api, World, world

both = pytest.mark.parametrize("path", ["payables", "receivables"])


@dataclass
class Desk:
    """Payables or receivables of one company, reached through the API."""

    path: str
    books: Books
    person: str

    @property
    def api(self) -> Api:
        return self.books.api

    @property
    def pays(self) -> bool:
        return self.path == "payables"

    @property
    def settled(self) -> str:
        return "paid" if self.pays else "received"

    @property
    def center_type(self) -> str:
        return "cost" if self.pays else "revenue"

    @property
    def type(self) -> str:
        return "debit" if self.pays else "credit"

    @property
    def category(self) -> str:
        return self.books.expense if self.pays else self.books.income

    def signed(self, amount: str) -> str:
        """What settling this amount does to a balance of zero."""
        return f"-{amount}" if self.pays and amount != "0.00" else amount

    def body(self, **changes: Any) -> dict[str, Any]:
        return {
            "company_id": self.books.company,
            "person_id": self.person,
            "description": "Aluguel de março",
            "amount": "100.00",
            "due_date": "2026-03-10",
        } | changes

    def create(self, **changes: Any) -> Answer:
        return self.api.post(self.path, self.body(**changes))

    def made(self, **changes: Any) -> Any:
        return self.api.made(self.path, self.body(**changes))

    def get(self, id: str) -> Any:
        return self.api.get(f"{self.path}/{id}").body

    def patch(self, id: str, /, **changes: Any) -> Answer:
        return self.api.patch(f"{self.path}/{id}", changes)

    def patched(self, id: str, /, **changes: Any) -> Any:
        answer = self.patch(id, **changes)
        assert answer.status == 200, answer.body
        return answer.body

    def settle(self, id: str, /, **changes: Any) -> Answer:
        return self.patch(id, **self.settlement(**changes))

    def settlement(self, **changes: Any) -> dict[str, Any]:
        return {
            "status": self.settled,
            "payment_date": "2026-03-10",
            "financial_account_id": self.books.account,
        } | changes

    def settled_title(self, **changes: Any) -> Any:
        answer = self.settle(self.made(**changes)["id"])
        assert answer.status == 200, answer.body
        return answer.body

    def transaction(self, title: Any) -> Any:
        return self.api.get(f"financial-transactions/{title['transaction_id']}").body

    def listed(self, query: str = "") -> list[Any]:
        answer = self.api.get(f"{self.path}{query}")
        assert answer.status == 200, answer.body
        return list(answer.body["data"])

    def center(self, name: str, **fields: Any) -> str:
        return self.books.center(name, self.center_type, **fields)


def desk(path: str, of: World | None = None) -> Desk:
    of = of or world()
    owner = company(of)
    books = Books(
        world=of,
        company=owner,
        account=account(of, owner),
        expense=category(of, owner, "debit"),
        income=category(of, owner, "credit", "Vendas"),
    )
    body = {
        "company_id": owner,
        "name": "Imobiliária Sol",
        "is_supplier": True,
        "is_customer": True,
    }
    return Desk(path, books, str(of.api.made("people", body)["id"]))


def unstamped(title: Any) -> dict[str, Any]:
    """A title without what every write changes."""
    return {k: v for k, v in title.items() if k not in ("updated_at", "updated_via")}


@contextmanager
def admitted(at: Desk, operation: Operation) -> Iterator[Warrant]:
    """A transaction in which the desk's person may do the operation."""
    credential = tokens.resolve(at.api.token, "api")
    with transaction.atomic():
        access = enter(credential, "dashboard", "test")
        open_workspaces([access.workspace_id])
        yield access.admit(operation)


#: For what a test writes past the API: the bank's answers, a match.
BEHIND: Operation = WRITE.but(name="test", resource="titles", scope="")


def charged(at: Desk, id: str, status: str | None, registration: str | None) -> None:
    """A charge in this state on a receivable, as the bank's answers would leave it."""
    with admitted(at, BEHIND) as warrant:
        charges = Charge.objects.within(warrant)
        charges.filter(title_id=id).delete()
        charges.create(
            workspace_id=warrant.workspace_id,
            title_id=id,
            kobana_charge_uid="abc",
            kobana_charge_kind="pix",
            kobana_status=status,
            kobana_registration_status=registration,
        )


def together(count: int, act: Callable[[int, Api], Answer], token: str) -> list[Answer]:
    """Run an act at once in that many threads, each with a client of its own."""
    answers: list[Answer | None] = [None] * count
    barrier = threading.Barrier(count)

    def run(index: int) -> None:
        try:
            barrier.wait()
            answers[index] = act(index, Api(token))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]
