"""The shapes of a transaction, and the part of a body that classifies an amount, for titles too
(rest-api.md §1.8)."""

from decimal import Decimal
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from finance_api.classification.models import Category, Center
from finance_api.core import money
from finance_api.ledger.models import (
    PAYMENT_METHODS,
    PAYMENT_METHODS_OF_PAYABLES,
    Account,
)
from finance_api.parties.models import Company, Person
from finance_api.rest.exceptions import REFERENCE
from finance_api.rest.fields import (
    CalendarDate,
    Choice,
    Flag,
    Id,
    Instant,
    LooseMoney,
    Money,
    Percentage,
    SignedMoney,
    Text,
)
from finance_api.rest.serializers import Body, Record, Reference, Stamped

TYPES = ("debit", "credit")


@extend_schema_field({"type": "number", "minimum": 0, "maximum": 100})
class PercentageNumber(serializers.Field):  # type: ignore[type-arg]
    """A percentage as a JSON number with at most four decimals."""

    def to_internal_value(self, data: Any) -> Decimal:
        if isinstance(data, int | Decimal) and not isinstance(data, bool):
            value = Decimal(data)
            if 0 <= value <= 100 and money.has_at_most(4, value):
                return value
        raise serializers.ValidationError(
            "Send a percentage from 0 to 100 as a number with at most four decimals.",
            code="invalid_percentage",
        )


class PartBody(Body):
    """One part of a split: a center with a percentage of the amount, an amount, or both."""

    classification_center_id = Id(
        source="center", help_text="A center of the same company; each only once."
    )
    percentage = PercentageNumber(
        required=False, allow_null=True, help_text="Of the whole amount, 0 to 100."
    )
    amount = LooseMoney(required=False, allow_null=True, help_text="This part in BRL.")


