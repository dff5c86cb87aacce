"""Clients introduce themselves, within bounds, and are forgotten when nobody uses them (P174)."""

import datetime as dt
import io
import json
import uuid
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.utils import timezone
from oauth2_provider import cimd

from finance_api.identity.connections import OAuthClient
from finance_api.sign_in import sweeping
from tests.live import Live
from tests.oauth.person import Client, connected
from tests.world import World, in_process

WEB = "https://agent.example/callback"


def registered(body: Any, **environ: Any) -> Any:
    """A registration from an address of its own, unless one is given."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    where = {"REMOTE_ADDR": f"fd00::{uuid.uuid4().hex[:4]}", **environ}
    return in_process().post("/oauth/register", raw, content_type="application/json", **where)


def test_a_client_is_registered_as_public_whatever_it_asked_for() -> None:
    answer = registered(
        {
            "client_name": "  Agente\u202e de\nteste ",
            "redirect_uris": [WEB, "http://localhost:3000/cb"],
            "grant_types": ["authorization_code", "refresh_token", "client_credentials"],
            "token_endpoint_auth_method": "client_secret_basic",
            "scope": "finance.all.write",
        }
    )
    assert answer.status_code == 201
    told = answer.json()
    assert told["token_endpoint_auth_method"] == "none"
    assert told["grant_types"] == ["authorization_code", "refresh_token"]
    assert told["client_name"] == "Agente de teste"
    assert told["redirect_uris"] == [WEB, "http://localhost:3000/cb"]
    assert "client_secret" not in told
    assert "registration_access_token" not in told
    stored = OAuthClient.objects.get(client_id=told["client_id"])
    assert (stored.client_type, stored.client_secret, stored.user) == ("public", "", None)
    assert not stored.skip_authorization


@pytest.mark.parametrize(
    "redirects",
    [
        None,
        [],
        "https://agent.example/callback",
        [1],
        [""],
        ["x" * 600],
        [WEB] * 11,
        ["http://agent.example/callback"],
        ["http://127.0.0.1.evil.example/callback"],
        ["https://agent.example/callback#x"],
        ["https://a.example/ https://b.example/"],
        ["javascript:alert(1)"],
        ["data:text/html,x"],
        ["cursor://callback"],
        ["/callback"],
        ["https://agent.example/\u0000"],
    ],
)
def test_a_redirect_that_could_leak_a_code_is_refused(redirects: Any) -> None:
    answer = registered({"redirect_uris": redirects})
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_redirect_uri")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b"[" * 9_000,
        b'{"x":"' + b"x" * 17_000 + b'"}',
        {"redirect_uris": [WEB], "client_name": 1},
        {"redirect_uris": [WEB], "grant_types": ["client_credentials"]},
        {"redirect_uris": [WEB], "grant_types": "authorization_code"},
    ],
)
def test_metadata_that_makes_no_sense_is_refused(body: Any) -> None:
    answer = registered(body)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_client_metadata")


def test_an_address_registers_so_many_clients_an_hour(settings: Any) -> None:
    settings.CLIENTS_PER_ADDRESS = 2
    here = {"REMOTE_ADDR": "198.51.100.7"}
    body = {"redirect_uris": [WEB]}
    assert [registered(body, **here).status_code for _ in range(3)] == [201, 201, 429]
    spent = registered(body, **here)
    assert int(spent.headers["Retry-After"]) > 0
    assert registered(body, REMOTE_ADDR="198.51.100.8").status_code == 201


def test_the_address_is_the_proxys_word_only_where_one_is_trusted(settings: Any) -> None:
    settings.CLIENTS_PER_ADDRESS = 1
    body = {"redirect_uris": [WEB]}

    def from_behind(told: str, peer: str) -> int:
        answer = registered(body, REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=told)
        return int(answer.status_code)

    assert from_behind("203.0.113.1", "198.51.100.20") == 201
    assert from_behind("203.0.113.2", "198.51.100.20") == 429
    settings.TRUST_PROXY = True
    assert from_behind("203.0.113.3, 203.0.113.4", "198.51.100.20") == 201
    assert from_behind("203.0.113.5, 203.0.113.4", "198.51.100.20") == 429
    # One subscriber has a whole network of IPv6.
    assert from_behind("2001:db8:1:1::1", "198.51.100.20") == 201
    assert from_behind("2001:db8:1:1:ffff::2", "198.51.100.20") == 429


def test_pages_of_any_origin_may_register() -> None:
    origin = "https://inspector.example"
    asked = in_process().options("/oauth/register", headers={"Origin": origin})
    assert asked.headers["Access-Control-Allow-Origin"] == "*"
    assert registered({"redirect_uris": [WEB]}, HTTP_ORIGIN=origin).headers[
        "Access-Control-Allow-Origin"
    ]


def _old(client: OAuthClient, **times: Any) -> None:
    OAuthClient.objects.filter(pk=client.pk).update(**times)


def _made(source: str = "dcr") -> OAuthClient:
    client: OAuthClient = OAuthClient.objects.create(redirect_uris=WEB, registration_source=source)
    return client


def test_clients_nobody_uses_are_swept(live: Live, place: World) -> None:
    now = timezone.now()
    long_ago = now - sweeping.NO_LONGER_USED - dt.timedelta(days=1)
    young, never, document, ours, lapsed = (
        _made(),
        _made(),
        _made("cimd"),
        _made("manual"),
        _made(),
    )
    for each in (never, document, ours):
        _old(each, created=now - sweeping.NEVER_USED - dt.timedelta(hours=1))
    _old(lapsed, created=long_ago, used_at=long_ago)
    client, tokens = connected(live.url, place)
    in_use = OAuthClient.objects.get(client_id=client.id)
    assert in_use.used_at is not None
    _old(in_use, created=long_ago, used_at=long_ago)
    said = io.StringIO()
    call_command("sweep", stdout=said)
    assert "3 clients that nobody uses forgotten." in said.getvalue()
    ids = [each.pk for each in (young, never, document, ours, lapsed, in_use)]
    left = set(OAuthClient.objects.filter(pk__in=ids).values_list("pk", flat=True))
    assert left == {young.pk, ours.pk, in_use.pk}
    assert client.refresh(tokens).status_code == 200


class Library:
    """A fetcher in place of the network; what it holds are documents by address."""

    documents: dict[str, dict[str, Any]] = {}  # noqa: RUF012
    asked: list[str] = []  # noqa: RUF012

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        self.asked.append(client_id)
        if client_id not in self.documents:
            raise cimd.CIMDError("no such document")
        return self.documents[client_id], 600


def _shelve(**fields: Any) -> str:
    address = f"https://agent.example/{uuid.uuid4().hex}.json"
    Library.documents[address] = {
        "client_id": address,
        "client_name": "Agente de fora",
        "redirect_uris": [WEB],
        **fields,
    }
    return address


@pytest.fixture
def library(settings: Any) -> type[Library]:
    settings.OAUTH2_PROVIDER = {
        **settings.OAUTH2_PROVIDER,
        "CIMD_METADATA_FETCHER": f"{__name__}.Library",
    }
    Library.asked.clear()
    return Library


def _opens(place: World, address: str, **environ: Any) -> int:
    browser = in_process()
    browser.force_login(place.person)
    asker = Client(settings.PUBLIC_URL, WEB, id=address)
    return int(browser.get(asker.asks(), **environ).status_code)


def test_a_client_may_be_a_document(place: World, library: type[Library]) -> None:
    address = _shelve()
    assert _opens(place, address) == 200
    stored = OAuthClient.objects.get(client_id=address)
    assert (stored.registration_source, stored.client_type) == ("cimd", "public")
    assert stored.client_secret == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"client_id": "https://agent.example/other.json"},
        {"redirect_uris": ["http://agent.example/callback"]},
        {"redirect_uris": []},
        {"token_endpoint_auth_method": "client_secret_basic"},
        {"client_secret": "x"},
    ],
)
def test_a_document_that_does_not_fit_is_no_client(
    place: World, library: type[Library], fields: Any
) -> None:
    address = _shelve(**fields)
    assert _opens(place, address) == 400
    assert not OAuthClient.objects.filter(client_id=address).exists()


def test_an_address_has_so_many_documents_fetched_an_hour(
    place: World, library: type[Library], settings: Any
) -> None:
    settings.CLIENTS_PER_ADDRESS = 1
    here = {"REMOTE_ADDR": "198.51.100.40"}
    assert _opens(place, _shelve(), **here) == 200
    assert _opens(place, _shelve(), **here) == 400
    assert len(library.asked) == 1


@pytest.mark.parametrize(
    "address",
    [
        "https://127.0.0.1/client.json",
        "https://[::1]/client.json",
        "https://localhost/client.json",
        "https://10.0.0.1/client.json",
        "https://169.254.169.254/latest/meta-data",
        "https://[::ffff:127.0.0.1]/client.json",
        "https://0.0.0.0/client.json",
        "http://agent.example/client.json",
        "https://user@agent.example/client.json",
        "https://agent.example/../client.json",
        "https://agent.example",
    ],
)
def test_no_private_address_is_fetched(address: str) -> None:
    with pytest.raises(cimd.CIMDError):
        cimd.SafeMetadataFetcher().fetch(address)
