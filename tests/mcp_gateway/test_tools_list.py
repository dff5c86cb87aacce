"""`tools/list` shows what the caller may run, always in one order (P107, P112, P113)."""

import pytest

from finance_api.rest import catalog
from tests import world as builders
from tests.agent import NEW, OLD, Agent
from tests.live import Live
from tests.world import World, token

ALL = ["finance.all", "finance.all.write"]


def reads() -> set[str]:
    return {name for name, each in catalog.endpoints().items() if not each.operation.writes}


def test_a_person_who_may_do_everything_sees_every_tool_p107(agent: Agent) -> None:
    assert list(agent.tools()) == list(catalog.endpoints())


@pytest.mark.parametrize("version", [NEW, OLD])
def test_the_order_is_the_same_on_every_call_and_replica_p107(
    live: Live, place: World, version: str
) -> None:
    agent = live.agent(place.mcp_token, version=version)
    first = agent.send("tools/list").body["result"]
    for _ in range(5):
        assert agent.send("tools/list").body["result"] == first


@pytest.mark.parametrize("scopes", [["finance.all"], ["finance.taxes"]])
def test_a_read_token_sees_only_what_it_may_read_p107(
    agent: Agent, place: World, scopes: list[str]
) -> None:
    agent.token = token(place.person, place.organization, "mcp", scopes)
    seen = set(agent.tools())
    wanted = {name for name in reads() if "finance.all" in scopes or "_taxes_" in name}
    free = {name for name in reads() if not catalog.endpoints()[name].operation.required_scope}
    assert seen == wanted | free


def test_a_person_who_only_views_sees_only_what_reads_p107(place: World) -> None:
    viewer = builders.person()
    builders.member(viewer, place.organization, role="View", workspaces=[place.workspace])
    agent = Agent(token(viewer, place.organization, "mcp", ALL))
    tools = agent.tools()
    assert set(tools) == reads()
    assert all(tool["annotations"]["readOnlyHint"] for tool in tools.values())


def test_a_person_who_is_no_active_member_sees_no_tool_p107(agent: Agent, place: World) -> None:
    place.membership.active = False
    place.membership.save()
    assert agent.tools() == {}


def test_a_stranger_to_the_organization_sees_no_tool_p107(place: World) -> None:
    agent = Agent(token(builders.person(), place.organization, "mcp", ALL))
    assert agent.tools() == {}


@pytest.mark.parametrize("cursor", ["bogus", "", 1, None, {}])
@pytest.mark.parametrize("version", [NEW, OLD])
def test_there_is_one_page_and_no_other_p113(agent: Agent, cursor: object, version: str) -> None:
    agent.version = version
    assert "nextCursor" not in agent.send("tools/list").body["result"]
    refused = agent.send("tools/list", {"cursor": cursor})
    assert (refused.status, refused.body["error"]["code"]) == (200, -32602)


def test_the_whole_list_is_of_a_size_clients_take_p112(agent: Agent) -> None:
    answer = agent.send("tools/list")
    assert len(answer.body["result"]["tools"]) <= 128
    assert len(answer.raw) < 256 * 1024
