"""What a connection's tokens are good for, and when they stop being so (K10, K11, P172, P175,
P176)."""

import threading
from collections.abc import Callable
from typing import Any

import httpx2
from django.db import connection, transaction

from finance_api.identity.connections import OAuthAccessToken, OAuthGrant, OAuthRefreshToken
from finance_api.identity.tokens import digest
from tests.kobana_finance.processes import wait_until
from tests.live import Live
from tests.oauth.person import Browser, Client, answered, connected
from tests.world import Api, World, member, organization, workspace

WORKSPACES = "finance_workspaces_list"


def seen(live: Live, token: str) -> list[str]:
    """The workspaces a token reaches."""
    outcome = live.agent(token).call(WORKSPACES)
    return [row["id"] for row in outcome.value["data"]]


def refused(live: Live, token: str) -> bool:
    """Whether a token is challenged as one that is no good."""
    answer = live.agent(token).send("tools/list")
    return (answer.status, answer.code) == (401, "invalid_token")


def test_tokens_reach_what_their_person_reaches(live: Live, place: World) -> None:
    client, tokens = connected(live.url, place)
    assert tokens["token_type"].lower() == "bearer"
    assert seen(live, tokens["access_token"]) == [str(place.workspace.pk)]
    assert Api(tokens["access_token"], client=live.client).get("workspaces").status == 401
    assert refused(live, tokens["refresh_token"])
    (stored,) = OAuthAccessToken.objects.filter(application__client_id=client.id)
    assert (stored.token, stored.resource) == ("", [client.resource])
    assert stored.organization == place.organization


def test_the_call_is_logged_as_one_of_a_connection(live: Live, place: World) -> None:
    _, tokens = connected(live.url, place)
    seen(live, tokens["access_token"])
    journal = live.entries("mcp_gateway.calls")
    (entry,) = [each for each in journal if each["person"] == str(place.person.pk)]
    assert entry["token_kind"] == "oauth"
    log = live.log.read_text()
    assert not any(tokens[kind] in log for kind in ("access_token", "refresh_token"))


def test_a_refresh_replaces_both_tokens(live: Live, place: World) -> None:
    client, first = connected(live.url, place)
    second = client.refresh(first).json()
    assert second["scope"] == "finance.all"
    assert refused(live, first["access_token"])
    assert seen(live, second["access_token"]) == [str(place.workspace.pk)]
    assert client.refresh(second).status_code == 200


def test_a_refresh_token_used_twice_ends_the_connection(live: Live, place: World) -> None:
    client, first = connected(live.url, place)
    second = client.refresh(first).json()
    again = client.refresh(first)
    assert (again.status_code, again.json()["error"]) == (400, "invalid_grant")
    assert refused(live, second["access_token"])
    assert client.refresh(second).json()["error"] == "invalid_grant"


def at_once(row: Any, call: Callable[[], httpx2.Response]) -> list[httpx2.Response]:
    """Two calls that both arrive while a row they need is held, and so go on at the same moment."""
    answers: list[httpx2.Response] = []
    threads = [threading.Thread(target=lambda: answers.append(call())) for _ in range(2)]
    with transaction.atomic():
        row.select_for_update().get()
        for thread in threads:
            thread.start()
        assert wait_until(lambda: _waiting() >= len(threads))
    for thread in threads:
        thread.join()
    return sorted(answers, key=lambda answer: answer.status_code)


def _waiting() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted")
        (count,) = cursor.fetchone() or (0,)
    return int(count)


def test_of_two_refreshes_at_once_one_counts_and_the_other_is_a_reuse(
    live: Live, place: World
) -> None:
    client, first = connected(live.url, place)
    held = OAuthRefreshToken.objects.filter(application__client_id=client.id)
    given, refusal = at_once(held, lambda: client.refresh(first))
    assert (given.status_code, refusal.status_code) == (200, 400)
    assert refusal.json()["error"] == "invalid_grant"
    assert refused(live, given.json()["access_token"])
    assert not held.filter(revoked=None).exists()


def test_a_code_is_swapped_once(live: Live, place: World, browser: Browser) -> None:
    client = Client(live.url)
    location = browser.allow(client.asks())
    held = OAuthGrant.objects.filter(code=answered(location)["code"])
    given, refusal = at_once(held, lambda: client.swap(location))
    assert (given.status_code, refusal.status_code) == (200, 400)
    assert OAuthAccessToken.objects.filter(application__client_id=client.id).count() == 1
    assert client.swap(location).json()["error"] == "invalid_grant"


def test_a_code_is_good_for_who_asked_for_it_only(
    live: Live, place: World, browser: Browser
) -> None:
    client, other = Client(live.url), Client(live.url)
    location = browser.allow(client.asks())
    stolen = {"client_id": other.id}
    assert client.swap(location, **stolen).json()["error"] == "invalid_grant"
    assert client.swap(location, code_verifier="x" * 43).json()["error"] == "invalid_grant"
    assert client.swap(location, code_verifier=None).status_code == 400
    elsewhere = "http://127.0.0.1:41999/other"
    assert client.swap(location, redirect_uri=elsewhere).status_code == 400
    assert client.swap(location, code="\x00").json()["error"] == "invalid_grant"
    assert client.swap(location).status_code == 200


