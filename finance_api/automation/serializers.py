"""The shapes of an automatic rule (rest-api.md §1.8)."""

from typing import Any

from rest_framework import serializers

from finance_api.classification.models import Category, Center
from finance_api.parties.models import Company, Person
from finance_api.rest.fields import Choice, Flag, Id, Instant, Text
from finance_api.rest.serializers import Body, Reference, Stamped

SCOPES = ("transactions", "billings")
TYPES = ("debit", "credit")
#: Each rule that moves is written and logged, all in one transaction.
MOST_RULES = 1_000


def _id(source: str | None = None) -> Id:
    return Id(read_only=True, allow_null=True, source=source)


def _text() -> serializers.CharField:
    return serializers.CharField(read_only=True, allow_null=True)


class RuleRecord(Stamped):
    id = Id(read_only=True)
    company_id = Id(read_only=True)
    scope = serializers.ChoiceField(choices=SCOPES, read_only=True)
    position = serializers.IntegerField(
        read_only=True, help_text="From 1; the first rule that matches is the one applied."
    )
    active = serializers.BooleanField(read_only=True)
    account_id = _id()
    transaction_type = serializers.ChoiceField(choices=TYPES, read_only=True, allow_null=True)
    match_person_id = _id()
    description_contains = _text()
    notes_contains = _text()
    set_description = _text()
    set_person_id = _id()
    set_category_id = _id()
    set_classification_center_id = _id("set_center_id")
    set_expected_account_id = _id()
    updated_at = Instant(read_only=True)


def _optional(model: Any, source: str, help_text: str, **where: Any) -> Reference:
    return Reference(
        model, where=where, source=source, required=False, allow_null=True, help_text=help_text
    )


class RuleUpdate(Body):
    active = Flag(required=False, help_text="Whether it is applied.")
    account_id = _optional(
        "finance_api.Account",
        "account",
        "Criterion: transactions on this account; only in scope transactions.",
    )
    transaction_type = Choice(
        choices=TYPES,
        required=False,
        allow_null=True,
        help_text="Criterion: money out or in; payables count as debit, receivables as credit.",
    )
    match_person_id = _optional(
        Person, "match_person", "Criterion: entered with this person.", deleted_at=None
    )
    description_contains = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=255,
        help_text="Criterion: part of the description, whatever the case; an empty text matches "
        "all.",
    )
    notes_contains = Text(
        required=False,
        allow_null=True,
        allow_blank=True,
        max_length=255,
        help_text="Criterion: part of the notes, whatever the case; an empty text matches all.",
    )
    set_description = Text(
        required=False, allow_null=True, max_length=255, help_text="The description it is given."
    )
    set_person_id = _optional(
        Person, "set_person", "The person it is given, active.", deleted_at=None
    )
    set_category_id = _optional(
        Category,
        "set_category",
        "The category it is given. Where its type is not that of the record, the rule is passed "
        "over.",
    )
    set_classification_center_id = _optional(
        Center,
        "set_center",
        "The center it is given, active; left alone where a split is sent.",
    )
    set_expected_account_id = _optional(
        "finance_api.Account",
        "set_expected_account",
        "The account a billing is expected to be settled on; only in scope billings.",
    )


class RuleCreation(RuleUpdate):
    company_id = Reference(Company, source="company", help_text="The company it is for; fixed.")
    scope = Choice(choices=SCOPES, help_text="What it is applied to; fixed.")


class RuleOrder(Body):
    company_id = Reference(Company, source="company", help_text="The company of the rules.")
    scope = Choice(choices=SCOPES, help_text="The scope of the rules.")
    ordered_ids = serializers.ListField(
        child=Id(),
        max_length=MOST_RULES,
        help_text="The ids of all rules of the company and scope, first the one to try first.",
    )
