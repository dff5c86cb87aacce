"""Companies as they are shown, listed and changed (rest-api §1.8)."""

import pytest

from tests.finance_api.parties.registry import BRANCH, LETTERED, company
from tests.world import world

ADDRESS = {
    "street": "Rua das Flores",
    "number": "12-A",
    "complement": None,
    "neighborhood": "Centro",
    "city": "Curitiba",
    "city_ibge_code": "4106902",
    "state": "PR",
    "zip_code": "80010-000",
}


def test_a_company_shows_every_field_of_the_interface() -> None:
    api = world().api
    answer = api.post("companies", company(address=ADDRESS, tax_regime="LucroReal"))
    made = answer.body
    assert answer.status == 201
    assert answer.headers["Location"] == f"/v1/companies/{made['id']}"
    assert made == {
        "id": made["id"],
        "name": "Padaria Central",
        "cnpj": "11222333000181",
        "type": "matriz",
        "active": True,
        "trade_name": None,
        "municipal_registration": None,
        "tax_regime": "LucroReal",
        "address": ADDRESS,
        "created_at": made["created_at"],
        "created_via": "api",
        "updated_via": "api",
    }
    assert api.get(f"companies/{made['id']}").body == made


def test_an_address_is_replaced_whole_and_null_clears_it() -> None:
    api = world().api
    path = f"companies/{api.made('companies', company(address=ADDRESS))['id']}"
    changed = api.patch(path, {"address": {"city": "Londrina", "bairro": "unknown, dropped"}}).body
    assert changed["address"] == dict.fromkeys(ADDRESS) | {"city": "Londrina"}
    assert api.patch(path, {"trade_name": "Pão"}).body["address"]["city"] == "Londrina"
    cleared = api.patch(path, {"address": None, "trade_name": None}).body
    assert (cleared["address"], cleared["trade_name"]) == (None, None)


@pytest.mark.parametrize("address", ["Rua A", [], 1])
def test_an_address_that_is_no_object_is_refused(address: object) -> None:
    answer = world().api.post("companies", company(address=address))
    assert answer.issues == {"address": "invalid_type"}


def test_companies_are_filtered_and_sorted() -> None:
    api = world().api
    head = api.made("companies", company(name="B"))
    branch = api.made("companies", company(name="A", cnpj=BRANCH))
    closed = api.made("companies", company(name="C", cnpj=LETTERED))
    closed = api.patch(f"companies/{closed['id']}", {"active": False}).body

    def listed(query: str) -> list[object]:
        return list(api.get(f"companies?{query}").body["data"])

    assert listed("") == [branch, head, closed]
    assert listed("sort=-created_at") == [closed, branch, head]
    assert listed("active=false") == [closed]
    assert listed("type=matriz") == [head]
    assert listed("type[in]=matriz,filial&active=true") == [branch, head]
    assert listed("name=A") == [branch]
    assert listed("name[in]=A,C") == [branch, closed]
    assert api.get("companies?tax_regime=LucroReal").code == "BAD_REQUEST"
    assert api.get("companies?sort=cnpj").code == "BAD_REQUEST"


def test_a_name_is_kept_without_outer_blanks() -> None:
    assert world().api.made("companies", company(name="  Padaria  Sol "))["name"] == "Padaria  Sol"
