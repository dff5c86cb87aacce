"""The endpoint as HTTP: methods, hosts, media types, paths, and every answer's headers (P8–P29)."""

import pytest

from tests.agent import NEW, OLD, Agent
from tests.live import Live
from tests.mcp_gateway.statuses import STATUSES
from tests.world import World

PATHS = ["/", "/mcp", "/mcp/"]


@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_valid_request_is_answered_in_json_with_its_version_p8(
    agent: Agent, version: str
) -> None:
    agent.version = version
    answer = agent.send("tools/list")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["MCP-Protocol-Version"] == version
    assert "Mcp-Session-Id" not in answer.headers


@pytest.mark.parametrize("signed_on", [True, False], ids=["signed on", "no token"])
@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/mcp", {}),
        ("/mcp/", {"Accept": "text/event-stream"}),
        ("/", {"Accept": "text/event-stream", "MCP-Protocol-Version": NEW}),
        ("/mcp", {"Accept": "application/json", "MCP-Protocol-Version": "1999-01-01"}),
        ("/mcp", {"Accept": "text/html"}),
        ("/mcp", {"Last-Event-ID": "1", "Mcp-Session-Id": "x"}),
    ],
)
def test_get_opens_no_stream_p9(
    live: Live, place: World, path: str, headers: dict[str, str], signed_on: bool
) -> None:
    token = {"Authorization": f"Bearer {place.mcp_token}"} if signed_on else {}
    reply = live.client.generic("GET", path, b"", headers={**token, **headers})
    assert (reply.status_code, reply.content) == (405, b"")
    assert "POST" in reply.headers["Allow"]


def test_a_person_at_the_root_sees_a_page_k5(live: Live) -> None:
    reply = live.client.generic("GET", "/", b"", headers={"Accept": "text/html,*/*;q=0.8"})
    assert reply.status_code == 200
    assert reply.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "HEAD"])
@pytest.mark.parametrize("path", PATHS)
def test_other_methods_are_refused_the_same_way_p10(agent: Agent, method: str, path: str) -> None:
    headers = {"Authorization": f"Bearer {agent.token}", "Mcp-Session-Id": "x"}
    response = agent.client.generic(method, path, b"", headers=headers)
    assert (response.status_code, response.content) == (405, b"")
    assert response.headers["Allow"] == "POST, OPTIONS"


@pytest.mark.parametrize("path", [*PATHS, "/.well-known/oauth-protected-resource", "/healthz"])
def test_a_host_that_is_not_ours_is_refused_without_an_echo_p16(live: Live, path: str) -> None:
    lines = [f"POST {path} HTTP/1.1", "Host: evil.example", "Content-Length: 0", "", ""]
    reply = live.exchange("\r\n".join(lines).encode())
    if path in PATHS:
        assert reply.status_code == 400
        assert reply.headers["Content-Type"] == "application/json"
    assert b"evil" not in reply.content


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "APPLICATION/JSON"])
def test_the_media_type_is_json_whatever_its_parameters_p21(
    agent: Agent, content_type: str
) -> None:
    headers = {"Authorization": f"Bearer {agent.token}"}
    body = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    assert agent.post(body, content_type=content_type, **headers).status == 200


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonl"]
)
def test_another_media_type_never_runs_p22(agent: Agent, place: World, content_type: str) -> None:
    body = (
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call",'
        b'"params":{"name":"finance_taxes_create","arguments":{"name":"ISS"}}}'
    )
    headers = {"Authorization": f"Bearer {agent.token}"}
    answer = agent.post(body, content_type=content_type, **headers)
    assert answer.status == 415
    assert (answer.body["id"], answer.body["error"]["code"]) == (None, -32600)
    assert place.api.get("taxes").body["data"] == []


@pytest.mark.parametrize(
    "accept",
    [
        "*/*",
        "application/json",
        "application/json, text/event-stream",
        "text/event-stream",
        "text/html",
        "image/png",
    ],
)
@pytest.mark.parametrize("path", ["/", "/mcp"])
def test_accept_never_matters_p23(agent: Agent, path: str, accept: str) -> None:
    agent.path = path
    answer = agent.send("tools/list", Accept=accept)
    assert (answer.status, answer.headers["Content-Type"]) == (200, "application/json")


def test_sessions_and_resumption_are_ignored_p24(agent: Agent) -> None:
    answer = agent.send("tools/list", **{"Mcp-Session-Id": "x", "Last-Event-ID": "1"})
    assert answer.status == 200
    assert "Mcp-Session-Id" not in answer.headers


@pytest.mark.parametrize("path", PATHS)
def test_every_spelling_of_the_path_answers_without_a_redirect_p25_p26(
    live: Live, place: World, path: str
) -> None:
    for query in ("", f"?workspace_id={place.workspace.id}"):
        agent = live.agent(place.mcp_token, path=f"{path}{query}", version=OLD)
        answer = agent.send("ping")
        assert (answer.status, answer.body["result"]) == (200, {})


@pytest.mark.parametrize("status", STATUSES)
def test_no_answer_may_be_stored_p27(agent: Agent, place: World, status: int) -> None:
    answer = STATUSES[status](agent, place.mcp_token, {})
    assert (answer.status, answer.headers["Cache-Control"]) == (status, "no-store")


@pytest.mark.parametrize("status", STATUSES)
def test_every_answer_is_json_or_empty_p29(agent: Agent, place: World, status: int) -> None:
    answer = STATUSES[status](agent, place.mcp_token, {})
    if answer.raw:
        assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", ["/nothing", "/mcp/nothing", "/mcp//", "/sse", "/.well-known/x"])
def test_an_unknown_path_is_no_page_p29(live: Live, path: str) -> None:
    reply = live.client.generic("POST", path, b"{}", headers={})
    assert reply.status_code == 404
    assert reply.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/mcp?" + "&".join(["a=1"] * 1_001), 400),
        ("/mcp?workspace_id=%ff", 400),
        ("/mcp?workspace_id[]=x&%00=%zz", 200),
        ("/mcp%ff", 404),
        ("/mcp/%00", 404),
        ("/MCP", 404),
    ],
)
def test_a_url_of_any_kind_is_answered_in_json_p29(
    live: Live, place: World, path: str, status: int
) -> None:
    answer = live.agent(place.mcp_token, path=path, version=OLD).send("ping")
    assert (answer.status, answer.headers["Content-Type"]) == (status, "application/json")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "path",
    [
        "/.well-known/openid-configuration",
        "/.well-known/mcp",
        "/authorize",
        "/token",
        "/register",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_known_places_are_not_here_p165(live: Live, method: str, path: str) -> None:
    reply = live.client.generic(method, path, b"", headers={"Accept": "text/html"})
    assert reply.status_code == 404
    assert b"<" not in reply.content


@pytest.mark.parametrize("status", [429, 503])
def test_who_must_wait_is_told_how_long_p28(agent: Agent, place: World, status: int) -> None:
    answer = STATUSES[status](agent, place.mcp_token, {})
    assert answer.status == status
    assert answer.headers["Retry-After"].isdigit()
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.code == {429: "RATE_LIMITED", 503: "SERVICE_UNAVAILABLE"}[status]


@pytest.mark.parametrize("status", [400, 401, 403, 405, 413, 415, 429, 503])
def test_a_version_is_named_only_once_it_is_settled_d25(
    agent: Agent, place: World, status: int
) -> None:
    answer = STATUSES[status](agent, place.mcp_token, {})
    assert "MCP-Protocol-Version" not in answer.headers
