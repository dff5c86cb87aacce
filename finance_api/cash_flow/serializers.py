"""The shape of a cash flow (rest-api.md §1.8)."""

from rest_framework import serializers

from finance_api.cash_flow.buckets import GRANULARITIES
from finance_api.rest.fields import SignedMoney
from finance_api.rest.serializers import Record


class BucketRecord(Record):
    """One day, week, month or year of a cash flow."""

    bucket = serializers.CharField(
        read_only=True, help_text="Such as 2026-07-13, 2026-W28, 2026-07 or 2026."
    )
    income = SignedMoney(read_only=True, help_text="Money in, realised and projected.")
    expenses = SignedMoney(read_only=True, help_text="Money out, realised and projected.")
    net = SignedMoney(read_only=True, help_text="Income minus expenses.")
    projected_income = SignedMoney(read_only=True, help_text="The projected part of income.")
    projected_expenses = SignedMoney(read_only=True, help_text="The projected part of expenses.")
    opening_balance = SignedMoney(read_only=True)
    closing_balance = SignedMoney(read_only=True, help_text="Opening balance plus net.")
    is_future = serializers.BooleanField(
        read_only=True, help_text="True from the bucket that holds today."
    )


class OverdueRecord(Record):
    """What is expected and overdue, in and out."""

    income = SignedMoney(source="overdue_income", read_only=True)
    expenses = SignedMoney(source="overdue_expenses", read_only=True)


class CashFlowRecord(Record):
    """Buckets in their order, and what they start from."""

    granularity = serializers.ChoiceField(
        choices=list(GRANULARITIES), source="window.granularity.name", read_only=True
    )
    current_balance = SignedMoney(read_only=True, help_text="At this moment; forecasts left out.")
    today_bucket = serializers.CharField(source="window.today_key", read_only=True)
    truncated = serializers.BooleanField(
        source="window.truncated",
        read_only=True,
        help_text="The range had too many buckets and was cut to those around today.",
    )
    retroactive_overdue = OverdueRecord(
        source="*",
        read_only=True,
        help_text="What is expected and overdue; it stands in the bucket that holds today.",
    )
    buckets = BucketRecord(many=True, read_only=True)
