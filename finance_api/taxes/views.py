"""Taxes over REST, and so over MCP."""

import uuid

from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.rest.lists import FLAG, TEXT, Filter, Listing
from finance_api.rest.viewsets import WorkspaceViewSet
from finance_api.taxes.models import Tax
from finance_api.taxes.serializers import TaxBody, TaxRecord


class TaxViewSet(WorkspaceViewSet):
    """Taxes that a payable or a receivable may carry as charges."""

    resource = scope = "taxes"
    document = True
    noun, nouns = "tax", "taxes"
    model = Tax
    row = record = TaxRecord
    creation = update = TaxBody
    listing = Listing(
        filters=(
            Filter("active", FLAG, description="Whether it can be newly used."),
            Filter(
                "default_withholding",
                FLAG,
                description="Whether its charges are withheld unless they say otherwise.",
            ),
            Filter("name", TEXT, many=True, description="The exact name."),
        ),
        sorts={"name": "name", "created_at": "created_at"},
        default_sort="name",
    )

    def create(self, request: Request) -> Response:
        """Create a tax of the workspace, for the tax_charges of payables and receivables.

        Its rate is only a suggestion: each charge has an amount of its own.
        """
        return super().create(request)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a tax that no payable or receivable is charged with. A person confirms first.

        One in use is refused with CONFLICT; set active to false instead.
        """
        return super().destroy(request, id)