class ClassifiedBody(Body):
    """The members of a body that classify an amount, for `classified.classify`.

    A body that is classified inherits it and repeats nothing. Validated, it holds `person`,
    `category` and `center` (records or null) under those names, `person_name`, `category_name` and
    `classification_center_name` as text, and `classification_centers` as a list of `{center,
    percentage?, amount?}`; each only if it was sent. `classify` makes columns and parts of them.
    """

    exclusive: ClassVar[tuple[tuple[str, str], ...]] = (
        ("person_id", "person_name"),
        ("category_id", "category_name"),
        ("classification_center_id", "classification_center_name"),
    )

    person_id = Reference(
        Person,
        source="person",
        where={"deleted_at": None},
        required=False,
        allow_null=True,
        help_text="A person of the same company; excludes person_name.",
    )
    person_name = Text(
        required=False,
        max_length=255,
        help_text="Instead of person_id: found by this exact name in the company, or created.",
    )
    category_id = Reference(
        Category,
        source="category",
        required=False,
        allow_null=True,
        help_text="A category of the same company and the matching type; excludes category_name.",
    )
    category_name = Text(
        required=False,
        max_length=255,
        help_text="Instead of category_id: found by this exact name in the company, or created.",
    )
    classification_center_id = Reference(
        Center,
        source="center",
        required=False,
        allow_null=True,
        help_text="A single center of the same company; ignored when a split is sent.",
    )
    classification_center_name = Text(
        required=False,
        max_length=255,
        help_text="Instead of classification_center_id: found by this exact name, or created.",
    )
    classification_centers = PartBody(
        many=True,
        required=False,
        help_text="The amount split over several centers; the parts must add up to the amount. "
        "Replaces the whole split, an empty array clears it, leaving it out leaves it untouched.",
    )

    def validate_classification_centers(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The centers of all rows in one statement."""
        ids = {row["center"] for row in rows}
        found = Center.objects.within(self.context["access"]).in_bulk(ids)
        missing = serializers.ErrorDetail(
            "No such classification center in this workspace.", code=REFERENCE
        )
        faults: dict[str, Any] = {
            str(index): {"classification_center_id": [missing]}
            for index, row in enumerate(rows)
            if row["center"] not in found
        }
        if faults:
            raise serializers.ValidationError(faults)
        return [row | {"center": found[row["center"]]} for row in rows]


@extend_schema_field({"type": "string", "description": 'Such as "70" or "33.3333".'})
class StoredPercentage(Percentage):
    """A percentage of a split, with the decimals it was asked for with."""


class AllocationRecord(Record):
    """One part of a split, as it is stored: the amount counts, the percentage says how it was
    asked."""

    classification_center_id = Id(source="center_id", read_only=True)
    classification_center_name = serializers.CharField(
        source="center.name", read_only=True, allow_null=True
    )
    percentage = StoredPercentage(read_only=True, allow_null=True)
    amount = Money(read_only=True, allow_null=True)


class TransactionRecord(Stamped):
    id = Id(read_only=True)
    company_id = Id(read_only=True)
    financial_account_id = Id(source="account_id", read_only=True)
    description = serializers.CharField(read_only=True)
    bank_description = serializers.CharField(read_only=True, allow_null=True)
    document = serializers.CharField(read_only=True, allow_null=True)
    document_date = CalendarDate(read_only=True, allow_null=True)
    amount = Money(read_only=True, help_text="Always positive; type says the direction.")
    occurred_at = CalendarDate(read_only=True)
    competence_date = CalendarDate(read_only=True, allow_null=True)
    type = serializers.ChoiceField(choices=TYPES, read_only=True)
    category_id = Id(read_only=True, allow_null=True)
    person_id = Id(read_only=True, allow_null=True)
    classification_center_id = Id(
        source="center_id",
        read_only=True,
        allow_null=True,
        help_text="The single center, or the first of the split.",
    )
    classification_center_allocations = AllocationRecord(
        source="allocations", many=True, read_only=True, help_text="The split; empty without one."
    )
    payment_method_kind = serializers.ChoiceField(
        choices=PAYMENT_METHODS_OF_PAYABLES, read_only=True, allow_null=True
    )
    classified = serializers.BooleanField(read_only=True)
    notes = serializers.CharField(read_only=True, allow_null=True)
    updated_at = Instant(read_only=True)


class TransactionUpdate(ClassifiedBody):
    description = Text(max_length=500, help_text="What it is, in a few words.")
    bank_description = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=500,
        help_text="What the bank's statement calls it.",
    )
    document = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=100,
        help_text="Number of an invoice or another document; a free reference.",
    )
    document_date = CalendarDate(
        required=False, allow_null=True, help_text="Date of the document, such as 2026-01-24."
    )
    amount = Money(help_text='Positive decimal string in BRL, such as "420.50".')
    occurred_at = CalendarDate(
        help_text="The day the money moved, or is expected to, such as 2026-01-24."
    )
    competence_date = CalendarDate(
        required=False, allow_null=True, help_text="Accrual date; occurred_at if left out or null."
    )
    type = Choice(choices=TYPES, help_text="debit: money out; credit: money in.")
    payment_method_kind = Choice(
        choices=PAYMENT_METHODS, required=False, allow_null=True, help_text="How the money moved."
    )
    classified = Flag(required=False, help_text="Whether somebody has reviewed it; a mark only.")
    notes = Text(
        required=False, allow_null=True, allow_blank=True, help_text="Anything else worth keeping."
    )
    is_pending = Flag(
        required=False, help_text="A forecast: outside the balance and the aggregates."
    )


class TransactionCreation(TransactionUpdate):
    company_id = Reference(
        Company, source="company", help_text="The company whose books it stands in; fixed."
    )
    financial_account_id = Reference(
        Account,
        source="account",
        help_text="An active account of the same company, or of the workspace at large.",
    )


class TransactionTotals(Record):
    count = serializers.IntegerField(read_only=True, help_text="Forecasts are not counted.")
    credit = SignedMoney(read_only=True, help_text="Money in.")
    debit = SignedMoney(read_only=True, help_text="Money out, as a positive amount.")
    net = SignedMoney(read_only=True, help_text="Credit minus debit.")
