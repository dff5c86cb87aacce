"""The catalogue of banks over REST, and so over MCP: the same for every workspace, read-only."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core.operations import READ
from finance_api.ledger.models import Bank
from finance_api.rest import cursors, lists
from finance_api.rest.fields import Id
from finance_api.rest.lists import TEXT, Filter, Listing
from finance_api.rest.operation_viewset import OperationViewSet
from finance_api.rest.serializers import Record, declared

LISTING = Listing(
    filters=(
        Filter("code", TEXT, many=True, description='COMPE code, three digits, such as "001".'),
        Filter("name", TEXT, many=True, description="The whole name, exactly."),
    ),
    sorts={"name": "name", "code": "code"},
    default_sort="name",
)


class BankRecord(Record):
    """A bank, or another institution with a COMPE code."""

    id = Id(read_only=True)
    code = serializers.CharField(
        read_only=True, help_text="COMPE code: text of three digits, leading zeros included."
    )
    name = serializers.CharField(read_only=True)


class BankViewSet(OperationViewSet):
    """Brazilian banks and payment institutions with a COMPE code."""

    resource = scope = "banks"
    document = True
    noun, nouns = "bank", "banks"
    operations = {"list": READ.but(needs_workspace=False)}  # noqa: RUF012

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {"list": (None, BankRecord)}

    @classmethod
    def listing_of(cls, action: str) -> Listing | None:
        return LISTING

    def list(self, request: Request) -> Response:
        """List the Brazilian banks, a page at a time: id, COMPE code and name.

        The catalogue is the same in every workspace. Find one by filters.code or by its exact
        filters.name, and send its id as bank_id, or its code as bank_code, to a financial account.
        """
        asked = lists.read(request.query_params, LISTING, declared(BankRecord))
        binding = asked.binding(self.access.person_id, request.path)
        page, cursor = cursors.page(Bank.objects.all(), asked, LISTING, binding)
        data = BankRecord(page, many=True, only=asked.fields).data
        return Response({"data": data, "meta": {"next_cursor": cursor}})
