"""A person who is signed in, on their pages under /account/."""

from dataclasses import dataclass, field
from typing import Any

from django.test import Client

from finance_api.identity.models import User
from tests.world import in_process


@dataclass
class Visitor:
    """Reads pages and sends forms, in this process."""

    who: User
    client: Client = field(default_factory=in_process)

    def __post_init__(self) -> None:
        self.client.force_login(self.who)

    def page(self, path: str) -> str:
        """A page that must be there, as HTML."""
        response = self.client.get(f"/account/{path}")
        assert response.status_code == 200, response
        text: str = response.content.decode()
        return text

    def post(self, path: str, **sent: Any) -> Any:
        """The answer to a form: mostly the way to another page."""
        return self.client.post(f"/account/{path}", sent)

    def sent(self, path: str, **sent: Any) -> str:
        """Send a form that is taken, and read the page that it leads to."""
        response = self.post(path, **sent)
        assert response.status_code == 302, response.content.decode()
        answer = self.client.get(response.headers["Location"])
        text: str = answer.content.decode()
        return text
