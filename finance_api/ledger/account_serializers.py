"""The shapes of a financial account and of an adjustment of its balance (rest-api.md §1.8)."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from finance_api.classification.models import Category
from finance_api.ledger.balance import BALANCE
from finance_api.ledger.models import Bank
from finance_api.parties.models import Company
from finance_api.rest.exceptions import REFERENCE
from finance_api.rest.fields import CalendarDate, Choice, Flag, Id, SignedMoney, Text
from finance_api.rest.serializers import Body, Record, Reference, Stamped

ACCOUNT_TYPES = ("checking", "savings", "cash", "investment", "credit")


class BankSummary(serializers.Serializer):  # type: ignore[type-arg]
    code = serializers.CharField(read_only=True, help_text="COMPE code, three digits.")
    name = serializers.CharField(read_only=True)


class AccountRow(Stamped):
    needs: ClassVar = {"bank": ("bank__code", "bank__name")}

    id = Id(read_only=True)
    company_id = Id(
        read_only=True, allow_null=True, help_text="Null: the account is the workspace's at large."
    )
    name = serializers.CharField(read_only=True)
    type = serializers.ChoiceField(choices=ACCOUNT_TYPES, read_only=True)
    bank_id = Id(read_only=True, allow_null=True)
    bank = BankSummary(read_only=True, allow_null=True)
    agency = serializers.CharField(read_only=True, allow_null=True)
    agency_digit = serializers.CharField(read_only=True, allow_null=True)
    account_number = serializers.CharField(read_only=True, allow_null=True)
    account_digit = serializers.CharField(read_only=True, allow_null=True)
    active = serializers.BooleanField(read_only=True)
    disable_reconcile = serializers.BooleanField(
        read_only=True, help_text="Whether its transactions are left out of reconciliation."
    )


class AccountRecord(AccountRow):
    annotations: ClassVar = {"balance": BALANCE}

    balance = SignedMoney(
        read_only=True,
        help_text="Opening balance plus credits minus debits at this moment; forecasts left out.",
    )


class BankReference(serializers.Field):  # type: ignore[type-arg]
    """A bank of the catalogue by one of its columns; becomes the bank. One statement."""

    column: ClassVar[str]
    shape: ClassVar[type[serializers.Field[Any, Any, Any, Any]]]

    def to_internal_value(self, data: Any) -> Bank:
        value = self.shape().run_validation(data)
        bank = Bank.objects.filter(**{self.column: value}).first()
        if bank is None:
            raise serializers.ValidationError(
                "No such bank. List the banks and send the id or the code of one.", code=REFERENCE
            )
        return bank


@extend_schema_field({"type": "string", "format": "uuid"})
class BankById(BankReference):
    column, shape = "id", Id


@extend_schema_field({"type": "string", "minLength": 1})
class BankByCode(BankReference):
    column, shape = "code", Text


class AccountBody(Body):
    exclusive = (("bank_id", "bank_code"),)

    company_id = Reference(
        Company,
        source="company",
        help_text="The company it belongs to; fixed once the account is in use.",
    )
    name = Text(max_length=255, help_text="What people call it.")
    type = Choice(choices=ACCOUNT_TYPES, help_text="What kind of account it is.")
    bank_id = BankById(
        source="bank",
        required=False,
        allow_null=True,
        help_text="Id of its bank; excludes bank_code.",
    )
    bank_code = BankByCode(
        source="bank",
        required=False,
        help_text='COMPE code of its bank, such as "001"; excludes bank_id.',
    )
    agency = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=50,
        help_text="Branch number (agência), without its check digit.",
    )
    agency_digit = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=5,
        help_text="Check digit of the branch number.",
    )
    account_number = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=50,
        help_text="Account number, without its check digit.",
    )
    account_digit = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=5,
        help_text="Check digit of the account number.",
    )
    disable_reconcile = Flag(
        required=False, help_text="Whether its transactions are left out of reconciliation."
    )


class AccountUpdate(AccountBody):
    active = Flag(required=False, help_text="An inactive account cannot be newly used.")


class AccountCreation(AccountBody):
    balance = SignedMoney(
        source="opening_balance",
        required=False,
        help_text='Opening balance, "0.00" if left out; afterwards only transactions move it.',
    )


class BalanceAdjustmentBody(Body):
    target_balance = SignedMoney(help_text="The balance the account shall have.")
    category_id = Reference(
        Category,
        source="category",
        help_text="A category of the account's company: of type credit when the balance goes up, "
        "debit when it goes down.",
    )
    occurred_at = CalendarDate(
        required=False,
        help_text="The day of the adjustment, such as 2026-01-24; today in São Paulo if left out.",
    )
    description = Text(required=False, max_length=500, help_text='"Ajuste de saldo" if left out.')


class BalanceAdjustmentRecord(Record):
    transaction_id = Id(read_only=True, help_text="The transaction that makes the difference.")
    difference = SignedMoney(read_only=True, help_text="Target minus previous balance.")
    previous_balance = SignedMoney(read_only=True)
    new_balance = SignedMoney(read_only=True)
