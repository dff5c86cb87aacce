"""The dashboard's backend as a client: it has a secret, and asks for the API."""

from dataclasses import dataclass
from io import StringIO
from typing import Any

import httpx2
from django.core.management import call_command

from tests.oauth.person import REDIRECT, Browser, Client
from tests.world import World


@dataclass
class Backend(Client):
    secret: str = ""

    @property
    def resource(self) -> str:
        return f"{self.base}/v1"

    def token(self, **sent: Any) -> httpx2.Response:
        return self.posted("token", **sent)

    def revoke(self, token: str) -> httpx2.Response:
        return self.posted("revoke", token=token)

    def posted(self, endpoint: str, **sent: Any) -> httpx2.Response:
        """A request with the secret in the header, or with none when the secret is empty."""
        there = {name: value for name, value in sent.items() if value is not None}
        auth = (self.id, self.secret) if self.secret else None
        return httpx2.post(f"{self.base}/oauth/{endpoint}", data=there, auth=auth, timeout=30)

    def enter(self, place: World) -> dict[str, Any]:
        """The tokens of the person of a world, who is a member of one organization."""
        sent_back = Browser(place.person).consent(self.asks())
        answer = self.swap(str(sent_back.headers["Location"]))
        assert answer.status_code == 200, answer.text
        tokens: dict[str, Any] = answer.json()
        return tokens


def registered(*arguments: str) -> tuple[str, str]:
    """The id and the secret that the operator's command prints."""
    out = StringIO()
    call_command("register_application", *arguments, stdout=out)
    first, second = out.getvalue().split()
    return first.removeprefix("CLIENT_ID="), second.removeprefix("CLIENT_SECRET=")


def backend(base: str) -> Backend:
    client_id, secret = registered("dashboard", "Painel", "--redirect", REDIRECT)
    return Backend(base, id=client_id, secret=secret)
