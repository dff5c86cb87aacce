"""The metadata of the authorization server (P164, P169-P171, P174)."""

from typing import Any

import pytest
from django.conf import settings

from tests.live import Live
from tests.world import in_process

SERVER = "/.well-known/oauth-authorization-server"
RESOURCE = "/.well-known/oauth-protected-resource"


def _document(path: str, **headers: str) -> dict[str, Any]:
    response = in_process().get(path, headers=headers)
    assert response.status_code == 200
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    document: dict[str, Any] = response.json()
    return document


def test_the_resource_leads_to_the_issuer() -> None:
    document = _document(SERVER)
    assert _document(RESOURCE)["authorization_servers"] == [document["issuer"]]
    assert document["issuer"] == settings.PUBLIC_URL


def test_the_document_says_what_the_server_does() -> None:
    document = _document(SERVER, **{"MCP-Protocol-Version": "2025-11-25"})
    base = settings.PUBLIC_URL
    assert document["authorization_endpoint"] == f"{base}/oauth/authorize"
    assert document["token_endpoint"] == f"{base}/oauth/token"
    assert document["revocation_endpoint"] == f"{base}/oauth/revoke"
    assert document["registration_endpoint"] == f"{base}/oauth/register"
    assert document["code_challenge_methods_supported"] == ["S256"]
    assert document["response_types_supported"] == ["code"]
    assert document["grant_types_supported"] == ["authorization_code", "refresh_token"]
    methods = ["none", "client_secret_basic"]
    assert document["token_endpoint_auth_methods_supported"] == methods
    assert document["authorization_response_iss_parameter_supported"] is True
    assert document["client_id_metadata_document_supported"] is True
    assert "introspection_endpoint" not in document
    assert "jwks_uri" not in document
    scopes = document["scopes_supported"]
    assert "finance.all" in scopes
    assert [name for name in scopes if name.endswith((".write", ".dispatch", ".charge"))] == []
    assert "offline_access" not in scopes


def test_it_may_be_asked_for_from_any_page() -> None:
    response = in_process().options(SERVER, headers={"Origin": "https://inspector.example"})
    assert response.status_code == 204
    allowed = response.headers["Access-Control-Allow-Headers"]
    assert "mcp-protocol-version" in allowed
    assert in_process().post(SERVER).status_code == 405


@pytest.mark.parametrize("path", [SERVER, RESOURCE])
def test_addresses_come_from_the_settings(live: Live, path: str) -> None:
    headers = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    told = live.client.generic("GET", path, b"", headers=headers)
    plain = live.client.generic("GET", path, b"", headers={})
    assert told.content == plain.content
    assert live.url.encode() in told.content
    evil = live.client.generic("GET", path, b"", headers={"Host": "evil.example"})
    assert b"evil" not in evil.content


@pytest.mark.parametrize("path", ["/authorize", "/token", "/register", "/oauth/introspection"])
def test_nothing_else_answers(path: str) -> None:
    response = in_process().get(path)
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "NOT_FOUND"
