"""Allocation (rateio): an amount in parts, one per classification center, that add up to it exactly
(K17, R8, R26, R28).

What a caller asks for are `Part`s; what is stored are amounts. Percentages are only remembered, so
that the amounts can be derived again when the whole changes (R17).
"""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, TypeVar

from finance_api.classification.models import AllocationRow, Center
from finance_api.core import money
from finance_api.core.errors import Issue, Unprocessable, ValidationFailed
from finance_api.core.models import WorkspaceRow
from finance_api.core.warrant import Warrant

FIELD = "classification_centers"
#: How far effective amounts may miss the whole, and an amount its own percentage (rest-api §2.4).
TOLERANCE = money.CENT

A = TypeVar("A", bound=AllocationRow)
Side = Literal["cost", "revenue"]
Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Part:
    """One center's part as it is asked for: by percentage of the whole, by amount, or by both."""

    center: Center
    percentage: Decimal | None
    amount: Decimal | None


def apportion(total: Decimal, parts: Sequence[Part]) -> list[Decimal]:
    """The amounts of the parts, in their order; they add up to the total exactly.

    A part with an amount has that amount. Parts with a percentage only share what is left in
    proportion to their percentages, by largest remainder; so 100 % divides the total itself. A cent
    that amounts alone leave over goes to the last part that can bear it. No parts are no amounts.
    Only dividing makes a part of 0.00 (0.01 in 95 % and 5 %), so none may be asked for without its
    percentage.

    Raises `ValidationFailed` for a part without a positive percentage or amount and for a center
    named twice; `Unprocessable` when the effective amounts miss the total by more than 0.01, or a
    part's own amount and percentage contradict each other.
    """
    if not parts:
        return []
    faults = list(_faults(parts))
    if faults:
        raise ValidationFailed(faults)
    _require_agreement(total, parts)
    effective = sum((_effective(total, part) for part in parts), Decimal(0))
    if abs(effective - total) > TOLERANCE:
        raise Unprocessable(
            "The parts of classification_centers do not add up to the amount. Correct their "
            "percentages or amounts so that they do, within 0.01.",
            details={"issues": [Issue(FIELD, "sum", "Must add up to the amount.").as_dict()]},
        )
    return _exact(total, parts)


def reapportion(total: Decimal, rows: Sequence[AllocationRow]) -> list[Decimal]:
    """The amounts of stored rows when the whole becomes `total`: percentages are applied again,
    amounts stand and must still add up, else `Unprocessable` (R17)."""
    return apportion(total, parts_of(rows))


def parts_of(rows: Iterable[AllocationRow]) -> list[Part]:
    """Stored rows as they were asked for: by percentage where one is remembered, else by amount.

    Reads each row's center: load the rows with it.
    """
    return [
        Part(row.center, row.percentage, None if row.percentage is not None else row.amount)
        for row in rows
    ]


def check_polarity(centers: Iterable[Center], side: Side) -> None:
    """A payable or a debit takes centers of cost, a receivable or a credit those of revenue; `both`
    goes with either. Raises `Unprocessable` (rest-api §1.8)."""
    if any(center.type not in (side, "both") for center in centers):
        raise Unprocessable(
            "A classification center of the other kind cannot be used here. "
            f"Use one of type {side} or both."
        )


def check_company(company_id: uuid.UUID, centers: Iterable[Center]) -> None:
    """Centers belong to the company of what is allocated to them. Raises `Unprocessable`."""
    if any(center.company_id != company_id for center in centers):
        raise Unprocessable("classification_center does not belong to the given company.")


def replace_rows(
    warrant: Warrant,
    model: type[A],
    parent_field_name: str,
    parent: WorkspaceRow,
    parts: Sequence[Part],
    amounts: Sequence[Decimal],
) -> tuple[Rows, Rows]:
    """Store the parts as the whole set of the parent's rows; no parts clear it.

    The rows are not logged on their own: what comes back is the set before and after, as JSON
    values, for the entry of the parent. Equal sets write nothing. The parent must be locked in this
    transaction.
    """
    stored = model.objects.within(warrant).filter(**{parent_field_name: parent})
    rows = [
        model(
            workspace_id=warrant.workspace_id,
            center=part.center,
            percentage=part.percentage,
            amount=amount,
            position=position,
            **{parent_field_name: parent},
        )
        for position, (part, amount) in enumerate(zip(parts, amounts, strict=True))
    ]
    before, after = described(stored.order_by("position")), described(rows)
    if before != after:
        stored.delete()
        model.objects.within(warrant).bulk_create(rows)
    return before, after


def described(rows: Iterable[AllocationRow]) -> Rows:
    """Rows as the log keeps them: center, percentage and amount as JSON values."""
    return [
        {
            "center_id": str(row.center_id),
            "percentage": None if row.percentage is None else f"{row.percentage:.4f}",
            "amount": money.wire(row.amount),
        }
        for row in rows
    ]


def _faults(parts: Sequence[Part]) -> Iterator[Issue]:
    seen: set[uuid.UUID] = set()
    for index, part in enumerate(parts):
        path = f"{FIELD}.{index}"
        if part.percentage is None and part.amount is None:
            yield Issue(path, "required", "Send a percentage, an amount or both.")
        if part.percentage is not None and part.percentage <= 0:
            yield Issue(f"{path}.percentage", "min_value", "Must be greater than zero.")
        if part.amount is not None and (
            part.amount < 0 or (part.amount == 0 and not part.percentage)
        ):
            yield Issue(f"{path}.amount", "min_value", "Must be greater than zero.")
        if part.center.pk in seen:
            yield Issue(
                f"{path}.classification_center_id", "duplicate", "Name each center only once."
            )
        seen.add(part.center.pk)


def _require_agreement(total: Decimal, parts: Sequence[Part]) -> None:
    """An amount sent beside a percentage must be that percentage of the total, give or take the
    cent that dividing may have moved; then what a GET answers can be sent back as it is."""
    issues = [
        Issue(f"{FIELD}.{index}", "contradiction", "Its amount is not its percentage of the whole.")
        for index, part in enumerate(parts)
        if part.percentage is not None
        and part.amount is not None
        and abs(part.amount - money.percentage_of(total, part.percentage)) > TOLERANCE
    ]
    if issues:
        raise Unprocessable(
            "A percentage and an amount of classification_centers contradict each other. "
            "Send only one of the two, or make them agree.",
            details={"issues": [issue.as_dict() for issue in issues]},
        )


def _effective(total: Decimal, part: Part) -> Decimal:
    """What a part asks for, before it is cut to cents."""
    if part.amount is not None:
        return part.amount
    assert part.percentage is not None  # noqa: S101  `_faults` refused a part with neither
    return total * part.percentage / 100


def _exact(total: Decimal, parts: Sequence[Part]) -> list[Decimal]:
    left = total - sum((part.amount for part in parts if part.amount is not None), Decimal(0))
    weights = [part.percentage for part in parts if part.amount is None and part.percentage]
    if not weights:
        amounts = [part.amount for part in parts if part.amount is not None]
        bearer = max(i for i, amount in enumerate(amounts) if amount + left >= 0)
        amounts[bearer] += left
        return amounts
    shares = iter(money.divide(left, weights))
    return [part.amount if part.amount is not None else next(shares) for part in parts]
