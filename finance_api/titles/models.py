"""Titles: payables and receivables, one table and one set of rules with a mirrored sign (R11).

What belongs to one side only stands in a one-to-one table of its own: the payment order of a
payable, the charge of a receivable.
"""

from decimal import Decimal
from typing import ClassVar

from django.db import models
from django.db.models import Q

from finance_api.classification.models import AllocationRow
from finance_api.core.models import (
    TenantForeignKey,
    TenantOneToOneField,
    WorkspaceModel,
    WorkspaceRow,
)
from finance_api.core.money import ZERO, MoneyField, in_cents
from finance_api.ledger.models import PAYMENT_METHODS_OF_PAYABLES


class Direction(models.TextChoices):
    PAYABLE = "payable"
    RECEIVABLE = "receivable"


class Status(models.TextChoices):
    """The wire says `paid` or `received` for settled."""

    PENDING = "pending"
    SETTLED = "settled"
    CANCELLED = "cancelled"


class Approval(models.TextChoices):
    """Where a payable stands at the approval gate; null or `creation_approved` is official
    (K18)."""

    PENDING = "pending_approval"
    APPROVING = "approving"
    APPROVED = "creation_approved"
    REJECTED = "creation_rejected"


CHARGE_KINDS = ("bank_billet", "pix")


def _choices(*names: str) -> list[tuple[str, str]]:
    return [(name, name) for name in names]


class Title(WorkspaceModel):
    """An amount owed to or by a company, with a due date; settled by one transaction of its own, or
    by the transactions of the bank that a reconciliation matches it with."""

    period_fields = ("competence_date",)
    counted_as: ClassVar = {
        "payables": Q(direction="payable"),
        "receivables": Q(direction="receivable"),
    }

    direction = models.CharField(max_length=10, choices=Direction.choices)
    company = TenantForeignKey(
        "finance_api.Company", on_delete=models.PROTECT, related_name="titles"
    )
    description = models.CharField(max_length=500)
    amount = MoneyField()
    amount_in_cents = in_cents("amount")
    interest_amount = MoneyField(null=True)
    discount_amount = MoneyField(null=True)
    ticket_amount = MoneyField(null=True)
    due_date = models.DateField()
    payment_date = models.DateField(null=True)
    competence_date = models.DateField()
    type = models.CharField(
        max_length=11, choices=_choices("normal", "recurring", "installment"), default="normal"
    )
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PENDING)
    person = TenantForeignKey("finance_api.Person", on_delete=models.PROTECT, related_name="titles")
    category = TenantForeignKey(
        "finance_api.Category", on_delete=models.SET_NULL, related_name="+", null=True
    )
    center = TenantForeignKey(
        "finance_api.Center", on_delete=models.PROTECT, related_name="+", null=True
    )
    account = TenantForeignKey(
        "finance_api.Account", on_delete=models.PROTECT, related_name="+", null=True
    )
    expected_account = TenantForeignKey(
        "finance_api.Account", on_delete=models.PROTECT, related_name="+", null=True
    )
    payment_method_kind = models.CharField(
        max_length=20, choices=_choices(*PAYMENT_METHODS_OF_PAYABLES), null=True
    )
    operation_kind = models.CharField(
        max_length=8, choices=_choices("payment", "transfer"), null=True
    )
    payment_approval = models.CharField(max_length=20, choices=Approval.choices, null=True)
    document = models.CharField(max_length=100, null=True)
    document_number = models.CharField(max_length=100, null=True)
    document_date = models.DateField(null=True)
    recurrence_period = models.CharField(max_length=50, null=True)
    installment_number = models.PositiveIntegerField(null=True)
    total_installments = models.PositiveIntegerField(null=True)
    parcels_amount = MoneyField(null=True)
    group_id = models.UUIDField(null=True, db_index=True)
    transaction = TenantForeignKey(
        "finance_api.Transaction", on_delete=models.PROTECT, related_name="titles", null=True
    )
    #: What settling replaced, as JSON values by column; reverting puts it back (R47).
    before_settlement = models.JSONField(null=True)
    ir_relevant = models.BooleanField(null=True)
    notes = models.CharField(max_length=2000, null=True)
    reconciliation = TenantForeignKey(
        "finance_api.Reconciliation", on_delete=models.SET_NULL, related_name="titles", null=True
    )

    class Meta(WorkspaceModel.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="title_amount_positive"),
            models.CheckConstraint(
                condition=(
                    Q(status=Status.SETTLED, payment_date__isnull=False)
                    & (Q(transaction__isnull=False) | Q(reconciliation__isnull=False))
                )
                | (
                    ~Q(status=Status.SETTLED)
                    & Q(payment_date=None, transaction=None, reconciliation=None)
                ),
                name="title_settled_by_transaction_or_match",
            ),
            models.UniqueConstraint(fields=["transaction"], name="one_title_per_settlement"),
        ]
        indexes: ClassVar = [
            *(
                models.Index(fields=["workspace", "direction", name, "id"])
                for name in (
                    "due_date",
                    "payment_date",
                    "competence_date",
                    "created_at",
                    "updated_at",
                    "amount_in_cents",
                )
            ),
            models.Index(
                fields=["workspace", "due_date", "id"],
                condition=Q(payment_approval__in=[Approval.PENDING, Approval.APPROVING]),
                name="payables_waiting",
            ),
        ]

    def __str__(self) -> str:
        return self.description

    @property
    def nominal_amount(self) -> Decimal:
        """amount + interest - discount; computed, never stored."""
        amount: Decimal = self.amount
        return amount + (self.interest_amount or ZERO) - (self.discount_amount or ZERO)

    @property
    def is_reconciled(self) -> bool:
        return self.reconciliation_id is not None


