"""The split of a title over centers: it always adds up to the amount (R17, R26–R29)."""

import uuid
from typing import Any

import pytest

from tests.finance_api.titles.desk import Desk, both, desk


def parts(first: str, second: str, **one: Any) -> list[dict[str, Any]]:
    """Two parts by percentage: 70 and 30."""
    return [
        {"classification_center_id": first, "percentage": 70, **one},
        {"classification_center_id": second, "percentage": 30},
    ]


def amounts(title: Any) -> list[str]:
    return [row["amount"] for row in title["classification_center_allocations"]]


@both
def test_the_split_is_stored_as_amounts_and_its_first_center_leads(path: str) -> None:
    at = desk(path)
    first, second = at.center("Loja 1"), at.center("Loja 2")
    ignored = at.center("Loja 3")
    made = at.made(
        amount="20.51",
        classification_center_id=ignored,
        classification_centers=[
            {"classification_center_id": first, "percentage": 50},
            {"classification_center_id": second, "percentage": 50},
        ],
    )
    assert made["classification_center_id"] == first
    assert made["classification_center_name"] == "Loja 1"
    assert made["classification_center_allocations_count"] == 2
    assert made["classification_center_allocations"] == [
        {
            "classification_center_id": first,
            "classification_center_name": "Loja 1",
            "percentage": "50",
            "amount": "10.26",
        },
        {
            "classification_center_id": second,
            "classification_center_name": "Loja 2",
            "percentage": "50",
            "amount": "10.25",
        },
    ]


@both
def test_the_set_is_replaced_cleared_or_left_alone(path: str) -> None:
    at = desk(path)
    first, second = at.center("Loja 1"), at.center("Loja 2")
    made = at.made(classification_centers=parts(first, second))
    assert amounts(at.patched(made["id"], notes="x")) == ["70.00", "30.00"]
    replaced = at.patched(
        made["id"],
        classification_centers=[{"classification_center_id": second, "amount": 100}],
    )
    assert amounts(replaced) == ["100.00"]
    assert replaced["classification_center_id"] == second
    cleared = at.patched(made["id"], classification_centers=[])
    assert amounts(cleared) == []
    assert cleared["classification_center_id"] is None
    single = at.patched(made["id"], classification_center_id=first)
    assert single["classification_center_id"] == first


@both
def test_a_changed_amount_derives_percentages_again_or_is_refused(path: str) -> None:
    at = desk(path)
    first, second = at.center("Loja 1"), at.center("Loja 2")
    by_share = at.made(classification_centers=parts(first, second))
    assert amounts(at.patched(by_share["id"], amount="0.01")) == ["0.01", "0.00"]
    assert amounts(at.patched(by_share["id"], amount="200.00")) == ["140.00", "60.00"]
    by_amount = at.made(
        classification_centers=[
            {"classification_center_id": first, "amount": "60.00"},
            {"classification_center_id": second, "amount": "40.00"},
        ]
    )
    assert at.patch(by_amount["id"], amount="99.00").code == "UNPROCESSABLE_ENTITY"
    assert at.get(by_amount["id"]) == by_amount
    both_changed = at.patched(
        by_amount["id"],
        amount="99.00",
        classification_centers=[{"classification_center_id": first, "amount": "99.00"}],
    )
    assert amounts(both_changed) == ["99.00"]


@both
@pytest.mark.parametrize(
    ("second", "code"),
    [
        ({"percentage": 29}, "UNPROCESSABLE_ENTITY"),
        ({"percentage": None, "amount": "30.02"}, "UNPROCESSABLE_ENTITY"),
        ({"percentage": None}, "VALIDATION_ERROR"),
        ({"percentage": 101}, "VALIDATION_ERROR"),
        ({"amount": "10,00"}, "VALIDATION_ERROR"),
    ],
)
def test_a_split_that_does_not_add_up_is_refused(
    path: str, second: dict[str, Any], code: str
) -> None:
    at = desk(path)
    sent = parts(at.center("Loja 1"), at.center("Loja 2"))
    sent[1] |= second
    assert at.create(classification_centers=sent).code == code
    made = at.made()
    assert at.patch(made["id"], classification_centers=sent).code == code
    assert at.get(made["id"]) == made


