"""The cash flow of a workspace, of one company or of one account: what moved, what is expected to
move, and the balances in between (rest-api §1.8, R125).

Realised are transactions, on their own date. Projected are forecast transactions and pending
titles, on their date or today when that has passed. Both are added up by PostgreSQL, day by day:
what is left to put into buckets grows with the calendar, not with the books. A transfer within what
is looked at is neither income nor expense; one that leaves it is (R58).
"""

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate, pairwise
from typing import Any, Final

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Sum,
    Value,
)
from django.db.models.functions import Coalesce

from finance_api.cash_flow.buckets import Window
from finance_api.core.errors import NotFound
from finance_api.core.models import InWorkspace, WorkspaceModel
from finance_api.core.money import ZERO, MoneyField
from finance_api.ledger.models import Account, Transaction
from finance_api.parties.models import Company
from finance_api.titles.approval import GATED
from finance_api.titles.models import Direction, Status, Title


@dataclass(frozen=True)
class Scope:
    """What is looked at: the whole workspace, or what is of one company and of one account."""

    company_id: uuid.UUID | None = None
    account_id: uuid.UUID | None = None


@dataclass(frozen=True)
class Bucket:
    """One bucket, in BRL. Income and expenses include what is only projected."""

    bucket: str
    income: Decimal
    expenses: Decimal
    projected_income: Decimal
    projected_expenses: Decimal
    opening_balance: Decimal
    closing_balance: Decimal
    is_future: bool

    @property
    def net(self) -> Decimal:
        return self.income - self.expenses


@dataclass(frozen=True)
class CashFlow:
    """The buckets of a window and what they start from."""

    window: Window
    current_balance: Decimal
    overdue_income: Decimal
    overdue_expenses: Decimal
    buckets: list[Bucket]


def cash_flow(place: InWorkspace, scope: Scope, window: Window) -> CashFlow:
    """The cash flow in these buckets. Two statements, and one that looks up what the scope names;
    `NotFound` when that is not here.

    The balance before the first bucket is what all accounts opened with and everything before it;
    each bucket closes with what it opened with plus its net.
    """
    _require_here(place, scope)
    opened_with = _opening_balance(place, scope)
    sums = _sums(place, scope, window)
    of_all = _added(sums.values())
    starts = window.starts
    found = [sums.get(number, _NOTHING) for number in range(window.first, window.last + 1)]
    nets = [each["income"] - each["expenses"] for each in found]
    balances = accumulate(nets, initial=opened_with + of_all["before"])
    buckets = [
        Bucket(
            bucket=window.granularity.key(start),
            income=each["income"],
            expenses=each["expenses"],
            projected_income=each["projected_income"],
            projected_expenses=each["projected_expenses"],
            opening_balance=opening,
            closing_balance=closing,
            is_future=window.is_future(start),
        )
        for start, each, (opening, closing) in zip(starts, found, pairwise(balances), strict=True)
    ]
    return CashFlow(
        window=window,
        current_balance=opened_with + of_all["realised"],
        overdue_income=of_all["overdue_income"],
        overdue_expenses=of_all["overdue_expenses"],
        buckets=buckets,
    )


Sums = Mapping[str, Decimal]
_SUMMED: Final = (
    "income",
    "expenses",
    "projected_income",
    "projected_expenses",
    "overdue_income",
    "overdue_expenses",
    "realised",
    "before",
)
_NOTHING: Final[Sums] = dict.fromkeys(_SUMMED, ZERO)
_ZERO = Value(ZERO, output_field=MoneyField())
#: What a title would move if it were settled as it stands, as `settlement.amount_moving` says.
_MOVING = Coalesce(
    F("ticket_amount"),
    F("amount") + Coalesce("interest_amount", _ZERO) - Coalesce("discount_amount", _ZERO),
    output_field=MoneyField(),
)


