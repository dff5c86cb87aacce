"""Tokens that another server issued: asked about there, known for seconds, and where the answer is
not clear the caller is told to come back, never to sign in again (K12, P28)."""

import datetime as dt
import logging
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core import checks

from finance_api.identity import introspection
from finance_api.sign_in import applications
from tests.agent import Agent
from tests.live import Live, serving
from tests.oauth.backend import backend
from tests.oauth.other_server import ISSUER, OtherServer, nobody_there, other_server, yes
from tests.oauth.person import connected
from tests.world import Api, World, in_process, organization, person

WORKSPACES = "finance_workspaces_list"
#: One with characters that a header carries only when they are quoted.
SECRET = "s:%"


def asks(
    settings: Any, url: str, issuer: str = ISSUER, client: str = "rs", secret: str = SECRET
) -> None:
    """Tokens are asked about there from now on."""
    settings.INTROSPECTION_URL, settings.AUTHORIZATION_SERVER = url, issuer
    settings.INTROSPECTION_CLIENT_ID, settings.INTROSPECTION_CLIENT_SECRET = client, secret


@pytest.fixture
def other(settings: Any) -> Iterator[OtherServer]:
    with other_server() as server:
        asks(settings, server.url)
        yield server


def fresh() -> str:
    return f"outra_{uuid.uuid4().hex}"


def challenged(token: str, status: int = 401) -> bool:
    """Whether both doors refuse a token as one that is no good."""
    by_tool, by_rest = Agent(token).send("tools/list"), Api(token).get("taxes")
    return {by_tool.status, by_rest.status} == {status} and by_tool.code == "invalid_token"


def told_to_come_back(token: str) -> bool:
    """Whether both doors say 503 with a time to wait, and nothing of signing in."""
    return all(
        (answer.status, answer.headers["Retry-After"]) == (503, "5")
        and answer.body["error"]["code"] == "SERVICE_UNAVAILABLE"
        and "WWW-Authenticate" not in answer.headers
        for answer in (Agent(token).send("tools/list"), Api(token).get("taxes"))
    )


def test_a_token_of_another_server_is_good_here_until_it_is_revoked_there(
    live: Live, place: World, settings: Any
) -> None:
    client, tokens = connected(live.url, place)
    application, secret = applications.register_resource_server("Finanças")
    settings.MCP_RESOURCE_URL = client.resource
    asks(settings, f"{live.url}/oauth/introspect", live.url, application.client_id, secret)
    agent = Agent(tokens["access_token"])
    with time_machine.travel(dt.datetime.now(dt.UTC), tick=False) as clock:
        rows = agent.call(WORKSPACES).value["data"]
        assert [row["id"] for row in rows] == [str(place.workspace.pk)]
        assert "finance_taxes_create" not in agent.tools()
        assert Api(tokens["access_token"]).get("taxes").status == 401
        assert client.revoke(tokens["access_token"]).status_code == 200
        assert agent.send("tools/list").status == 200, "known for seconds"
        clock.shift(dt.timedelta(seconds=4))
        assert challenged(tokens["access_token"])
    # A token a person made stays with us; what a wrong secret is answered is no word on the token.
    assert Agent(place.mcp_token).send("tools/list").status == 200
    settings.INTROSPECTION_CLIENT_SECRET = "wrong"
    assert told_to_come_back(fresh())


