"""Personal tokens on their person's own page: shown once, good at once, revoked at once; money and
everything only where they were chosen (K9, K10)."""

import datetime as dt
import re
import threading
import uuid
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from finance_api.account.token_form import operations
from finance_api.core import dates
from finance_api.identity import personal_tokens, scopes, tokens
from finance_api.identity.models import PersonalToken, User
from finance_api.sign_in.granting import NAMED, SUBJECTS
from tests.account.visitor import Visitor
from tests.agent import Agent
from tests.finance_api.dashboard.office import browser, entries, staff
from tests.world import Api, World, grant, member, person, token, workspace, world

TOKEN = re.compile(r"kfp_[A-Za-z0-9_-]{43}")


def form(place: World, **changes: Any) -> dict[str, Any]:
    """A form that is taken: an integration that reads and changes taxes for a quarter."""
    return {
        "key": uuid.uuid4(),
        "name": "ERP",
        "organization": place.organization.pk,
        "audience": "api",
        "on_taxes": "finance.taxes.write",
        "expiry": "90",
    } | changes


def made(visitor: Visitor, place: World, **changes: Any) -> str:
    """The text of a new token."""
    answer = visitor.post("tokens/new", **form(place, **changes))
    assert answer.status_code == 200, answer.content.decode()
    (text,) = TOKEN.findall(answer.content.decode())
    return str(text)


def row(text: str) -> PersonalToken:
    """What is stored of a token."""
    return PersonalToken.objects.get(digest=tokens.digest(text))


def mine(who: User) -> int:
    return PersonalToken.objects.filter(person=who).count()


def test_a_token_is_shown_once_works_and_ends(visitor: Visitor, place: World) -> None:
    assert 'href="/account/tokens/new"' in visitor.page("tokens")
    assert f'value="{place.organization.pk}" selected' in visitor.page("tokens/new")
    sent = form(place)
    answer = visitor.post("tokens/new", **sent)
    page = answer.content.decode()
    (text,) = TOKEN.findall(page)
    assert "Copie agora" in page
    assert "no-store" in answer.headers["Cache-Control"]
    assert Api(text).made("taxes", {"name": "ISS"})["name"] == "ISS"
    assert Api(text).get("companies").code == "insufficient_scope"
    assert Agent(text).send("tools/list").status == 401
    again = visitor.post("tokens/new", **sent)
    assert again.status_code == 409
    assert "ERP" in again.content.decode()
    held = PersonalToken.objects.get(person=place.person, name="ERP")
    days = held.expires_at and (held.expires_at - held.created_at).total_seconds() / 86_400
    assert round(days or 0) == 90
    (entry,) = entries(place, record_id=held.pk)
    assert (entry.act, entry.operation, entry.channel) == ("create", "account.tokens", "dashboard")
    assert entry.after is not None
    assert entry.after["scopes"] == ["finance.taxes", "finance.taxes.write"]
    assert "digest" not in entry.after
    for shown in (visitor.page("tokens"), visitor.page("tokens/new"), again.content.decode()):
        assert TOKEN.search(shown) is None
    stored = [str(session.get_decoded()) for session in Session.objects.all()]
    assert not any(
        text in each for each in (*stored, str(visitor.client.cookies), str(entry.after))
    )
    assert "Revogado." in visitor.sent("tokens/revoke", token=held.pk)
    assert Api(text).get("taxes").code == "invalid_token"
    visitor.sent("tokens/revoke", token=held.pk)
    _, ended = entries(place, record_id=held.pk)
    assert ended.before == {"revoked_at": None}
    assert (ended.after or {})["revoked_at"] is not None


def test_what_is_chosen_is_what_the_token_may(visitor: Visitor, place: World) -> None:
    none = {"on_taxes": ""}
    some = made(visitor, place, on_banks="finance.banks", money=["finance.payables.dispatch"])
    every = made(visitor, place, **none, audience="mcp", everything="finance.all.write")
    read = made(visitor, place, **none, everything="finance.all")
    money = ["finance.banks", "finance.payables.dispatch", "finance.taxes", "finance.taxes.write"]
    assert row(some).scopes == money
    assert row(every).scopes == ["finance.all.write"]
    assert row(read).scopes == ["finance.all"]
    assert "finance_payables_send_to_bank" in Agent(every).tools()
    assert Api(read).get("people").status == 200
    assert Api(read).post("taxes", {"name": "PIS"}).code == "insufficient_scope"
    page = visitor.page("tokens")
    for words in ("Enviar contas a pagar ao banco", "Fazer tudo o que você pode", "Ler: bancos"):
        assert words in page
    assert "dinheiro de verdade" in visitor.page("tokens/new")


def test_every_scope_is_offered_and_has_words(visitor: Visitor) -> None:
    page = visitor.page("tokens/new")
    vocabulary = scopes.vocabulary(operations())
    assert sorted(set(re.findall(r'value="(finance\.[a-z_.]+)"', page))) == vocabulary
    for scope in vocabulary:
        assert scope in NAMED or scope.split(".")[1] in SUBJECTS
    assert scopes.money(operations()) <= set(NAMED)


