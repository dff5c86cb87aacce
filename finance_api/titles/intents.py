"""Orders for the bank that survive a crash (K20): recorded with the call that wants them, sent once
it has committed, and heard of in a transaction of their own.

What is not known stays open and is asked about again under the same key, by `manage.py
settle_intents` or the sandbox's own command. So no order is run twice and no answer is lost.
"""

import logging
import secrets
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet

from finance_api.bank.port import CANCELING, PAID, Answer, Bank, Charge, Order, Payment, Unanswered
from finance_api.bank.port import bank as the_bank
from finance_api.core import records
from finance_api.core.errors import Conflict, Refusal
from finance_api.core.isolation import open_workspaces
from finance_api.core.operations import Operation
from finance_api.core.warrant import Warrant
from finance_api.identity.access import system_warrant
from finance_api.identity.models import Workspace
from finance_api.ledger.models import Account
from finance_api.titles import mirror, settlement
from finance_api.titles.bank_account import account_of
from finance_api.titles.models import Direction, DispatchIntent, Status, Title

PAYMENT: Final = "payment"
_logger = logging.getLogger(__name__)
_HEAR: Final = Operation(
    writes=True, permission="", scope="", name="finance_bank_answers", resource="titles"
)


#: Done with a payable's settlement once the bank has paid it, and in the same transaction.
_WHEN_PAID: list[Callable[[Warrant, Title, Answer], object]] = []


def when_paid(act: Callable[[Warrant, Title, Answer], object]) -> None:
    """Have something done whenever the bank has paid a payable, beside settling it.

    For what stands above titles, such as a receipt. It may run again for the same answer where it
    was refused before.
    """
    _WHEN_PAID.append(act)


@dataclass(frozen=True)
class _Place:
    """A workspace by its id alone."""

    workspace_id: uuid.UUID


def record(warrant: Warrant, title: Title, kind: str, order: Order) -> None:
    """Record an order for the bank; it is sent once this transaction has committed, and never when
    it has not. The title is locked by the caller."""
    intent = records.create(
        warrant,
        DispatchIntent,
        title=title,
        account=account_of(title),
        key=secrets.token_hex(12),
        kind=kind,
        order=order.stored(),
    )
    _after_commit(intent)


def open_of(warrant: Warrant, title: Title) -> DispatchIntent | None:
    """The order of a title that is not over yet. There is at most one, and the title's lock holds
    it."""
    return _open(warrant).filter(title=title).first()


def cancel(warrant: Warrant, intent: DispatchIntent) -> None:
    """Ask the bank to cancel an order it knows, once this transaction has committed.

    Raises `Conflict` while the bank has not answered the order itself, since nobody could say what
    would be cancelled, and where it is being cancelled already.
    """
    if intent.state != DispatchIntent.SENT:
        raise Conflict(
            "The bank has not answered yet, so what became of the order is not known. Read it "
            "again in a minute, then repeat this."
        )
    if intent.cancelling:
        raise Conflict("It is being cancelled already. Read it again to learn the outcome.")
    records.change(warrant, intent, cancelling=True)
    _after_commit(intent)


def deliver(workspace_id: uuid.UUID, id: uuid.UUID, times: int = 1) -> bool:
    """Ask the bank about one order and record what it says; whether there was anything to ask.

    Outside any transaction. `times` records one answer so often, as a bank that repeats itself
    would have it.
    """
    place = _Place(workspace_id)
    with transaction.atomic(durable=True):
        open_workspaces([workspace_id])
        intent = _open(place).filter(pk=id).first()
    if intent is None:
        return False
    try:
        answer = _ask(the_bank(), intent)
    except Unanswered:
        answer = None
    for _ in range(times):
        _hear(place, intent, answer)
    return True


def resolve(times: int = 1) -> int:
    """Ask the bank about every order that is not over; how many were asked about.

    One that fails is logged and left for the next run; the others go on.
    """
    asked = 0
    for workspace_id in Workspace.objects.order_by("pk").values_list("pk", flat=True):
        with transaction.atomic(durable=True):
            open_workspaces([workspace_id])
            ids = list(_open(_Place(workspace_id)).order_by("pk").values_list("pk", flat=True))
        for id in ids:
            try:
                asked += deliver(workspace_id, id, times)
            except Exception:
                _logger.exception("An order of the bank could not be resolved.")
    return asked