class TitleAllocation(AllocationRow):
    """One part of a title, allocated to a center."""

    title = TenantForeignKey(Title, on_delete=models.CASCADE, related_name="allocations")

    class Meta(AllocationRow.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["title", "center"], name="one_allocation_per_center_of_title"
            )
        ]


class TaxCharge(WorkspaceRow):
    """A tax on a title, with an amount of its own; withheld, or for information only."""

    title = TenantForeignKey(Title, on_delete=models.CASCADE, related_name="tax_charges")
    tax = TenantForeignKey("finance_api.Tax", on_delete=models.PROTECT, related_name="charges")
    amount = MoneyField()
    withholding = models.BooleanField(default=True)
    position = models.PositiveSmallIntegerField()

    class Meta(WorkspaceRow.Meta):
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["title", "tax"], name="one_charge_per_tax_of_title")
        ]


class PaymentOrder(WorkspaceRow):
    """How a payable is to be paid at the bank, and what became of it there. One per payable."""

    title = TenantOneToOneField(Title, on_delete=models.CASCADE, related_name="payment_order")
    barcode = models.CharField(max_length=255, null=True)
    pix_copia_e_cola = models.TextField(null=True)
    pix_key = models.CharField(max_length=255, null=True)
    pix_key_type = models.CharField(
        max_length=6, choices=_choices("cpf", "cnpj", "email", "phone", "random"), null=True
    )
    bank_code = models.CharField(max_length=30, null=True)
    bank_ispb = models.CharField(max_length=8, null=True)
    agency = models.CharField(max_length=50, null=True)
    agency_digit = models.CharField(max_length=5, null=True)
    account_number = models.CharField(max_length=50, null=True)
    account_digit = models.CharField(max_length=5, null=True)
    transfer_purpose = models.CharField(max_length=100, null=True)
    tax_kind = models.CharField(
        max_length=4,
        choices=_choices("itbi", "icms", "iss", "iptu", "fgts", "dare", "darf", "gru", "gps"),
        null=True,
    )
    tax_data = models.JSONField(null=True)
    beneficiary_name = models.CharField(max_length=255, null=True)
    beneficiary_document = models.CharField(max_length=20, null=True)
    scheduled_to = models.DateField(null=True)
    kobana_payment_uid = models.CharField(max_length=100, null=True)
    kobana_status = models.CharField(max_length=50, null=True)
    kobana_status_updated_at = models.DateTimeField(null=True)
    approved_at = models.DateTimeField(null=True)
    rejected_at = models.DateTimeField(null=True)
    rejection_reason = models.CharField(max_length=500, null=True)
    payment_source = models.CharField(
        max_length=15,
        choices=_choices("manual", "csv_import", "dda", "ai_agent", "fiscal_document"),
        null=True,
    )


class Charge(WorkspaceRow):
    """What a receivable's customer is charged through: a bank slip or a Pix. At most one each."""

    title = TenantOneToOneField(Title, on_delete=models.CASCADE, related_name="charge")
    kobana_charge_uid = models.CharField(max_length=100, null=True)
    kobana_charge_kind = models.CharField(max_length=11, choices=_choices(*CHARGE_KINDS), null=True)
    kobana_status = models.CharField(max_length=50, null=True)
    kobana_registration_status = models.CharField(max_length=50, null=True)
    kobana_status_updated_at = models.DateTimeField(null=True)
    kobana_charge_id = models.BigIntegerField(null=True)
    kobana_charge_url = models.CharField(max_length=500, null=True)
    kobana_barcode = models.CharField(max_length=44, null=True)
    kobana_digitable_line = models.CharField(max_length=54, null=True)
    kobana_pix_qrcode = models.TextField(null=True)


class DispatchIntent(WorkspaceModel):
    """One order for the bank, committed before the bank is asked, so that a crash between the two
    neither pays twice nor forgets (K20).

    `recorded` has still to be asked, or was and nobody knows; `unknown` was asked and no answer
    came; `sent` is known to the bank; `closed` is over. At most one per title is not closed.
    """

    RECORDED, UNKNOWN, SENT, CLOSED = "recorded", "unknown", "sent", "closed"

    title = TenantForeignKey(Title, on_delete=models.CASCADE, related_name="intents")
    account = TenantForeignKey(
        "finance_api.Account", on_delete=models.SET_NULL, related_name="+", null=True
    )
    #: What the bank knows the order by: never used for another one, also a Pix txid.
    key = models.CharField(max_length=25, unique=True)
    kind = models.CharField(max_length=11, choices=_choices("payment", *CHARGE_KINDS))
    state = models.CharField(
        max_length=8, choices=_choices(RECORDED, UNKNOWN, SENT, CLOSED), default=RECORDED
    )
    cancelling = models.BooleanField(default=False)
    order = models.JSONField()

    class Meta(WorkspaceModel.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["title"], condition=~Q(state="closed"), name="one_open_intent_per_title"
            )
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["workspace", "id"],
                condition=~Q(state="closed"),
                name="open_intents_of_workspace",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"
