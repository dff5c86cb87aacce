"""Reading a document beyond the plain case: more rows than a page, several workspaces, refusals
that are none of absence, faults of ours (P69, P97, P150, K8, K34)."""

import json
import re
from typing import Any

import pytest

from finance_api.taxes.views import TaxViewSet
from tests import world as builders
from tests.agent import NEW, OLD, Agent
from tests.mcp_gateway.test_resources import ROOT, read, text
from tests.world import Api, World

VERSIONS = pytest.mark.parametrize("version", [NEW, OLD])


def continued(agent: Agent, uri: str) -> tuple[dict[str, Any], str, dict[str, Any]]:
    """The first page of a document, and the tool and arguments its last words name."""
    first, more = read(agent, uri).body["result"]["contents"]
    assert (more["uri"], more["mimeType"]) == (uri, "text/plain")
    found = re.search(
        r"the tool (\w+) and its arguments limit: (\d+) and cursor: (\S+)", more["text"]
    )
    assert found, more["text"]
    return first, found[1], {"limit": int(found[2]), "cursor": found[3]}


def names(page: Any) -> list[str]:
    return [row["name"] for row in page["data"]]


@VERSIONS
def test_a_document_of_more_rows_than_a_page_says_how_to_go_on_k34(
    agent: Agent, version: str
) -> None:
    agent.version = version
    first, tool, arguments = continued(agent, f"{ROOT}banks")
    found = names(json.loads(first["text"]))
    assert found == names(agent.call("finance_banks_list", {"limit": 100}).value)
    while arguments["cursor"]:
        page = agent.call(tool, arguments)
        found += names(page.value)
        arguments["cursor"] = page.value["meta"]["next_cursor"]
    assert len(found) == len(set(found)) > 100
    assert found == sorted(found)


def test_the_way_on_holds_in_a_workspace_and_ends_with_its_last_row_k34(
    agent: Agent, place: World
) -> None:
    wanted = [f"Imposto {number:03}" for number in range(101)]
    for name in wanted[:100]:
        place.api.made("taxes", {"name": name})
    assert len(read(agent, f"{ROOT}taxes").body["result"]["contents"]) == 1
    place.api.made("taxes", {"name": wanted[100]})
    first, tool, arguments = continued(agent, f"{ROOT}taxes")
    last = agent.call(tool, arguments).value
    assert (names(last), last["meta"]["next_cursor"]) == (wanted[100:], None)
    assert first["text"].count('"name"') == 100


@VERSIONS
def test_one_of_several_workspaces_must_be_named_and_the_words_say_so_k8(
    place: World, agent: Agent, version: str
) -> None:
    other = builders.workspace(place.organization)
    builders.grant(place.membership, other)
    agent.version = version
    there = Api(place.api.token, {"X-Workspace-Id": str(place.workspace.id)})
    tax = there.made("taxes", {"name": "ISS"})
    for uri in (f"{ROOT}taxes", f"{ROOT}taxes/{tax['id']}"):
        refused = read(agent, uri)
        assert refused.status == 200
        error = refused.body["error"]
        assert (error["code"], error["data"]["uri"]) == (-32602, uri)
        assert error["data"]["error"]["code"] == "workspace_required"
        assert "several" in error["message"]
        # A URI names no workspace, so the words say where one can be named.
        assert "X-Workspace-Id" in error["message"]
        tool = "finance_taxes_list" if uri.endswith("taxes") else "finance_taxes_get"
        assert tool in error["message"]
    assert len(text(agent, f"{ROOT}workspaces")) > 2, "this one needs none"
    agent.path = f"/mcp?workspace_id={place.workspace.id}"
    assert "ISS" in text(agent, f"{ROOT}taxes")
    agent.path, agent.headers = "/mcp", {"X-Workspace-Id": str(other.id)}
    assert "ISS" not in text(agent, f"{ROOT}taxes")


def test_a_person_who_reaches_no_workspace_is_told_k8(place: World) -> None:
    nobody = builders.person()
    builders.member(nobody, place.organization)
    agent = Agent(builders.token(nobody, place.organization, "mcp", ["finance.all"]))
    error = read(agent, f"{ROOT}taxes").body["error"]
    assert error["data"]["error"]["code"] == "workspace_access_denied"
    assert "admin" in error["message"]


def test_a_spent_budget_is_said_with_the_wait_k31(place: World, settings: Any) -> None:
    settings.READS_PER_HOUR = 2
    agent = Agent(place.mcp_token)
    assert text(agent, f"{ROOT}taxes")
    assert agent.call("finance_taxes_list").value["data"] == []
    refused = read(agent, f"{ROOT}taxes")
    error = refused.body["error"]
    assert (refused.status, error["code"]) == (200, -32602)
    assert error["data"]["error"]["code"] == "RATE_LIMITED"
    wait = error["data"]["error"]["details"]["retry_after"]
    assert f"Wait {wait} seconds" in error["message"]


@VERSIONS
def test_an_unforeseen_failure_says_only_where_to_look_p69_p97(
    agent: Agent, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("SELECT secret FROM taxes")

    agent.version = version
    monkeypatch.setattr(TaxViewSet, "listed", broken)
    answer = read(agent, f"{ROOT}taxes")
    assert (answer.status, answer.body["error"]["code"]) == (200, -32603)
    assert answer.body["error"]["message"].startswith("Internal error (reference ")
    assert b"secret" not in answer.raw


@pytest.mark.parametrize("uri", [None, 5, True, [], {}])
@VERSIONS
def test_a_uri_must_be_a_text_p151(agent: Agent, version: str, uri: Any) -> None:
    agent.version = version
    for params in ({"uri": uri}, {}):
        answer = agent.send("resources/read", params)
        assert (answer.status, answer.body["error"]["code"]) == (200, -32602)
        assert "uri" in answer.body["error"]["message"]
