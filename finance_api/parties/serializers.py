"""The shapes of companies and people (rest-api §1.8)."""

from typing import Any, ClassVar

from rest_framework import serializers

from finance_api.core import documents
from finance_api.parties.models import Company, Person
from finance_api.rest.fields import Choice, Flag, Id, Instant, Text
from finance_api.rest.serializers import Body, Record, Reference, Stamped


class Cnpj(Text):
    """A CNPJ, with or without its mask; becomes its fourteen characters in upper case (R105)."""

    default_error_messages: ClassVar = {
        "invalid_cnpj": "Not a valid CNPJ: fourteen characters, the last two its check digits."
    }

    def to_internal_value(self, data: Any) -> str:
        found = documents.cnpj(super().to_internal_value(data))
        if found is None:
            self.fail("invalid_cnpj")
        return found


class Document(Text):
    """A CPF or a CNPJ, with or without its mask; becomes its bare characters (R105, R107)."""

    default_error_messages: ClassVar = {
        "invalid_document": "Not a valid CPF or CNPJ: its length or its check digits are wrong."
    }

    def to_internal_value(self, data: Any) -> str:
        found = documents.cpf_or_cnpj(super().to_internal_value(data))
        if found is None:
            self.fail("invalid_document")
        return found


class AddressRecord(Record):
    """A Brazilian address."""

    street = serializers.CharField(read_only=True, allow_null=True)
    number = serializers.CharField(read_only=True, allow_null=True)
    complement = serializers.CharField(read_only=True, allow_null=True)
    neighborhood = serializers.CharField(read_only=True, allow_null=True)
    city = serializers.CharField(read_only=True, allow_null=True)
    city_ibge_code = serializers.CharField(read_only=True, allow_null=True)
    state = serializers.CharField(read_only=True, allow_null=True)
    zip_code = serializers.CharField(read_only=True, allow_null=True)


class AddressBody(Body):
    """A Brazilian address; every part may be left out."""

    street = Text(max_length=255, required=False, allow_null=True, help_text="Street name.")
    number = Text(max_length=30, required=False, allow_null=True, help_text="Number, as text.")
    complement = Text(max_length=255, required=False, allow_null=True, help_text="Floor, room.")
    neighborhood = Text(max_length=255, required=False, allow_null=True, help_text="Bairro.")
    city = Text(max_length=255, required=False, allow_null=True, help_text="City name.")
    city_ibge_code = Text(
        max_length=10, required=False, allow_null=True, help_text="The city's IBGE code."
    )
    state = Text(
        min_length=2, max_length=2, required=False, allow_null=True, help_text="Such as SP."
    )
    zip_code = Text(max_length=10, required=False, allow_null=True, help_text="CEP.")

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """An address is replaced whole: what is left out is null."""
        return dict.fromkeys(self.fields) | super().to_internal_value(data)


class CompanyRecord(Stamped):
    id = Id(read_only=True)
    name = serializers.CharField(read_only=True)
    cnpj = serializers.CharField(read_only=True, help_text="Fourteen characters, no mask.")
    type = serializers.ChoiceField(choices=Company.TYPES, read_only=True)
    active = serializers.BooleanField(read_only=True)
    trade_name = serializers.CharField(read_only=True, allow_null=True)
    municipal_registration = serializers.CharField(read_only=True, allow_null=True)
    tax_regime = serializers.ChoiceField(
        choices=Company.TAX_REGIMES, read_only=True, allow_null=True
    )
    address = AddressRecord(read_only=True, allow_null=True)


class CompanyUpdate(Body):
    name = Text(max_length=255, trim_whitespace=True, help_text="Legal name.")
    active = Flag(
        required=False,
        help_text="An inactive company takes no new records. Another active company may then have "
        "its CNPJ.",
    )
    trade_name = Text(max_length=255, required=False, allow_null=True, help_text="Nome fantasia.")
    municipal_registration = Text(
        max_length=30, required=False, allow_null=True, help_text="Inscrição municipal."
    )
    tax_regime = Choice(
        choices=Company.TAX_REGIMES, required=False, allow_null=True, help_text="Its tax regime."
    )
    address = AddressBody(
        required=False, allow_null=True, help_text="Replaced whole; null clears it."
    )


class CompanyCreation(CompanyUpdate):
    cnpj = Cnpj(
        max_length=20,
        help_text="With or without mask, letters allowed. Unique among active companies. It never "
        "changes, and says whether the company is the matriz or a filial.",
    )
    active = None  # type: ignore[assignment]  # a company starts active


class PersonRecord(Stamped):
    id = Id(read_only=True)
    company_id = Id(read_only=True)
    name = serializers.CharField(read_only=True)
    legal_name = serializers.CharField(read_only=True, allow_null=True)
    nickname = serializers.CharField(read_only=True, allow_null=True)
    kind = serializers.ChoiceField(choices=Person.KINDS, read_only=True, allow_null=True)
    document_type = serializers.ChoiceField(
        choices=Person.DOCUMENT_TYPES, read_only=True, allow_null=True
    )
    document_number = serializers.CharField(
        read_only=True, allow_null=True, help_text="CPF or CNPJ without its mask."
    )
    is_customer = serializers.BooleanField(read_only=True)
    is_supplier = serializers.BooleanField(read_only=True)
    active = serializers.BooleanField(read_only=True)
    emails = serializers.ListField(child=serializers.CharField(), read_only=True)
    phones = serializers.ListField(child=serializers.CharField(), read_only=True)
    notes = serializers.CharField(read_only=True, allow_null=True)
    updated_at = Instant(read_only=True)


class PersonUpdate(Body):
    name = Text(max_length=255, trim_whitespace=True, help_text="The name it is found by.")
    legal_name = Text(max_length=255, required=False, allow_null=True, help_text="Razão social.")
    nickname = Text(max_length=255, required=False, allow_null=True, help_text="Nome fantasia.")
    kind = Choice(
        choices=Person.KINDS,
        required=False,
        allow_null=True,
        help_text="A natural or a juridical person. Follows from the document when left out.",
    )
    document_type = Choice(
        choices=Person.DOCUMENT_TYPES,
        required=False,
        allow_null=True,
        help_text="Follows from the document's length; may be left out.",
    )
    document_number = Document(
        max_length=20,
        required=False,
        allow_null=True,
        help_text="CPF or CNPJ, with or without mask. Unique in the company.",
    )
    is_customer = Flag(required=False, help_text="Whether it may be the person of a receivable.")
    is_supplier = Flag(required=False, help_text="Whether it may be the person of a payable.")
    active = Flag(required=False, help_text="An inactive person cannot be newly used.")
    notes = Text(max_length=2000, required=False, allow_null=True, help_text="Free text.")


class PersonCreation(PersonUpdate):
    company_id = Reference(Company, source="company", help_text="The company it belongs to.")
