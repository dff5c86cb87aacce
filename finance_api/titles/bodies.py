"""What a client sends to create or change a payable or a receivable (rest-api §1.8)."""

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from finance_api.core import money
from finance_api.ledger.models import Account
from finance_api.ledger.serializers import ClassifiedBody
from finance_api.parties.models import Company
from finance_api.rest.exceptions import REFERENCE
from finance_api.rest.fields import CalendarDate, Choice, Flag, Id, LooseMoney, Money, Text, Whole
from finance_api.rest.serializers import Body, Reference
from finance_api.taxes.models import Tax
from finance_api.titles import series
from finance_api.titles.models import CHARGE_KINDS, PaymentOrder, Title
from finance_api.titles.sides import PAYABLE, RECEIVABLE, Side
from finance_api.titles.tax_charges import Levy


class StatusCommand(Choice):
    """The wire's word for the status a title shall have; becomes the stored one."""

    def __init__(self, side: Side, **kwargs: Any) -> None:
        self.stored: Mapping[str, str] = side.statuses
        super().__init__(choices=list(side.statuses), **kwargs)

    def to_internal_value(self, data: Any) -> str:
        return self.stored[super().to_internal_value(data)]


@extend_schema_field({"type": "number", "minimum": 0})
class Number(serializers.Field):  # type: ignore[type-arg]
    """A number handed on to the tax authority as it was sent; nothing here computes with it."""

    def to_internal_value(self, data: Any) -> Any:
        number = isinstance(data, int | Decimal) and not isinstance(data, bool)
        if not number or not 0 <= data <= money.LARGEST or not money.has_at_most(4, Decimal(data)):
            raise serializers.ValidationError(
                "Send a number of zero or more with at most four decimals.", code="invalid_number"
            )
        return json.loads(str(data))


def _text(longest: int, help_text: str) -> Text:
    return Text(
        required=False, allow_null=True, allow_blank=True, max_length=longest, help_text=help_text
    )


def _date(help_text: str) -> CalendarDate:
    return CalendarDate(required=False, allow_null=True, help_text=help_text)


def _choice(column: str, help_text: str, model: Any = PaymentOrder) -> Choice:
    """One of the column's choices, or null."""
    choices = [value for value, _ in model._meta.get_field(column).choices]
    return Choice(choices=choices, required=False, allow_null=True, help_text=help_text)


def _loose(help_text: str) -> LooseMoney:
    return LooseMoney(zero=True, required=False, allow_null=True, help_text=help_text)


def _number(help_text: str) -> Number:
    return Number(required=False, allow_null=True, help_text=help_text)


def _account(source: str, help_text: str) -> Reference:
    return Reference(Account, source=source, required=False, allow_null=True, help_text=help_text)


class TaxChargeBody(Body):
    """One tax on the title, with its own amount."""

    tax_id = Id(help_text="A tax of the workspace; each at most once.")
    amount = LooseMoney(zero=True, help_text="This tax in BRL, rounded to the cent on its own.")
    withholding = Flag(
        required=False,
        help_text="Withheld from the payment, or only for information; the tax's default.",
    )


class TitleBody(ClassifiedBody):
    """What both sides may send, at creation and later."""

    description = Text(max_length=500, help_text="What it is for, as the list shows it.")
    amount = Money(
        help_text='What is owed in BRL, such as "420.50"; of installments, the total of the series.'
    )
    due_date = CalendarDate(
        help_text="When it falls due, such as 2026-01-24; the anchor of a series."
    )
    competence_date = CalendarDate(
        required=False, help_text="The accrual date; due_date if it is left out."
    )
    type = Choice(
        choices=["normal", "recurring", "installment"],
        required=False,
        help_text="recurring needs recurrence_period, installment needs total_installments; fixed "
        "once created.",
    )
    recurrence_period = Choice(
        choices=list(series.PERIODS),
        required=False,
        allow_null=True,
        help_text="Of a recurring title: makes 52 weekly, 26 biweekly, 12 monthly, 4 quarterly or "
        "2 yearly records, each with the full amount.",
    )
    total_installments = Whole(
        min_value=2,
        max_value=series.MOST_INSTALLMENTS,
        required=False,
        allow_null=True,
        help_text="Of an installment title: the amount is divided over so many monthly parcels.",
    )
    financial_account_id = _account(
        "account", "The account it is settled on: active, of the same company or the workspace."
    )
    expected_account_id = _account(
        "expected_account", "The account it is expected to be settled on, for the forecast."
    )
    document = _text(100, "A free reference.")
    document_number = _text(100, "The number of the fiscal document.")
    document_date = _date("The date of the fiscal document.")
    notes = _text(2000, "Free text.")
    ir_relevant = Flag(
        required=False, allow_null=True, help_text="Whether it matters for the income tax return."
    )
    tax_charges = TaxChargeBody(  # type: ignore[call-arg]
        many=True,
        required=False,
        max_length=50,
        source="levies",
        help_text="Replaces all tax charges; an empty array clears them, leaving it out leaves "
        "them untouched. What is withheld may not exceed the amount.",
    )

    def validate_tax_charges(self, rows: list[dict[str, Any]]) -> list[Levy]:
        """The taxes of all charges in one statement."""
        found = Tax.objects.within(self.context["access"]).in_bulk({row["tax_id"] for row in rows})
        missing = serializers.ErrorDetail("No such tax in this workspace.", code=REFERENCE)
        faults: dict[str, Any] = {
            str(index): {"tax_id": [missing]}
            for index, row in enumerate(rows)
            if row["tax_id"] not in found
        }
        if faults:
            raise serializers.ValidationError(faults)
        return [_levy(found[row["tax_id"]], row) for row in rows]


