"""Suggestions for an argument: ids found by the beginning of a name, and periods; an empty list
rather than an error, and nobody else's records (P154–P156, K36)."""

import datetime as dt
import json
from typing import Any

import pytest
import time_machine

from tests import world as builders
from tests.agent import NEW, OLD, OLDEST, Agent
from tests.surface.examples import Ground
from tests.world import Answer, Api, World, token, world

ROOT = "kobana://finance/"
CNPJ = "11222333000181"
VERSIONS = pytest.mark.parametrize("version", [NEW, OLD, OLDEST])
NAMED = ["companies", "accounts", "people", "categories", "classification_centers"]


def template(resource: str) -> dict[str, str]:
    return {"type": "ref/resource", "uri": f"{ROOT}{resource}/{{id}}"}


def prompt(name: str) -> dict[str, str]:
    return {"type": "ref/prompt", "name": name}


def asked(agent: Agent, ref: Any, value: Any, name: Any = "id", **more: Any) -> Answer:
    argument = {"name": name, "value": value}
    return agent.send("completion/complete", {"ref": ref, "argument": argument, **more})


def completed(agent: Agent, ref: Any, value: str, name: str = "id", **more: Any) -> dict[str, Any]:
    answer = asked(agent, ref, value, name, **more)
    assert answer.status == 200, answer.body
    completion: dict[str, Any] = answer.body["result"]["completion"]
    assert len(completion["values"]) <= 100
    assert all(isinstance(each, str) for each in completion["values"])
    return completion


def values(agent: Agent, ref: Any, value: str, name: str = "id", **more: Any) -> list[str]:
    found: list[str] = completed(agent, ref, value, name, **more)["values"]
    return found


def fault(answer: Answer) -> int:
    assert answer.status == 200, answer.body
    return int(answer.body["error"]["code"])


@pytest.mark.parametrize("resource", NAMED)
@VERSIONS
def test_an_id_is_found_by_the_beginning_of_its_name_k36(
    agent: Agent, place: World, resource: str, version: str
) -> None:
    agent.version = version
    ground = Ground(place)
    first, second = ground.get(resource), ground.other(resource)
    kept = agent.call(f"finance_{resource}_list", {"sort_by": "name"}).value["data"]
    everything = completed(agent, template(resource), "")
    assert everything["values"] == [row["id"] for row in kept]
    assert (everything["total"], everything["hasMore"]) == (len(kept), False)
    for record in (first, second):
        whole = record["name"]
        for prefix in (whole, whole.upper(), whole.lower()):
            assert record["id"] in values(agent, template(resource), prefix)
    assert values(agent, template(resource), first["name"]) == [first["id"]]
    assert values(agent, template(resource), first["name"][1:]) == [], (
        "the beginning, not the inside"
    )
    assert values(agent, template(resource), first["id"]) == []


@pytest.mark.parametrize(
    "prefix", ["%", "_", "\\", "'", '"', "ISS%", "a\x00b", "\x00", "\ud800", "a" * 5000]
)
@VERSIONS
def test_a_prefix_is_text_and_no_pattern_k36_p45(
    agent: Agent, place: World, prefix: str, version: str
) -> None:
    agent.version = version
    place.api.made("companies", {"name": "ISS", "cnpj": CNPJ})
    assert completed(agent, template("companies"), prefix) == {
        "values": [],
        "total": 0,
        "hasMore": False,
    }


def test_a_hundred_are_shown_and_one_more_is_told_of_k36(agent: Agent, place: World) -> None:
    company = Ground(place).get("companies")["id"]
    made = []
    for number in range(100):
        body = {"company_id": company, "name": f"Zz {number:03}", "type": "debit"}
        made.append(place.api.made("categories", body)["id"])
    whole = completed(agent, template("categories"), "zz")
    assert whole == {"values": made, "total": 100, "hasMore": False}
    place.api.made("categories", {"company_id": company, "name": "Zz 100", "type": "debit"})
    assert completed(agent, template("categories"), "zz") == {"values": made, "hasMore": True}


@pytest.mark.parametrize("resource", ["payables", "receipts", "transfers", "attachments"])
def test_records_without_a_name_suggest_nothing_k36(
    agent: Agent, place: World, resource: str
) -> None:
    Ground(place).get(resource)
    assert completed(agent, template(resource), "") == {"values": [], "total": 0, "hasMore": False}


def test_nobody_elses_records_are_suggested_p154_p181(agent: Agent) -> None:
    theirs = world()
    theirs.api.made("companies", {"name": "Padaria", "cnpj": CNPJ})
    assert values(agent, template("companies"), "Pad") == []


def test_who_may_not_list_the_records_is_suggested_none_p154(place: World) -> None:
    Ground(place).get("companies")
    somebody = builders.person()
    of, granted = place.organization, [place.workspace]
    builders.member(somebody, of, role=None, permissions=["taxes.view"], workspaces=granted)
    agents = [
        Agent(token(place.person, of, "mcp", ["finance.taxes"])),
        Agent(token(somebody, of, "mcp", ["finance.all"])),
    ]
    for agent in agents:
        assert values(agent, template("companies"), "") == []


