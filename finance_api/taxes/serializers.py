"""The shapes of a tax (rest-api.md §1.8)."""

from rest_framework import serializers

from finance_api.rest.fields import Flag, Id, Percentage, Text
from finance_api.rest.serializers import Body, Stamped


class TaxRecord(Stamped):
    id = Id(read_only=True)
    name = serializers.CharField(read_only=True)
    default_rate = Percentage(read_only=True, allow_null=True)
    default_withholding = serializers.BooleanField(read_only=True)
    active = serializers.BooleanField(read_only=True)


class TaxBody(Body):
    name = Text(max_length=100, help_text="Unique in the workspace.")
    default_rate = Percentage(
        required=False, allow_null=True, help_text="A suggestion; each charge has its own amount."
    )
    default_withholding = Flag(
        required=False, help_text="Whether its charges are withheld unless they say otherwise."
    )
    active = Flag(required=False, help_text="An inactive tax cannot be newly used.")
