"""What may be done with a payable or a receivable, whoever asks: create it or its series, change
it, settle, revert or cancel it by a status, delete it.

Each function takes the warrant of the operation and runs inside the door's transaction. Accounts
are locked before titles (R71), by the caller.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from finance_api.automation.matching import apply_rules
from finance_api.classification.allocation import Part, apportion, described
from finance_api.core import records, references
from finance_api.core.errors import Unprocessable, ValidationFailed
from finance_api.core.warrant import Warrant
from finance_api.ledger.actions import remove_transaction, require_account
from finance_api.ledger.classified import classify, require_coherent
from finance_api.ledger.models import Transaction
from finance_api.titles import (
    approval,
    dispatch,
    payment_order,
    series,
    settlement,
    tax_charges,
)
from finance_api.titles.charge_state import require_no_live_charge
from finance_api.titles.dissolution import dissolve
from finance_api.titles.editing import ALLOCATIONS, allocate, edit
from finance_api.titles.models import Direction, Status, Title, TitleAllocation
from finance_api.titles.sides import side_of
from finance_api.titles.tax_charges import Levy

#: What a customer who holds a live charge was told (K19).
_TOLD_BY_CHARGE = ("amount", "due_date", "person")


def create(warrant: Warrant, direction: Direction, data: Mapping[str, Any]) -> Title:
    """Create a title or a whole series, all or none (R35); the first one comes back.

    `data` is the validated body of a creation; the company's automatic rules classify it. The
    allocation is spread over a series, tax charges go with its first record. Raises
    `Unprocessable` and `ValidationFailed` as the rules of each part say, `SecurityBlocked` in a
    locked period.
    """
    side = side_of(direction)
    company = data["company"]
    found = classify(warrant, company, data, side.transaction_type)
    values = apply_rules(warrant, "billings", company, side.transaction_type, found)
    parts: Sequence[Part] = values.pop("parts", ())
    levies: Sequence[Levy] = values.pop("levies", ())
    coordinates = payment_order.taken_from(values)
    if parts:
        values["center"] = parts[0].center
    _require_creatable(values, parts, levies, side.transaction_type)
    plan = series.occurrences(
        amounts=apportion(values["amount"], parts),
        type=values.pop("type", "normal"),
        amount=values.pop("amount"),
        due_date=values["due_date"],
        competence_date=values.pop("competence_date", None) or values["due_date"],
        recurrence_period=values.pop("recurrence_period", None),
        total_installments=values.pop("total_installments", None),
    )
    created: list[Title] = []
    for occurrence in plan:
        first = not created
        title = records.create(
            warrant,
            Title,
            direction=direction,
            payment_approval=approval.initial(warrant, direction),
            **{**values, **occurrence.values},
        )
        own = payment_order.of_occurrence(coordinates, first=first)
        _own(warrant, title, parts, occurrence.amounts, levies if first else (), own)
        created.append(title)
    return created[0]


def change(warrant: Warrant, title: Title, data: Mapping[str, Any]) -> None:
    """Change a title as the validated body of an update asks. A status in it is a command:
    settle, revert or cancel (K15). The title is locked by the caller.

    An update that changes nothing is no fault. Raises `Conflict` for what a live charge, or a
    payment that is at the bank, forbids; `Unprocessable` for a status the title cannot go to and
    for whatever the rules of its parts refuse.
    """
    approval.require_alive(title)
    side = side_of(title.direction)
    values = classify(warrant, title.company, data, side.transaction_type, title)
    asked = values.pop("status", None)
    series.refuse_change(title, values)
    if settlement.differing(title, values, _TOLD_BY_CHARGE):
        require_no_live_charge(warrant, title)
    dispatch.refuse_change(warrant, title, values, asked)
    if asked is None or asked == title.status:
        if asked == Status.SETTLED and settlement.differing(title, values, settlement.MONEY):
            raise Unprocessable(
                "The title is settled already, with other values. Leave status out to correct "
                "them, or set it back to pending and settle again."
            )
        edit(warrant, title, **values)
        return
    command = _COMMANDS.get((title.status, asked))
    if command is None:
        raise Unprocessable(
            f"A {side.noun} cannot go from its status to that one directly. Set it back to pending "
            "first."
        )
    command(warrant, title, values)


def delete(warrant: Warrant, title: Title) -> None:
    """Delete one title for good, alone even in a series (rest-api §2.13).

    Its reconciliation is dissolved and the transaction that settling made goes with it; one linked
    by hand stays. The title is locked by the caller. Raises `Conflict` while a charge is live or
    the bank has the payment.
    """
    approval.require_alive(title)
    require_no_live_charge(warrant, title)
    dispatch.require_not_live(warrant, title)
    if title.reconciliation is not None:
        dissolve(warrant, title.reconciliation)
        title = records.locked(Title.objects.within(warrant), title.pk, "title")
    made: Transaction | None = title.transaction
    references.detach(warrant, title)
    records.remove(warrant, title, owned=_owned_by(warrant, title))
    if made is not None and made.auto_created:
        remove_transaction(warrant, made, by_source=True)


def _settle(warrant: Warrant, title: Title, values: dict[str, Any]) -> None:
    settled = settlement.taken_from(values)
    edit(warrant, title, **values)
    settlement.settle(warrant, title, settled)


def _revert(warrant: Warrant, title: Title, values: dict[str, Any]) -> None:
    settlement.revert(warrant, title)
    edit(warrant, title, **values)


def _cancel(warrant: Warrant, title: Title, values: dict[str, Any]) -> None:
    require_no_live_charge(warrant, title)
    edit(warrant, title, **values)
    records.change(warrant, title, status=Status.CANCELLED)


def _reopen(warrant: Warrant, title: Title, values: dict[str, Any]) -> None:
    records.change(warrant, title, status=Status.PENDING)
    edit(warrant, title, **values)


#: What a change of status does; what is not here is refused.
_COMMANDS: Mapping[tuple[str, str], Callable[[Warrant, Title, dict[str, Any]], None]] = {
    (Status.PENDING, Status.SETTLED): _settle,
    (Status.SETTLED, Status.PENDING): _revert,
    (Status.PENDING, Status.CANCELLED): _cancel,
    (Status.CANCELLED, Status.PENDING): _reopen,
}


def _require_creatable(
    values: Mapping[str, Any], parts: Sequence[Part], levies: Sequence[Levy], type: Any
) -> None:
    """Judge what a new title refers to."""
    if values.get("person") is None:
        raise ValidationFailed.of(
            "person_id", "A title needs a person. Send person_id or person_name.", "required"
        )
    center = values.get("center")
    require_coherent(
        values["company"].pk,
        type,
        category=values.get("category"),
        person=values["person"],
        centers=[part.center for part in parts] or [each for each in (center,) if each],
    )
    for name in ("account", "expected_account"):
        if values.get(name) is not None:
            require_account(values[name], values["company"].pk)
    tax_charges.require_chargeable(values["amount"], levies, ())


def _own(
    warrant: Warrant,
    title: Title,
    parts: Sequence[Part],
    amounts: Sequence[Any],
    levies: Sequence[Levy],
    coordinates: Mapping[str, Any],
) -> None:
    """Store what a new title owns in other tables, and say so in its log."""
    owned: dict[str, Any] = {}
    if parts:
        owned[ALLOCATIONS] = allocate(warrant, title, parts, amounts)
    if levies:
        owned[tax_charges.FIELD] = tax_charges.replace(warrant, title, levies)
    if title.direction == Direction.PAYABLE:
        owned[payment_order.LOGGED_AS] = payment_order.create(warrant, title, coordinates)
    if owned:
        records.log(
            warrant,
            title,
            "change",
            before={name: pair[0] for name, pair in owned.items()},
            after={name: pair[1] for name, pair in owned.items()},
        )


def _owned_by(warrant: Warrant, title: Title) -> dict[str, Any]:
    """What goes with a title, for the log to keep (R18)."""
    rows = TitleAllocation.objects.within(warrant).filter(title=title).order_by("position")
    owned: dict[str, Any] = {
        ALLOCATIONS: described(rows),
        tax_charges.FIELD: tax_charges.described(tax_charges.stored(warrant, title)),
    }
    if title.direction == Direction.PAYABLE:
        owned[payment_order.LOGGED_AS] = payment_order.described(warrant, title)
    return {name: kept for name, kept in owned.items() if kept}
