"""Whose a token is, for servers that the operator registered to ask (RFC 7662); and how often an
address may ask about tokens."""

import base64
import json
import uuid
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from finance_api.identity.connections import OAuthAccessToken
from finance_api.identity.tokens import digest
from finance_api.sign_in import applications
from tests.live import Live
from tests.oauth.person import REDIRECT, connected
from tests.oauth.test_asking import client as public
from tests.world import World, in_process

HERE = "/oauth/introspect"
INACTIVE = {"active": False}


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> dict[str, str]:
    """What a resource server sends to say who it is."""
    client, secret = applications.register_resource_server("Finanças")
    return basic(client.client_id, secret)


def basic(client_id: str, secret: str) -> dict[str, str]:
    named = base64.b64encode(f"{client_id}:{secret}".encode()).decode()
    return {"Authorization": f"Basic {named}"}


def asked(who: dict[str, str], **sent: Any) -> Any:
    where = f"fd00:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1"
    return in_process().post(HERE, sent, headers=who, REMOTE_ADDR=where)


def test_a_good_token_is_told_by_ids_and_any_other_by_nothing(
    live: Live, place: World, server: dict[str, str]
) -> None:
    client, tokens = connected(live.url, place, scope="finance.taxes finance.payables")
    access = tokens["access_token"]
    answer = asked(server, token=access, token_type_hint="access_token")
    stored = OAuthAccessToken.objects.get(token_checksum=digest(access).hex())
    assert answer.json() == {
        "active": True,
        "iss": settings.PUBLIC_URL,
        "sub": str(place.person.pk),
        "aud": [client.resource],
        "scope": "finance.payables finance.taxes",
        "exp": int(stored.expires.timestamp()),
        "token_type": "Bearer",
        "client_id": client.id,
        "organization_id": str(place.organization.pk),
        "connection_id": str(stored.connection),
        "first_party": False,
        "client_name": "Agente de teste",
    }
    assert answer.headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in answer.headers
    others = (tokens["refresh_token"], place.mcp_token, access + "x", "kfa_\x00", "kfa_é", "")
    for no_good in others:
        assert asked(server, token=no_good).json() == INACTIVE
    for change in ({"is_active": False}, {"is_active": True}):
        type(place.person).objects.filter(pk=place.person.pk).update(**change)
        assert asked(server, token=access).json()["active"] is change["is_active"]
    OAuthAccessToken.objects.filter(pk=stored.pk).update(expires=timezone.now())
    assert asked(server, token=access).json() == INACTIVE
    assert asked(server).status_code == 400
    assert asked(server, token=[access, access]).status_code == 400


def test_nobody_else_may_ask(live: Live, place: World, server: dict[str, str]) -> None:
    _, tokens = connected(live.url, place)
    dashboard, secret = applications.register_dashboard("Painel", [REDIRECT])
    known = base64.b64decode(server["Authorization"].split()[1]).decode().partition(":")[0]
    strangers = [
        {},
        basic(known, "wrong"),
        basic(known, ""),
        basic(public().id, ""),
        basic("a\x00b", "c"),
        basic("https://client.example/document", ""),
        basic(dashboard.client_id, secret),
        {"Authorization": "Basic \xff"},
        {"Authorization": "Basic " + base64.b64encode(b"\xff:x").decode()},
        {"Authorization": f"Bearer {tokens['access_token']}"},
    ]
    refusals = [asked(who, token=tokens["access_token"]) for who in strangers]
    assert {each.status_code for each in refusals} == {401}
    assert {each.content for each in refusals} == {b'{"error": "invalid_client"}'}
    assert all(each.headers["WWW-Authenticate"].startswith("Basic ") for each in refusals)
    assert in_process().get(HERE, {"token": "x"}, headers=server).status_code == 405


def test_an_address_may_ask_so_often_and_an_application_as_often_as_it_likes(
    server: dict[str, str], settings: Any
) -> None:
    settings.TOKEN_REQUESTS_PER_ADDRESS = 3
    here: Any = {"REMOTE_ADDR": f"198.51.100.{uuid.uuid4().int % 250}"}
    paths = ("/oauth/token", "/oauth/revoke", HERE)
    statuses = [in_process().post(path, {"token": "x"}, **here).status_code for path in paths]
    assert 429 not in statuses
    for path in paths:
        refused = in_process().post(path, {"token": "x"}, **here)
        assert (refused.status_code, refused.json()["error"]) == (429, "temporarily_unavailable")
        assert 3_500 < int(refused.headers["Retry-After"]) <= 3_600
    for _ in range(5):
        answer = in_process().post(HERE, {"token": "x"}, headers=server, **here)
        assert json.loads(answer.content) == INACTIVE
