"""What a payable and a receivable look like on the wire (rest-api §1.8): the row of a list, and the
detail. Counts and the reconciliation come with the same statement as the row."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce, JSONObject
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from finance_api.core.models import InWorkspace
from finance_api.ledger.models import PAYMENT_METHODS, PAYMENT_METHODS_OF_PAYABLES
from finance_api.ledger.serializers import AllocationRecord
from finance_api.rest.fields import CalendarDate, Id, Instant, Money
from finance_api.rest.serializers import Record, Stamped
from finance_api.titles.charge_state import STATES, state_of
from finance_api.titles.models import Approval, PaymentOrder, Title
from finance_api.titles.sides import PAYABLE, RECEIVABLE, Side


class _OuterRow:
    """The workspace of the row around a sub-select: what is counted is the row's own."""

    workspace_id = OuterRef("workspace_id")


OUTER_ROW = cast("InWorkspace", _OuterRow())


def _related(name: str) -> Any:
    """What a title is related to, by the relation's name; the nouns above this one too."""
    return Title._meta.get_field(name).related_model


def _number_of(relation: str) -> Any:
    rows = _related(relation).objects.within(OUTER_ROW).filter(title=OuterRef("pk"))
    counted = rows.order_by().values("title").values(number=Count("pk"))
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


def _match() -> Any:
    """The title's reconciliation with the ids of everything matched by it, as one JSON object."""
    members = {
        name: ArraySubquery(
            rows.objects.within(OUTER_ROW)
            .filter(reconciliation=OuterRef("pk"))
            .order_by("id")
            .values("id")
        )
        for name, rows in (
            ("transaction_ids", _related("transaction")),
            ("billing_ids", Title),
        )
    }
    found = _related("reconciliation").objects.within(OUTER_ROW)
    found = found.filter(pk=OuterRef("reconciliation_id"))
    return Subquery(found.values(json=JSONObject(id="id", source="source", **members)))


class StatusWord(serializers.ChoiceField):
    """The wire's word for a stored status: settled is `paid` or `received`."""

    def __init__(self, side: Side, **kwargs: Any) -> None:
        self.words = {stored: word for word, stored in side.statuses.items()}
        super().__init__(choices=list(side.statuses), **kwargs)

    def to_representation(self, value: Any) -> str:
        return self.words[value]


def _text(help_text: str = "", source: str | None = None) -> serializers.CharField:
    return serializers.CharField(
        read_only=True, allow_null=True, source=source, help_text=help_text or None
    )


def _money(help_text: str) -> Money:
    return Money(read_only=True, allow_null=True, help_text=help_text)


def _date(help_text: str, source: str | None = None) -> CalendarDate:
    return CalendarDate(read_only=True, allow_null=True, source=source, help_text=help_text)


def _id(source: str | None = None, help_text: str = "") -> Id:
    return Id(read_only=True, allow_null=True, source=source, help_text=help_text or None)


def _choice(choices: Any, source: str | None = None, help_text: str = "") -> Any:
    return serializers.ChoiceField(
        choices=choices,
        read_only=True,
        allow_null=True,
        source=source,
        help_text=help_text or None,
    )