def test_this_server_is_no_authorization_server_then(
    live: Live, place: World, tmp_path: Path
) -> None:
    client, tokens = connected(live.url, place)
    dashboard = backend(live.url)
    entered = dashboard.enter(place)
    application, secret = applications.register_resource_server("Finanças")
    there = {
        "INTROSPECTION_URL": f"{live.url}/oauth/introspect",
        "INTROSPECTION_CLIENT_ID": application.client_id,
        "INTROSPECTION_CLIENT_SECRET": secret,
        "INTROSPECTION_CACHE_SECONDS": "0",
        "AUTHORIZATION_SERVER": live.url,
        "MCP_RESOURCE_URL": client.resource,
        "API_RESOURCE_URL": dashboard.resource,
        "WEB_CONCURRENCY": "1",
    }
    with serving(tmp_path, **there) as server:

        def got(path: str, method: str = "GET") -> Any:
            return server.client.generic(method, path, b"", headers={})

        for path in ("authorize", "token", "revoke", "register", "introspect"):
            assert got(f"/oauth/{path}", "POST").status_code == 404
        assert got("/.well-known/oauth-authorization-server").status_code == 404
        assert f'"authorization_servers": ["{live.url}"]' in (
            got("/.well-known/oauth-protected-resource").content.decode()
        )
        assert got("/account/sign-in").status_code == 200
        agent = server.agent(tokens["access_token"])
        assert agent.call(WORKSPACES).value["data"]
        api = Api(entered["access_token"], client=server.client)
        made = api.made("taxes", {"name": "ISS", "default_rate": "5"})
        assert made["created_via"] == "dashboard"
        assert client.revoke(tokens["refresh_token"]).status_code == 200
        assert (agent.send("tools/list").status, agent.send("tools/list").status) == (401, 401)
        assert not any(each in server.log.read_text() for each in (secret, tokens["access_token"]))


def test_the_connections_of_a_person_are_said_to_be_there(place: World, other: OtherServer) -> None:
    browser = in_process()
    browser.force_login(place.person)
    page = browser.get("/account/agents").content.decode()
    assert f"Clientes são conectados e desconectados em {ISSUER}." in page


GARBAGE: dict[str, dict[str, Any]] = {
    "no JSON": {"body": b"<html>"},
    "not said to be JSON": {"body": {"active": False}, "Content_Type": "text/html"},
    "a list": {"body": [True]},
    "nothing": {"body": b""},
    "said twice": {"body": b'{"active": false, "active": true}'},
    "no yes or no": {"body": {"active": "false"}},
    "too large": {"body": b" " * 20_000 + b'{"active": false}'},
    "500": {"body": {"active": False}, "status": 500},
    "503": {"body": {"active": False}, "status": 503},
    "not us": {"body": {"error": "invalid_client"}, "status": 401},
    "not there": {"body": b"", "status": 404},
    "elsewhere": {"body": b"", "status": 307, "Location": "/oauth/introspect?again"},
    "another length": {"body": {"active": False}, "Content_Length": "9"},
}
WORDS: dict[str, Any] = {
    "iss": (None, f"{ISSUER}/", 1),
    "sub": (None, "ana", 7),
    "organization_id": (None, "1", []),
    "connection_id": (None, "x"),
    "aud": (1, {"a": 1}, [1]),
    "scope": (None, ["finance.all"]),
    "exp": (None, "soon", 1e10, True),
    "first_party": (None, 0, "true"),
}