@both
def test_centers_and_categories_are_of_the_side_of_the_company_and_active(path: str) -> None:
    at = desk(path)
    elsewhere = desk(path, at.books.world)
    wrong_type = at.books.center("Outro lado", "revenue" if at.pays else "cost")
    inactive = at.center("Fechada", active=False)
    made = at.made()
    refused: list[dict[str, Any]] = [
        {"classification_center_id": wrong_type},
        {"classification_center_id": inactive},
        {"classification_center_id": elsewhere.center("Loja 9")},
        {"category_id": at.books.income if at.pays else at.books.expense},
        {"category_id": elsewhere.category},
        {"person_id": elsewhere.person},
        {"expected_account_id": elsewhere.books.account},
        {"financial_account_id": elsewhere.books.account},
        {"company_id": str(uuid.uuid4())},
    ]
    for sent in refused:
        assert at.create(**sent).code == "UNPROCESSABLE_ENTITY", sent
        if "company_id" not in sent:
            assert at.patch(made["id"], **sent).code == "UNPROCESSABLE_ENTITY", sent
    assert at.listed() == [{name: made[name] for name in at.listed()[0]}]


@both
def test_a_center_for_both_sides_goes_with_either(path: str) -> None:
    at = desk(path)
    center = at.books.center("Geral", "both")
    assert at.made(classification_center_id=center)["classification_center_name"] == "Geral"


@both
def test_another_workspaces_records_answer_as_records_that_never_were(path: str) -> None:
    at, other = desk(path), desk(path)
    foreign: dict[str, str] = {
        "person_id": other.person,
        "category_id": other.category,
        "classification_center_id": other.center("Loja 1"),
        "financial_account_id": other.books.account,
        "expected_account_id": other.books.account,
        "company_id": other.books.company,
    }
    for name, theirs_id in foreign.items():
        theirs = at.create(**{name: theirs_id})
        nobodys = at.create(**{name: str(uuid.uuid4())})
        assert theirs.status == nobodys.status == 422
        assert theirs.raw == nobodys.raw
        assert list(theirs.issues) == [name]
    assert at.listed() == []


@both
def test_a_name_finds_or_makes_and_a_name_beside_an_id_is_refused(path: str) -> None:
    at = desk(path)
    made = at.made(
        person_id=None,
        person_name="Distribuidora Lua",
        category_name="Energia",
        classification_center_name="Loja 7",
    )
    again = at.made(
        person_id=None,
        person_name="Distribuidora Lua",
        category_name="Energia",
        classification_center_name="Loja 7",
    )
    for name in ("person_id", "category_id", "classification_center_id"):
        assert made[name] == again[name] is not None
    person = at.api.get(f"people/{made['person_id']}").body
    assert person["is_supplier"] is at.pays
    assert person["is_customer"] is not at.pays
    assert at.create(person_name="Lua").code == "BAD_REQUEST"
    assert at.create(category_id=at.category, category_name="Luz").code == "BAD_REQUEST"
    assert len(at.listed()) == 2


@both
def test_a_title_always_has_a_person(path: str) -> None:
    at = desk(path)
    assert at.create(person_id=None).issues == {"person_id": "required"}
    made = at.made()
    assert at.patch(made["id"], person_id=None).issues == {"person_id": "null"}
    changed = at.patched(made["id"], person_id=None, person_name="Distribuidora Lua")
    assert changed["person_name"] == "Distribuidora Lua"


@both
def test_a_title_refused_for_its_amounts_leaves_no_person_behind(path: str) -> None:
    at = desk(path)
    _refused_with_a_new_person(at)
    assert len(at.api.get("people").body["data"]) == 1


def _refused_with_a_new_person(at: Desk) -> None:
    sent = parts(at.center("Loja 1"), at.center("Loja 2"), percentage=1)
    answer = at.create(person_id=None, person_name="Nova", classification_centers=sent)
    assert answer.status == 422
