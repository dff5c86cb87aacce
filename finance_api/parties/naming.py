"""A person by name: found in the company, or made there (rest-api §2.3)."""

from typing import Any

from finance_api.core import naming, records, references
from finance_api.core.models import WorkspaceRow
from finance_api.core.warrant import Warrant
from finance_api.parties.models import Person


def person_named(warrant: Warrant, company: WorkspaceRow, name: str, *, supplier: bool) -> Person:
    """The company's person of exactly this name, outer blanks aside, as a supplier or as a
    customer.

    One who lacks that role is given it. Of several, one with the role comes first, then the oldest.
    Raises `Unprocessable` when the only ones are inactive (R29), `SecurityBlocked` when a new
    person or a new role is needed and the workspace blocks it on this channel (K14).
    """
    name = name.strip()
    role = "is_supplier" if supplier else "is_customer"
    in_role: dict[str, Any] = {role: True}
    people = Person.objects.within(warrant).filter(company_id=company.pk, deleted_at=None)
    bearers = people.filter(name=name).order_by("-active", f"-{role}", "created_at", "id")
    person = naming.first_or_create(
        warrant,
        bearers,
        (company.pk, name),
        lambda: records.create(warrant, Person, company_id=company.pk, name=name, **in_role),
    )
    references.require_active(person)
    if not getattr(person, role):
        warrant.policy.require_allowed(warrant.channel, "edit")
        person = records.locked(people, person.pk, "person")
        records.change(warrant, person, **in_role)
    return person