class TitleRow(Stamped):
    """What the list rows of both sides share."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "nominal_amount": ("amount", "interest_amount", "discount_amount"),
        "is_reconciled": ("reconciliation",),
        "charge_state": ("charge__kobana_status", "charge__kobana_registration_status"),
    }
    annotations: ClassVar[Mapping[str, Any]] = {
        "tax_charges_count": _number_of("tax_charges"),
        "classification_center_allocations_count": _number_of("allocations"),
        "attachments_count": _number_of("attachment_links"),
        "reconciliation": _match(),
    }

    id = Id(read_only=True)
    company_id = Id(read_only=True)
    description = serializers.CharField(read_only=True)
    amount = Money(read_only=True, help_text="What is owed before interest and discount, in BRL.")
    interest_amount = _money("Interest and penalty added to the amount.")
    discount_amount = _money("Discount taken off the amount.")
    ticket_amount = _money("What really moved when it was settled, where that was said.")
    nominal_amount = Money(read_only=True, help_text="amount + interest - discount, computed.")
    due_date = CalendarDate(read_only=True)
    payment_date = _date("When the money moved; null until settled.")
    competence_date = CalendarDate(read_only=True, help_text="The accrual date.")
    type = serializers.ChoiceField(choices=["normal", "recurring", "installment"], read_only=True)
    person_id = Id(read_only=True)
    person_name = serializers.CharField(read_only=True, source="person.name")
    category_id = _id()
    category_name = _text(source="category.name")
    classification_center_id = _id("center_id", "The first center of the split.")
    classification_center_name = _text(source="center.name")
    financial_account_id = _id("account_id", "The account it is or was settled on.")
    expected_account_id = _id(help_text="The account it is expected to be settled on.")
    document = _text("A free reference.")
    document_number = _text("The number of the fiscal document.")
    document_date = _date("The date of the fiscal document.")
    installment_number = serializers.IntegerField(read_only=True, allow_null=True)
    total_installments = serializers.IntegerField(read_only=True, allow_null=True)
    parcels_amount = _money("The total of the installments, the same on each of them.")
    group_id = _id(help_text="Shared by the records of one series.")
    transaction_id = _id(
        help_text="The one transaction that settled it; null while pending, and where a "
        "reconciliation of several did: see reconciliation."
    )
    ir_relevant = serializers.BooleanField(read_only=True, allow_null=True)
    notes = _text()
    is_reconciled = serializers.BooleanField(
        read_only=True, help_text="Matched with a transaction of the bank; settling alone is none."
    )
    tax_charges_count = serializers.IntegerField(read_only=True)
    classification_center_allocations_count = serializers.IntegerField(read_only=True)
    attachments_count = serializers.IntegerField(read_only=True)
    updated_at = Instant(read_only=True)


class PayableRow(TitleRow):
    status = StatusWord(PAYABLE, read_only=True)
    payment_method_kind = _choice(PAYMENT_METHODS_OF_PAYABLES)
    operation_kind = _choice(["payment", "transfer"])
    payment_approval = _choice(
        Approval.values,
        help_text="Where it stands at the approval gate; null or creation_approved is official.",
    )


class ReceivableRow(TitleRow):
    status = StatusWord(RECEIVABLE, read_only=True)
    payment_method_kind = _choice(PAYMENT_METHODS)
    kobana_charge_uid = _text(source="charge.kobana_charge_uid")
    kobana_charge_kind = _choice(["bank_billet", "pix"], "charge.kobana_charge_kind")
    kobana_status = _text("Commercial status of the charge.", "charge.kobana_status")
    kobana_registration_status = _text(
        "Where the charge's registration stands.", "charge.kobana_registration_status"
    )
    charge_state = serializers.SerializerMethodField(
        help_text="The state of the charge; null where none was issued."
    )
    kobana_status_updated_at = Instant(
        read_only=True, allow_null=True, source="charge.kobana_status_updated_at"
    )

    @extend_schema_field({"type": ["string", "null"], "enum": [*STATES, None]})
    def get_charge_state(self, title: Title) -> str | None:
        charge = getattr(title, "charge", None)
        return charge and state_of(charge.kobana_status, charge.kobana_registration_status)


class TaxChargeRecord(Record):
    id = Id(read_only=True)
    tax_id = Id(read_only=True)
    tax_name = serializers.CharField(read_only=True, source="tax.name")
    amount = Money(read_only=True)
    withholding = serializers.BooleanField(
        read_only=True, help_text="Withheld, or only for information."
    )


class MatchRecord(serializers.Serializer):  # type: ignore[type-arg]
    """A title's reconciliation, as SQL made it."""

    id = serializers.CharField(read_only=True)
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=["manual", "fintera"], read_only=True
    )
    transaction_ids = serializers.ListField(child=serializers.CharField(), read_only=True)
    billing_ids = serializers.ListField(child=serializers.CharField(), read_only=True)


class TitleDetail(Record):
    """What a detail adds on both sides."""

    classification_center_allocations = AllocationRecord(
        many=True, read_only=True, source="allocations"
    )
    tax_charges = TaxChargeRecord(many=True, read_only=True)
    reconciliation = MatchRecord(read_only=True, allow_null=True, source="match")


def _ordered(name: str, help_text: str = "") -> serializers.CharField:
    """A text of the payable's payment order."""
    return _text(help_text, f"payment_order.{name}")


def _ordered_choice(name: str) -> Any:
    column: Any = PaymentOrder._meta.get_field(name)
    choices = [value for value, _ in column.choices]
    return _choice(choices, f"payment_order.{name}")


def _ordered_instant(name: str) -> Instant:
    return Instant(read_only=True, allow_null=True, source=f"payment_order.{name}")


class PayableRecord(TitleDetail, PayableRow):
    """A payable with its payment coordinates and what became of it at the bank."""

    barcode = _ordered("barcode")
    pix_copia_e_cola = _ordered("pix_copia_e_cola")
    pix_key = _ordered("pix_key")
    pix_key_type = _ordered_choice("pix_key_type")
    bank_code = _ordered("bank_code", "COMPE code; leading zeros matter.")
    bank_ispb = _ordered("bank_ispb")
    agency = _ordered("agency")
    agency_digit = _ordered("agency_digit")
    account_number = _ordered("account_number")
    account_digit = _ordered("account_digit")
    transfer_purpose = _ordered("transfer_purpose")
    tax_kind = _ordered_choice("tax_kind")
    tax_data = serializers.JSONField(
        read_only=True, allow_null=True, source="payment_order.tax_data"
    )
    beneficiary_name = _ordered("beneficiary_name")
    beneficiary_document = _ordered("beneficiary_document")
    scheduled_to = _date("The day on which the bank shall pay.", "payment_order.scheduled_to")
    kobana_payment_uid = _ordered("kobana_payment_uid")
    kobana_status = _ordered("kobana_status", "What the bank last said of the payment.")
    kobana_status_updated_at = _ordered_instant("kobana_status_updated_at")
    approved_at = _ordered_instant("approved_at")
    rejected_at = _ordered_instant("rejected_at")
    rejection_reason = _ordered("rejection_reason")
    payment_source = _ordered_choice("payment_source")


class ReceivableRecord(TitleDetail, ReceivableRow):
    """A receivable with everything a customer needs to pay its charge."""

    kobana_charge_id = serializers.IntegerField(
        read_only=True, allow_null=True, source="charge.kobana_charge_id"
    )
    kobana_charge_url = _text(source="charge.kobana_charge_url")
    kobana_barcode = _text(source="charge.kobana_barcode")
    kobana_digitable_line = _text(source="charge.kobana_digitable_line")
    kobana_pix_qrcode = _text("Null until the charge is registered.", "charge.kobana_pix_qrcode")
