"""Which workspace a call works in: the argument, else the connection's default, else the only one
the person reaches (K8)."""

import uuid
from dataclasses import dataclass
from typing import Any

import pytest

from tests import world as builders
from tests.agent import NEW, OLD, Agent
from tests.world import World, token, world

ALL = ["finance.all", "finance.all.write"]


@dataclass
class Two:
    """A person who reaches two workspaces, with a tax named after each."""

    place: World
    agent: Agent
    first: str
    second: str

    def seen(self, **arguments: Any) -> list[str]:
        rows = self.agent.call("finance_taxes_list", arguments).value["data"]
        return [row["name"] for row in rows]


@pytest.fixture
def two(place: World) -> Two:
    other = builders.workspace(place.organization)
    builders.grant(place.membership, other)
    agent = Agent(place.mcp_token)
    first, second = str(place.workspace.id), str(other.id)
    for name, where in (("first", first), ("second", second)):
        made = agent.call("finance_taxes_create", {"name": name, "workspace_id": where})
        assert made.value["name"] == name
    return Two(place, agent, first, second)


def test_the_argument_says_where(two: Two) -> None:
    assert two.seen(workspace_id=two.first) == ["first"]
    assert two.seen(workspace_id=two.second) == ["second"]
    assert two.seen(workspace_id=two.second.upper()) == ["second"]


def test_the_header_is_the_default_of_the_connection(two: Two) -> None:
    two.agent.headers = {"X-Workspace-Id": two.second}
    assert two.seen() == ["second"]


@pytest.mark.parametrize("path", ["/", "/mcp", "/mcp/"])
def test_the_url_is_the_default_of_the_connection_p25(two: Two, path: str) -> None:
    two.agent.path = f"{path}?workspace_id={two.second}"
    assert two.seen() == ["second"]


def test_the_argument_comes_before_the_default(two: Two) -> None:
    two.agent.headers = {"X-Workspace-Id": two.second}
    assert two.seen(workspace_id=two.first) == ["first"]


def test_equal_defaults_are_fine(two: Two) -> None:
    two.agent.headers = {"X-Workspace-Id": two.second.upper()}
    two.agent.path = f"/mcp?workspace_id={two.second}&workspace_id={two.second}"
    assert two.seen() == ["second"]


@pytest.mark.parametrize("query", ["workspace_id={first}", "workspace_id=", "workspace_id=x"])
def test_different_defaults_are_refused(two: Two, query: str) -> None:
    two.agent.headers = {"X-Workspace-Id": two.second}
    two.agent.path = f"/mcp?{query.format(first=two.first)}"
    answer = two.agent.send("tools/list")
    assert (answer.status, answer.code) == (400, "BAD_REQUEST")


@pytest.mark.parametrize(
    "value",
    ["x", "", "None", "{0}", "2b93f876769a4bdcb23e304957f313b4", "{2b93f876-769a-4bdc-b23e-30495}"],
)
def test_a_malformed_default_is_refused(two: Two, value: str) -> None:
    by_header = Agent(two.agent.token, headers={"X-Workspace-Id": value})
    by_url = Agent(two.agent.token, path=f"/mcp?workspace_id={value}")
    for agent in (by_header, by_url):
        answer = agent.send("tools/list")
        assert (answer.status, answer.code) == (400, "BAD_REQUEST")
        assert not value or value not in answer.body["error"]["message"]


def _of_another_organization(place: World) -> str:
    return str(world().workspace.id)


def _not_granted(place: World) -> str:
    return str(builders.workspace(place.organization).id)


def _unknown(place: World) -> str:
    return str(uuid.uuid4())


OUT_OF_REACH = pytest.mark.parametrize("other", [_of_another_organization, _not_granted, _unknown])


@OUT_OF_REACH
@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_default_out_of_reach_is_refused_before_any_message(
    agent: Agent, place: World, other: Any, version: str
) -> None:
    agent.version = version
    agent.headers = {"X-Workspace-Id": other(place)}
    refused = agent.send("tools/list")
    assert (refused.status, refused.code) == (403, "workspace_access_denied")
    agent.headers, agent.path = {}, f"/mcp?workspace_id={other(place)}"
    assert agent.send("tools/list").raw == refused.raw


@OUT_OF_REACH
def test_an_argument_out_of_reach_is_a_refusal_of_the_tool(
    agent: Agent, place: World, other: Any
) -> None:
    arguments = {"workspace_id": other(place)}
    listed = agent.call("finance_taxes_list", arguments)
    assert listed.code == "workspace_access_denied"
    created = agent.call("finance_taxes_create", {"name": "ISS", **arguments})
    assert created.text == listed.text


def test_the_only_workspace_need_not_be_named(agent: Agent, place: World) -> None:
    place.api.made("taxes", {"name": "ISS"})
    assert len(agent.call("finance_taxes_list").value["data"]) == 1


def test_one_of_several_must_be_named(two: Two) -> None:
    assert two.agent.call("finance_taxes_list").code == "workspace_required"
    assert two.agent.call("finance_taxes_create", {"name": "ISS"}).code == "workspace_required"


def test_a_person_who_reaches_none_is_denied(place: World) -> None:
    nobody = builders.person()
    builders.member(nobody, place.organization)
    agent = Agent(token(nobody, place.organization, "mcp", ALL))
    assert agent.call("finance_taxes_list").code == "workspace_access_denied"


def test_the_list_of_workspaces_needs_none(two: Two) -> None:
    rows = two.agent.call("finance_workspaces_list").value["data"]
    assert {row["id"] for row in rows} == {two.first, two.second}
