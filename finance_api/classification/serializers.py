"""The shapes of categories and classification centers (rest-api §1.8)."""

from rest_framework import serializers

from finance_api.classification.models import Category, Center
from finance_api.rest.fields import Choice, Flag, Id, Text
from finance_api.rest.serializers import Body, Reference, Stamped


class CategoryRecord(Stamped):
    id = Id(read_only=True)
    company_id = Id(read_only=True)
    name = serializers.CharField(read_only=True)
    parent_id = Id(read_only=True, allow_null=True)
    level = serializers.IntegerField(read_only=True, help_text="1 for a root, at most 3.")
    type = serializers.ChoiceField(choices=Category.TYPES, read_only=True)


class CategoryUpdate(Body):
    name = Text(max_length=255, trim_whitespace=True, help_text="The name it is found by.")
    type = Choice(
        choices=Category.TYPES,
        help_text="debit for what is paid, credit for what is received. Below a parent, its type.",
    )


class CategoryCreation(CategoryUpdate):
    company_id = Reference(
        "finance_api.Company", source="company", help_text="The company whose chart it belongs to."
    )
    parent_id = Reference(
        Category,
        source="parent",
        required=False,
        allow_null=True,
        help_text="The category above, at level 1 or 2; null or left out for a root.",
    )


class CenterRecord(Stamped):
    id = Id(read_only=True)
    company_id = Id(read_only=True)
    name = serializers.CharField(read_only=True)
    type = serializers.ChoiceField(choices=Center.TYPES, read_only=True)
    description = serializers.CharField(read_only=True, allow_null=True)
    active = serializers.BooleanField(read_only=True)


class CenterUpdate(Body):
    name = Text(max_length=255, trim_whitespace=True, help_text="The name it is found by.")
    type = Choice(
        choices=Center.TYPES,
        help_text="cost for payables and debits, revenue for receivables and credits, or both.",
    )
    description = Text(max_length=500, required=False, allow_null=True, help_text="Free text.")
    active = Flag(required=False, help_text="An inactive center cannot be newly used.")


class CenterCreation(CenterUpdate):
    company_id = Reference(
        "finance_api.Company", source="company", help_text="The company it belongs to."
    )