def _open(place: Any) -> "QuerySet[DispatchIntent]":
    return DispatchIntent.objects.within(place).exclude(state=DispatchIntent.CLOSED)


def _after_commit(intent: DispatchIntent) -> None:
    def tell_the_bank() -> None:
        deliver(intent.workspace_id, intent.pk)

    # Robust: what was answered as done is done, whatever becomes of the call to the bank.
    transaction.on_commit(tell_the_bank, robust=True)


def _ask(bank: Bank, intent: DispatchIntent) -> Answer:
    """What the bank says of an order. It is sent only when the bank does not know its key, and
    cancelled where that is wanted."""
    answer = bank.look_up(intent.key)
    if answer is None:
        if intent.kind == PAYMENT:
            answer = bank.send_payment(intent.key, Payment.restored(intent.order))
        else:
            answer = bank.register_charge(intent.key, Charge.restored(intent.order))
    if intent.cancelling and not answer.final:
        cancelled = bank.cancel_payment if intent.kind == PAYMENT else bank.cancel_charge
        answer = cancelled(intent.key)
    return answer


def _hear(place: _Place, asked: DispatchIntent, answer: Answer | None) -> None:
    """Record an answer, or that none came. An order that is over hears nothing more."""
    with transaction.atomic(durable=True):
        open_workspaces([place.workspace_id])
        workspace = Workspace.objects.get(pk=place.workspace_id)
        warrant = system_warrant(workspace, asked.created_by_id, _HEAR, asked.key)
        title = _locked_title(warrant, asked)
        intent = None if title is None else _open(warrant).filter(pk=asked.pk).first()
        if title is None or intent is None:
            return
        if answer is None:
            if intent.state == DispatchIntent.RECORDED:
                records.change(warrant, intent, state=DispatchIntent.UNKNOWN)
            return
        stale = intent.cancelling and not asked.cancelling and not answer.final
        if not stale:
            mirror.write(warrant, title, answer)
        kept = answer.status == PAID and not _settled(warrant, title, intent, answer)
        over = answer.final and not kept
        declined = asked.cancelling and answer.status != CANCELING
        records.change(
            warrant,
            intent,
            state=DispatchIntent.CLOSED if over else DispatchIntent.SENT,
            cancelling=intent.cancelling and not declined,
        )


def _locked_title(warrant: Warrant, intent: DispatchIntent) -> Title | None:
    """The title behind its accounts, in the one order of locks (R71); nothing if it is gone."""
    titles = Title.objects.within(warrant).filter(pk=intent.title_id)
    named = {intent.account_id, *titles.values_list("account_id", flat=True)}
    accounts = [id for id in named if id is not None]
    list(records.lock(Account.objects.within(warrant).filter(pk__in=accounts)))
    return records.lock(titles).first()


def _settled(warrant: Warrant, title: Title, intent: DispatchIntent, answer: Answer) -> bool:
    """Settle what the bank paid or received, and do what else follows; whether that was possible.

    What a rule forbids, such as a closed period, waits: the mirror says paid, the order stays open
    and is tried again.
    """
    try:
        with transaction.atomic():
            if title.status == Status.PENDING:
                _settle(warrant, title, intent, answer)
            if title.direction == Direction.PAYABLE:
                for act in _WHEN_PAID:
                    act(warrant, title, answer)
    except Refusal as refusal:
        _logger.warning("A title that the bank settled waits: %s", refusal.code)
        return False
    return True


def _settle(warrant: Warrant, title: Title, intent: DispatchIntent, answer: Answer) -> None:
    """Settle with the bank's date and amount, on the account the order named."""
    values: dict[str, Any] = {
        "payment_date": answer.paid_on,
        "account": intent.account or account_of(title),
    }
    if answer.paid_amount not in (None, settlement.amount_moving(title, {})):
        values["ticket_amount"] = answer.paid_amount
    settlement.settle(warrant, title, values)
