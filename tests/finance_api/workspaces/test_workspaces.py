"""The workspaces a person reaches: any valid token of an active member may list them (K1, K8)."""

from tests import world as w
from tests.agent import Agent


def test_a_person_sees_exactly_the_workspaces_granted_to_them() -> None:
    of, other = w.organization("Grupo Sol"), w.organization()
    places = [w.workspace(of, name) for name in ("Norte", "Leste", "Sul")]
    who = w.person()
    w.member(who, of, role=None, workspaces=places[:2])
    w.member(who, other, workspaces=[w.workspace(other)])
    answer = w.Api(w.token(who, of)).get("workspaces")
    assert answer.body == {
        "data": [
            {
                "id": str(place.pk),
                "name": place.name,
                "organization_id": str(of.pk),
                "organization_name": "Grupo Sol",
            }
            for place in (places[1], places[0])
        ],
        "meta": {"next_cursor": None},
    }


def test_the_list_is_paged_sorted_and_trimmed_like_any_other() -> None:
    of = w.organization()
    places = [w.workspace(of, name) for name in ("A", "B", "B", "C")]
    who = w.person()
    w.member(who, of, workspaces=places)
    api = w.Api(w.token(who, of))
    names, cursor = [], ""
    while True:
        page = api.get(f"workspaces?limit=1&sort=-name&fields=name{cursor}").body
        names += [row["name"] for row in page["data"]]
        assert all(set(row) == {"id", "name"} for row in page["data"])
        if page["meta"]["next_cursor"] is None:
            break
        cursor = f"&cursor={page['meta']['next_cursor']}"
    assert names == ["C", "B", "B", "A"]
    for query in ("name=A", "sort=id", "fields=approval_gate", "limit=101", "cursor=x"):
        assert api.get(f"workspaces?{query}").code == "BAD_REQUEST", query


def test_a_token_of_one_workspace_sees_that_one() -> None:
    of = w.organization()
    places = [w.workspace(of), w.workspace(of)]
    who = w.person()
    w.member(who, of, workspaces=places)
    api = w.Api(w.token(who, of, bound_workspace=places[1]))
    assert [row["id"] for row in api.get("workspaces").body["data"]] == [str(places[1].pk)]


def test_an_inactive_member_sees_none_and_one_without_workspaces_an_empty_list() -> None:
    of = w.organization()
    off, lone = w.person(), w.person()
    w.member(off, of, workspaces=[w.workspace(of)], active=False)
    w.member(lone, of)
    answer = w.Api(w.token(off, of)).get("workspaces")
    assert (answer.status, answer.code) == (403, "membership_inactive")
    assert w.Api(w.token(lone, of)).get("workspaces").body["data"] == []


def test_workspaces_are_only_read() -> None:
    of = w.world()
    assert of.api.post("workspaces", {"name": "Nova"}).status == 405
    assert of.api.get(f"workspaces/{of.workspace.pk}").status == 404


def test_an_agent_that_reaches_several_lists_them_and_names_one() -> None:
    of = w.organization()
    places = [w.workspace(of), w.workspace(of)]
    who = w.person()
    w.member(who, of, workspaces=places)
    agent = Agent(w.token(who, of, "mcp", ["finance.all"]))
    assert agent.call("finance_companies_list").code == "workspace_required"
    found = agent.call("finance_workspaces_list").value["data"]
    assert {row["id"] for row in found} == {str(place.pk) for place in places}
    listed = agent.call("finance_companies_list", {"workspace_id": found[0]["id"]})
    assert listed.value["data"] == []
