"""What refers to a record, read from the models themselves: counted, emptied or removed with it, as
each reference's `on_delete` says (rest-api §2.13).

A noun above takes part without being named below. Every function expects the record to be locked.
"""

from collections.abc import Iterator
from functools import reduce
from graphlib import TopologicalSorter
from operator import or_
from typing import Any

from django.db import models
from django.db.models import Count, Q

from finance_api.core import records
from finance_api.core.errors import Unprocessable
from finance_api.core.models import WorkspaceModel, WorkspaceRow
from finance_api.core.warrant import Warrant


def usage_of(row: WorkspaceRow) -> dict[str, int]:
    """How many rows hold on to this one (`PROTECT`), by the word their model counts them as; a word
    with nothing to count is there with 0. One statement per model."""
    usage: dict[str, int] = {}
    for model, names in _referrers(row, models.PROTECT).items():
        refers = reduce(or_, (Q(**{name: row}) for name in names))
        words = model.counted_as or {str(model._meta.verbose_name_plural).replace(" ", "_"): Q()}
        counts = {word: Count("pk", filter=which or None) for word, which in words.items()}
        found = model.objects.within(row).filter(refers).aggregate(**counts)
        for word, count in found.items():
            usage[word] = usage.get(word, 0) + count
    return usage


def require_unused(row: WorkspaceRow, usage: dict[str, int]) -> None:
    """Refuse to delete what is in use: 422, `{"reason": "in_use", "usage": {word: count}}`."""
    if any(usage.values()):
        raise Unprocessable(
            f"The {row._meta.verbose_name} is in use, so it cannot be deleted. "
            "Change what uses it first, or deactivate it.",
            details={"reason": "in_use", "usage": usage},
        )


def require_active(row: Any) -> None:
    """Refuse to use an inactive record for something new; where it is used already, it stays
    (R29)."""
    if not row.active:
        raise Unprocessable(
            f"The {row._meta.verbose_name} is inactive. Reactivate it, or use another one."
        )


def detach(warrant: Warrant, row: WorkspaceRow) -> None:
    """Empty every reference that does not outlive the row (`SET_NULL`), stamped and logged."""
    for model, names in _referrers(row, models.SET_NULL).items():
        if not issubclass(model, WorkspaceModel):
            continue
        for name in names:
            records.detach(warrant, model.objects.within(row).filter(**{name: row}), name)


def remove_dependents(warrant: Warrant, row: WorkspaceRow) -> None:
    """Remove the records that go with the row (`CASCADE`), each logged; first those that refer to
    others among them."""
    referrers = _referrers(row, models.CASCADE)
    for model in _referring_first(list(referrers)):
        if not issubclass(model, WorkspaceModel):
            continue
        for name in referrers[model]:
            rows = list(records.lock(model.objects.within(row).filter(**{name: row})))
            for each in _leaves_first(rows):
                records.remove(warrant, each)


def _referrers(row: WorkspaceRow, on_delete: Any) -> dict[type[WorkspaceRow], list[str]]:
    """The models with references of this kind to the row's model, and the names of those."""
    found: dict[type[WorkspaceRow], list[str]] = {}
    for relation in row._meta.get_fields(include_hidden=True):
        if (
            isinstance(relation, models.ManyToOneRel)
            and relation.on_delete is on_delete
            and issubclass(relation.related_model, WorkspaceRow)
        ):
            found.setdefault(relation.related_model, []).append(relation.field.name)
    return found


def _referring_first(found: list[type[WorkspaceRow]]) -> Iterator[type[WorkspaceRow]]:
    """The models, none before one that refers to it."""
    order: TopologicalSorter[type[WorkspaceRow]] = TopologicalSorter(dict.fromkeys(found, ()))
    for model in found:
        for target in _targets(model):
            if target in found and target is not model:
                order.add(target, model)
    yield from order.static_order()


def _leaves_first(rows: list[WorkspaceModel]) -> list[WorkspaceModel]:
    """Rows of one model, none before one that refers to it."""
    named = {
        getattr(row, field.attname)
        for row in rows
        for field in row._meta.concrete_fields
        if field.related_model is type(row)
    }
    leaves = [row for row in rows if row.pk not in named]
    rest = [row for row in rows if row.pk in named]
    return leaves + (_leaves_first(rest) if leaves else rest)


def _targets(model: type[WorkspaceRow]) -> set[Any]:
    return {field.related_model for field in model._meta.concrete_fields if field.is_relation}
