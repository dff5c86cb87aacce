"""Connected agents: what is seen of them, and how it ends (K11, R118)."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from finance_api.identity.connections import OAuthAccessToken
from finance_api.identity.models import PersonalToken
from tests.account.visitor import Visitor
from tests.agent import Agent
from tests.finance_api.dashboard.office import entries
from tests.oauth.person import answered
from tests.oauth.test_asking import client
from tests.world import Api, World, in_process, person, token


def connected(visitor: Visitor, place: World, scope: str = "finance.all", **fields: Any) -> str:
    """An access token of a client that the visitor lets in."""
    asker = client(**fields)
    yes = {"organization": str(place.organization.pk), "allow": "yes"}
    code = answered(visitor.client.post(asker.asks(scope=scope), yes).headers["Location"])["code"]
    sent = {
        "grant_type": "authorization_code",
        "client_id": asker.id,
        "code": code,
        "redirect_uri": asker.redirect,
        "code_verifier": asker.verifier,
        "resource": settings.MCP_RESOURCE_URL,
    }
    answer = in_process().post("/oauth/token", sent).json()
    return str(answer["access_token"])


def test_a_connection_is_shown_with_what_it_may_and_ended_once(
    visitor: Visitor, place: World
) -> None:
    text = connected(visitor, place, name="<b>Robô</b> www.evil.example")
    page = visitor.page("agents")
    assert "&lt;b&gt;Robô&lt;/b&gt; …" in page
    assert place.organization.name in page
    assert "Ler tudo o que você vê" in page
    held: Any = OAuthAccessToken.objects.get(user=place.person)
    stranger = Visitor(person())
    for sent in (held.connection, "x", "", "\x00"):
        assert "Desconectado" not in stranger.sent("disconnect", connection=sent)
    assert Agent(text).send("tools/list").status == 200
    assert "Desconectado" in visitor.sent("disconnect", connection=held.connection)
    assert "Robô" not in visitor.page("agents")
    assert Agent(text).send("tools/list").status == 401
    assert "Desconectado" not in visitor.sent("disconnect", connection=held.connection)
    made, ended = entries(place, record_id=held.connection)
    assert (made.act, ended.act) == ("create", "remove")
    assert made.person_id == ended.person_id == place.person.pk
    assert made.after == ended.before
    assert (made.after or {})["scopes"] == ["finance.all"]


def test_the_log_says_through_which_agent_a_change_was_made(
    visitor: Visitor, place: World, settings: Any
) -> None:
    settings.OAUTH_WRITE_ENABLED = True
    erp = token(place.person, place.organization, "api", ["finance.taxes.write"], name="ERP")
    by_erp = Api(erp).made("taxes", {"name": "ISS"})
    robot = Agent(connected(visitor, place, name="Robô", scope="finance.taxes.write"))
    by_robot = robot.call("finance_taxes_create", {"name": "PIS"}).value
    assert [each.agent for each in entries(place, record_id=by_erp["id"])] == ["ERP"]
    assert [each.agent for each in entries(place, record_id=by_robot["id"])] == ["Robô"]


def test_a_use_is_noted_now_and_then(visitor: Visitor, place: World) -> None:
    of_client = connected(visitor, place)
    own = token(place.person, place.organization, "api", ["finance.all"], used_at=None)
    made = PersonalToken.objects.filter(person=place.person).latest("created_at")
    uses: list[tuple[QuerySet[Any], Callable[[], object]]] = [
        (OAuthAccessToken.objects.all(), lambda: Agent(of_client).send("tools/list")),
        (PersonalToken.objects.filter(pk=made.pk), lambda: Api(own).get("taxes")),
    ]
    for tokens, use in uses:
        rows = tokens.filter(organization=place.organization)
        assert rows.get().used_at is None
        use()
        noted = rows.get().used_at
        assert timezone.now() - noted < dt.timedelta(minutes=1)
        use()
        assert rows.get().used_at == noted
        rows.update(used_at=noted - dt.timedelta(hours=1))
        use()
        assert rows.get().used_at > noted
