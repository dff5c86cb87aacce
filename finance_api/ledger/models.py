"""Banks, financial accounts and the transactions on them."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from finance_api.classification.models import AllocationRow
from finance_api.core.models import TenantForeignKey, WorkspaceModel
from finance_api.core.money import ZERO, MoneyField, in_cents


class Bank(models.Model):
    """A Brazilian bank, the same for all. Codes are text: Banco do Brasil's ISPB is 00000000."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    code = models.CharField(max_length=3, unique=True)
    ispb = models.CharField(max_length=8)
    name = models.CharField(max_length=255)
    short_name = models.CharField(max_length=100)

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


class Account(WorkspaceModel):
    """A financial account. Its balance is derived from its transactions, never stored (R54)."""

    TYPES: ClassVar = [
        (kind, kind) for kind in ("checking", "savings", "cash", "investment", "credit")
    ]

    company = TenantForeignKey(
        "finance_api.Company", on_delete=models.CASCADE, related_name="accounts", null=True
    )
    name = models.CharField(max_length=255)
    type = models.CharField(max_length=10, choices=TYPES)
    bank = models.ForeignKey(Bank, on_delete=models.PROTECT, related_name="+", null=True)
    agency = models.CharField(max_length=50, null=True)
    agency_digit = models.CharField(max_length=5, null=True)
    account_number = models.CharField(max_length=50, null=True)
    account_digit = models.CharField(max_length=5, null=True)
    active = models.BooleanField(default=True)
    disable_reconcile = models.BooleanField(default=False)
    opening_balance = MoneyField(default=ZERO)

    class Meta(WorkspaceModel.Meta):
        verbose_name = "financial account"
        indexes: ClassVar = [
            models.Index(fields=["workspace", "name", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
            models.Index(fields=["workspace", "type", "id"]),
        ]

    def __str__(self) -> str:
        return self.name


PAYMENT_METHODS = (
    "bank_billet",
    "ted",
    "pix",
    "credit_card",
    "debit_card",
    "cash",
    "check",
    "direct_debit",
    "other",
    "none",
)
PAYMENT_METHODS_OF_PAYABLES = (*PAYMENT_METHODS, "utility", "tribute")


class Transaction(WorkspaceModel):
    """Money in or out of an account on a date. A pending one is a forecast, outside balances."""

    TYPES: ClassVar = [("debit", "debit"), ("credit", "credit")]
    period_fields = ("occurred_at",)

    company = TenantForeignKey(
        "finance_api.Company", on_delete=models.PROTECT, related_name="transactions"
    )
    account = TenantForeignKey(Account, on_delete=models.PROTECT, related_name="transactions")
    description = models.CharField(max_length=500)
    bank_description = models.CharField(max_length=500, null=True)
    document = models.CharField(max_length=100, null=True)
    document_date = models.DateField(null=True)
    amount = MoneyField()
    amount_in_cents = in_cents("amount")
    occurred_at = models.DateField()
    competence_date = models.DateField()
    type = models.CharField(max_length=6, choices=TYPES)
    category = TenantForeignKey(
        "finance_api.Category", on_delete=models.SET_NULL, related_name="+", null=True
    )
    person = TenantForeignKey(
        "finance_api.Person", on_delete=models.PROTECT, related_name="+", null=True
    )
    center = TenantForeignKey(
        "finance_api.Center", on_delete=models.PROTECT, related_name="+", null=True
    )
    payment_method_kind = models.CharField(
        max_length=20, choices=[(kind, kind) for kind in PAYMENT_METHODS_OF_PAYABLES], null=True
    )
    classified = models.BooleanField(default=False)
    notes = models.TextField(null=True)
    is_pending = models.BooleanField(default=False)
    auto_created = models.BooleanField(default=False)
    transfer_id = models.UUIDField(null=True)
    reconciliation = TenantForeignKey(
        "finance_api.Reconciliation",
        on_delete=models.SET_NULL,
        related_name="transactions",
        null=True,
    )

    class Meta(WorkspaceModel.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="transaction_amount_positive"),
            models.UniqueConstraint(
                fields=["transfer_id", "type"],
                condition=Q(transfer_id__isnull=False),
                name="one_leg_of_transfer_per_type",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "occurred_at", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
            models.Index(fields=["workspace", "updated_at", "id"]),
            models.Index(fields=["workspace", "amount_in_cents", "id"]),
            models.Index(fields=["account", "occurred_at"]),
        ]

    def __str__(self) -> str:
        return self.description


class TransactionAllocation(AllocationRow):
    """One part of a transaction, allocated to a center."""

    transaction = TenantForeignKey(
        Transaction, on_delete=models.CASCADE, related_name="allocations"
    )

    class Meta(AllocationRow.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["transaction", "center"], name="one_allocation_per_center_of_transaction"
            )
        ]
