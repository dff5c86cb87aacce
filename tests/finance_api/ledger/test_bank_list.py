"""The catalogue of banks is the same for everybody, and its codes are text (R113)."""

import pytest

from finance_api.ledger.models import Bank
from tests.agent import Agent
from tests.world import grant, workspace, world


def test_a_bank_is_found_by_its_code_with_its_leading_zeros() -> None:
    api = world().api
    bank = Bank.objects.get(code="001")
    assert api.get("banks?code=001").body == {
        "data": [{"id": str(bank.id), "code": "001", "name": "Banco do Brasil S.A."}],
        "meta": {"next_cursor": None},
    }
    assert bank.ispb == "00000000"
    assert api.get("banks?code=1").body["data"] == []


def test_several_are_found_by_code_and_one_by_its_exact_name() -> None:
    api = world().api
    found = api.get("banks?code[in]=341,001&sort=code").body["data"]
    assert [bank["code"] for bank in found] == ["001", "341"]
    assert api.get(f"banks?name={found[0]['name']}").body["data"] == [found[0]]
    assert api.get("banks?name=Banco").body["data"] == []


@pytest.mark.parametrize("sort", ["name", "-name", "code", "-code"])
@pytest.mark.parametrize("limit", [7, 100])
def test_the_pages_hold_every_bank_once_and_in_order(sort: str, limit: int) -> None:
    api = world().api
    codes: list[str] = []
    cursor = ""
    while True:
        answer = api.get(f"banks?sort={sort}&limit={limit}{cursor}")
        assert answer.status == 200, answer.body
        codes += [bank["code"] for bank in answer.body["data"]]
        if answer.body["meta"]["next_cursor"] is None:
            break
        cursor = f"&cursor={answer.body['meta']['next_cursor']}"
    column, sign = sort.removeprefix("-"), "-" if sort.startswith("-") else ""
    expected = Bank.objects.order_by(f"{sign}{column}", f"{sign}id")
    assert codes == list(expected.values_list("code", flat=True))
    assert len(codes) == 511


def test_a_person_of_several_workspaces_need_not_choose_one() -> None:
    place = world()
    grant(place.membership, workspace(place.organization))
    assert place.api.get("companies").code == "workspace_required"
    assert place.api.get("banks?code=001").status == 200
    listed = Agent(place.mcp_token).call("finance_banks_list", {"filters": {"code": "001"}})
    assert [bank["code"] for bank in listed.value["data"]] == ["001"]


def test_fields_sorts_and_filters_that_are_none_are_refused() -> None:
    api = world().api
    assert api.get("banks?code=001&fields=name").body["data"] == [
        {"id": str(Bank.objects.get(code="001").id), "name": "Banco do Brasil S.A."}
    ]
    for query in ("ispb=00000000", "fields=ispb", "sort=ispb", "code[gte]=001"):
        assert api.get(f"banks?{query}").code == "BAD_REQUEST", query
