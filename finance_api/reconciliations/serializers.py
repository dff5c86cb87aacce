"""The shapes of a reconciliation (rest-api.md §1.8)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from rest_framework import serializers

from finance_api.ledger.models import Transaction
from finance_api.rest.fields import Choice, Id
from finance_api.rest.serializers import Body, Stamped
from finance_api.titles.models import Title
from finance_api.titles.serializers import OUTER_ROW

#: Each member is written and logged, all in one transaction.
MOST_MEMBERS = 500


def _ids_of(model: Any) -> ArraySubquery:
    rows = model.objects.within(OUTER_ROW).filter(reconciliation=OuterRef("pk"))
    return ArraySubquery(rows.order_by("id").values("id"))


class ReconciliationRecord(Stamped):
    annotations: ClassVar[Mapping[str, Any]] = {
        "billing_ids": _ids_of(Title),
        "transaction_ids": _ids_of(Transaction),
    }

    id = Id(read_only=True)
    source = serializers.ChoiceField(  # type: ignore[assignment]
        choices=["manual", "fintera"],
        read_only=True,
        help_text="fintera was imported and is only read.",
    )
    kind = serializers.ChoiceField(choices=["payable", "receivable"], read_only=True)
    billing_ids = serializers.ListField(child=Id(), read_only=True)
    transaction_ids = serializers.ListField(child=Id(), read_only=True)
    created_at = None  # type: ignore[assignment]  # not shown (rest-api §1.8)


class BillingBody(Body):
    """A payable or a receivable."""

    kind = Choice(choices=["payable", "receivable"], help_text="The same for all billings.")
    id = Id(help_text="Id of the payable or receivable; it must be pending.")


class ReconciliationCreation(Body):
    billings = BillingBody(  # type: ignore[call-arg]  # many makes it a list, which takes it
        many=True,
        allow_empty=False,
        max_length=MOST_MEMBERS,
        help_text="The billings that were paid: all payables or all receivables of one company.",
    )
    transaction_ids = serializers.ListField(
        child=Id(),
        allow_empty=False,
        max_length=MOST_MEMBERS,
        help_text="The transactions of the bank that paid them: debits for payables, credits for "
        "receivables, of the same company.",
    )

    def validate_billings(self, value: Sequence[Mapping[str, Any]]) -> Any:
        return _once(value, [billing["id"] for billing in value])

    def validate_transaction_ids(self, value: Sequence[Any]) -> Any:
        return _once(value, value)


def _once(value: Sequence[Any], ids: Sequence[Any]) -> Sequence[Any]:
    """The value, unless one id stands in it twice."""
    fault = serializers.ErrorDetail("Name each only once.", code="duplicate")
    repeated = {str(index): [fault] for index, id in enumerate(ids) if id in ids[:index]}
    if repeated:
        raise serializers.ValidationError(repeated)
    return value
