"""The shapes of a transfer (rest-api.md §1.8)."""

from rest_framework import serializers

from finance_api.core.models import CHANNELS
from finance_api.rest.fields import CalendarDate, Flag, Id, Money, Text
from finance_api.rest.serializers import Body, Record


class TransferRecord(Record):
    """A transfer, by its two transactions."""

    transfer_id = Id(source="debit.transfer_id", read_only=True)
    from_account_id = Id(source="debit.account_id", read_only=True)
    to_account_id = Id(source="credit.account_id", read_only=True)
    from_transaction_id = Id(
        source="debit.id", read_only=True, help_text="The leg that takes the money: a debit."
    )
    to_transaction_id = Id(
        source="credit.id", read_only=True, help_text="The leg that brings it: a credit."
    )
    amount = Money(source="debit.amount", read_only=True)
    occurred_at = CalendarDate(source="debit.occurred_at", read_only=True)
    competence_date = CalendarDate(source="debit.competence_date", read_only=True)
    description = serializers.CharField(source="debit.description", read_only=True)
    notes = serializers.CharField(source="debit.notes", read_only=True, allow_null=True)
    is_pending = serializers.BooleanField(
        source="debit.is_pending", read_only=True, help_text="A forecast: outside both balances."
    )
    created_via = serializers.ChoiceField(
        choices=CHANNELS,
        source="debit.created_via",
        read_only=True,
        help_text="The channel it was created through.",
    )
    updated_via = serializers.ChoiceField(
        choices=CHANNELS,
        source="debit.updated_via",
        read_only=True,
        help_text="The channel of its last change.",
    )


class TransferCreation(Body):
    """From which account to which, how much and when."""

    from_account_id = Id(help_text="The account the money leaves; active, and of a company.")
    to_account_id = Id(
        help_text="The account it reaches: another one, active, of the same or another company."
    )
    amount = Money(help_text='Positive decimal string in BRL, such as "420.50".')
    occurred_at = CalendarDate(
        help_text="The day the money leaves one account and reaches the other, such as 2026-01-24."
    )
    competence_date = CalendarDate(
        required=False, allow_null=True, help_text="Accrual date; occurred_at if left out or null."
    )
    description = Text(max_length=500, help_text="What the transfer is for.")
    notes = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=2000,
        help_text="Anything else worth keeping.",
    )
    is_pending = Flag(
        required=False, help_text="A forecast: outside both balances and the aggregates."
    )