def _require_here(place: InWorkspace, scope: Scope) -> None:
    named: list[tuple[type[WorkspaceModel], uuid.UUID]] = [
        (model, id)
        for model, id in ((Company, scope.company_id), (Account, scope.account_id))
        if id is not None
    ]
    if not named:
        return
    rows = [model.objects.within(place).filter(pk=id).values_list("pk") for model, id in named]
    here = {id for (id,) in rows[0].union(*rows[1:])}
    for model, id in named:
        if id not in here:
            raise NotFound(f"{str(model._meta.verbose_name).capitalize()} not found.")


def _opening_balance(place: InWorkspace, scope: Scope) -> Decimal:
    accounts = Account.objects.within(place)
    if scope.company_id:
        accounts = accounts.filter(company_id=scope.company_id)
    if scope.account_id:
        accounts = accounts.filter(pk=scope.account_id)
    found: Decimal = accounts.aggregate(sum=Sum("opening_balance", default=_ZERO))["sum"]
    return found


def _sums(place: InWorkspace, scope: Scope, window: Window) -> Mapping[int | None, Sums]:
    """The sums of each bucket by its number, and of everything outside the window by None."""
    sums: dict[int | None, dict[str, Decimal]] = {}
    for day, incoming, expected, amount in _days(place, scope):
        overdue = expected and day < window.today
        # What should have moved is expected to move today.
        number = window.granularity.number(window.today if overdue else day)
        slot = number if window.first <= number <= window.last else None
        total = sums.setdefault(slot, dict(_NOTHING))
        side, signed = ("income", amount) if incoming else ("expenses", -amount)
        total[side] += amount
        if expected:
            total[f"projected_{side}"] += amount
        else:
            total["realised"] += signed
        if overdue:
            total[f"overdue_{side}"] += amount
        if number < window.first:
            total["before"] += signed
    return sums


def _days(place: InWorkspace, scope: Scope) -> Iterable[tuple[dt.date, bool, bool, Decimal]]:
    """Day, whether money comes in, whether that is only expected, and how much. One statement."""
    moved = _added_up(
        _transactions(place, scope),
        "occurred_at",
        Q(type="credit"),
        Q(is_pending=True),
        F("amount"),
    )
    expected = _added_up(
        _titles(place, scope), "due_date", Q(direction=Direction.RECEIVABLE), Value(True), _MOVING
    )
    found: Iterable[Any] = moved.union(expected, all=True)
    return found


def _added_up(
    rows: QuerySet[Any], day: str, incoming: Q, expected: Q | Value, amount: Any
) -> QuerySet[Any]:
    flags = {
        "incoming": ExpressionWrapper(incoming, BooleanField()),
        "expected": ExpressionWrapper(expected, BooleanField()),
    }
    kinds = rows.annotate(day=F(day), **flags).values("day", "incoming", "expected")
    found: QuerySet[Any] = kinds.annotate(sum=Sum(amount, output_field=MoneyField()))
    return found.values_list("day", "incoming", "expected", "sum")


def _transactions(place: InWorkspace, scope: Scope) -> QuerySet[Transaction]:
    rows = Transaction.objects.within(place)
    if scope == Scope():
        # Both legs of every transfer are within the workspace, so none has to be looked for.
        return rows.filter(transfer_id=None)
    if scope.company_id:
        rows = rows.filter(company_id=scope.company_id)
    if scope.account_id:
        rows = rows.filter(account_id=scope.account_id)
    other_leg = rows.filter(transfer_id=OuterRef("transfer_id")).exclude(type=OuterRef("type"))
    return rows.filter(~Exists(other_leg))


def _titles(place: InWorkspace, scope: Scope) -> QuerySet[Title]:
    """Pending titles that are official; of an account, those expected on it."""
    rows = Title.objects.within(place).filter(status=Status.PENDING).exclude(GATED)
    if scope.company_id:
        rows = rows.filter(company_id=scope.company_id)
    if scope.account_id:
        rows = rows.annotate(expected_on=Coalesce("expected_account_id", "account_id"))
        rows = rows.filter(expected_on=scope.account_id)
    return rows


def _added(rows: Iterable[Sums]) -> Sums:
    total = dict(_NOTHING)
    for row in rows:
        for name in _SUMMED:
            total[name] += row[name]
    return total
