"""Writing what a title says: its columns, its allocation, its tax charges and its payment order,
kept in step with the transaction once it is settled (R16, R17, R19)."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from finance_api.classification.allocation import (
    Part,
    apportion,
    parts_of,
    replace_rows,
)
from finance_api.core import records
from finance_api.core.errors import Unprocessable, ValidationFailed
from finance_api.core.warrant import Warrant
from finance_api.ledger.actions import require_account
from finance_api.ledger.classified import parts_after, require_coherent
from finance_api.titles import payment_order, settlement, tax_charges
from finance_api.titles.models import Status, Title, TitleAllocation
from finance_api.titles.sides import side_of
from finance_api.titles.tax_charges import Levy

ALLOCATIONS: Final = "allocations"
#: What a cancelled title takes no change of (R19).
AMOUNTS: Final = ("amount", "interest_amount", "discount_amount", "ticket_amount")


def edit(
    warrant: Warrant,
    title: Title,
    *,
    parts: Sequence[Part] | None = None,
    levies: Sequence[Levy] | None = None,
    **values: Any,
) -> None:
    """Write the values, named as the model's columns or a payment order's; what does not differ is
    not written. The title is locked by the caller.

    `parts` and `levies` replace their whole set, an empty one clears it. A settled title takes its
    transaction along. Raises `Unprocessable` for what contradicts the title's state, its company or
    its own amounts; `ValidationFailed` for what may not be missing.
    """
    ordered = payment_order.taken_from(values)
    _require_state_allows(title, values)
    settled = title.status == Status.SETTLED
    entered = settlement.entry(warrant, title) if settled else {}
    stored = _stored_parts(warrant, title)
    parts = parts_after(title, stored, parts, values)
    if parts:
        values["center"] = parts[0].center
    elif parts is not None:
        values.setdefault("center", None)
    _require_sound(title, values, stored if parts is None else parts)
    owned = {}
    if parts is not None:
        owned[ALLOCATIONS] = allocate(
            warrant, title, parts, apportion(values.get("amount", title.amount), parts)
        )
    owned |= _charge(warrant, title, levies, values)
    if ordered:
        owned[payment_order.LOGGED_AS] = payment_order.change(warrant, title, ordered)
    _write(warrant, title, values, owned)
    if settled:
        settlement.follow(warrant, title, entered)


def allocate(
    warrant: Warrant, title: Title, parts: Sequence[Part], amounts: Sequence[Decimal]
) -> tuple[Any, Any]:
    """Store a title's allocation; the set before and after, for its log entry."""
    return replace_rows(warrant, TitleAllocation, "title", title, parts, amounts)


def _stored_parts(warrant: Warrant, title: Title) -> list[Part]:
    rows = TitleAllocation.objects.within(warrant).filter(title=title)
    return parts_of(rows.select_related("center").order_by("position"))


def _require_state_allows(title: Title, values: Mapping[str, Any]) -> None:
    """Judge what is changed against the title's status."""
    if values.get("person", title) is None:
        raise ValidationFailed.of("person_id", "A title always has a person.", "null")
    if title.status == Status.CANCELLED and settlement.differing(title, values, AMOUNTS):
        raise Unprocessable(
            "The title is cancelled and its amounts stand. Set its status back to pending first."
        )
    if title.status != Status.SETTLED:
        if values.get("payment_date") is not None:
            raise Unprocessable(
                "payment_date is written by settling. Send the status of a settled title with it."
            )
        return
    if settlement.differing(title, values, settlement.MONEY):
        settlement.require_unreconciled(title)
        settlement.require_own_transaction(title)
    if settlement.differing(title, values, ("payment_date", "account")):
        settlement.require_settleable(
            title,
            values.get("payment_date", title.payment_date),
            values.get("account", title.account),
        )


def _require_sound(title: Title, values: Mapping[str, Any], parts: Sequence[Part]) -> None:
    """Judge the title as it will be: accounts, classification and amounts go together."""

    def after(name: str) -> Any:
        return values[name] if name in values else getattr(title, name)

    for name in settlement.differing(title, values, ("account", "expected_account")):
        if values[name] is not None:
            require_account(values[name], title.company_id)
    if {"person", "category", "center"} & values.keys():
        named = [part.center for part in parts] or [c for c in (after("center"),) if c]
        require_coherent(
            title.company_id,
            side_of(title.direction).transaction_type,
            category=after("category"),
            person=after("person"),
            centers=named,
        )
    interest, discount = after("interest_amount"), after("discount_amount")
    settlement.require_discount_within(after("amount"), interest, discount)


def _charge(
    warrant: Warrant, title: Title, levies: Sequence[Levy] | None, values: Mapping[str, Any]
) -> dict[str, tuple[Any, Any]]:
    """Replace the tax charges, or judge those that stay against a new amount (R93)."""
    amount = values.get("amount", title.amount)
    if levies is None:
        if "amount" in values:
            kept = tax_charges.stored(warrant, title)
            tax_charges.require_within(amount, (row.amount for row in kept if row.withholding))
        return {}
    kept_ids = {row.tax_id for row in tax_charges.stored(warrant, title)}
    tax_charges.require_chargeable(amount, levies, kept_ids)
    return {tax_charges.FIELD: tax_charges.replace(warrant, title, levies)}


def _write(
    warrant: Warrant, title: Title, values: dict[str, Any], owned: Mapping[str, tuple[Any, Any]]
) -> None:
    """Write the columns. What belongs to a settlement is dated by its payment, not by its accrual
    (R86)."""
    if title.status == Status.SETTLED:
        settled = settlement.taken_from(values)
        dates = [title.payment_date, settled.get("payment_date")]
        records.change(warrant, title, period=dates, **settled)
    records.change(warrant, title, owned=owned, **values)
