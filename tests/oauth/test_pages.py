"""The pages a person sees: in their language, in nobody's frame, and no help to who guesses."""

import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.contrib.staticfiles import finders
from django.test import Client as Visitor
from django.utils import translation
from django.utils.translation.template import templatize

from finance_api.identity.models import User
from finance_api.sign_in.granting import SUBJECTS, CatalogScopes, in_words
from tests.live import Live
from tests.oauth.person import PASSWORD, Browser, Client, answered, connected, forms
from tests.oauth.test_asking import client
from tests.oauth.test_tokens import refused, seen
from tests.world import World, in_process, person

ROOT = Path(__file__).resolve().parent.parent.parent
SIGN_IN = "/account/sign-in"


@pytest.fixture
def who(place: World) -> User:
    place.person.set_password(PASSWORD)
    place.person.save()
    return place.person


def tried(email: str, password: str = PASSWORD, **environ: Any) -> Any:
    where = {"REMOTE_ADDR": f"fd00:{uuid.uuid4().hex[:4]}:{uuid.uuid4().hex[:4]}::1", **environ}
    sent = {"username": email, "password": password, "next": "/account/"}
    return in_process().post(SIGN_IN, sent, **where)


def test_a_person_signs_in_and_out(who: User) -> None:
    browser = in_process()
    assert browser.get("/account/").headers["Location"] == f"{SIGN_IN}?next=/account/"
    sent = {"username": who.email.upper(), "password": PASSWORD, "next": "/account/"}
    assert browser.post(SIGN_IN, sent).headers["Location"] == "/account/"
    assert who.email in browser.get("/account/agents").content.decode()
    assert browser.post("/account/sign-out").headers["Location"] == SIGN_IN
    assert browser.get("/account/").status_code == 302


def test_the_way_back_leads_nowhere_else(who: User) -> None:
    for evil in ("https://evil.example/", "//evil.example", "javascript:alert(1)"):
        sent = {"username": who.email, "password": PASSWORD, "next": evil}
        assert in_process().post(SIGN_IN, sent).headers["Location"] == "/account/"


def test_what_is_wrong_is_not_said(who: User) -> None:
    shut_out = person(is_active=False)
    shut_out.set_password(PASSWORD)
    shut_out.save()
    answers = [
        tried(who.email, "errada"),
        tried(person().email, "errada"),
        tried(shut_out.email),
        tried("ninguem@exemplo.com.br"),
        tried("a\x00b"),
    ]
    pages = {_without_what_was_sent(answer) for answer in answers[:4]}
    assert len(pages) == 1
    assert "Este e-mail e esta senha não conferem." in pages.pop()
    assert {answer.status_code for answer in answers} == {200}


def _without_what_was_sent(answer: Any) -> str:
    page: str = answer.content.decode()
    (form,) = forms(page)
    fields = dict(form.fields)
    return page.replace(fields["username"], "").replace(fields["csrfmiddlewaretoken"], "")


def test_guessing_ends_for_a_person_whether_there_is_one_or_not(who: User, settings: Any) -> None:
    settings.SIGN_INS_PER_PERSON = 3
    for email in (who.email, f"{uuid.uuid4().hex}@exemplo.com.br"):
        statuses = [tried(email, "errada").status_code for _ in range(4)]
        assert statuses == [200, 200, 200, 429]
        # However it is written, and from wherever.
        answer = tried(email.upper())
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) > 0
        assert "Muitas tentativas. Tente de novo em 15 min." in answer.content.decode()


def test_guessing_ends_for_an_address(settings: Any) -> None:
    settings.SIGN_INS_PER_ADDRESS = 3
    here = {"REMOTE_ADDR": "198.51.100.60"}
    emails = [f"{uuid.uuid4().hex}@exemplo.com.br" for _ in range(4)]
    assert [tried(email, **here).status_code for email in emails] == [200, 200, 200, 429]


def test_guessing_ends_at_the_admin_too(who: User, settings: Any) -> None:
    settings.SIGN_INS_PER_PERSON = 1
    who.is_staff = True
    who.save()
    sent = {"username": who.email, "password": PASSWORD, "next": "/admin/"}
    assert in_process().post("/admin/login/", sent).status_code == 302
    assert in_process().post("/admin/login/", sent).status_code == 200


@pytest.mark.parametrize(
    ("languages", "word"),
    [("", "Senha"), ("pt-PT", "Senha"), ("en-US,en;q=0.9", "Password"), ("fr", "Senha")],
)
def test_the_sign_in_speaks_the_browsers_language_portuguese_first_k38(
    languages: str, word: str
) -> None:
    page = in_process().get(SIGN_IN, headers={"Accept-Language": languages})
    assert word in page.content.decode()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt-br", ["Conectar “Agente”?", "Ler tudo o que você vê", "Permitir", "Recusar"]),
        ("en", ["Connect “Agente”?", "Read everything you can see", "Allow", "Refuse"]),
    ],
)
def test_the_consent_speaks_the_persons_language_k38(
    place: World, language: str, words: list[str]
) -> None:
    place.person.language = language
    place.person.save()
    page = _page(place, client().asks(), Accept_Language="pt-BR" if language == "en" else "en")
    for word in words:
        assert word in page


