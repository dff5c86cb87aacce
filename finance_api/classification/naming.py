"""A category or a center by name: found in the company, or made there (rest-api §2.3)."""

from typing import Literal

from finance_api.classification.allocation import Side
from finance_api.classification.models import Category, Center
from finance_api.core import naming, records, references
from finance_api.core.models import WorkspaceRow
from finance_api.core.warrant import Warrant


def category_named(
    warrant: Warrant, company: WorkspaceRow, name: str, type_: Literal["debit", "credit"]
) -> Category:
    """The company's category of exactly this name, outer blanks aside, and type, at any level; a
    new one is a root. Of several, the oldest. Raises `SecurityBlocked` (K14)."""
    name = name.strip()
    bearers = Category.objects.within(warrant).filter(company_id=company.pk, name=name, type=type_)
    return naming.first_or_create(
        warrant,
        bearers.order_by("created_at", "id"),
        (company.pk, type_, name),
        lambda: records.create(
            warrant, Category, company_id=company.pk, name=name, type=type_, level=1
        ),
    )


def center_named(warrant: Warrant, company: WorkspaceRow, name: str, side: Side) -> Center:
    """The company's center of exactly this name, outer blanks aside, for this side or both; a new
    one is for this side alone. Of several, an active one, then the oldest.

    Raises `Unprocessable` when the only ones are inactive (R29), `SecurityBlocked` (K14).
    """
    name = name.strip()
    bearers = Center.objects.within(warrant).filter(
        company_id=company.pk, name=name, type__in=(side, "both")
    )
    center = naming.first_or_create(
        warrant,
        bearers.order_by("-active", "created_at", "id"),
        (company.pk, side, name),
        lambda: records.create(warrant, Center, company_id=company.pk, name=name, type=side),
    )
    references.require_active(center)
    return center
