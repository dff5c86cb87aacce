"""One company's books under random work: every call is held against what it left behind.

After every step nothing breaks a rule of the books, a refused call has changed nothing, what lies
in a closed period is as it was, and titles, transactions and balances are those of the model.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from typing import Any, ClassVar, TypeVar

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition

from finance_api.core.isolation import open_workspaces
from finance_api.ledger.balance import BALANCE
from finance_api.ledger.models import Account
from tests.books import raw
from tests.books.model import Model
from tests.finance_api.dashboard.office import browser, staff
from tests.finance_api.ledger.books import account, company
from tests.finance_api.titles.bank import counter
from tests.invariants import assert_books_hold
from tests.surface.books import contents
from tests.world import Answer

#: Members of `Work` that rules draw from.
ACCOUNTS, OWN = "accounts", "own_accounts"
TITLES, PENDING, SETTLED = "titles", "pending", "settled"
ENTRIES, MATCHES, RULES = "entries", "matches", "rules_made"

F = TypeVar("F", bound=Callable[..., Any])


def held(name: str) -> st.SearchStrategy[Any]:
    """One of the things a machine holds under this name."""
    return st.runner().flatmap(lambda machine: st.sampled_from(getattr(machine, name)))


def holds(name: str) -> Callable[[F], F]:
    """The condition of a rule that needs one."""
    return precondition(lambda machine: bool(getattr(machine, name)))


class Work(RuleBasedStateMachine):
    """A company with two accounts and a branch with one, behind a bank, and their model."""

    #: How often each kind of step was carried out and how often it was refused, in all examples.
    done: ClassVar[Counter[str]] = Counter()
    refused: ClassVar[Counter[str]] = Counter()

    def __init__(self) -> None:
        super().__init__()
        self.bank = counter("payables")
        self.desk = self.bank.desk
        self.world, self.api = self.desk.books.world, self.desk.api
        self.place = self.world.workspace
        self.admin = browser(staff(self.world))
        self.company = self.desk.books.company
        second = account(self.world, self.company, name="Reserva", balance="100.00")
        self.branch = account(self.world, company(self.world, "Filial"), balance="-0.01")
        self.model = Model(
            {
                self.desk.books.account: Decimal("0.00"),
                second: Decimal("100.00"),
                self.branch: Decimal("-0.01"),
            }
        )
        self.centers = [self.desk.books.center(name, "both") for name in ("Loja", "Matriz")]
        self.taxes = [self.api.made("taxes", {"name": "ISS"})["id"]]
        self.rules_made: list[str] = []
        self.locked_through: dt.date | None = None
        self.judged: dict[str, Any] = {}
        self.remember()
        self.begin()

    @property
    def accounts(self) -> list[str]:
        return list(self.model.opening)

    @property
    def own_accounts(self) -> list[str]:
        """All but the branch's."""
        return [id for id in self.accounts if id != self.branch]

    @property
    def pending(self) -> list[Any]:
        return [title for title in self.titles if title.status == "pending"]

    @property
    def settled(self) -> list[Any]:
        return [title for title in self.titles if title.status == title.settled]

    @property
    def titles(self) -> list[Any]:
        return self.model.titles

    @property
    def entries(self) -> list[Any]:
        return self.model.entries

    @property
    def matches(self) -> list[str]:
        return self.model.matches()

    def begin(self) -> None:
        """What there is before the first step."""

    def remember(self) -> None:
        """What is stored now, and what of it lies in the closed period."""
        self.stored, self.closed = contents(self.place), self._closed()

    def _closed(self) -> raw.Rows:
        through = self.locked_through
        return [] if through is None else raw.closed_part(self.place, through)

    def ask(self, act: str, method: str, path: str, body: Any = None, **headers: Any) -> Any:
        """Call the API: the body of its answer, or nothing where it refused and changed nothing."""
        answer: Answer = self.api.call(method, path, body, **headers)
        told = (method, path, body, answer.status, answer.body)
        assert answer.status < 500, told
        if answer.status >= 400:
            self.refused[act] += 1
            assert contents(self.place) == self.stored, told
            return None
        self.done[act] += 1
        assert self._closed() == self.closed, told
        self.remember()
        return answer.body or {}

    @invariant()
    def no_rule_of_the_books_is_broken(self) -> None:
        """Asked again only where something has changed."""
        if self.stored != self.judged:
            assert_books_hold(self.world)
            self.judged = self.stored

    @invariant()
    def titles_are_those_of_the_model(self) -> None:
        assert raw.titles(self.place) == {title.id: title.told_by for title in self.titles}

    @invariant()
    def transactions_are_those_of_the_model(self) -> None:
        assert raw.entries(self.place) == {entry.id: entry.told_by for entry in self.entries}

    @invariant()
    def balances_are_those_of_the_model(self) -> None:
        expected = self.model.balances()
        assert raw.balances(self.place) == expected
        with transaction.atomic():
            open_workspaces([self.place.pk])
            found = Account.everywhere.filter(workspace=self.place).values_list("pk", BALANCE)
            assert {str(id): balance for id, balance in found} == expected

    def teardown(self) -> None:
        """What the API says at the end."""
        for id, balance in self.model.balances().items():
            answer = self.api.get(f"financial-accounts/{id}").body
            assert answer["balance"] == f"{balance:.2f}"
