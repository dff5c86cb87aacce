"""People as they are shown, listed and changed (rest-api §1.8)."""

from tests.finance_api.parties.registry import CPF, LETTERED, company, person
from tests.world import world


def test_a_person_shows_every_field_of_the_interface() -> None:
    api = world().api
    company_id = api.made("companies", company())["id"]
    sent = person(
        company_id, is_supplier=True, emails=["a@b.c"], phones=["1"], deleted_at="2026-01-01"
    )
    made = api.made("people", sent)
    assert made == {
        "id": made["id"],
        "company_id": company_id,
        "name": "Imobiliária Sol",
        "legal_name": None,
        "nickname": None,
        "kind": None,
        "document_type": None,
        "document_number": None,
        "is_customer": False,
        "is_supplier": True,
        "active": True,
        "emails": [],
        "phones": [],
        "notes": None,
        "created_at": made["created_at"],
        "updated_at": made["created_at"],
        "created_via": "api",
        "updated_via": "api",
    }
    assert api.get(f"people/{made['id']}").body == made
    assert api.get("people").body["data"] == [made]


def test_null_for_an_optional_text_does_nothing() -> None:
    api = world().api
    company_id = api.made("companies", company())["id"]
    texts = {
        "legal_name": "Sol Ltda",
        "nickname": "Sol",
        "kind": "natural",
        "document_number": CPF,
        "document_type": "cpf",
        "notes": "Paga em dia",
    }
    made = api.made("people", person(company_id, **texts))
    answer = api.patch(f"people/{made['id']}", dict.fromkeys(texts))
    assert (answer.status, answer.body) == (200, made)
    faults = api.patch(f"people/{made['id']}", {"name": None, "active": None})
    assert faults.issues == {"name": "null", "active": "null"}
    assert api.patch(f"people/{made['id']}", {}).body == made


def test_the_company_never_changes() -> None:
    api = world().api
    company_id = api.made("companies", company())["id"]
    other = api.made("companies", company(cnpj=LETTERED))["id"]
    made = api.made("people", person(company_id))
    assert api.patch(f"people/{made['id']}", {"company_id": other}).body == made


def test_a_person_needs_an_active_company_of_the_workspace() -> None:
    api = world().api
    foreign = world().api.made("companies", company())["id"]
    absent = api.post("people", person("5d1a1a53-8a2e-4d6f-9f3a-3a2f9b1f0c11"))
    answer = api.post("people", person(foreign))
    assert (answer.status, answer.code) == (422, "UNPROCESSABLE_ENTITY")
    assert answer.body == absent.body
    company_id = api.made("companies", company())["id"]
    assert api.patch(f"companies/{company_id}", {"active": False}).status == 200
    assert api.post("people", person(company_id)).code == "UNPROCESSABLE_ENTITY"
    assert api.get("people").body["data"] == []


def test_people_are_filtered_and_sorted() -> None:
    api = world().api
    company_id = api.made("companies", company())["id"]
    other = api.made("companies", company(cnpj=LETTERED))["id"]
    ana = api.made("people", person(company_id, name="Ana", kind="natural", is_customer=True))
    bar = api.made("people", person(other, name="Bar", kind="juridical", is_supplier=True))
    cid = api.made("people", person(company_id, name="Cid", active=False))

    def listed(query: str) -> list[object]:
        answer = api.get(f"people?{query}")
        assert answer.status == 200, answer.body
        return list(answer.body["data"])

    assert listed("") == [ana, bar, cid]
    assert listed("sort=-name") == [cid, bar, ana]
    assert listed("sort=-updated_at") == [cid, bar, ana]
    assert listed(f"company_id={company_id}") == [ana, cid]
    assert listed(f"company_id[in]={company_id},{other}&kind[in]=natural,juridical") == [ana, bar]
    assert listed("is_customer=true") == [ana]
    assert listed("is_supplier=true") == [bar]
    assert listed("active=false") == [cid]
    assert listed("name[in]=Ana,Cid") == [ana, cid]
    assert listed(f"updated_at[gte]={bar['updated_at']}&sort=updated_at") == [bar, cid]
    assert api.get("people?notes=x").code == "BAD_REQUEST"
