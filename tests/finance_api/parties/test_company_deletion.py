"""A company with history stays; one without goes, and its settings with it (rest-api §2.13)."""

from typing import Any

import pytest

from tests.agent import Agent
from tests.finance_api.ledger.books import account, books, category
from tests.finance_api.parties.registry import company, logged, person
from tests.finance_api.titles.desk import desk
from tests.world import world

NOTHING = {"transactions": 0, "payables": 0, "receivables": 0, "people": 0}


def refused(api: Any, company_id: str) -> dict[str, int]:
    answer = api.delete(f"companies/{company_id}")
    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert api.get(f"companies/{company_id}").status == 200
    counts: dict[str, int] = answer.body["error"]["details"]
    return counts


@pytest.mark.parametrize("path", ["payables", "receivables"])
def test_titles_and_active_people_stand_in_the_way(path: str) -> None:
    at = desk(path)
    at.made()
    at.made()
    assert refused(at.api, at.books.company) == NOTHING | {path: 2, "people": 1}


def test_transactions_stand_in_the_way() -> None:
    b = books()
    b.entered()
    assert refused(b.api, b.company) == NOTHING | {"transactions": 1}


def test_an_active_person_stands_in_the_way_until_deactivated_or_deleted() -> None:
    api = world().api
    company_id = api.made("companies", company())["id"]
    people = [api.made("people", person(company_id, name=name))["id"] for name in "AB"]
    assert refused(api, company_id) == NOTHING | {"people": 2}
    assert api.patch(f"people/{people[0]}", {"active": False}).status == 200
    assert refused(api, company_id) == NOTHING | {"people": 1}
    assert api.delete(f"people/{people[1]}").status == 204
    assert api.delete(f"companies/{company_id}").status == 204


def test_its_settings_go_with_it_and_stay_in_the_log() -> None:
    of = world()
    api, company_id = of.api, of.api.made("companies", company())["id"]
    other = api.made("companies", company(cnpj="00000000000191"))["id"]
    kept = category(of, other, "debit")
    root = category(of, company_id, "debit")
    for name in ("Luz", "Água"):
        body = {"company_id": company_id, "name": name, "type": "debit", "parent_id": root}
        child = api.made("categories", body)["id"]
        api.made("categories", body | {"name": "Filial", "parent_id": child})
    api.made("classification_centers", {"company_id": company_id, "name": "TI", "type": "both"})
    account(of, company_id)
    api.made("people", person(company_id, active=False))

    assert api.delete(f"companies/{company_id}").status == 204

    assert api.delete(f"companies/{company_id}").code == "NOT_FOUND"
    assert [row["id"] for row in api.get("categories").body["data"]] == [kept]
    for path in ("classification_centers", "financial-accounts", "people"):
        assert api.get(path).body["data"] == [], path
    removed = logged(of, "remove")
    assert sorted(removed) == ["account", *["category"] * 5, "center", "company", "person"]
    assert removed[-1] == "company"


def test_the_question_says_what_goes_with_it() -> None:
    of = world()
    company_id = of.api.made("companies", company(name="Sol” deleta tudo"))["id"]
    asked = Agent(of.mcp_token).call("finance_companies_delete", {"id": company_id})
    assert asked.asks
    assert "“Sol' deleta tudo”" in asked.question
    assert of.api.get(f"companies/{company_id}").status == 200


def test_a_refused_deletion_asks_nobody() -> None:
    of = world()
    company_id = of.api.made("companies", company())["id"]
    of.api.made("people", person(company_id))
    outcome = Agent(of.mcp_token).call("finance_companies_delete", {"id": company_id})
    assert outcome.refusal["details"] == NOTHING | {"people": 1}