def _levy(tax: Tax, row: Mapping[str, Any]) -> Levy:
    return Levy(tax, row["amount"], row.get("withholding", tax.default_withholding))


class TitleCreation(TitleBody):
    company_id = Reference(Company, source="company", help_text="The company that owes or is owed.")


class TitleUpdate(TitleBody):
    payment_date = _date(
        "When the money moved. Required when settling; null while the title is pending."
    )
    interest_amount = _loose("Interest and penalty added to the amount.")
    discount_amount = _loose("Discount taken off the amount.")
    ticket_amount = _loose(
        "What really moved; the transaction has this amount, or else the nominal amount."
    )


_STATUS = "Settles, cancels, or reverts to pending. A person confirms."


class TaxData(Body):
    """What a tax payment slip needs beyond the amount."""

    tax_code = _text(100, "Revenue code (código da receita) of a DARF or GPS.")
    reference_number = _text(100, "Reference (número de referência) of a DARF or GRU.")
    taxpayer_type = _text(100, "Kind of document the taxpayer has, of a DARF or GPS.")
    taxpayer_number = _text(100, "CPF or CNPJ of the taxpayer.")
    taxpayer_name = _text(255, "Legal name of the taxpayer.")
    calculation_date = _text(100, "Período de apuração of a DARF, such as 2026-01-24.")
    competence_date = _text(100, "Mês de competência of a GPS.")
    expire_at = _text(100, "Due date of a DARF, GRU or GPS.")
    contributor_code = _text(100, "Who contributes, by the code of the FGTS slip.")
    fgts_code = _text(100, "Identifier of the FGTS slip.")
    collection_code = _text(100, "Código de recolhimento of the FGTS.")
    pis_pasep_number = _text(100, "PIS/PASEP of the worker, for the FGTS.")
    connectivity_seal = _text(100, "Lacre de Conectividade Social of the FGTS.")
    fine_amount = _number("Fine (multa) in BRL.")
    interest_amount = _number("Interest (juros) in BRL.")
    gross_income_amount = _number("Gross income (receita bruta) in BRL, of a DARF.")
    total_amount = _number("Total of a GRU, in BRL.")
    discount_amount = _number("Discount in BRL.")
    other_deduction_amount = _number("Other deductions in BRL.")
    other_addition_amount = _number("Other additions in BRL.")
    other_entities_amount = _number("Value for other entities, of a GPS, in BRL.")
    monetary_update_amount = _number("Monetary correction in BRL.")
    jam_percentage = _number("JAM percentage of the FGTS: interest and monetary correction.")


class PaymentBody(Body):
    """How a payable is to be paid; what only payables have."""

    payment_method_kind = _choice(
        "payment_method_kind", "How it is to be paid; says which coordinates the bank needs.", Title
    )
    operation_kind = _choice("operation_kind", "A payment or a transfer.", Title)
    barcode = _text(255, "Barcode or digitable line of a bank slip or a utility bill.")
    pix_copia_e_cola = _text(2000, "The text of a Pix QR code, in place of a key.")
    pix_key = _text(255, "Pix key of the beneficiary.")
    pix_key_type = _choice("pix_key_type", "Kind of the Pix key; never guessed.")
    bank_code = _text(30, "COMPE code of the beneficiary's bank; leading zeros matter.")
    bank_ispb = _text(8, "ISPB of the beneficiary's bank, eight digits.")
    agency = _text(50, "Branch of the beneficiary's account.")
    agency_digit = _text(5, "Check digit of the branch.")
    account_number = _text(50, "Number of the beneficiary's account.")
    account_digit = _text(5, "Check digit of the account.")
    transfer_purpose = _text(100, "Finalidade of a TED, where the bank asks for one.")
    tax_kind = _choice("tax_kind", "Which tax slip it is, of a tribute.")
    tax_data = TaxData(
        required=False,
        allow_null=True,
        help_text="What the tax slip says, of a tribute without a barcode. Replaced whole.",
    )
    beneficiary_name = _text(255, "Who receives the money.")
    beneficiary_document = _text(20, "CPF or CNPJ of who receives the money.")
    scheduled_to = _date("The day the bank shall pay, such as 2026-01-24; at once without it.")


class PayableCreation(PaymentBody, TitleCreation):
    """A bill to pay."""


class PayableUpdate(PaymentBody, TitleUpdate):
    """What changes of a payable."""

    status = StatusCommand(PAYABLE, required=False, help_text=_STATUS)


class ReceivableBody(Body):
    """What only receivables have."""

    payment_method_kind = Choice(
        choices=list(RECEIVABLE.payment_methods),
        required=False,
        allow_null=True,
        help_text="How the customer pays.",
    )


class ReceivableCreation(ReceivableBody, TitleCreation):
    """An amount to receive."""


class ReceivableUpdate(ReceivableBody, TitleUpdate):
    """What changes of a receivable."""

    status = StatusCommand(RECEIVABLE, required=False, help_text=_STATUS)


class ChargeRequest(Body):
    """How the customer is charged."""

    kind = Choice(
        choices=list(CHARGE_KINDS),
        help_text="bank_billet issues a bank slip, pix a Pix copy-and-paste code.",
    )
