"""Receipts over REST, and so over MCP: to read (rest-api §1.7)."""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core.operations import READ, Operation
from finance_api.ledger.models import PAYMENT_METHODS_OF_PAYABLES
from finance_api.receipts.models import Receipt, Source, Status
from finance_api.receipts.serializers import ReceiptRecord
from finance_api.rest.lists import (
    BY_AMOUNT,
    BY_CHANGE,
    DATE,
    ID,
    INSTANT,
    TEXT,
    Filter,
    Listing,
    choice,
)
from finance_api.rest.viewsets import WorkspaceViewSet


class ReceiptViewSet(WorkspaceViewSet):
    """Receipts of payments that a bank made."""

    resource = scope = "receipts"
    noun, nouns = "receipt", "receipts"
    model = Receipt
    operations: ClassVar[Mapping[str, Operation]] = {"list": READ, "retrieve": READ}
    row = record = ReceiptRecord
    listing = Listing(
        filters=(
            Filter("company_id", ID, many=True, description="Of this company only."),
            Filter("payable_id", ID, "title_id", many=True, description="Of this payable only."),
            Filter(
                "financial_account_id",
                ID,
                "account_id",
                many=True,
                description="Paid from this account.",
            ),
            Filter(
                "source",
                choice(*Source.values),
                many=True,
                description="kobana: the bank told of it; upload: somebody brought the file.",
            ),
            Filter(
                "status",
                choice(*Status.values),
                many=True,
                description="Whether its document is available.",
            ),
            Filter(
                "payment_method_kind",
                choice(*PAYMENT_METHODS_OF_PAYABLES),
                many=True,
                description="How it was paid.",
            ),
            Filter("external_uid", TEXT, many=True, description="The bank's id of the payment."),
            Filter(
                "paid_at",
                DATE,
                ranged=True,
                description="The day of the payment, such as 2026-01-24.",
            ),
            Filter(
                "created_at",
                INSTANT,
                ranged=True,
                description="When it was entered here, such as 2026-01-24T12:00:00Z.",
            ),
            BY_CHANGE,
            BY_AMOUNT,
        ),
        sorts={
            "paid_at": "paid_at",
            "created_at": "created_at",
            "updated_at": "updated_at",
            "amount": "amount_in_cents",
        },
        default_sort="-paid_at",
    )

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {"list": (None, cls.row), "retrieve": (None, cls.record)}

    def list(self, request: Request) -> Response:
        """List receipts of payments, a page at a time, the latest first.

        A receipt tells that the bank paid; it settles nothing by itself, and payable_status says
        where the payable stands now. Its document is downloaded from download_url, which needs
        the scope finance.attachments. Narrow with filters, and follow meta.next_cursor until it
        is null.
        """
        return super().list(request)

    def retrieve(self, request: Request, id: uuid.UUID) -> Response:
        """Get one receipt by its id."""
        return super().retrieve(request, id)
