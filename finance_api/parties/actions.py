"""The rules of companies and people: documents, roles, and what may be deleted (rest-api §2.13)."""

from typing import Any

from django.utils import timezone

from finance_api.core import documents, records, references
from finance_api.core.errors import Conflict, Unprocessable
from finance_api.core.warrant import Warrant
from finance_api.parties.models import Company, Person

#: Where null does nothing on an update (rest-api §1.8).
OPTIONAL_TEXTS = ("legal_name", "nickname", "kind", "document_type", "document_number", "notes")
KINDS = {"cpf": "natural", "cnpj": "juridical"}


def create_company(warrant: Warrant, *, cnpj: str, **values: Any) -> Company:
    """A company; positions 9 to 12 of its CNPJ say whether it is the head office or a branch. A
    second active one with the same CNPJ is a `Conflict`, by the database's constraint."""
    type_ = "matriz" if documents.is_head_office(cnpj) else "filial"
    return records.create(warrant, Company, cnpj=cnpj, type=type_, **values)


def delete_company(warrant: Warrant, company: Company) -> None:
    """Remove a company that has no history, and with it what configures it: categories, centers,
    accounts, inactive people. Raises `Conflict` with the counts of what stands in the way."""
    usage = references.usage_of(company)
    people = Person.objects.within(company).filter(company=company, active=True, deleted_at=None)
    counts = {
        "transactions": usage["transactions"],
        "payables": usage["payables"],
        "receivables": usage["receivables"],
        "people": people.count(),
    }
    if any(counts.values()):
        raise Conflict(
            "The company has records or active people. Delete or deactivate those first, or "
            "deactivate the company instead.",
            details=counts,
        )
    references.remove_dependents(warrant, company)
    records.remove(warrant, company)


def create_person(warrant: Warrant, *, company: Company, **values: Any) -> Person:
    """A person of an active company. A second one with the same document in the company is a
    `Conflict`, by the database's constraint (R108)."""
    references.require_active(company)
    return records.create(warrant, Person, company=company, **_identified(values))


def update_person(warrant: Warrant, person: Person, **values: Any) -> Person:
    """Change a person; null for an optional text does nothing."""
    sent = {
        name: value
        for name, value in values.items()
        if value is not None or name not in OPTIONAL_TEXTS
    }
    return records.change(warrant, person, **_identified(sent, person))


def delete_person(warrant: Warrant, person: Person) -> None:
    """Hide a person; what refers to them stays readable. Raises `Conflict` while an automatic rule
    would go on using them."""
    rules = references.usage_of(person).get("automatic_rules", 0)
    if rules:
        raise Conflict(
            "An automatic rule uses this person. Change or delete the rule first.",
            details={"automatic_rules": rules},
        )
    records.change(warrant, person, deleted_at=timezone.now())


def _identified(values: dict[str, Any], person: Person | None = None) -> dict[str, Any]:
    """The values with what the document says of itself: its type always, the kind of person where
    nobody said one. Raises `Unprocessable` where the type sent is not the document's."""
    number = values.get("document_number") or (person and person.document_number)
    if not number:
        return values
    type_ = documents.type_of(number)
    if values.get("document_type", type_) not in (type_, None):
        raise Unprocessable(
            "document_type contradicts the document number. Leave it out: the number says it."
        )
    if "document_number" not in values:
        return values
    kept = person.kind if person and person.document_type in (type_, None) else None
    kind = values.get("kind") or kept or KINDS[type_]
    return values | {"document_type": type_, "kind": kind}
