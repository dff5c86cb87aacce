"""Pages of other sites may call only from an allow-list, compared whole (P11–P15, P178)."""

import pytest

from tests.agent import Agent
from tests.mcp_gateway.statuses import STATUSES
from tests.world import World

ALLOWED = "https://agent.example"
OFF_THE_LIST = [
    "https://evil.example",
    "null",
    "",
    "http://agent.example",
    "https://agent.example:8443",
    "https://agent.example.evil.example",
    "https://evil-agent.example",
    "https://agent.example/",
    "HTTPS://AGENT.EXAMPLE",
    "https://agent.example, https://agent.example",
]
HEADERS = {
    "authorization",
    "content-type",
    "accept",
    "mcp-protocol-version",
    "mcp-method",
    "mcp-name",
    "x-workspace-id",
    "x-toolsets",
    "x-readonly",
    "mcp-session-id",
    "last-event-id",
}


def test_an_allowed_page_may_ask_before_it_sends_p11(agent: Agent) -> None:
    asked = {"Origin": ALLOWED, "Access-Control-Request-Method": "POST"}
    response = agent.client.options("/mcp", headers=asked)
    assert (response.status_code, response.content) == (204, b"")
    assert response.headers["Access-Control-Allow-Origin"] == ALLOWED
    assert response.headers["Access-Control-Allow-Methods"] == "POST, OPTIONS"
    named = set(response.headers["Access-Control-Allow-Headers"].split(", "))
    assert named >= HEADERS
    assert "Origin" in response.headers["Vary"]
    assert "Access-Control-Allow-Credentials" not in response.headers


@pytest.mark.parametrize("origin", OFF_THE_LIST)
def test_a_page_off_the_list_may_not_even_ask_p12(agent: Agent, origin: str) -> None:
    response = agent.client.options("/mcp", headers={"Origin": origin})
    assert response.status_code == 403
    assert not [name for name in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("status", STATUSES)
def test_an_allowed_page_may_read_every_answer_p13(agent: Agent, place: World, status: int) -> None:
    answer = STATUSES[status](agent, place.mcp_token, {"Origin": ALLOWED})
    assert answer.status == status
    assert answer.headers["Access-Control-Allow-Origin"] == ALLOWED
    exposed = answer.headers["Access-Control-Expose-Headers"]
    assert exposed == "MCP-Protocol-Version, WWW-Authenticate, Retry-After, Request-Id"
    assert "Origin" in answer.headers["Vary"]


@pytest.mark.parametrize("origin", OFF_THE_LIST)
def test_a_page_off_the_list_runs_nothing_p14(agent: Agent, place: World, origin: str) -> None:
    agent.headers = {"Origin": origin}
    call = {"name": "finance_taxes_create", "arguments": {"name": "ISS"}}
    answer = agent.send("tools/call", call)
    assert (answer.status, answer.code) == (403, "ORIGIN_REFUSED")
    assert not [name for name in answer.headers if name.startswith("Access-Control")]
    assert place.api.get("taxes").body["data"] == []


def test_a_client_that_is_no_page_is_served_p15(agent: Agent) -> None:
    answer = agent.send("tools/list")
    assert answer.status == 200
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_an_address_with_too_much_in_it_is_refused_so_that_a_page_can_read_it(agent: Agent) -> None:
    agent.path = "/mcp?" + "&".join(f"n{number}=1" for number in range(1_100))
    refused = agent.send("tools/list", Origin=ALLOWED)
    assert (refused.status, refused.code) == (400, "BAD_REQUEST")
    assert refused.headers["Access-Control-Allow-Origin"] == ALLOWED


def test_an_answer_without_a_body_names_no_type_and_every_one_is_in_english(agent: Agent) -> None:
    portuguese = {"Accept-Language": "pt-BR", "Authorization": f"Bearer {agent.token}"}
    for method in ("GET", "OPTIONS"):
        empty = agent.client.generic(method, "/mcp", headers=portuguese)
        assert "Content-Type" not in empty.headers
    for path in ("/mcp", "/v1/banks"):
        answer = agent.client.get(path, headers=portuguese)
        assert answer.headers["Content-Language"] == "en"
