"""What classifies an amount: its person, its category, and its center or its split over centers.

Titles and transactions read it from a body the same way: `ClassifiedBody` judges the shape,
`classify` resolves names and parts, `require_coherent` judges that they go with the company and the
direction.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

from finance_api.classification.allocation import FIELD, Part, check_company, check_polarity
from finance_api.classification.models import Category, Center
from finance_api.classification.naming import category_named, center_named
from finance_api.core.errors import Unprocessable
from finance_api.core.references import require_active
from finance_api.core.warrant import Warrant
from finance_api.parties.models import Company, Person
from finance_api.parties.naming import person_named

Type = Literal["debit", "credit"]
SIDES: Mapping[str, Literal["cost", "revenue"]] = {"debit": "cost", "credit": "revenue"}


class Classified(Protocol):
    """A stored record with a classification: a transaction or a title."""

    person_id: Any
    center: Any
    center_id: Any
    allocations: Any


def classify(
    warrant: Warrant,
    company: Company,
    data: Mapping[str, Any],
    type: Type,
    current: Classified | None = None,
) -> dict[str, Any]:
    """The validated data of a `ClassifiedBody` with its classification resolved.

    `debit` goes with suppliers, debit categories and centers of cost; `credit` with customers,
    credit categories and centers of revenue. `person_name`, `category_name` and
    `classification_center_name` become `person`, `category` and `center`, found or made in the
    company (rest-api §2.3). `classification_centers` becomes `parts`, a list of `Part`: present
    only if it was sent, empty to clear the split. A split that is not empty overrides the single
    center (§2.4).

    `current` is the record being changed: what it already refers to may be inactive, what is newly
    used may not (R29). Raises `Unprocessable`, and `SecurityBlocked` where a record may not be made
    (K14).
    """
    if current is None:
        require_active(company)
    found = dict(data)
    person_name = found.pop("person_name", None)
    category_name = found.pop("category_name", None)
    center_name = found.pop("classification_center_name", None)
    rows = found.pop(FIELD, None)
    if person_name is not None:
        found["person"] = person_named(warrant, company, person_name, supplier=type == "debit")
    if category_name is not None:
        found["category"] = category_named(warrant, company, category_name, type)
    if rows:
        found.pop("center", None)
    elif center_name is not None:
        found["center"] = center_named(warrant, company, center_name, SIDES[type])
    if rows is not None:
        found["parts"] = [
            Part(row["center"], row.get("percentage"), row.get("amount")) for row in rows
        ]
    _require_usable(found, current)
    return found


def require_coherent(
    company_id: uuid.UUID,
    type: str,
    *,
    category: Category | None,
    person: Person | None,
    centers: Iterable[Center],
) -> None:
    """Category, person and centers are the company's, and of the amount's direction. Raises
    `Unprocessable` (R29)."""
    centers = list(centers)
    if category is not None:
        if category.company_id != company_id:
            raise Unprocessable("category does not belong to the given company.")
        if category.type != type:
            raise Unprocessable(
                f"A category of the other type cannot be used here. Use one of type {type}."
            )
    if person is not None and person.company_id != company_id:
        raise Unprocessable("person does not belong to the given company.")
    check_company(company_id, centers)
    check_polarity(centers, SIDES[type])


def parts_after(
    current: Classified,
    stored: Sequence[Part],
    sent: Sequence[Part] | None,
    values: Mapping[str, Any],
) -> Sequence[Part] | None:
    """The split to store when `current` takes the values: the one sent, none where another single
    center takes its place, the stored one once more where the amount changed (R17), and nothing to
    store otherwise."""
    if sent is not None or not stored:
        return sent
    if "center" in values and values["center"] != current.center:
        return ()
    return stored if "amount" in values else None


def _require_usable(found: Mapping[str, Any], current: Classified | None) -> None:
    person: Person | None = found.get("person")
    if person is not None and (current is None or current.person_id != person.pk):
        require_active(person)
    centers: list[Center] = [part.center for part in found.get("parts", ())]
    if found.get("center") is not None:
        centers.append(found["center"])
    inactive = [center for center in centers if not center.active]
    used = _centers_of(current) if inactive and current is not None else ()
    for center in inactive:
        if center.pk not in used:
            require_active(center)


def _centers_of(current: Classified) -> set[uuid.UUID]:
    return {current.center_id, *current.allocations.values_list("center_id", flat=True)}
