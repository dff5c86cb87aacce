"""Categories and classification centers over REST, and so over MCP."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_noop
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.classification import actions
from finance_api.classification.models import Category, Center
from finance_api.classification.serializers import (
    CategoryCreation,
    CategoryRecord,
    CategoryUpdate,
    CenterCreation,
    CenterRecord,
    CenterUpdate,
)
from finance_api.rest.confirmation import Question
from finance_api.rest.lists import FLAG, ID, INTEGER, TEXT, Filter, Listing, choice
from finance_api.rest.viewsets import WorkspaceViewSet

LEAVES_RECORDS_UNCLASSIFIED = gettext_noop(
    "The records that use it are left without a category. This cannot be undone."
)


class CategoryViewSet(WorkspaceViewSet):
    """The chart of accounts of each company: a flat list of categories that name their parent."""

    resource = scope = "categories"
    document, known_by = True, "name"
    noun, nouns = "category", "categories"
    model = Category
    row = record = CategoryRecord
    creation, update = CategoryCreation, CategoryUpdate
    listing = Listing(
        filters=(
            Filter("company_id", ID, many=True, description="Of this company only."),
            Filter("parent_id", ID, description="The children of this category."),
            Filter(
                "type",
                choice("debit", "credit"),
                many=True,
                description="debit for what is paid, credit for what is received.",
            ),
            Filter("level", INTEGER, ranged=True, description="1 for the roots, at most 3."),
            Filter("name", TEXT, many=True, description="The exact name."),
        ),
        sorts={"name": "name", "created_at": "created_at", "level": "level"},
        default_sort="name",
    )

    def do_create(self, data: dict[str, Any]) -> Category:
        return actions.create_category(self.warrant, **data)

    def do_update(self, row: Category, data: dict[str, Any]) -> Category:
        return actions.update_category(self.warrant, row, **data)

    def do_delete(self, row: Category) -> None:
        actions.delete_category(self.warrant, row)

    def question(self, row: Category, data: Mapping[str, Any]) -> Question:
        return replace(super().question(row, data), effect=LEAVES_RECORDS_UNCLASSIFIED)

    def create(self, request: Request) -> Response:
        """Create a category in a company's chart of accounts, as a root or below another.

        At most three levels; a category below another has its company and its type.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Rename a category, or change the type of a root and of everything below it.

        A category is never moved below another parent.
        """
        return super().partial_update(request, id)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a category for good. A person confirms first.

        Refused while it has subcategories. Payables, receivables and transactions that use it are
        left without a category.
        """
        return super().destroy(request, id)


class CenterViewSet(WorkspaceViewSet):
    """Classification centers (cost centers), to which amounts are allocated."""

    resource, scope = "classification_centers", "cost_centers"
    document, known_by = True, "name"
    noun, nouns = "classification center", "classification centers"
    model = Center
    row = record = CenterRecord
    creation, update = CenterCreation, CenterUpdate
    listing = Listing(
        filters=(
            Filter("company_id", ID, many=True, description="Of this company only."),
            Filter("active", FLAG, description="Whether it can be newly used."),
            Filter(
                "type",
                choice("cost", "revenue", "both"),
                many=True,
                description="cost for money out, revenue for money in, or both.",
            ),
            Filter("name", TEXT, many=True, description="The exact name."),
        ),
        sorts={"name": "name", "created_at": "created_at"},
        default_sort="name",
    )

    def do_create(self, data: dict[str, Any]) -> Center:
        return actions.create_center(self.warrant, **data)

    def create(self, request: Request) -> Response:
        """Create a classification center (centro de custo) of a company.

        A payable, a receivable or a transaction takes one center, or a split over several.
        """
        return super().create(request)

    def do_delete(self, row: Center) -> None:
        actions.delete_center(self.warrant, row)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a classification center that nothing uses. A person confirms first.

        While splits, payables, receivables or transactions use it, it is refused with
        details.usage; set active to false instead.
        """
        return super().destroy(request, id)
