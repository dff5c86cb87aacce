"""Receipt: what the bank says of a payment it made."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from finance_api.core.models import TenantForeignKey, WorkspaceModel
from finance_api.core.money import MoneyField, in_cents
from finance_api.ledger.models import PAYMENT_METHODS_OF_PAYABLES


class Source(models.TextChoices):
    """Where a receipt came from: the bank's side, or a file that somebody brought."""

    KOBANA = "kobana"
    UPLOAD = "upload"


class Status(models.TextChoices):
    """Whether its document can be read."""

    PENDING = "pending"
    AVAILABLE = "available"
    FAILED = "failed"


class Receipt(WorkspaceModel):
    """The proof of one payment of a payable. It tells what happened and settles nothing by itself.

    It outlives the payable: what it says of the payee, the amount and the date is its own.
    """

    company = TenantForeignKey(
        "finance_api.Company", on_delete=models.SET_NULL, related_name="receipts", null=True
    )
    title = TenantForeignKey(
        "finance_api.Title", on_delete=models.SET_NULL, related_name="receipts", null=True
    )
    account = TenantForeignKey(
        "finance_api.Account", on_delete=models.SET_NULL, related_name="receipts", null=True
    )
    attachment = TenantForeignKey(
        "finance_api.Attachment", on_delete=models.PROTECT, related_name="receipts", null=True
    )
    source = models.CharField(max_length=6, choices=Source.choices)
    status = models.CharField(max_length=9, choices=Status.choices)
    paid_at = models.DateField()
    amount = MoneyField()
    amount_in_cents = in_cents("amount")
    payee_name = models.CharField(max_length=255, null=True)
    payee_document = models.CharField(max_length=14, null=True)
    payment_method_kind = models.CharField(
        max_length=20, choices=[(kind, kind) for kind in PAYMENT_METHODS_OF_PAYABLES], null=True
    )
    external_uid = models.CharField(max_length=100, null=True)
    document_url = models.URLField(max_length=500, null=True)
    error_message = models.CharField(max_length=500, null=True)
    received_at = models.DateTimeField(null=True)

    class Meta(WorkspaceModel.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="receipt_amount_positive"),
            models.UniqueConstraint(
                fields=["workspace", "external_uid"], name="receipt_uid_in_workspace"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", name, "id"])
            for name in ("paid_at", "created_at", "updated_at", "amount_in_cents")
        ]

    def __str__(self) -> str:
        return f"{self.paid_at} {self.amount}"