def test_a_form_with_faults_makes_nothing_and_keeps_what_was_typed(
    visitor: Visitor, place: World
) -> None:
    other = world()
    member(place.person, other.organization, active=False, workspaces=[other.workspace])
    unseen = workspace(place.organization)
    before = mine(place.person)
    today = dates.today()
    past = today - dt.timedelta(days=1)
    wrong = {
        "name": "",
        "organization": other.organization.pk,
        "audience": "dashboard",
        "everything": "finance.none",
        "money": ["finance.taxes"],
        "on_taxes": "finance.payables.dispatch",
        "expiry": "3650",
        "key": "outra",
    }
    until, name, bound = {"expiry": "until"}, "n" * 101, "bound_workspace"
    faulty: list[tuple[str, dict[str, Any]]] = [
        (f"{' '.join(wrong)} __all__", wrong),
        ("name organization until", {"name": "a\x00b", "organization": "\x00", **until}),
        (f"name {bound}", {"name": name, bound: other.workspace.pk}),
        (f"{bound} until", {bound: unseen.pk, "until": "amanhã", **until}),
        (bound, {bound: place.workspace.pk, "audience": "mcp"}),
        ("everything until", {"everything": "finance.all.write", "until": past, **until}),
        ("__all__ until", {"on_taxes": "", "until": today + dt.timedelta(days=366), **until}),
        ("until", {"until": "9999-12-31", **until}),
    ]
    for fields, changes in faulty:
        answer = visitor.post("tokens/new", **form(place, **changes))
        assert answer.status_code == 400, changes
        assert set(answer.context["form"].errors) == set(fields.split()), changes
        page = answer.content.decode()
        assert page.count('role="alert"') == len(fields.split())
        assert ('value="ERP"' in page) == ("name" not in changes)
    assert visitor.post("tokens/new").status_code == 400
    assert mine(place.person) == before
    day = made(visitor, place, expiry="until", until=today)
    held = row(day)
    assert held.expires_at == dates.end_of(today)


def test_a_bound_token_reaches_one_workspace(visitor: Visitor, place: World) -> None:
    second = workspace(place.organization, "Filial")
    grant(place.membership, second)
    text = made(visitor, place, bound_workspace=second.pk)
    assert [each["id"] for each in Api(text).get("workspaces").body["data"]] == [str(second.pk)]
    page = visitor.page("tokens")
    assert "Filial" in page


def test_what_the_person_lacks_is_told(place: World) -> None:
    viewer = person(language="en")
    member(viewer, place.organization, role="View", workspaces=[place.workspace])
    page = Visitor(viewer).post("tokens/new", **form(place)).content.decode()
    assert "taxes.create" in page
    assert "taxes.view" not in page
    assert "Copy it now" in page
    alone = Visitor(person())
    assert "nenhuma organização" in alone.page("tokens/new")


def test_nobody_sees_or_ends_anothers_token(visitor: Visitor, place: World) -> None:
    theirs = PersonalToken.objects.filter(person=place.person).first()
    assert theirs is not None
    stranger = Visitor(person())
    member(stranger.who, place.organization)
    assert str(theirs.pk) not in stranger.page("tokens")
    for sent in (theirs.pk, uuid.uuid4(), "x", "\x00", ""):
        assert stranger.post("tokens/revoke", token=sent).status_code == 404
    assert stranger.client.get("/account/tokens/revoke").status_code == 405
    theirs.refresh_from_db()
    assert theirs.revoked_at is None
    assert entries(place, record_id=theirs.pk) == []


def test_there_is_a_most_of_live_tokens_through_both_doors(
    visitor: Visitor, place: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()
    token(place.person, place.organization, expires_at=now - dt.timedelta(days=1), name="Velho")
    monkeypatch.setattr(personal_tokens, "MOST_LIVE", mine(place.person))
    made(visitor, place)
    answer = visitor.post("tokens/new", **form(place))
    assert answer.status_code == 400
    assert "Revogue um" in answer.content.decode()
    admin = {
        "person": place.person.pk,
        "organization": place.organization.pk,
        "audience": "api",
        "name": "ERP",
        "scopes": ["finance.taxes"],
    }
    refused = browser(staff(place)).post("personaltoken/add/", admin)
    assert set(refused.context["adminform"].form.errors) == {"person"}
    page = visitor.page("tokens")
    assert page.index("ERP") < page.index("Velho")
    assert "expirado" in page


def test_two_clicks_at_once_make_one_token(place: World) -> None:
    sent, answers = form(place), []
    start = threading.Barrier(2)

    def click(who: Visitor) -> None:
        start.wait()
        answers.append(who.post("tokens/new", **sent).status_code)
        connection.close()

    clicks = [threading.Thread(target=click, args=(Visitor(place.person),)) for _ in range(2)]
    for each in clicks:
        each.start()
    for each in clicks:
        each.join()
    assert sorted(answers) == [200, 409]
    assert PersonalToken.objects.filter(person=place.person, name="ERP").count() == 1


def test_the_list_costs_the_same_whatever_its_length(visitor: Visitor, place: World) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            visitor.page("tokens")
        return len(captured)

    few = cost()
    for _ in range(20):
        token(place.person, place.organization, "api", ["finance.all"])
    assert cost() == few
