"""Companies and people over REST, and so over MCP."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_noop
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core import documents
from finance_api.core.operations import READ, operation
from finance_api.parties import actions
from finance_api.parties.models import Company, Person
from finance_api.parties.serializers import (
    CompanyCreation,
    CompanyRecord,
    CompanyUpdate,
    PersonCreation,
    PersonRecord,
    PersonUpdate,
)
from finance_api.rest.confirmation import Question
from finance_api.rest.lists import BY_CHANGE, FLAG, ID, TEXT, Filter, Listing, choice
from finance_api.rest.viewsets import WorkspaceViewSet

TAKES_ITS_SETTINGS = gettext_noop(
    "Its categories, classification centers, accounts and inactive people are deleted with it. "
    "This cannot be undone."
)
STAYS_IN_THE_PAST = gettext_noop(
    "It can no longer be used; the records that name it stay as they are."
)


class CompanyViewSet(WorkspaceViewSet):
    """The companies whose books are kept in the workspace."""

    resource = scope = "companies"
    document, known_by = True, "name"
    noun, nouns = "company", "companies"
    model = Company
    row = record = CompanyRecord
    creation, update = CompanyCreation, CompanyUpdate
    listing = Listing(
        filters=(
            Filter("active", FLAG, description="Whether it can be newly used."),
            Filter(
                "type",
                choice("matriz", "filial"),
                many=True,
                description="The head office (matriz) or a branch (filial).",
            ),
            Filter(
                "cnpj",
                TEXT,
                many=True,
                normal=documents.stripped,
                description="The whole CNPJ, with or without its mask.",
            ),
            Filter("name", TEXT, many=True, description="The exact name."),
        ),
        sorts={"name": "name", "created_at": "created_at"},
        default_sort="name",
    )

    def do_create(self, data: dict[str, Any]) -> Company:
        return actions.create_company(self.warrant, **data)

    def do_delete(self, row: Company) -> None:
        actions.delete_company(self.warrant, row)

    def question(self, row: Company, data: Mapping[str, Any]) -> Question:
        return replace(super().question(row, data), effect=TAKES_ITS_SETTINGS)

    def create(self, request: Request) -> Response:
        """Create a company by its CNPJ.

        The CNPJ never changes afterwards, and no other active company of the workspace may have it;
        its positions 9 to 12 say whether the company is the matriz (0001) or a filial.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change a company. Only the fields that are sent are written; an address is replaced
        whole.

        The CNPJ and the type never change. A company that is no longer used is set to active false.
        """
        return super().partial_update(request, id)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a company that has no history. A person confirms first.

        Refused with CONFLICT and the counts in details while it has transactions, payables,
        receivables or active people. Otherwise its categories, classification centers, accounts and
        inactive people go with it, for good. To stop using a company, set active to false instead.
        """
        return super().destroy(request, id)


class PersonViewSet(WorkspaceViewSet):
    """Suppliers and customers of a company."""

    resource = scope = "people"
    known_by = "name"
    noun, nouns = "person", "people"
    model = Person
    row = record = PersonRecord
    creation, update = PersonCreation, PersonUpdate
    listing = Listing(
        filters=(
            Filter("company_id", ID, many=True, description="Of this company only."),
            Filter(
                "kind",
                choice("natural", "juridical"),
                many=True,
                description="A natural or a juridical person.",
            ),
            Filter(
                "is_customer", FLAG, description="Whether it may be the person of a receivable."
            ),
            Filter("is_supplier", FLAG, description="Whether it may be the person of a payable."),
            Filter("active", FLAG, description="Whether it can be newly used."),
            Filter(
                "document_number",
                TEXT,
                many=True,
                normal=documents.stripped,
                description="The whole CPF or CNPJ, with or without its mask.",
            ),
            Filter("name", TEXT, many=True, description="The exact name."),
            BY_CHANGE,
        ),
        sorts={"name": "name", "created_at": "created_at", "updated_at": "updated_at"},
        default_sort="name",
    )

    def visible(self) -> QuerySet[Person]:
        return super().visible().filter(deleted_at=None)

    def do_create(self, data: dict[str, Any]) -> Person:
        return actions.create_person(self.warrant, **data)

    def do_update(self, row: Person, data: dict[str, Any]) -> Person:
        return actions.update_person(self.warrant, row, **data)

    def do_delete(self, row: Person) -> None:
        actions.delete_person(self.warrant, row)

    def question(self, row: Person, data: Mapping[str, Any]) -> Question:
        return replace(super().question(row, data), effect=STAYS_IN_THE_PAST)

    def create(self, request: Request) -> Response:
        """Create a person of a company: a supplier, a customer or both.

        Look first, by name or by document_number: a second person with the same document in the
        company is refused with CONFLICT.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change a person. Only the fields that are sent are written; null for a text does nothing.

        The company never changes.
        """
        return super().partial_update(request, id)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a person; the records that name it stay readable. A human confirms first.

        Refused with CONFLICT while an automatic rule uses it.
        """
        return super().destroy(request, id)

    @operation(READ)
    @action(detail=False, methods=["get"])
    def ids(self, request: Request) -> Response:
        """List the ids of all people, in ascending order and in large pages.

        Deleted people are not among them, so it shows what has gone since the last reading.
        """
        return self.respond_ids(self.visible())
