"""A connection may leave out what its caller may do, and never adds anything."""

from typing import Any

import pytest

from tests.agent import NEW, OLD, Agent
from tests.world import World, token, world


@pytest.fixture
def at() -> World:
    return world()


def _resources(agent: Agent) -> set[str]:
    from finance_api.rest import catalog

    return {catalog.endpoints()[name].operation.resource for name in agent.tools()}


def _through(at: World, query: str = "", **headers: str) -> Agent:
    return Agent(at.mcp_token, path=f"/mcp{query}", headers=headers)


@pytest.mark.parametrize("version", [NEW, OLD])
@pytest.mark.parametrize("by_header", [False, True])
def test_named_sets_and_the_list_of_workspaces_are_all_there_is(
    at: World, version: str, by_header: bool
) -> None:
    names = "payables, cash_flow"
    agent = (
        _through(at, **{"X-Toolsets": names})
        if by_header
        else _through(at, "?toolsets=payables,cash_flow")
    )
    agent.version = version
    assert _resources(agent) == {"payables", "cash_flow", "workspaces"}
    listed = agent.send("resources/list").body["result"]["resources"]
    assert [each["uri"] for each in listed] == ["kobana://finance/workspaces"]
    templates = agent.send("resources/templates/list").body["result"]["resourceTemplates"]
    assert [each["uriTemplate"] for each in templates] == ["kobana://finance/payables/{id}"]
    outside = agent.call("finance_receivables_list")
    assert outside.code == "outside_connection"
    assert "narrowed" in outside.refusal["message"]
    assert agent.call("finance_payables_list").value["data"] == []
    missed = agent.send("resources/read", {"uri": "kobana://finance/companies"})
    assert missed.body["error"]["message"] == "Resource not found"


def test_a_connection_that_reads_offers_and_runs_no_write(at: World) -> None:
    for agent in (_through(at, "?readonly=1"), _through(at, **{"X-Readonly": "true"})):
        tools = agent.tools()
        assert all(tool["annotations"]["readOnlyHint"] for tool in tools.values())
        assert len(tools) > 20
        tax = {"name": "ISS", "default_rate": "5"}
        assert agent.call("finance_taxes_create", tax).code == "outside_connection"
    assert at.api.get("taxes").body["data"] == []
    assert "finance_taxes_create" in _through(at, "?readonly=0").tools()


def test_named_twice_both_hold(at: World) -> None:
    agent = _through(at, "?toolsets=payables,taxes&readonly=0", **{"X-Toolsets": "taxes,accounts"})
    assert _resources(agent) == {"taxes", "workspaces"}
    agent = _through(at, "?readonly=0", **{"X-Readonly": "1"})
    assert "finance_taxes_create" not in agent.tools()
    agent = _through(at, "?toolsets=payables&toolsets=taxes")
    assert _resources(agent) == {"workspaces"}


def test_it_never_widens(at: World) -> None:
    poor = token(at.person, at.organization, "mcp", ["finance.taxes"])
    agent = Agent(poor, path="/mcp?toolsets=payables,taxes")
    assert _resources(agent) == {"taxes", "workspaces"}
    assert agent.call("finance_payables_list").code == "insufficient_scope"
    assert agent.call("finance_banks_list").code == "outside_connection"


@pytest.mark.parametrize(
    "query", ["?toolsets=payables,nothing", "?toolsets=", "?toolsets=*", "?readonly=yes"]
)
def test_what_does_not_exist_is_refused_before_the_message_is_read(at: World, query: str) -> None:
    refused = _through(at, query).send("tools/list")
    assert (refused.status, refused.code) == (400, "BAD_REQUEST")
    assert "nothing" not in refused.raw.decode()


def test_scripts_need_every_tool_they_name(at: World) -> None:
    def names(agent: Agent) -> set[str]:
        listed: list[dict[str, Any]] = agent.send("prompts/list").body["result"]["prompts"]
        return {prompt["name"] for prompt in listed}

    assert names(_through(at, "?toolsets=taxes")) == set()
    assert names(_through(at, "?readonly=1")) <= names(_through(at))