def _page(place: World, url: str, **headers: str) -> str:
    browser = in_process()
    browser.force_login(place.person)
    response = browser.get(url, headers=headers)
    assert response.status_code == 200
    page: str = response.content.decode()
    return page


def test_the_consent_names_the_client_and_where_the_answer_goes(place: World) -> None:
    asker = client("https://agent.example/cb", name="<b>Banco”</b>\u202e https://evil.example")
    page = _page(place, asker.asks(scope="finance.payables finance.taxes"))
    assert "<strong>agent.example</strong>" in page
    assert "<b>Banco" not in page
    assert "evil.example" not in page.split("<form")[0]
    assert "Ler: contas a pagar" in page
    assert "Ler: impostos" in page
    assert place.organization.name in page
    assert "seu próprio dispositivo" not in page
    assert "seu próprio dispositivo" in _page(place, client().asks())


@pytest.mark.parametrize("path", [SIGN_IN, "/account/", "consent"])
def test_no_page_can_be_framed_or_scripted_or_kept(place: World, path: str) -> None:
    browser = in_process()
    browser.force_login(place.person)
    response = browser.get(client().asks() if path == "consent" else path)
    assert response.headers["X-Frame-Options"] == "DENY"
    policy = response.headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "no-store" in response.headers["Cache-Control"]
    page = response.content.decode()
    assert "<script" not in page
    assert " style=" not in page
    assert "<style" not in page


def test_no_form_can_be_sent_by_another_page(place: World) -> None:
    browser = Visitor(enforce_csrf_checks=True)
    browser.force_login(place.person)
    yes = {"organization": str(place.organization.pk), "allow": "yes"}
    for path, sent in [
        (client().asks(), yes),
        (SIGN_IN, {"username": place.person.email, "password": PASSWORD}),
        ("/account/disconnect", {"connection": str(uuid.uuid4())}),
        ("/account/sign-out", {}),
    ]:
        assert browser.post(path, sent).status_code == 403


def test_a_person_ends_a_connection_of_their_own(live: Live, place: World, who: User) -> None:
    asker, tokens = connected(live.url, place)
    assert seen(live, tokens["access_token"])
    browser, stranger = in_process(), in_process()
    browser.force_login(who)
    stranger.force_login(person())
    page = browser.get("/account/agents").content.decode()
    assert "Agente de teste" in page
    assert place.organization.name in page
    (connection,) = _connections(page)
    for sent in (connection, "x", ""):
        stranger.post("/account/disconnect", {"connection": sent})
    assert seen(live, tokens["access_token"])
    assert browser.post("/account/disconnect", {"connection": connection}).status_code == 302
    assert refused(live, tokens["access_token"])
    assert asker.refresh(tokens).json()["error"] == "invalid_grant"
    assert _connections(browser.get("/account/agents").content.decode()) == []


def _connections(page: str) -> list[str]:
    buttons = [form.buttons.get("connection") for form in forms(page)]
    return [button for button in buttons if button]


def test_another_account_can_be_used_on_the_way(live: Live, place: World, who: User) -> None:
    browser = Browser(person())
    asker = Client(live.url)
    page = browser.consent(asker.asks())
    *_, sign_out = forms(page.text)
    page = browser.send(page, sign_out)
    # The consent asks for a sign-in again, and leads back to itself.
    assert SIGN_IN in str(page.url)
    browser.who = who
    page = browser.sign_in(page)
    assert who.email in page.text
    assert answered(browser.allow(asker.asks(), place.organization))["code"]


def test_every_scope_that_can_be_granted_has_words(settings: Any) -> None:
    settings.OAUTH_WRITE_ENABLED = True
    scopes = CatalogScopes().get_available_scopes()
    subjects = {name.split(".")[1] for name in scopes} - {"all"}
    assert subjects == set(SUBJECTS)
    with translation.override("pt-br"):
        assert len(set(in_words(scopes))) == len(scopes)


def test_every_text_of_the_pages_is_translated(tmp_path: Path) -> None:
    for template in (ROOT / "kobana_finance" / "templates" / "account").glob("*.html"):
        code = templatize(template.read_text(), origin=template.name)
        (tmp_path / f"{template.stem}.py").write_text(code)
    extracted = tmp_path / "messages.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract"]
    subprocess.run([*command, "-o", str(extracted), str(tmp_path)], check=True)
    with extracted.open("rb") as file:
        marked = {message.id for message in read_po(file) if message.id}
    assert "Sign in" in marked
    written = ROOT / "finance_api" / "locale" / "pt_BR" / "LC_MESSAGES" / "django.po"
    with written.open("rb") as file:
        translated = {message.id for message in read_po(file, locale="pt_BR") if message.string}
    assert marked - translated == set()


def test_the_stylesheet_is_there_to_be_collected() -> None:
    page = in_process().get(SIGN_IN).content.decode()
    assert 'href="/static/finance_api/account.css"' in page
    assert finders.find("finance_api/account.css")
