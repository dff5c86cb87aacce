"""Documents and templates: which there are, for whom, and that reading one is calling its operation
(P148–P150, K34)."""

import json
import re
import uuid
from typing import Any

import pytest

from tests import world as builders
from tests.agent import NEW, OLD, OLDEST, Agent
from tests.surface.examples import Ground
from tests.world import Answer, World, token

ROOT = "kobana://finance/"
ALL = ["finance.all", "finance.all.write"]
#: K34, word for word.
DOCUMENTS = {
    "workspaces",
    "companies",
    "categories",
    "classification_centers",
    "taxes",
    "accounts",
    "banks",
}
#: Every resource with a get, as rest-api §1.7 lists them.
TEMPLATES = [
    "accounts",
    "attachments",
    "automatic_rules",
    "categories",
    "classification_centers",
    "companies",
    "payables",
    "people",
    "receipts",
    "receivables",
    "reconciliations",
    "taxes",
    "transactions",
    "transfers",
]
LISTS = {
    "resources/list": ("resources", "uri"),
    "resources/templates/list": ("resourceTemplates", "uriTemplate"),
}
VERSIONS = pytest.mark.parametrize("version", [NEW, OLD, OLDEST])


def offered(agent: Agent, method: str) -> list[str]:
    """The addresses in a list, below the root."""
    member, key = LISTS[method]
    entries = agent.send(method).body["result"][member]
    return [entry[key].removeprefix(ROOT) for entry in entries]


def read(agent: Agent, uri: str) -> Answer:
    return agent.send("resources/read", {"uri": uri})


def text(agent: Agent, uri: str) -> str:
    """What a document says, which must be one text of JSON under the URI asked for."""
    answer = read(agent, uri)
    assert answer.status == 200, answer.body
    (content,) = answer.body["result"]["contents"]
    assert set(content) == {"uri", "mimeType", "text"}
    assert (content["uri"], content["mimeType"]) == (uri, "application/json")
    return str(content["text"])


def not_found(answer: Answer, uri: str) -> bool:
    """Whether a URI leads nowhere, said with the code of the era (P71, P98, P150)."""
    version = answer.headers["MCP-Protocol-Version"]
    error = answer.body["error"]
    code = -32602 if version == NEW else -32002
    assert answer.status == 200
    assert error == {"code": code, "message": "Resource not found", "data": {"uri": uri}}
    return True


@VERSIONS
def test_the_documents_are_those_of_the_page_k34(agent: Agent, version: str) -> None:
    agent.version = version
    listed = offered(agent, "resources/list")
    assert len(listed) == len(DOCUMENTS)
    assert set(listed) == DOCUMENTS


@VERSIONS
def test_there_is_a_template_for_every_resource_with_a_get_k34(agent: Agent, version: str) -> None:
    agent.version = version
    listed = offered(agent, "resources/templates/list")
    assert sorted(listed) == [f"{resource}/{{id}}" for resource in TEMPLATES]


@pytest.mark.parametrize("method", LISTS)
def test_an_entry_says_what_it_is_p148(agent: Agent, method: str) -> None:
    member, key = LISTS[method]
    entries = agent.send(method).body["result"][member]
    for entry in entries:
        assert set(entry) == {key, "name", "title", "description", "mimeType"}
        assert all(isinstance(value, str) and value.strip() for value in entry.values())
        assert entry["mimeType"] == "application/json"
        # RFC 6570, level 1: names in braces and nothing else.
        assert re.fullmatch(r"kobana://finance/[a-z_]+(/\{id\})?", entry[key])
        assert "{" not in entry["name"] + entry["title"] + entry["description"]
    assert len({entry["name"] for entry in entries}) == len(entries)


@pytest.mark.parametrize("method", LISTS)
def test_a_list_is_stamped_in_the_stateless_era_only_p70_p77(agent: Agent, method: str) -> None:
    result = agent.send(method).body["result"]
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")
    assert type(result["ttlMs"]) is int
    agent.version = OLD
    assert set(agent.send(method).body["result"]) == {LISTS[method][0]}