def test_a_code_ends_with_its_minute(live: Live, place: World, browser: Browser) -> None:
    client = Client(live.url)
    location = browser.allow(client.asks())
    codes = OAuthGrant.objects.filter(code=answered(location)["code"])
    codes.update(expires=codes.get().created)
    assert client.swap(location).json()["error"] == "invalid_grant"


def test_the_resource_is_named_again_for_a_code(live: Live, place: World, browser: Browser) -> None:
    client = Client(live.url)
    location = browser.allow(client.asks(resource=f"{client.resource}/"))
    for unknown in (None, live.url, f"{live.url}/v1", [client.resource, "https://x.example"]):
        answer = client.swap(location, resource=unknown)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_target")
    tokens = client.swap(location, resource=f"{client.resource}/").json()
    assert seen(live, tokens["access_token"]) == [str(place.workspace.pk)]
    assert client.refresh(tokens, resource=f"{live.url}/v1").json()["error"] == "invalid_target"
    assert client.refresh(tokens, resource=None).status_code == 200


def test_a_token_for_another_audience_is_good_for_none(live: Live, place: World) -> None:
    _, tokens = connected(live.url, place)
    stored = OAuthAccessToken.objects.filter(token_checksum=digest(tokens["access_token"]).hex())
    for audience in ([], [f"{live.url}/v1"], [f"{live.url}/mcp", f"{live.url}/v1"]):
        stored.update(resource=audience)
        assert refused(live, tokens["access_token"])
    stored.update(resource=[f"{live.url}/mcp"])
    assert seen(live, tokens["access_token"])


def test_writes_asked_for_are_narrowed_to_reads(live: Live, place: World) -> None:
    asked = "offline_access finance.payables.write finance.taxes finance.all.write profile"
    client, tokens = connected(live.url, place, scope=asked)
    assert tokens["scope"] == "finance.payables finance.taxes finance.all"
    agent = live.agent(tokens["access_token"])
    refusal = agent.call("finance_taxes_create", {"name": "ISS"}).refusal
    assert refusal["code"] == "insufficient_scope"
    assert "finance_taxes_create" not in agent.tools()
    again = client.refresh(tokens, scope="finance.taxes.write offline_access").json()
    assert again["scope"] == "finance.taxes"
    # What was given up is not had again.
    assert client.refresh(again, scope="finance.payables").json()["error"] == "invalid_scope"


def test_without_a_scope_a_client_may_read(live: Live, place: World) -> None:
    for nothing in (None, "offline_access"):
        _, tokens = connected(live.url, place, scope=nothing)
        assert tokens["scope"] == "finance.all"


def test_one_client_may_be_connected_to_two_organizations_k11(
    live: Live, place: World, browser: Browser
) -> None:
    second = organization()
    books = workspace(second)
    member(place.person, second, workspaces=[books])
    client = Client(live.url)
    mine, theirs = (
        client.swap(browser.allow(client.asks(), of)).json() for of in (place.organization, second)
    )
    assert seen(live, mine["access_token"]) == [str(place.workspace.pk)]
    assert seen(live, theirs["access_token"]) == [str(books.pk)]
    # A refresh keeps the organization, and the end of one connection is not that of the other.
    again = client.refresh(theirs).json()
    assert seen(live, again["access_token"]) == [str(books.pk)]
    assert client.revoke(mine["refresh_token"]).status_code == 200
    assert refused(live, mine["access_token"])
    assert seen(live, again["access_token"]) == [str(books.pk)]


def test_a_revocation_bites_at_the_next_call(live: Live, place: World) -> None:
    for kind in ("access_token", "refresh_token"):
        client, tokens = connected(live.url, place)
        assert seen(live, tokens["access_token"])
        stranger = Client(live.url)
        assert stranger.revoke(tokens[kind]).status_code == 200
        assert seen(live, tokens["access_token"])
        assert client.revoke(tokens[kind]).status_code == 200
        assert refused(live, tokens["access_token"])
        assert client.refresh(tokens).json()["error"] == "invalid_grant"


def test_a_membership_withdrawn_refuses_the_next_call(live: Live, place: World) -> None:
    _, tokens = connected(live.url, place)
    place.membership.active = False
    place.membership.save()
    agent = live.agent(tokens["access_token"])
    assert agent.call("finance_taxes_list", {}).code == "membership_inactive"


def test_a_person_shut_out_has_no_token_and_gets_none(live: Live, place: World) -> None:
    client, tokens = connected(live.url, place)
    place.person.is_active = False
    place.person.save()
    assert refused(live, tokens["access_token"])
    assert client.refresh(tokens).json()["error"] == "invalid_grant"


def test_no_other_grant_is_known(live: Live, place: World) -> None:
    client = Client(live.url)
    device = "urn:ietf:params:oauth:grant-type:device_code"
    for unknown in ("password", "client_credentials", device):
        answer = client.token(grant_type=unknown, username=place.person.email, password="x")
        assert (answer.status_code, answer.json()["error"]) == (400, "unsupported_grant_type")
    for nobody in ("nobody", "a\x00b", None):
        answer = client.token(grant_type="refresh_token", client_id=nobody, refresh_token="x")
        assert answer.json()["error"] == "invalid_client"
    assert httpx2.post(f"{live.url}/oauth/token?x=%ZZ", data={}).status_code == 400
    assert httpx2.get(f"{live.url}/oauth/token").status_code == 405
