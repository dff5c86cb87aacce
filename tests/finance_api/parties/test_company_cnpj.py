"""A company's CNPJ: fourteen characters with check digits, letters included, that never change
(R105, R106)."""

import pytest

from tests.agent import Agent
from tests.finance_api.parties.registry import BRANCH, CNPJ, LETTERED, company
from tests.world import world


@pytest.mark.parametrize(
    ("sent", "stored", "type_"),
    [
        ("11.222.333/0001-81", "11222333000181", "matriz"),
        ("11222333000262", "11222333000262", "filial"),
        ("00.000.000/0001-91", "00000000000191", "matriz"),
        ("12.ABC.345/01DE-35", "12ABC34501DE35", "filial"),
        ("12abc34501de35", "12ABC34501DE35", "filial"),
        ("A1B2C3D4000193", "A1B2C3D4000193", "matriz"),
    ],
)
def test_a_valid_cnpj_is_stored_bare_and_in_upper_case_and_says_the_type(
    sent: str, stored: str, type_: str
) -> None:
    made = world().api.made("companies", company(cnpj=sent))
    assert (made["cnpj"], made["type"]) == (stored, type_)


@pytest.mark.parametrize(
    "sent",
    [
        "12ABC34501DE36",
        "12ABC34501DE3A",
        "12ABC34501DE45",
        "00000000000000",
        "11111111111111",
        "1122233300018",
        "112223330001811",
        "11222333000182",
        "１１２２２３３３０００１８１",
        "52998224725",
        "ß222333000106",  # upper() would make a valid SS222333000106 of it
    ],
)
def test_anything_else_is_refused_and_nothing_is_made(sent: str) -> None:
    api = world().api
    answer = api.post("companies", company(cnpj=sent))
    assert (answer.status, answer.code) == (422, "VALIDATION_ERROR")
    assert answer.issues == {"cnpj": "invalid_cnpj"}
    assert api.get("companies").body["data"] == []


def test_every_fault_is_named_at_once() -> None:
    answer = world().api.post(
        "companies",
        {
            "name": " ",
            "cnpj": 11222333000181,
            "tax_regime": "Simples",
            "trade_name": "x" * 256,
            "address": {"state": "SPX", "number": 12, "zip_code": "0" * 11},
        },
    )
    assert answer.issues == {
        "name": "blank",
        "cnpj": "invalid",
        "tax_regime": "invalid_choice",
        "trade_name": "max_length",
        "address.state": "max_length",
        "address.number": "invalid",
        "address.zip_code": "max_length",
    }


@pytest.mark.parametrize(
    "query",
    [
        "cnpj=12.ABC.345/01DE-35",
        "cnpj=12abc34501de35",
        "cnpj[in]=12abc34501de35,00.000.000/0001-91",
    ],
)
def test_the_filter_takes_the_cnpj_in_any_dress(query: str) -> None:
    api = world().api
    api.made("companies", company())
    lettered = api.made("companies", company(cnpj=LETTERED))
    assert api.get(f"companies?{query}").body["data"] == [lettered]


def test_cnpj_and_type_never_change() -> None:
    api = world().api
    made = api.made("companies", company())
    answer = api.patch(f"companies/{made['id']}", {"cnpj": BRANCH, "type": "filial"})
    assert (answer.status, answer.body) == (200, made)
    assert api.get(f"companies/{made['id']}").body == made


def test_an_agent_that_sends_the_cnpj_is_told_it_does_not_exist() -> None:
    of = world()
    made = of.api.made("companies", company())
    outcome = Agent(of.mcp_token).call(
        "finance_companies_update", {"id": made["id"], "cnpj": CNPJ, "address": {"uf": "SP"}}
    )
    assert outcome.code == "VALIDATION_ERROR"
    paths = {issue["path"]: issue["code"] for issue in outcome.refusal["details"]["issues"]}
    assert paths == {"cnpj": "unknown_field", "address.uf": "unknown_field"}
    assert of.api.get(f"companies/{made['id']}").body == made