def test_a_document_is_stamped_in_the_stateless_era_only_p70_p77(agent: Agent) -> None:
    result = read(agent, f"{ROOT}taxes").body["result"]
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private")
    assert result["resultType"] == "complete"
    agent.version = OLD
    assert set(read(agent, f"{ROOT}taxes").body["result"]) == {"contents"}


@pytest.mark.parametrize("cursor", ["bogus", "", 1, None, {}])
@pytest.mark.parametrize("method", LISTS)
def test_there_is_one_page_and_no_other_p113(agent: Agent, method: str, cursor: object) -> None:
    for version in (NEW, OLD):
        agent.version = version
        refused = agent.send(method, {"cursor": cursor})
        assert (refused.status, refused.body["error"]["code"]) == (200, -32602)


def _narrow_token(place: World) -> Agent:
    return Agent(token(place.person, place.organization, "mcp", ["finance.taxes"]))


def _narrow_person(place: World) -> Agent:
    somebody = builders.person()
    of, granted = place.organization, [place.workspace]
    builders.member(somebody, of, role=None, permissions=["taxes.view"], workspaces=granted)
    return Agent(token(somebody, of, "mcp", ALL))


@pytest.mark.parametrize("narrow", [_narrow_token, _narrow_person])
@VERSIONS
def test_what_the_caller_may_not_read_does_not_exist_p148_p150(
    place: World, narrow: Any, version: str
) -> None:
    agent = narrow(place)
    agent.version = version
    # Any valid token may list the workspaces.
    assert set(offered(agent, "resources/list")) == {"taxes", "workspaces"}
    assert offered(agent, "resources/templates/list") == ["taxes/{id}"]
    ground = Ground(place)
    for resource in ("companies", "categories"):
        for uri in (ROOT + resource, f"{ROOT}{resource}/{ground.get(resource)['id']}"):
            assert not_found(read(agent, uri), uri)
    assert json.loads(text(agent, f"{ROOT}taxes/{ground.get('taxes')['id']}"))


def test_who_is_no_active_member_is_offered_nothing_p148(agent: Agent, place: World) -> None:
    place.membership.active = False
    place.membership.save()
    for method in LISTS:
        assert offered(agent, method) == []
    assert not_found(read(agent, f"{ROOT}workspaces"), f"{ROOT}workspaces")


@pytest.mark.parametrize("resource", sorted(DOCUMENTS - {"banks"}))
def test_a_document_has_the_bytes_of_its_tool_p149(
    agent: Agent, place: World, resource: str
) -> None:
    if resource != "workspaces":
        Ground(place).get(resource)
    by_tool = agent.call(f"finance_{resource}_list", {"limit": 100}).text
    for version in (NEW, OLD, OLDEST):
        agent.version = version
        assert text(agent, ROOT + resource) == by_tool
    assert json.loads(by_tool)["data"]


@pytest.mark.parametrize("resource", TEMPLATES)
def test_a_record_has_the_bytes_of_its_tool_p149(agent: Agent, place: World, resource: str) -> None:
    id = Ground(place).get(resource)["id"]
    by_tool = agent.call(f"finance_{resource}_get", {"id": id}).text
    for version in (NEW, OLD):
        agent.version = version
        assert text(agent, f"{ROOT}{resource}/{id}") == by_tool


@pytest.mark.parametrize("resource", TEMPLATES)
def test_another_workspaces_record_is_answered_as_one_that_never_was_p150_p181(
    agent: Agent, place: World, resource: str
) -> None:
    elsewhere = World(**{**vars(place), "workspace": builders.workspace(place.organization)})
    builders.grant(place.membership, elsewhere.workspace)
    elsewhere.api = builders.Api(place.api.token, {"X-Workspace-Id": str(elsewhere.workspace.id)})
    foreign = Ground(elsewhere).get(resource)["id"]
    agent.headers = {"X-Workspace-Id": str(place.workspace.id)}
    for version in (NEW, OLD):
        agent.version = version
        theirs, nobodys = (f"{ROOT}{resource}/{id}" for id in (foreign, uuid.uuid4()))
        assert not_found(read(agent, theirs), theirs)
        assert not_found(read(agent, nobodys), nobodys)
    agent.headers = {"X-Workspace-Id": str(elsewhere.workspace.id)}
    assert text(agent, f"{ROOT}{resource}/{foreign}")
