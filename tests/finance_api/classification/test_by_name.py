"""A category or a center that a title names is found in the company, or made there once
(rest-api §2.3)."""

from tests.finance_api.ledger.books import category
from tests.finance_api.parties.registry import at_once
from tests.finance_api.titles.desk import Desk, both, desk


def categories(at: Desk) -> list[tuple[str, str, int]]:
    rows = at.api.get("categories").body["data"]
    return [(row["name"], row["type"], row["level"]) for row in rows]


def centers(at: Desk) -> list[tuple[str, str]]:
    rows = at.api.get("classification_centers").body["data"]
    return [(row["name"], row["type"]) for row in rows]


@both
def test_a_new_name_makes_a_root_category_of_the_side(path: str) -> None:
    at = desk(path)
    found = at.made(category_name=" Nova ")["category_id"]
    assert ("Nova", at.type, 1) in categories(at)
    assert at.made(category_name="Nova")["category_id"] == found
    assert len(categories(at)) == 3


@both
def test_a_category_of_the_other_side_is_another_one(path: str) -> None:
    at = desk(path)
    other = category(at.books.world, at.books.company, "credit" if at.pays else "debit", "Diversos")
    assert at.made(category_name="Diversos")["category_id"] != other
    assert {name for name, _, _ in categories(at)} >= {"Diversos"}
    assert len(categories(at)) == 4


@both
def test_a_new_name_makes_a_center_of_the_side(path: str) -> None:
    at = desk(path)
    found = at.made(classification_center_name="Loja")["classification_center_id"]
    assert centers(at) == [("Loja", at.center_type)]
    assert at.made(classification_center_name="Loja ")["classification_center_id"] == found


@both
def test_a_center_of_both_sides_matches_either(path: str) -> None:
    at = desk(path)
    found = at.books.center("Loja", "both")
    assert at.made(classification_center_name="Loja")["classification_center_id"] == found
    assert centers(at) == [("Loja", "both")]


@both
def test_an_inactive_center_is_not_used_and_not_doubled(path: str) -> None:
    at = desk(path)
    at.center("Loja", active=False)
    assert at.create(classification_center_name="Loja").code == "UNPROCESSABLE_ENTITY"
    assert len(centers(at)) == 1
    assert at.listed() == []


@both
def test_ten_parallel_titles_with_new_names_make_one_of_each(path: str) -> None:
    at = desk(path)
    body = at.body(category_name="Nova", classification_center_name="Loja")
    assert at_once(at.books.world, 10, lambda api, _: api.post(path, body)) == [201] * 10
    assert len(categories(at)) == 3
    assert len(centers(at)) == 1
