"""A rule has a company, a scope, a criterion and an action; its place is the last
(rest-api §2.12)."""

import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.finance_api.automation.rules import PATH, create, listed, person, rule
from tests.finance_api.ledger.books import account, company
from tests.finance_api.titles.desk import desk


def test_a_rule_says_everything_the_reference_lists() -> None:
    at = desk("payables")
    who, center = person(at, "Uber"), at.center("Viagens")
    made = rule(
        at,
        description_contains="uber",
        transaction_type="debit",
        set_description="Transporte",
        set_person_id=who,
        set_category_id=at.category,
        set_classification_center_id=center,
        set_expected_account_id=at.books.account,
    )
    assert made == {
        "id": made["id"],
        "company_id": at.books.company,
        "scope": "billings",
        "position": 1,
        "active": True,
        "account_id": None,
        "transaction_type": "debit",
        "match_person_id": None,
        "description_contains": "uber",
        "notes_contains": None,
        "set_description": "Transporte",
        "set_person_id": who,
        "set_category_id": at.category,
        "set_classification_center_id": center,
        "set_expected_account_id": at.books.account,
        "created_via": "api",
        "updated_via": "api",
        "created_at": made["created_at"],
        "updated_at": made["updated_at"],
    }
    assert at.api.get(f"{PATH}/{made['id']}").body == made


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"description_contains": "uber"},
        {"set_description": "Transporte"},
        {"description_contains": None, "set_description": "Transporte"},
        {"description_contains": "uber", "set_category_id": None},
    ],
)
def test_a_rule_needs_a_criterion_and_an_action(sent: dict[str, Any]) -> None:
    at = desk("payables")
    assert create(at, **sent).code == "UNPROCESSABLE_ENTITY"
    assert listed(at) == []


def test_an_empty_text_is_a_criterion_and_an_empty_description_is_none() -> None:
    at = desk("payables")
    assert rule(at, description_contains="")["description_contains"] == ""
    assert create(at, notes_contains="", set_description="").code == "VALIDATION_ERROR"


@pytest.mark.parametrize(
    ("scope", "member"), [("billings", "account_id"), ("transactions", "set_expected_account_id")]
)
def test_what_a_scope_does_not_have_is_refused(scope: str, member: str) -> None:
    at = desk("payables")
    sent = {"description_contains": "", "set_description": "X", member: at.books.account}
    answer = create(at, scope, **sent)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.issues == {member: "scope"}
    other = "transactions" if scope == "billings" else "billings"
    assert create(at, other, **sent).status == 201


def test_what_belongs_to_another_company_is_refused() -> None:
    at = desk("payables")
    owner = company(at.books.world, "Outra")
    theirs = account(at.books.world, owner)
    answer = create(at, description_contains="", set_expected_account_id=theirs)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.issues == {"set_expected_account_id": "company"}
    who = at.api.made("people", {"company_id": owner, "name": "Fulano"})["id"]
    answer = create(at, match_person_id=who, set_person_id=who, description_contains="")
    assert answer.issues == {"match_person_id": "company", "set_person_id": "company"}
    assert listed(at) == []


def test_what_is_inactive_is_not_newly_set() -> None:
    at = desk("payables")
    center = at.center("Obra")
    made = rule(at, set_classification_center_id=center)
    assert at.api.patch(f"classification_centers/{center}", {"active": False}).status == 200
    again = create(at, description_contains="", set_classification_center_id=center)
    assert again.code == "UNPROCESSABLE_ENTITY"
    assert at.api.patch(f"{PATH}/{made['id']}", {"active": False}).status == 200
    assert at.api.patch(f"{PATH}/{made['id']}", {"notes_contains": "x"}).status == 200


def test_an_update_writes_what_is_sent_and_company_and_scope_stay() -> None:
    at = desk("payables")
    made = rule(at, set_person_id=at.person)
    other = company(at.books.world, "Outra")
    sent = {"scope": "transactions", "company_id": other, "position": 9, "notes_contains": "km"}
    changed = at.api.patch(f"{PATH}/{made['id']}", sent).body
    assert changed == made | {"notes_contains": "km", "updated_at": changed["updated_at"]}


@pytest.mark.parametrize(
    "sent", [{"description_contains": None}, {"set_description": None}, {"account_id": "own"}]
)
def test_an_update_leaves_a_whole_rule(sent: dict[str, Any]) -> None:
    at = desk("payables")
    made = rule(at)
    if "account_id" in sent:
        sent = {"account_id": at.books.account}
    assert at.api.patch(f"{PATH}/{made['id']}", sent).code == "UNPROCESSABLE_ENTITY"
    assert at.api.get(f"{PATH}/{made['id']}").body == made


def test_a_new_rule_goes_last_and_deleting_leaves_a_gap() -> None:
    at = desk("payables")
    made = [rule(at)["id"] for _ in range(3)]
    assert at.api.delete(f"{PATH}/{made[1]}").status == 204
    assert rule(at)["position"] == 4
    assert [row["position"] for row in listed(at)] == [1, 3, 4]
    assert rule(at, "transactions")["position"] == 1


def test_rules_are_listed_by_company_scope_and_position() -> None:
    at = desk("payables")
    owners = sorted([at.books.company, company(at.books.world, "Outra")])
    for _ in range(11):
        for owner in reversed(owners):
            for scope in ("transactions", "billings"):
                rule(at, scope, company_id=owner)
    order = [
        (owner, scope, position)
        for owner in owners
        for scope in ("billings", "transactions")
        for position in range(1, 12)
    ]
    shown = listed(at, "?limit=100")
    assert [(row["company_id"], row["scope"], row["position"]) for row in shown] == order
    first = at.api.get(f"{PATH}?limit=30").body
    rest = listed(at, f"?limit=100&cursor={first['meta']['next_cursor']}")
    assert [*first["data"], *rest] == shown
    assert listed(at, "?limit=100&sort=-position") == shown[::-1]
    narrowed = listed(at, f"?company_id={owners[0]}&scope=billings&active=true")
    assert [row["position"] for row in narrowed] == list(range(1, 12))
    assert listed(at, "?active=false") == []


def test_the_place_in_the_list_is_no_field() -> None:
    at = desk("payables")
    assert at.api.get(f"{PATH}?fields=evaluation_order").code == "BAD_REQUEST"
    assert at.api.get(f"{PATH}/{uuid.uuid4()}").code == "NOT_FOUND"


@pytest.mark.parametrize("fields", ["created_at", "id"])
def test_a_page_costs_the_same_whether_its_sort_is_shown_or_not(fields: str) -> None:
    at = desk("payables")
    for _ in range(3):
        rule(at)
    with CaptureQueriesContext(connection) as captured:
        page = at.api.get(f"{PATH}?limit=2&fields={fields}&sort=created_at").body
    assert page["meta"]["next_cursor"]
    reads = [query for query in captured.captured_queries if "automaticrule" in query["sql"]]
    assert len(reads) == 1
