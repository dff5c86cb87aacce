"""A person at a browser: no script, only pages, forms, cookies and redirects.

And a client as simple as can be, for what the library of a real one would never send.
"""

import base64
import hashlib
import secrets
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlencode, urljoin, urlsplit

import httpx2

from finance_api.identity.models import Organization, User
from tests.world import World

PASSWORD = "uma senha muito comprida"
REDIRECT = "http://127.0.0.1:41999/callback"


@dataclass
class Form:
    """A form of a page: where it goes, and what it would send with one of its buttons."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    buttons: dict[str, str] = field(default_factory=dict)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            assert given["method"] == "post"
            self.forms.append(Form(given["action"]))
        elif tag == "input" and given.get("type") == "radio":
            self.forms[-1].choices.append(given["value"])
        elif tag == "input":
            self.forms[-1].fields.append((given["name"], given.get("value", "")))
        elif tag == "button" and "name" in given:
            self.forms[-1].buttons[given["name"]] = given["value"]


def forms(html: str) -> list[Form]:
    parser = _Forms()
    parser.feed(html)
    return parser.forms


class Browser:
    """The browser of one person, who knows their e-mail and password."""

    def __init__(self, who: User, language: str = "pt-BR") -> None:
        if not who.has_usable_password():
            who.set_password(PASSWORD)
            who.save()
        self.who = who
        self.headers = {"Accept-Language": language}
        self.cookies: Any = httpx2.Cookies()

    def open(self, url: str) -> httpx2.Response:
        """Go there, and on to wherever our own pages lead; a redirect elsewhere is the answer."""
        return self._follow(self.request("GET", url))

    def request(self, method: str, url: str, **sent: Any) -> httpx2.Response:
        """One request with the cookies so far."""
        with httpx2.Client(headers=self.headers, cookies=self.cookies, timeout=30) as http:
            response = http.request(method, url, **sent)
            self.cookies = http.cookies
        return response

    def _follow(self, response: httpx2.Response) -> httpx2.Response:
        while response.status_code == 302:
            there = urljoin(str(response.url), response.headers["Location"])
            if urlsplit(there).netloc != response.url.netloc.decode():
                break
            response = self.request("GET", there)
        return response

    def send(self, page: httpx2.Response, form: Form, *more: tuple[str, str]) -> httpx2.Response:
        """Send a form of a page, filled in further."""
        filled = dict([*form.fields, *more])
        where = urljoin(str(page.url), form.action)
        origin = f"{page.url.scheme}://{page.url.netloc.decode()}"
        return self._follow(self.request("POST", where, data=filled, headers={"Origin": origin}))

    def sign_in(self, page: httpx2.Response, password: str = PASSWORD) -> httpx2.Response:
        (form,) = forms(page.text)
        return self.send(page, form, ("username", self.who.email), ("password", password))

    def consent(self, url: str) -> httpx2.Response:
        """The page that asks, signed in on the way if need be."""
        page = self.open(url)
        return self.sign_in(page) if "/account/sign-in" in str(page.url) else page

    def allow(self, url: str, organization: Organization | None = None) -> str:
        """Say yes; the address the client is sent the answer at."""
        page = self.consent(url)
        assert page.status_code == 200, page.text
        form = forms(page.text)[0]
        chosen = str(organization.pk) if organization else form.choices[0]
        answer = self.send(page, form, ("organization", chosen), ("allow", form.buttons["allow"]))
        return str(answer.headers["Location"])


@dataclass
class Client:
    """A client that was registered, and its connection to the server."""

    base: str
    redirect: str = REDIRECT
    verifier: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    state: str = field(default_factory=lambda: secrets.token_urlsafe(8))
    id: str = ""

    def __post_init__(self) -> None:
        if not self.id:
            self.id = register(self.base, redirect_uris=[self.redirect]).json()["client_id"]

    @property
    def resource(self) -> str:
        return f"{self.base}/mcp"

    def asks(self, **changes: Any) -> str:
        """The address that asks for a code; a change to None leaves a parameter out."""
        challenge = hashlib.sha256(self.verifier.encode()).digest()
        sent = {
            "response_type": "code",
            "client_id": self.id,
            "redirect_uri": self.redirect,
            "scope": "finance.all",
            "state": self.state,
            "code_challenge": base64.urlsafe_b64encode(challenge).decode().rstrip("="),
            "code_challenge_method": "S256",
            "resource": self.resource,
            **changes,
        }
        there = {name: value for name, value in sent.items() if value is not None}
        return f"{self.base}/oauth/authorize?{urlencode(there, doseq=True)}"

    def token(self, **sent: Any) -> httpx2.Response:
        body = {"client_id": self.id, **sent}
        there = {name: value for name, value in body.items() if value is not None}
        return httpx2.post(f"{self.base}/oauth/token", data=there, timeout=30)

    def swap(self, location: str, **changes: Any) -> httpx2.Response:
        """Swap the code in an answer for tokens."""
        sent = {
            "grant_type": "authorization_code",
            "code": answered(location)["code"],
            "redirect_uri": self.redirect,
            "code_verifier": self.verifier,
            "resource": self.resource,
        }
        return self.token(**{**sent, **changes})

    def refresh(self, tokens: dict[str, Any], **changes: Any) -> httpx2.Response:
        sent = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
        return self.token(**{**sent, "resource": self.resource, **changes})

    def revoke(self, token: str) -> httpx2.Response:
        sent = {"client_id": self.id, "token": token}
        return httpx2.post(f"{self.base}/oauth/revoke", data=sent, timeout=30)


def register(base: str, **metadata: Any) -> httpx2.Response:
    sent = {"client_name": "Agente de teste", **metadata}
    return httpx2.post(f"{base}/oauth/register", json=sent, timeout=30)


def answered(location: str) -> dict[str, str]:
    """What an answer carries."""
    found = parse_qs(urlsplit(location).query, strict_parsing=True)
    assert all(len(values) == 1 for values in found.values()), location
    return {name: values[0] for name, values in found.items()}


def connected(base: str, place: World, **asked: Any) -> tuple[Client, dict[str, Any]]:
    """A client that the person of a world connected, and its tokens."""
    client = Client(base)
    answer = client.swap(Browser(place.person).allow(client.asks(**asked), place.organization))
    assert answer.status_code == 200, answer.text
    return client, answer.json()