def test_which_workspace_is_the_one_of_the_call_k36(agent: Agent, place: World) -> None:
    other = builders.workspace(place.organization)
    builders.grant(place.membership, other)
    found = {}
    for each in (place.workspace, other):
        there = Api(place.api.token, {"X-Workspace-Id": str(each.id)})
        found[each.id] = there.made("companies", {"name": "Padaria", "cnpj": CNPJ})["id"]

    def suggested(context: Any = None, **headers: str) -> list[str]:
        agent.headers = headers
        more = {} if context is None else {"context": context}
        return values(agent, template("companies"), "pad", **more)

    def naming(id: Any) -> dict[str, Any]:
        return {"arguments": {"workspace_id": id}}

    assert suggested() == [], "several are reached, and an empty list is no error"
    by_header = {"X-Workspace-Id": str(other.id)}
    assert suggested(**by_header) == [found[other.id]]
    assert suggested(naming(str(place.workspace.id)), **by_header) == [found[place.workspace.id]]
    assert suggested(naming(str(other.id))) == [found[other.id]]
    for elsewhere in (world().workspace.id, builders.workspace(place.organization).id):
        assert suggested(naming(str(elsewhere)), **by_header) == []


@pytest.mark.parametrize(
    "context",
    [
        {},
        None,
        "x",
        [],
        {"arguments": None},
        {"arguments": []},
        {"arguments": {"workspace_id": "x"}},
        {"arguments": {"workspace_id": 5}},
        {"arguments": {"workspace_id": "\ud800"}},
        {"arguments": {"other": "x"}, "more": 1},
    ],
)
@VERSIONS
def test_a_context_is_used_or_ignored_but_never_an_error_p156(
    agent: Agent, place: World, context: Any, version: str
) -> None:
    agent.version = version
    company = Ground(place).get("companies")
    assert values(agent, template("companies"), "", context=context) == [company["id"]]


@pytest.mark.parametrize(
    "ref",
    [
        None,
        "x",
        [],
        {},
        {"type": "ref/other", "name": "only_here"},
        {"type": ["ref/prompt"], "name": "only_here"},
        {"type": "ref/prompt", "name": "nothing"},
        {"type": "ref/prompt", "name": 5},
        {"type": "ref/prompt"},
        {"type": "ref/prompt", "name": "\x00"},
        {"type": "ref/resource"},
        {"type": "ref/resource", "uri": None},
        {"type": "ref/resource", "uri": f"{ROOT}companies"},
        {"type": "ref/resource", "uri": f"{ROOT}companies/{{ID}}"},
        {"type": "ref/resource", "uri": f"{ROOT}cash_flow/{{id}}"},
        {"type": "ref/resource", "uri": "\ud800"},
    ],
    ids=json.dumps,
)
@VERSIONS
def test_a_reference_to_nothing_is_a_broken_request_p155(
    agent: Agent, script: str, ref: Any, version: str
) -> None:
    agent.version = version
    assert fault(asked(agent, ref, "")) == -32602


@pytest.mark.parametrize("name", ["x", "", "ID", None, 5, [], "period"])
@pytest.mark.parametrize("version", [NEW, OLD])
def test_an_argument_that_is_none_is_a_broken_request_p155(
    agent: Agent, script: str, name: Any, version: str
) -> None:
    agent.version = version
    assert fault(asked(agent, template("companies"), "", name)) == -32602
    if name != "period":
        assert fault(asked(agent, prompt(script), "", name)) == -32602


@pytest.mark.parametrize(
    "argument",
    [None, [], "x", {}, {"name": "id"}, {"name": "id", "value": None}, {"name": "id", "value": 5}],
)
@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_value_must_be_a_text_p155(agent: Agent, argument: Any, version: str) -> None:
    agent.version = version
    ref = template("companies")
    for params in ({"ref": ref, "argument": argument}, {"ref": ref}):
        assert fault(agent.send("completion/complete", params)) == -32602


def test_periods_are_months_the_nearest_first_k36(agent: Agent, script: str) -> None:
    with time_machine.travel(dt.datetime(2026, 11, 30, 15, tzinfo=dt.UTC), tick=False):
        offered = completed(agent, prompt(script), "", "period")
        assert offered["values"][:3] == ["2026-11", "2026-10", "2026-12"]
        assert offered["total"] == len(set(offered["values"])) == 37
        assert (min(offered["values"]), max(offered["values"])) == ("2024-11", "2027-11")
        assert values(agent, prompt(script), "2026-1", "period") == [
            "2026-11",
            "2026-10",
            "2026-12",
        ]
        for inside in ("nov", "26-11", "11", "-", "2026-111"):
            assert values(agent, prompt(script), inside, "period") == []


def test_the_arguments_of_a_prompt_are_completed_by_their_kind_p154(
    agent: Agent, place: World, script: str
) -> None:
    company = Ground(place).get("companies")
    assert values(agent, prompt(script), company["name"][:4], "company_id") == [company["id"]]
    where = str(place.workspace.id)
    assert values(agent, prompt(script), place.workspace.name.lower(), "workspace_id") == [where]
    context = {"arguments": {"workspace_id": where}}
    assert values(agent, prompt(script), "", "company_id", context=context) == [company["id"]]


def test_a_prompt_that_is_not_offered_is_not_completed_p154_p155(place: World, script: str) -> None:
    agent = Agent(token(place.person, place.organization, "mcp", ["finance.taxes"]))
    assert fault(asked(agent, prompt(script), "", "period")) == -32602


def test_a_suggestion_is_stamped_but_never_cached_p78(agent: Agent) -> None:
    result = asked(agent, template("companies"), "").body["result"]
    assert set(result) == {"completion", "resultType", "_meta"}
    agent.version = OLD
    assert set(asked(agent, template("companies"), "").body["result"]) == {"completion"}
