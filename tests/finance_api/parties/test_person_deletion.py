"""Deleting a person hides it everywhere and leaves the past readable (rest-api §2.13)."""

import pytest

from tests.agent import Agent
from tests.finance_api.parties.registry import CPF, company, person
from tests.finance_api.titles.desk import desk
from tests.world import world


def test_a_deleted_person_is_in_no_list_and_cannot_be_got_changed_or_deleted_again() -> None:
    api = world().api
    company_id = api.made("companies", company())["id"]
    kept = api.made("people", person(company_id, name="Fica"))
    gone = api.made("people", person(company_id, document_number=CPF))["id"]
    assert api.delete(f"people/{gone}").status == 204
    assert api.get("people").body["data"] == [kept]
    assert api.get("people/ids").body["data"] == [kept["id"]]
    assert api.get(f"people/{gone}").code == "NOT_FOUND"
    assert api.patch(f"people/{gone}", {"name": "Volta"}).code == "NOT_FOUND"
    assert api.delete(f"people/{gone}").code == "NOT_FOUND"


@pytest.mark.parametrize("path", ["payables", "receivables"])
def test_a_title_keeps_the_name_of_a_deleted_person_and_a_new_one_cannot_use_it(path: str) -> None:
    at = desk(path)
    title = at.made()
    assert at.api.delete(f"people/{at.person}").status == 204
    assert at.get(title["id"])["person_name"] == "Imobiliária Sol"
    answer = at.create()
    assert (answer.status, answer.code) == (422, "UNPROCESSABLE_ENTITY")
    assert len(at.listed()) == 1


def test_the_question_says_that_the_past_stays() -> None:
    of = world()
    company_id = of.api.made("companies", company())["id"]
    made = of.api.made("people", person(company_id))["id"]
    agent = Agent(of.mcp_token)
    assert "“Imobiliária Sol”" in agent.call("finance_people_delete", {"id": made}).question
    agent.confirmed("finance_people_delete", {"id": made})
    assert of.api.get(f"people/{made}").code == "NOT_FOUND"


def test_ids_are_paged_in_ascending_order_and_take_no_filter() -> None:
    api = world().api
    company_id = api.made("companies", company())["id"]
    ids = sorted(api.made("people", person(company_id, name=str(n)))["id"] for n in range(3))
    page = api.get("people/ids?limit=2").body
    assert page["data"] == ids[:2]
    last = api.get(f"people/ids?limit=2&cursor={page['meta']['next_cursor']}").body
    assert last == {"data": ids[2:], "meta": {"next_cursor": None}}
    for query in ("active=true", "sort=id", "fields=id", "limit=10001", "limit=0"):
        assert api.get(f"people/ids?{query}").code == "BAD_REQUEST", query
