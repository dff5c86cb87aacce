"""What may be done with automatic rules, whoever asks (rest-api §2.12). What they do to others is
in `matching.py`."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Max

from finance_api.automation.models import AutomaticRule
from finance_api.core import records
from finance_api.core.errors import Issue, Unprocessable
from finance_api.core.references import require_active
from finance_api.core.warrant import Warrant
from finance_api.parties.models import Company

CRITERIA: Final = (
    "account",
    "transaction_type",
    "match_person",
    "description_contains",
    "notes_contains",
)
ACTIONS: Final = (
    "set_description",
    "set_person",
    "set_category",
    "set_center",
    "set_expected_account",
)
#: What a rule refers to, and the words of the wire for it.
_REFERENCES: Final[Mapping[str, str]] = {
    "account": "account_id",
    "match_person": "match_person_id",
    "set_person": "set_person_id",
    "set_category": "set_category_id",
    "set_center": "set_classification_center_id",
    "set_expected_account": "set_expected_account_id",
}
#: What only rules of one scope have.
_ONLY_OF: Final[Mapping[str, str]] = {"account": "transactions", "set_expected_account": "billings"}


def create_rule(warrant: Warrant, *, company: Company, scope: str, **values: Any) -> AutomaticRule:
    """A rule behind all others of its company and scope; `values` are further columns.

    Raises `Unprocessable` without a criterion or without anything to set, for what the scope does
    not have, for records of another company, and for inactive ones (R29).
    """
    require_active(company)
    _judge(company, scope, values, values)
    last = _of(warrant, company, scope).aggregate(last=Max("position"))["last"]
    return records.create(
        warrant, AutomaticRule, company=company, scope=scope, position=(last or 0) + 1, **values
    )


def change_rule(warrant: Warrant, rule: AutomaticRule, **values: Any) -> AutomaticRule:
    """Write the values, named as the model's columns; company, scope and position stay. The rule
    is locked by the caller. Raises as `create_rule` does."""
    changed = {name: value for name, value in values.items() if getattr(rule, name) != value}
    if not changed.keys().isdisjoint((*CRITERIA, *ACTIONS)):
        after = {name: changed.get(name, getattr(rule, name)) for name in (*CRITERIA, *ACTIONS)}
        _judge(rule.company, rule.scope, after, changed)
    return records.change(warrant, rule, **changed)


def reorder(
    warrant: Warrant, *, company: Company, scope: str, ordered_ids: Sequence[uuid.UUID]
) -> None:
    """Number a company's rules of one scope 1, 2, 3 … in the order given.

    Raises `Unprocessable` unless each of them is named exactly once and nothing else is.
    """
    rules = {rule.pk: rule for rule in records.lock(_of(warrant, company, scope))}
    if len(ordered_ids) != len(rules) or set(ordered_ids) != set(rules):
        raise Unprocessable(
            "ordered_ids must name every rule of the company and scope exactly once. List them "
            "first.",
            details={"rules": len(rules)},
        )
    for position, id in enumerate(ordered_ids, 1):
        records.change(warrant, rules[id], position=position)


def _of(warrant: Warrant, company: Company, scope: str) -> Any:
    """The rules of a company and scope, with nobody adding or moving one until we are done."""
    records.locked(Company.objects.within(warrant), company.pk, "company")
    return AutomaticRule.objects.within(warrant).filter(company=company, scope=scope)


def _judge(company: Company, scope: str, rule: Mapping[str, Any], new: Mapping[str, Any]) -> None:
    """Judge a rule as it will be; `new` is what it newly says."""
    for names, missing in ((CRITERIA, "criterion"), (ACTIONS, "action")):
        if all(rule.get(name) is None for name in names):
            wire = ", ".join(_REFERENCES.get(name, name) for name in names)
            raise Unprocessable(f"A rule needs at least one {missing}. Send one of: {wire}.")
    issues = [
        Issue(wire, code, message)
        for name, wire in _REFERENCES.items()
        if rule.get(name) is not None
        for code, unfit, message in _FAULTS
        if unfit(company, scope, name, rule[name])
    ]
    if issues:
        raise Unprocessable(
            "The rule refers to what it cannot. Correct the fields named in details.issues.",
            details={"issues": [issue.as_dict() for issue in issues]},
        )
    for name in ACTIONS:
        if name in _REFERENCES and name != "set_category" and new.get(name) is not None:
            require_active(new[name])


_FAULTS: Final[Sequence[tuple[str, Callable[[Company, str, str, Any], bool], str]]] = (
    (
        "scope",
        lambda company, scope, name, row: _ONLY_OF.get(name, scope) != scope,
        "Rules of this scope do not have it.",
    ),
    (
        "company",
        lambda company, scope, name, row: row.company_id not in (None, company.pk),
        "It does not belong to the company of the rule.",
    ),
)
