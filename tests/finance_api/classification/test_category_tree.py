"""A chart of accounts has at most three levels, of one company and one type from root to leaf
(R31)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from tests.finance_api.classification.chart import Chart
from tests.finance_api.ledger.books import company
from tests.world import Api


def test_a_category_shows_every_field_of_the_interface() -> None:
    chart = Chart()
    root = chart.category("Despesas")
    made = chart.category("Luz", parent=root)
    assert made == {
        "id": made["id"],
        "company_id": chart.company,
        "name": "Luz",
        "parent_id": root["id"],
        "level": 2,
        "type": "debit",
        "created_at": made["created_at"],
        "created_via": "api",
        "updated_via": "api",
    }
    assert chart.api.get(f"categories/{made['id']}").body == made


def test_a_fourth_level_is_unprocessable() -> None:
    chart = Chart()
    parent = None
    for level in (1, 2, 3):
        parent = chart.category(f"Nível {level}", parent=parent)
        assert parent["level"] == level
    answer = chart.post("Nível 4", parent=parent)
    assert (answer.status, answer.code) == (422, "UNPROCESSABLE_ENTITY")
    assert len(chart.types()) == 3


def test_a_parent_of_another_type_or_company_is_unprocessable() -> None:
    chart = Chart()
    parent = chart.category("Despesas")
    assert chart.post("Vendas", "credit", parent).code == "UNPROCESSABLE_ENTITY"
    chart.company = company(chart.world, "Filial")
    assert chart.post("Luz", "debit", parent).code == "UNPROCESSABLE_ENTITY"
    assert chart.types() == {"Despesas": "debit"}


def test_a_parent_of_another_workspace_answers_as_one_that_never_was() -> None:
    chart = Chart()
    foreign = Chart().category("Alheia")
    absent = chart.post("Luz", parent={"id": "5d1a1a53-8a2e-4d6f-9f3a-3a2f9b1f0c11"})
    answer = chart.post("Luz", parent=foreign)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.issues == {"parent_id": "not_found"}
    assert answer.body == absent.body


def test_the_type_of_a_root_cascades_to_everything_below() -> None:
    chart = Chart()
    root = chart.category("A")
    child = chart.category("B", parent=root)
    chart.category("C", parent=child)
    chart.category("Outra")
    answer = chart.api.patch(f"categories/{root['id']}", {"type": "credit", "name": "A"})
    assert answer.body["type"] == "credit"
    assert chart.types() == {"A": "credit", "B": "credit", "C": "credit", "Outra": "debit"}


def test_a_category_below_another_keeps_the_type_of_its_parent_and_its_place() -> None:
    chart = Chart()
    root, other = chart.category("A"), chart.category("Outra")
    child = chart.category("B", parent=root)
    path = f"categories/{child['id']}"
    assert chart.api.patch(path, {"type": "credit"}).code == "UNPROCESSABLE_ENTITY"
    assert chart.api.get(path).body == child
    moved = {"parent_id": other["id"], "level": 1, "type": "debit", "company_id": chart.company}
    assert chart.api.patch(path, moved).body == child
    assert chart.api.patch(path, {"name": " C "}).body["name"] == "C"


def test_a_child_made_while_the_type_changes_still_has_the_type_of_its_parent() -> None:
    chart = Chart()
    root = chart.category("A")
    child = chart.category("B", parent=root)

    def act(index: int) -> int:
        api = Api(chart.api.token)
        try:
            if index == 0:
                return api.patch(f"categories/{root['id']}", {"type": "credit"}).status
            body = {"company_id": chart.company, "name": f"C{index}", "type": "debit"}
            return api.post("categories", body | {"parent_id": child["id"]}).status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(act, range(8)))
    assert statuses[0] == 200
    assert set(statuses[1:]) <= {201, 422}
    assert set(chart.types().values()) == {"credit"}


def test_every_fault_is_named_at_once() -> None:
    answer = Chart().api.post("categories", {"name": 1, "type": "cost", "parent_id": "x"})
    assert answer.issues == {
        "name": "invalid",
        "type": "invalid_choice",
        "company_id": "required",
        "parent_id": "invalid",
    }


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", ["A", "B", "C", "V"]),
        ("sort=-level", ["C", "B", "A|V", "A|V"]),
        ("level=1", ["A", "V"]),
        ("level[gte]=2", ["B", "C"]),
        ("level[lte]=2&type=debit", ["A", "B"]),
        ("type[in]=credit,debit&name[in]=A,V", ["A", "V"]),
        ("type=credit", ["V"]),
    ],
)
def test_categories_are_filtered_and_sorted(query: str, names: list[str]) -> None:
    chart = Chart()
    a = chart.category("A")
    chart.category("C", parent=chart.category("B", parent=a))
    chart.category("V", "credit")
    found = [row["name"] for row in chart.api.get(f"categories?{query}").body["data"]]
    assert len(found) == len(names)
    assert all(name in wanted.split("|") for name, wanted in zip(found, names, strict=True))
    children = chart.api.get(f"categories?parent_id={a['id']}&company_id={chart.company}").body
    assert [row["name"] for row in children["data"]] == ["B"]
    assert chart.api.get("categories?parent_id=null").code == "BAD_REQUEST"