def test_whatever_is_no_clear_answer_is_503_and_asked_again_p28(
    place: World, other: OtherServer, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    token, mcp = fresh(), settings.MCP_RESOURCE_URL
    for garbage in GARBAGE.values():
        other.says(**garbage)
        assert told_to_come_back(token), garbage
    for word, values in WORDS.items():
        for value in values:
            other.says(yes(place.person.pk, place.organization.pk, mcp, **{word: value}))
            assert told_to_come_back(token), (word, value)
    assert len(other.asked) == 2 * (len(GARBAGE) + sum(map(len, WORDS.values())))
    lines = [each for each in caplog.records if each.name == introspection.__name__]
    assert len(lines) == len(other.asked)
    assert all(each.levelno == logging.WARNING for each in lines)
    assert token not in caplog.text
    # All the while the token was asked about, by us and in a form.
    assert set(other.asked) == {f"Basic cnM6cyUzQSUyNQ== token={token}"}
    other.says(yes(place.person.pk, place.organization.pk, mcp))
    assert Agent(token).call(WORKSPACES).value["data"]


def test_a_server_that_is_down_or_slow_is_503_within_its_time_p28(
    other: OtherServer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(introspection, "SECONDS", 0.2)
    other.says({"active": False})
    other.silent = True
    assert told_to_come_back(fresh())
    other.silent, other.trickling = False, True
    begun = time.monotonic()
    assert told_to_come_back(fresh())
    assert time.monotonic() - begun < 5, "it would trickle for longer"
    for nowhere in (nobody_there(), "ftp://account.example", "https://", "http://[", "http://x:y"):
        settings.INTROSPECTION_URL = nowhere
        assert told_to_come_back(fresh()), nowhere


def test_a_clear_no_is_401_and_remembered(place: World, other: OtherServer, settings: Any) -> None:
    mcp, api = settings.MCP_RESOURCE_URL, settings.API_RESOURCE_URL
    shut_out = person(is_active=False)
    nos: list[dict[str, Any]] = [
        {"aud": ["https://other.example/mcp"]},
        {"aud": [mcp, "https://other.example/mcp"]},
        {"aud": []},
        {"aud": None},
        {"aud": f"{mcp}/x"},
        {"exp": 1},
        {"sub": str(uuid.uuid4())},
        {"sub": str(shut_out.pk)},
        # For the API, but not the dashboard's own backend; and that, where agents come in.
        {"aud": api},
        {"first_party": True},
    ]
    for changes in nos:
        other.says(yes(place.person.pk, place.organization.pk, mcp, **changes))
        before = len(other.asked)
        token = fresh()
        by_tool, by_rest = Agent(token).send("tools/list"), Api(token).get("taxes")
        assert (by_tool.status, by_tool.code) == (401, "invalid_token"), changes
        assert by_rest.status == 401, changes
        assert len(other.asked) == before + 1
    other.says({"active": False})
    token = fresh()
    assert challenged(token)
    other.says(b"garbage")
    assert challenged(token), "a no is kept as a yes is"


def test_rights_are_looked_up_here(place: World, other: OtherServer, settings: Any) -> None:
    who, mcp, api = place.person.pk, settings.MCP_RESOURCE_URL, settings.API_RESOURCE_URL
    other.says(yes(who, place.organization.pk, "", aud=f"{mcp}/", scope="finance.payables"))
    token = fresh()
    refused = Agent(token).call("finance_taxes_list")
    assert refused.code == "insufficient_scope"
    # Another organization is no other than one that never was.
    answers = []
    for of in (organization().pk, uuid.uuid4()):
        other.says(yes(who, of, mcp))
        answers.append(Agent(fresh()).call("finance_taxes_list").refusal)
    assert answers[0] == answers[1]
    assert answers[0]["code"] == "membership_inactive"
    # The dashboard's own backend, and what people do through it.
    other.says(yes(who, place.organization.pk, api, first_party=True, scope=""))
    made = Api(token := fresh()).made("taxes", {"name": "ISS", "default_rate": "5"})
    assert made["created_via"] == "dashboard"
    assert Agent(token).send("tools/list").status == 401
    place.membership.active = False
    place.membership.save()
    assert Api(token).get("taxes").code == "membership_inactive"


def test_production_names_the_other_server_whole(settings: Any) -> None:
    def found() -> list[str]:
        every = checks.run_checks(tags=[checks.Tags.security], include_deployment_checks=True)
        return [each.msg for each in every if each.id == "finance.E007"]

    assert found() == []
    asks(settings, "http://account.example/introspect", "", "rs", "")
    settings.INTROSPECTION_CACHE_SECONDS = 60
    assert [each.split(" ")[0] for each in found()] == [
        "INTROSPECTION_URL",
        "INTROSPECTION_CLIENT_ID",
        "AUTHORIZATION_SERVER",
        "INTROSPECTION_CACHE_SECONDS",
    ]
    asks(settings, "https://account.example/introspect")
    settings.INTROSPECTION_CACHE_SECONDS = 5
    assert found() == []
