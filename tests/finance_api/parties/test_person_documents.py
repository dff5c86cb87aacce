"""A person's document: valid, of the type its length says, and one per company (R105–R108)."""

import pytest

from tests.finance_api.parties.registry import CNPJ, CPF, LETTERED, at_once, company, person
from tests.world import Api, world


@pytest.fixture
def owner() -> tuple[Api, str]:
    api = world().api
    return api, api.made("companies", company())["id"]


@pytest.mark.parametrize(
    ("sent", "number", "type_", "kind"),
    [
        ("529.982.247-25", CPF, "cpf", "natural"),
        (CPF, CPF, "cpf", "natural"),
        ("11.222.333/0001-81", CNPJ, "cnpj", "juridical"),
        ("12abc34501de35", LETTERED, "cnpj", "juridical"),
    ],
)
def test_type_and_kind_follow_from_the_document(
    owner: tuple[Api, str], sent: str, number: str, type_: str, kind: str
) -> None:
    api, company_id = owner
    made = api.made("people", person(company_id, document_number=sent))
    assert (made["document_number"], made["document_type"], made["kind"]) == (number, type_, kind)
    assert api.get(f"people?document_number={sent}").body["data"] == [made]
    assert api.get(f"people?document_number[in]={sent}").body["data"] == [made]


@pytest.mark.parametrize(
    "sent", ["111.111.111-11", "52998224726", "123", "11222333000182", "５２９９８２２４７２５"]
)
def test_a_document_that_is_none_is_refused(owner: tuple[Api, str], sent: str) -> None:
    api, company_id = owner
    answer = api.post("people", person(company_id, document_number=sent, name=""))
    assert answer.issues == {"document_number": "invalid_document", "name": "blank"}
    assert api.get("people").body["data"] == []


def test_a_kind_that_was_sent_stands(owner: tuple[Api, str]) -> None:
    api, company_id = owner
    made = api.made("people", person(company_id, document_number=CNPJ, kind="natural"))
    assert made["kind"] == "natural"


def test_a_type_that_contradicts_the_document_is_unprocessable(owner: tuple[Api, str]) -> None:
    api, company_id = owner
    body = person(company_id, document_number=CPF)
    assert api.post("people", body | {"document_type": "cnpj"}).code == "UNPROCESSABLE_ENTITY"
    assert api.get("people").body["data"] == []
    made = api.made("people", body | {"document_type": "cpf"})
    path = f"people/{made['id']}"
    assert api.patch(path, {"document_type": "cnpj"}).code == "UNPROCESSABLE_ENTITY"
    assert api.get(path).body == made
    assert api.patch(path, {"document_type": "cpf"}).body == made


def test_a_new_document_brings_its_type_and_kind(owner: tuple[Api, str]) -> None:
    api, company_id = owner
    path = f"people/{api.made('people', person(company_id, document_number=CPF))['id']}"
    changed = api.patch(path, {"document_number": "11.222.333/0001-81"}).body
    assert changed["document_number"] == CNPJ
    assert (changed["document_type"], changed["kind"]) == ("cnpj", "juridical")


def test_one_person_per_document_and_company(owner: tuple[Api, str]) -> None:
    api, company_id = owner
    other = api.made("companies", company(cnpj=LETTERED))["id"]
    first = api.made("people", person(company_id, document_number=CPF))
    second = api.made("people", person(company_id, name="Outra"))
    assert (
        api.post("people", person(company_id, document_number="529.982.247-25")).code == "CONFLICT"
    )
    assert api.patch(f"people/{second['id']}", {"document_number": CPF}).code == "CONFLICT"
    assert api.get(f"people/{second['id']}").body == second
    api.made("people", person(other, document_number=CPF))
    assert api.delete(f"people/{first['id']}").status == 204
    assert api.patch(f"people/{second['id']}", {"document_number": CPF}).status == 200


def test_ten_parallel_posts_make_one_person() -> None:
    of = world()
    company_id = of.api.made("companies", company())["id"]
    dressed = (LETTERED, "12.abc.345/01de-35")
    statuses = at_once(
        of,
        10,
        lambda api, i: api.post("people", person(company_id, document_number=dressed[i % 2])),
    )
    assert statuses == [201] + [409] * 9
    assert len(of.api.get("people").body["data"]) == 1
