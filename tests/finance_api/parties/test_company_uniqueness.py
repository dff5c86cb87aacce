"""No two active companies of a workspace have one CNPJ, however they come."""

from tests.finance_api.parties.registry import at_once, company
from tests.world import world


def test_a_second_active_company_with_the_cnpj_is_a_conflict() -> None:
    api = world().api
    first = api.made("companies", company())
    answer = api.post("companies", company(cnpj="11.222.333/0001-81"))
    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert api.get("companies").body["data"] == [first]


def test_another_workspace_is_independent() -> None:
    world().api.made("companies", company())
    world().api.made("companies", company())


def test_an_inactive_company_gives_its_cnpj_free_and_cannot_take_it_back() -> None:
    api = world().api
    old = api.made("companies", company(name="Antiga"))
    assert api.patch(f"companies/{old['id']}", {"active": False}).status == 200
    new = api.made("companies", company(name="Nova"))
    back = api.patch(f"companies/{old['id']}", {"active": True, "name": "Outra"})
    assert (back.status, back.code) == (409, "CONFLICT")
    stored = api.get(f"companies/{old['id']}").body
    assert (stored["active"], stored["name"]) == (False, "Antiga")
    assert api.patch(f"companies/{new['id']}", {"active": False}).status == 200
    assert api.patch(f"companies/{old['id']}", {"active": True}).status == 200


def test_ten_parallel_posts_make_one_company() -> None:
    of = world()
    dressed = ("11222333000181", "11.222.333/0001-81")
    statuses = at_once(of, 10, lambda api, i: api.post("companies", company(cnpj=dressed[i % 2])))
    assert statuses == [201] + [409] * 9
    assert len(of.api.get("companies").body["data"]) == 1
