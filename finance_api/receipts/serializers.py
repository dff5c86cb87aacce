"""The shape of a receipt (rest-api §1.8)."""

from collections.abc import Mapping
from typing import ClassVar

from rest_framework import serializers

from finance_api.attachments.addresses import download_url
from finance_api.ledger.models import PAYMENT_METHODS_OF_PAYABLES
from finance_api.receipts.models import Receipt, Source, Status
from finance_api.rest.fields import CalendarDate, Id, Instant, Money
from finance_api.rest.serializers import Stamped
from finance_api.titles.serializers import StatusWord
from finance_api.titles.sides import PAYABLE


class ReceiptRecord(Stamped):
    """One payment, as the bank told of it."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {"download_url": ("attachment",)}

    id = Id(read_only=True)
    company_id = Id(read_only=True, allow_null=True)
    payable_id = Id(
        read_only=True,
        allow_null=True,
        source="title_id",
        help_text="The payable that was paid; null once it is deleted.",
    )
    payable_status = StatusWord(
        PAYABLE,
        read_only=True,
        allow_null=True,
        source="title.status",
        help_text="The status of that payable now.",
    )
    financial_account_id = Id(
        read_only=True,
        allow_null=True,
        source="account_id",
        help_text="The account it was paid from.",
    )
    source = serializers.ChoiceField(  # type: ignore[assignment]  # the wire's word
        choices=Source.values,
        read_only=True,
        help_text="kobana: the bank's side said so; upload: somebody brought the file.",
    )
    status = serializers.ChoiceField(
        choices=Status.values,
        read_only=True,
        help_text="available: the document can be read; pending: not yet; failed: see "
        "error_message.",
    )
    paid_at = CalendarDate(read_only=True, help_text="The day of the payment.")
    amount = Money(read_only=True, help_text="What was paid, in BRL.")
    payee_name = serializers.CharField(read_only=True, allow_null=True)
    payee_document = serializers.CharField(
        read_only=True, allow_null=True, help_text="CPF or CNPJ of the payee, without its mask."
    )
    payment_method_kind = serializers.ChoiceField(
        choices=PAYMENT_METHODS_OF_PAYABLES, read_only=True, allow_null=True
    )
    external_uid = serializers.CharField(
        read_only=True, allow_null=True, help_text="The bank's own id of the payment."
    )
    attachment_id = Id(
        read_only=True, allow_null=True, help_text="The attachment that holds its document."
    )
    download_url = serializers.SerializerMethodField(
        help_text="Where the API gives the document's bytes to a token with finance.attachments."
    )
    document_url = serializers.CharField(
        read_only=True, allow_null=True, help_text="Where the bank shows the document."
    )
    error_message = serializers.CharField(
        read_only=True, allow_null=True, help_text="Why there is no document, where that is known."
    )
    received_at = Instant(
        read_only=True, allow_null=True, help_text="When its document was received."
    )
    updated_at = Instant(read_only=True)

    def get_download_url(self, receipt: Receipt) -> str | None:
        return download_url(receipt.attachment_id) if receipt.attachment_id else None
