"""Taxes over REST, and so over MCP."""

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
            Filter("active", FLAG),
            Filter("default_withholding", FLAG),
            Filter("name", TEXT, many=True),
        ),
        sorts={"name": "name", "created_at": "created_at"},
        default_sort="name",
    )
