"""Applying a company's rules to a record that is about to be entered (rest-api §2.12).

Called by whoever enters transactions and titles, with the values the record will have; what comes
back are the values to store. A rule sets: what it names replaces what was sent.
"""

import uuid
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal

from django.db.models import QuerySet

from finance_api.automation.models import AutomaticRule
from finance_api.classification.models import Category, Center
from finance_api.core.compiled import Compiled
from finance_api.core.models import WorkspaceRow
from finance_api.core.warrant import Warrant

Scope = Literal["transactions", "billings"]
Type = Literal["debit", "credit"]
Values = Mapping[str, Any]

#: Which kinds of center go with money out and money in.
_CENTER_TYPES: Final[Mapping[Type, tuple[str, str]]] = {
    "debit": ("cost", "both"),
    "credit": ("revenue", "both"),
}
#: What a rule sets, and the column of the record that takes it.
_COLUMNS: Final[Mapping[str, str]] = {
    "set_description": "description",
    "set_person": "person",
    "set_category": "category",
    "set_center": "center",
    "set_expected_account": "expected_account",
}


def apply_rules(
    warrant: Warrant, scope: Scope, company: WorkspaceRow, type: Type, values: Values
) -> dict[str, Any]:
    """The values as the first rule that matches them leaves them; without one, as they are.

    `values` are named as the columns of a transaction or a title, `parts` its split over centers;
    `type` is debit for a payable and credit for a receivable. A rule that sets nothing the record
    can take is passed over: a category or center of the other direction, a person, center or
    account that is inactive, a single center where a split was sent. One statement.
    """
    rules = _rules().rows(workspace=warrant.workspace_id, company=company.pk, scope=scope)
    for rule in rules:
        if not _matches(rule, type, values):
            continue
        changes = _changes(rule, values)
        if changes and all(_fits(value, type, rule) for value in changes.values()):
            return {**values, **changes}
    return dict(values)


@cache
def _rules() -> Compiled:
    """The active rules of a company for a scope, in their order, with what they set."""

    def build(workspace: uuid.UUID, **values: Any) -> "QuerySet[AutomaticRule]":
        rules = AutomaticRule.objects.within(AutomaticRule(workspace_id=workspace))
        named = ("set_person", "set_category", "set_center", "set_expected_account")
        return rules.filter(active=True, **values).select_related(*named).order_by("position")

    return Compiled(build, workspace=uuid.UUID, company=uuid.UUID, scope=str)


def _matches(rule: AutomaticRule, type: Type, values: Values) -> bool:
    """Whether every criterion of the rule holds; one it does not have always does."""
    return (
        rule.account_id in (None, _key(values.get("account")))
        and rule.transaction_type in (None, type)
        and rule.match_person_id in (None, _key(values.get("person")))
        and _contains(values.get("description"), rule.description_contains)
        and _contains(values.get("notes"), rule.notes_contains)
    )


def _contains(text: str | None, part: str | None) -> bool:
    """A substring, whatever the case; the empty one is in every text."""
    return part is None or part.casefold() in (text or "").casefold()


def _key(row: WorkspaceRow | None) -> Any:
    return row and row.pk


def _changes(rule: AutomaticRule, values: Values) -> dict[str, Any]:
    """What the rule sets, by column. A split that was sent keeps its centers."""
    changes = {column: getattr(rule, name) for name, column in _COLUMNS.items()}
    if values.get("parts"):
        changes.pop("center")
    return {column: value for column, value in changes.items() if value is not None}


def _fits(value: Any, type: Type, rule: AutomaticRule) -> bool:
    """Whether a record of this direction can newly take the value (R29)."""
    usable = getattr(value, "active", True) and getattr(value, "deleted_at", None) is None
    if not usable:
        return False
    if getattr(value, "company_id", None) not in (None, rule.company_id):
        return False
    if isinstance(value, Center):
        return value.type in _CENTER_TYPES[type]
    return not isinstance(value, Category) or value.type == type
