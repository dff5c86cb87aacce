"""A company whose transactions and billings are classified by rules."""

from typing import Any

from tests.finance_api.titles.desk import Desk
from tests.world import Answer

PATH = "automatic-rules"


def body(at: Desk, scope: str = "billings", **changes: Any) -> dict[str, Any]:
    return {"company_id": at.books.company, "scope": scope} | changes


def create(at: Desk, scope: str = "billings", **changes: Any) -> Answer:
    return at.api.post(PATH, body(at, scope, **changes))


def rule(at: Desk, scope: str = "billings", **changes: Any) -> Any:
    """A rule that renames what mentions rent, unless it says otherwise."""
    if not any(name.startswith("set_") for name in changes):
        changes["set_description"] = "Aluguel"
    if not {"description_contains", "notes_contains", "match_person_id", "transaction_type",
            "account_id"} & changes.keys():  # fmt: skip
        changes["description_contains"] = "aluguel"
    return at.api.made(PATH, body(at, scope, **changes))


def person(at: Desk, name: str) -> str:
    sent = {"company_id": at.books.company, "name": name}
    return str(at.api.made("people", sent)["id"])


def listed(at: Desk, query: str = "") -> list[Any]:
    answer = at.api.get(f"{PATH}{query}")
    assert answer.status == 200, answer.body
    return list(answer.body["data"])
