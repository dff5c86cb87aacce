"""Classification centers: their shape, their list, and why a used one stays (rest-api §1.8,
§2.13)."""

from typing import Any

from tests.finance_api.classification.chart import Chart
from tests.finance_api.ledger.books import books
from tests.finance_api.titles.desk import both, desk

NOTHING = {"splits": 0, "billings": 0, "transactions": 0}


def refused(api: Any, center_id: str) -> dict[str, int]:
    answer = api.delete(f"classification_centers/{center_id}")
    assert (answer.status, answer.code) == (422, "UNPROCESSABLE_ENTITY")
    details = answer.body["error"]["details"]
    assert details["reason"] == "in_use"
    assert api.get(f"classification_centers/{center_id}").status == 200
    usage: dict[str, int] = details["usage"]
    return usage


def test_a_center_shows_every_field_of_the_interface() -> None:
    chart = Chart()
    made = chart.center("TI", description="Tecnologia")
    assert made == {
        "id": made["id"],
        "company_id": chart.company,
        "name": "TI",
        "type": "cost",
        "description": "Tecnologia",
        "active": True,
        "created_at": made["created_at"],
        "created_via": "api",
        "updated_via": "api",
    }
    path = f"classification_centers/{made['id']}"
    assert chart.api.get(path).body == made
    changes = {"name": "RH", "type": "both", "description": None, "active": False}
    assert chart.api.patch(path, changes | {"company_id": None}).body == made | changes
    assert chart.api.call("GET", "classification-centers").status == 404


def test_centers_are_filtered_and_sorted() -> None:
    chart = Chart()
    it, shop = chart.center("TI"), chart.center("Loja", "revenue")
    both_, off = chart.center("Sede", "both"), chart.center("Antigo", active=False)

    def listed(query: str) -> list[Any]:
        return list(chart.api.get(f"classification_centers?{query}").body["data"])

    assert listed("") == [off, shop, both_, it]
    assert listed("sort=created_at") == [it, shop, both_, off]
    assert listed("type[in]=revenue,both") == [shop, both_]
    assert listed("type=cost&active=true") == [it]
    assert listed(f"active=false&company_id={chart.company}") == [off]
    assert listed("name=TI") == [it]
    assert chart.api.get("classification_centers?type=debit").code == "BAD_REQUEST"


@both
def test_a_center_of_titles_stays_until_they_let_go(path: str) -> None:
    at = desk(path)
    center_id, other = at.center("A"), at.center("B")
    single = at.made(classification_center_id=center_id)
    split = at.made(
        classification_centers=[
            {"classification_center_id": other, "percentage": 60},
            {"classification_center_id": center_id, "percentage": 40},
        ]
    )
    usage = refused(at.api, center_id)
    assert usage["splits"] >= 1
    assert usage["billings"] == 1
    assert usage["transactions"] == 0
    at.patched(single["id"], classification_center_id=None)
    at.patched(split["id"], classification_centers=[])
    assert at.api.delete(f"classification_centers/{center_id}").status == 204
    assert at.api.delete(f"classification_centers/{center_id}").code == "NOT_FOUND"


def test_a_center_of_transactions_stays() -> None:
    b = books()
    center_id = b.center()
    b.entered(classification_center_id=center_id)
    assert refused(b.api, center_id) | {"splits": 0} == NOTHING | {"transactions": 1}


def test_an_unused_center_goes() -> None:
    chart = Chart()
    center_id = chart.center("TI")["id"]
    assert chart.api.delete(f"classification_centers/{center_id}").status == 204
    assert chart.api.get("classification_centers").body["data"] == []
