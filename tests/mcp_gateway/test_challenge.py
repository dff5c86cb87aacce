"""Who is let in, and where everybody else is sent: the challenge and its metadata (P157–P168)."""

import datetime as dt
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from tests.agent import NEW, OLD, Agent
from tests.live import Live
from tests.world import Answer, World, token

METADATA = "/.well-known/oauth-protected-resource"
CHALLENGE = f'Bearer resource_metadata="{settings.PUBLIC_URL}{METADATA}", scope="finance.all"'
INVALID = f'{CHALLENGE}, error="invalid_token"'
BODY = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
ALL = ["finance.all", "finance.all.write"]


def posted(agent: Agent, **headers: str) -> Answer:
    return agent.post(BODY, **headers)


def test_without_a_token_the_challenge_leads_to_the_metadata_p157(agent: Agent) -> None:
    answer = posted(agent)
    assert (answer.status, answer.code) == (401, "invalid_token")
    assert answer.headers["WWW-Authenticate"] == CHALLENGE


def _yesterday(place: World) -> str:
    yesterday = timezone.now() - dt.timedelta(days=1)
    return token(place.person, place.organization, "mcp", ALL, expires_at=yesterday)


def _revoked(place: World) -> str:
    return token(place.person, place.organization, "mcp", ALL, revoked_at=timezone.now())


def _expired_and_scopeless(place: World) -> str:
    yesterday = timezone.now() - dt.timedelta(days=1)
    return token(place.person, place.organization, "mcp", [], expires_at=yesterday)


def _shut_out(place: World) -> str:
    place.person.is_active = False
    place.person.save()
    return place.mcp_token


@pytest.mark.parametrize(
    "bearer",
    [
        lambda place: "kfp_" + "x" * 43,
        lambda place: "ação",
        lambda place: "x" * 4_000,
        _yesterday,
        _revoked,
        _expired_and_scopeless,
        _shut_out,
        lambda place: place.api.token,
    ],
    ids=[
        "unknown",
        "not ASCII",
        "long",
        "expired",
        "revoked",
        "P159 expired and without scope",
        "of a person shut out",
        "P168 of the API",
    ],
)
def test_a_token_that_is_no_good_is_challenged_p158(
    agent: Agent, place: World, bearer: Any
) -> None:
    answer = posted(agent, Authorization=f"Bearer {bearer(place)}")
    assert (answer.status, answer.code) == (401, "invalid_token")
    assert answer.headers["WWW-Authenticate"] == INVALID


def test_a_token_counts_only_in_its_header_p160(agent: Agent, place: World) -> None:
    agent.path = f"/mcp?access_token={place.mcp_token}&token={place.mcp_token}"
    assert posted(agent).status == 401
    agent.path = "/mcp"
    body = f'{{"access_token":"{place.mcp_token}",{BODY.decode()[1:]}'
    assert agent.post(body.encode()).status == 401
    form = f"access_token={place.mcp_token}".encode()
    media = "application/x-www-form-urlencoded"
    assert agent.post(form, content_type=media).status == 401


@pytest.mark.parametrize("form", ["bearer {}", "BEARER {}", "Bearer  {}", "Bearer {} "])
def test_the_scheme_is_read_leniently_p161(agent: Agent, place: World, form: str) -> None:
    assert posted(agent, Authorization=form.format(place.mcp_token)).status == 200


@pytest.mark.parametrize("form", ["Basic {}", "Bearer", "Bearer ", "{}", "Bearer{}", "Bearer {} x"])
def test_another_scheme_is_no_token_p161(agent: Agent, place: World, form: str) -> None:
    answer = posted(agent, Authorization=form.format(place.mcp_token))
    assert answer.status == 401


def test_a_session_is_no_token_p179(agent: Agent, place: World) -> None:
    agent.client.force_login(place.person)
    assert posted(agent).status == 401


def test_tokens_are_good_for_one_audience_only_p168(place: World) -> None:
    assert place.api.get("taxes").status == 200
    place.api.token = place.mcp_token
    refused = place.api.get("taxes")
    assert (refused.status, refused.code) == (401, "invalid_token")


def test_addresses_come_from_the_settings_p164(live: Live) -> None:
    headers = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    reply = live.client.generic("POST", "/mcp", BODY, headers=headers)
    wanted = f'Bearer resource_metadata="{live.url}{METADATA}", scope="finance.all"'
    assert (reply.status_code, reply.headers["WWW-Authenticate"]) == (401, wanted)
    document = live.client.generic("GET", METADATA, b"", headers=headers)
    assert b"evil" not in document.content


@pytest.mark.parametrize("path", [METADATA, f"{METADATA}/", f"{METADATA}/mcp", f"{METADATA}/mcp/"])
@pytest.mark.parametrize("query", ["", "?workspace_id=x"])
def test_the_metadata_can_be_read_by_anyone_p162_p163(agent: Agent, path: str, query: str) -> None:
    headers = {"MCP-Protocol-Version": "2025-11-25", "Origin": "https://evil.example"}
    response = agent.client.get(path + query, headers=headers)
    assert response.status_code == 200
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    document = response.json()
    assert document["resource"] == settings.MCP_RESOURCE_URL
    assert not document["resource"].endswith("/")
    assert document["bearer_methods_supported"] == ["header"]
    assert "finance.taxes" in document["scopes_supported"]
    assert "offline_access" not in document["scopes_supported"]


def test_the_metadata_may_be_asked_for_with_any_header_p162(agent: Agent) -> None:
    response = agent.client.options(METADATA, headers={"Origin": "https://evil.example"})
    allowed = response.headers["Access-Control-Allow-Headers"]
    assert allowed == "mcp-protocol-version, authorization, content-type"


def test_a_read_token_is_told_the_scope_it_lacks_p167(agent: Agent, place: World) -> None:
    agent.token = token(place.person, place.organization, "mcp", ["finance.taxes"])
    for version in (NEW, OLD):
        agent.version = version
        refusal = agent.call("finance_taxes_create", {"name": "ISS"}).refusal
        assert refusal["code"] == "insufficient_scope"
        assert refusal["details"]["required"] == "finance.taxes.write"
        assert "finance.taxes.write" in refusal["message"]
    assert place.api.get("taxes").body["data"] == []
