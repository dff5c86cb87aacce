"""Tax charges of a title: each tax once, with an amount of its own, never more withheld than is
owed (R89, R93). They describe; what is owed does not include them (rest-api §2.6)."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from finance_api.core import money
from finance_api.core.errors import Issue, Unprocessable, ValidationFailed
from finance_api.core.warrant import Warrant
from finance_api.taxes.models import Tax
from finance_api.titles.models import TaxCharge, Title

FIELD: Final = "tax_charges"

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Levy:
    """One tax as it is asked for: an amount in BRL, withheld from the payment or only informed."""

    tax: Tax
    amount: Decimal
    withholding: bool


def require_chargeable(
    amount: Decimal, levies: Sequence[Levy], kept: Collection[uuid.UUID]
) -> None:
    """Judge a set of charges on a title of `amount`; `kept` are ids of the taxes it already has.

    Raises `ValidationFailed` for a tax named twice, `Unprocessable` for an inactive tax that is not
    already there and for more withheld than the amount.
    """
    taxes = [levy.tax.pk for levy in levies]
    twice = [
        Issue(f"{FIELD}.{index}.tax_id", "duplicate", "Name each tax only once.")
        for index, tax in enumerate(taxes)
        if tax in taxes[:index]
    ]
    if twice:
        raise ValidationFailed(twice)
    if any(not levy.tax.active and levy.tax.pk not in kept for levy in levies):
        raise Unprocessable("An inactive tax cannot be newly used. Reactivate it or use another.")
    require_within(amount, (levy.amount for levy in levies if levy.withholding))


def require_within(amount: Decimal, withheld: Any) -> None:
    """Not more may be withheld than the title's amount (R93). Raises `Unprocessable`."""
    if sum(withheld, money.ZERO) > amount:
        raise Unprocessable(
            "The taxes withheld add up to more than the amount. Correct tax_charges or the amount."
        )


def stored(warrant: Warrant, title: Title) -> list[TaxCharge]:
    """The charges of a title in their order."""
    return list(TaxCharge.objects.within(warrant).filter(title=title).order_by("position"))


def replace(warrant: Warrant, title: Title, levies: Sequence[Levy]) -> tuple[Rows, Rows]:
    """Store the levies as the whole set of the title's charges; none clear it.

    A set that is already stored writes nothing. Returns the set before and after, for the title's
    log entry. The title must be locked in this transaction, or new.
    """
    old = stored(warrant, title)
    rows = [
        TaxCharge(
            workspace_id=warrant.workspace_id,
            title=title,
            tax=levy.tax,
            amount=levy.amount,
            withholding=levy.withholding,
            position=position,
        )
        for position, levy in enumerate(levies)
    ]
    before, after = described(old), described(rows)
    if before != after:
        charges = TaxCharge.objects.within(warrant)
        charges.filter(title=title).delete()
        charges.bulk_create(rows)
    return before, after


def described(rows: Sequence[TaxCharge]) -> Rows:
    """Charges as the log keeps them: tax, amount and withholding as JSON values."""
    return [
        {
            "tax_id": str(row.tax_id),
            "amount": money.wire(row.amount),
            "withholding": row.withholding,
        }
        for row in rows
    ]
