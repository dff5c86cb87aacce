"""What a request to connect must be, and where its refusal goes (P170-P175)."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client as Visitor

from finance_api.identity.connections import OAuthClient, OAuthGrant
from tests.oauth.person import REDIRECT, Client, answered, forms
from tests.world import World, in_process, member, organization


def client(*redirects: str, **fields: Any) -> Client:
    """A client that is known, as the address of a request to this process names it."""
    made = OAuthClient.objects.create(
        redirect_uris=" ".join(redirects or [REDIRECT]),
        client_type=OAuthClient.CLIENT_PUBLIC,
        authorization_grant_type=OAuthClient.GRANT_AUTHORIZATION_CODE,
        **{"name": "Agente", **fields},
    )
    return Client(settings.PUBLIC_URL, (redirects or [REDIRECT])[0], id=made.client_id)


@pytest.fixture
def visitor(place: World) -> Visitor:
    """A browser in which the person has signed in."""
    browser = in_process()
    browser.force_login(place.person)
    return browser


def told(response: Any) -> dict[str, str]:
    """The error a client is told, which always names the issuer (P171)."""
    assert response.status_code == 302, response.content
    answer = answered(response.headers["Location"])
    assert answer["iss"] == settings.PUBLIC_URL
    assert "code" not in answer
    return answer


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "S512"}, "invalid_request"),
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": "x" * 42}, "invalid_request"),
        ({"code_challenge": "x" * 200}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "code token"}, "unauthorized_client"),
        ({"response_type": None}, "invalid_request"),
        ({"resource": None}, "invalid_target"),
        ({"resource": ""}, "invalid_target"),
        ({"resource": settings.PUBLIC_URL}, "invalid_target"),
        ({"resource": settings.API_RESOURCE_URL}, "invalid_target"),
        ({"resource": "https://evil.example/mcp"}, "invalid_target"),
        ({"resource": [settings.MCP_RESOURCE_URL, "https://evil.example"]}, "invalid_target"),
        ({"scope": "profile"}, "invalid_scope"),
    ],
)
def test_a_fault_is_told_to_the_client(visitor: Visitor, changes: Any, error: str) -> None:
    asker = client()
    for method in (visitor.get, visitor.post):
        answer = told(method(asker.asks(**changes)))
        assert (answer["error"], answer["state"]) == (error, asker.state)


@pytest.mark.parametrize(
    "changes",
    [
        {"redirect_uri": "https://evil.example/callback"},
        {"redirect_uri": "http://127.0.0.1:41999/callback/"},
        {"redirect_uri": "http://127.0.0.1:41999/callback?x=1"},
        {"redirect_uri": "http://localhost:41999/callback"},
        {"redirect_uri": "http://127.0.0.1@evil.example/callback"},
        {"redirect_uri": "//evil.example"},
        {"client_id": "nobody"},
        {"client_id": "a\x00b"},
        {"client_id": None},
        {"client_id": "https://127.0.0.1/client.json"},
        {"client_id": ["x", "y"]},
    ],
)
def test_a_request_of_nobody_known_is_sent_nowhere(visitor: Visitor, changes: Any) -> None:
    for method in (visitor.get, visitor.post):
        response = method(client().asks(**changes))
        assert response.status_code == 400
        assert "Location" not in response.headers
        assert "evil" not in response.content.decode()


def test_a_query_no_form_could_have_made_is_refused(visitor: Visitor) -> None:
    assert visitor.get(f"{client().asks()}&x=%ZZ").status_code == 400


@pytest.mark.parametrize(
    ("registered", "asked"),
    [
        ("http://127.0.0.1/callback", "http://127.0.0.1:50123/callback"),
        ("http://[::1]/callback", "http://[::1]:50123/callback"),
        ("http://localhost:3000/callback", "http://localhost:50123/callback"),
    ],
)
def test_the_port_of_a_loopback_address_is_free(
    visitor: Visitor, registered: str, asked: str
) -> None:
    asker = client(registered)
    assert visitor.get(asker.asks(redirect_uri=asked)).status_code == 200


def test_the_port_of_any_other_address_is_not(visitor: Visitor) -> None:
    asker = client("https://agent.example/callback")
    elsewhere = "https://agent.example:8443/callback"
    assert visitor.get(asker.asks(redirect_uri=elsewhere)).status_code == 400


def test_a_yes_is_answered_with_a_code_state_and_issuer(visitor: Visitor, place: World) -> None:
    asker = client()
    # Parameters of OpenID Connect are no concern of ours, however long.
    there = asker.asks(nonce="x" * 300, prompt="consent", approval_prompt="auto")
    assert visitor.get(there).status_code == 200
    allowed = {"organization": str(place.organization.pk), "allow": "yes"}
    response = visitor.post(there, allowed)
    assert response.status_code == 302
    answer = answered(response.headers["Location"])
    assert set(answer) == {"code", "state", "iss"}
    assert (answer["state"], answer["iss"]) == (asker.state, settings.PUBLIC_URL)
    stored = OAuthGrant.objects.get(code=answer["code"])
    assert (stored.user, stored.organization) == (place.person, place.organization)
    assert stored.resource == [settings.MCP_RESOURCE_URL]


def test_a_no_is_told_to_the_client(visitor: Visitor, place: World) -> None:
    asker = client()
    for sent in ({"refuse": "no"}, {"organization": str(place.organization.pk)}, {}):
        answer = told(visitor.post(asker.asks(), sent))
        assert (answer["error"], answer["state"]) == ("access_denied", asker.state)
    assert not OAuthGrant.objects.filter(application__client_id=asker.id).exists()


def test_only_an_organization_of_ones_own_can_be_chosen(visitor: Visitor, place: World) -> None:
    left, strange = organization(), organization()
    member(place.person, left, active=False)
    asker = client()
    page = visitor.get(asker.asks()).content.decode()
    assert forms(page)[0].choices == [str(place.organization.pk)]
    for of in (left.pk, strange.pk, "x", ""):
        response = visitor.post(asker.asks(), {"allow": "yes", "organization": str(of)})
        assert response.status_code == 400
        assert "Escolha uma organização" in response.content.decode()
    assert not OAuthGrant.objects.filter(application__client_id=asker.id).exists()


def test_who_belongs_nowhere_can_only_refuse(place: World, visitor: Visitor) -> None:
    place.membership.active = False
    place.membership.save()
    page = visitor.get(client().asks())
    assert page.status_code == 200
    assert set(forms(page.content.decode())[0].buttons) == {"refuse"}


def test_an_installation_may_open_writes_but_never_money_k10(
    visitor: Visitor, place: World, settings: Any
) -> None:
    settings.OAUTH_WRITE_ENABLED = True
    asked = "finance.payables.write finance.payables.dispatch finance.all.write"
    there = client().asks(scope=asked)
    page = visitor.get(there).content.decode()
    assert "Criar, alterar e excluir: contas a pagar" in page
    sent = {"organization": str(place.organization.pk), "allow": "yes"}
    answer = answered(visitor.post(there, sent).headers["Location"])
    stored = OAuthGrant.objects.get(code=answer["code"])
    assert stored.scope == "finance.payables.write finance.all"
