"""The rules of the chart of accounts and of the centers (R31, rest-api §2.13)."""

from collections.abc import Iterable
from typing import Any

from finance_api.classification.models import Category, Center
from finance_api.core import records, references
from finance_api.core.errors import Unprocessable
from finance_api.core.models import WorkspaceRow
from finance_api.core.warrant import Warrant


def create_category(
    warrant: Warrant,
    *,
    company: WorkspaceRow,
    type: str,
    parent: Category | None = None,
    **values: Any,
) -> Category:
    """A category of an active company: a root, or one level below its parent and of its type.
    Raises `Unprocessable`."""
    references.require_active(company)
    level = 1
    if parent is not None:
        # Locked, so that neither its type nor its existence changes under the child.
        parent = records.locked(Category.objects.within(warrant), parent.pk, "category")
        _require_place_below(parent, company, type)
        level = parent.level + 1
    return records.create(
        warrant, Category, company=company, type=type, parent=parent, level=level, **values
    )


def update_category(warrant: Warrant, category: Category, **values: Any) -> Category:
    """Rename a category, or give it and all below it another type. Raises `Unprocessable` for a
    type that is not its parent's."""
    type_ = values.get("type", category.type)
    if type_ != category.type:
        if category.parent_id is not None:
            raise Unprocessable(
                "A category below another has its parent's type. Change the type of the root."
            )
        _change_type_below(warrant, [category], type_)
    return records.change(warrant, category, **values)


def delete_category(warrant: Warrant, category: Category) -> None:
    """Remove a leaf of the chart; what refers to it is left without a category. Raises
    `Unprocessable`, reason `has_children`."""
    if Category.objects.within(warrant).filter(parent=category).exists():
        raise Unprocessable(
            "The category has subcategories. Delete those first.",
            details={"reason": "has_children"},
        )
    references.detach(warrant, category)
    records.remove(warrant, category)


def create_center(warrant: Warrant, *, company: WorkspaceRow, **values: Any) -> Center:
    """A center of an active company. Raises `Unprocessable`."""
    references.require_active(company)
    return records.create(warrant, Center, company=company, **values)


def delete_center(warrant: Warrant, center: Center) -> None:
    """Remove a center that nothing uses; automatic rules set it no longer. Raises `Unprocessable`,
    reason `in_use`, with the counts of the splits, billings and transactions that do."""
    usage = references.usage_of(center)
    billings = usage.pop("payables") + usage.pop("receivables")
    references.require_unused(center, usage | {"billings": billings})
    references.detach(warrant, center)
    records.remove(warrant, center)


def _require_place_below(parent: Category, company: WorkspaceRow, type: str) -> None:
    if parent.company_id != company.pk:
        raise Unprocessable("The parent category belongs to another company. Use one of the same.")
    if parent.type != type:
        raise Unprocessable("The parent category has another type. Send the type of the parent.")
    if parent.level >= Category.DEEPEST:
        raise Unprocessable(
            f"A chart of accounts has at most {Category.DEEPEST} levels. Use a parent further up."
        )


def _change_type_below(warrant: Warrant, parents: Iterable[Category], type: str) -> None:
    """Level by level: a child being created now holds its parent's lock, and is seen once we have
    it."""
    children = Category.objects.within(warrant).filter(parent__in=parents)
    level = list(records.lock(children))
    if not level:
        return
    for child in level:
        records.change(warrant, child, type=type)
    _change_type_below(warrant, level, type)
