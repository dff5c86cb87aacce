"""The cash flow of a workspace, of one company or of one account: what moved, what is expected to
move, and the balances in between (rest-api §1.8, R125).

Realised are transactions, on their own date. Projected are forecast transactions and pending
titles, on their date or today when that has passed. Both are added up by PostgreSQL, bucket by
bucket, so the cost does not grow with the books. A transfer within what is looked at is neither
income nor expense; one that leaves it is (R58).
"""

import datetime as dt
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate, pairwise
from typing import Any, Final

from django.db.models import Case, DateField, Exists, F, OuterRef, Q, QuerySet, Sum, Value, When
from django.db.models.functions import Cast, Coalesce, Trunc

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
    found = [sums.get(start, _NOTHING) for start in starts]
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


def _sums(place: InWorkspace, scope: Scope, window: Window) -> dict[dt.date | None, Sums]:
    """The sums of each bucket by its first day, and of everything outside the window by None."""
    transactions = _by_bucket(
        _transactions(place, scope),
        window,
        date="occurred_at",
        amount=F("amount"),
        incoming=Q(type="credit"),
        pending=Q(is_pending=True),
    )
    titles = _by_bucket(
        _titles(place, scope),
        window,
        date="due_date",
        amount=_MOVING,
        incoming=Q(direction=Direction.RECEIVABLE),
        pending=Q(status=Status.PENDING),
    )
    sums: dict[dt.date | None, Sums] = {}
    for slot, *values in transactions.union(titles, all=True):
        row = dict(zip(_SUMMED, values, strict=True))
        sums[slot] = _added([sums[slot], row]) if slot in sums else row
    return sums


def _transactions(place: InWorkspace, scope: Scope) -> QuerySet[Transaction]:
    rows = Transaction.objects.within(place)
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


def _by_bucket(
    rows: QuerySet[Any], window: Window, *, date: str, amount: Any, incoming: Q, pending: Q
) -> QuerySet[Any]:
    """The rows added up: one result per bucket of the window, and one for all that lies outside."""
    first, last = window.granularity.start(window.first), window.granularity.start(window.last)
    overdue = pending & Q(**{f"{date}__lt": window.today})
    # What should have moved is expected to move today.
    day = Case(When(overdue, then=Value(window.today)), default=F(date), output_field=DateField())
    trunc = Trunc(day, window.granularity.name, output_field=DateField())
    signed = Case(When(incoming, then=amount), default=-amount, output_field=MoneyField())

    def total(of: Any, which: Q) -> Sum:
        return Sum(of, filter=which, default=_ZERO, output_field=MoneyField())

    sums = {
        "income": total(amount, incoming),
        "expenses": total(amount, ~incoming),
        "projected_income": total(amount, incoming & pending),
        "projected_expenses": total(amount, ~incoming & pending),
        "overdue_income": total(amount, incoming & overdue),
        "overdue_expenses": total(amount, ~incoming & overdue),
        "realised": total(signed, ~pending),
        "before": total(signed, Q(start__lt=first)),
    }
    inside = When(start__gte=first, start__lte=last, then=F("start"))
    slotted = rows.annotate(start=Cast(trunc, DateField())).annotate(
        slot=Case(inside, default=None, output_field=DateField())
    )
    found: QuerySet[Any] = slotted.values("slot").annotate(**sums).values_list("slot", *_SUMMED)
    return found


def _added(rows: Iterable[Sums]) -> Sums:
    total = dict(_NOTHING)
    for row in rows:
        for name in _SUMMED:
            total[name] += row[name]
    return total
