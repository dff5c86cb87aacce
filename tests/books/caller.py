"""Somebody who calls the same operations on one channel or another, and a workspace whose security
tab closes something for a while."""

import datetime as dt
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from finance_api.rest import catalog
from tests.agent import Agent
from tests.surface.books import contents
from tests.surface.examples import in_json, path_of
from tests.world import World

both_programs = pytest.mark.parametrize("channel", ["api", "mcp"])


@dataclass
class Caller:
    """Somebody who calls operations on one channel."""

    channel: str
    of: World

    def call(self, name: str, id: str, body: Any, method: str, path: str, **headers: Any) -> Any:
        """The error of the answer, or nothing if it was done; questions are answered yes."""
        if self.channel == "api":
            answer = self.of.api.call(method, path, body, **headers)
            return answer.body["error"] if answer.status >= 400 else None
        parameters = catalog.endpoints()[name].path_parameters
        arguments = {**dict.fromkeys(parameters, id), **in_json(body)}
        agent = Agent(self.of.mcp_token)
        outcome = agent.call(name, arguments)
        if outcome.asks:
            outcome = agent.call(name, arguments, **outcome.reply())
        result = outcome.result
        return json.loads(outcome.text)["error"] if result.get("isError") else None

    def does(self, verb: str, resource: str, id: str = "", body: Any = None) -> Any:
        """The same for one of the plain operations of a resource."""
        method = {"create": "POST", "update": "PATCH", "delete": "DELETE"}[verb]
        path = path_of(resource) + (f"/{id}" if id else "")
        return self.call(f"finance_{resource}_{verb}", id, body, method, path)

    def is_closed(self, act: Callable[[], Any], through: dt.date) -> None:
        """The act is refused for the lock date and changes nothing."""
        before = contents(self.of.workspace)
        with closed(self.of, through):
            error = act()
        assert error is not None
        assert error["code"] == "SECURITY_BLOCKED", error
        assert error["details"] == {"rule": "lock_date", "channel": self.channel}
        assert contents(self.of.workspace) == before


@contextmanager
def closed(of: World, through: dt.date | None) -> Iterator[None]:
    """The books closed through a day, and open again afterwards."""
    of.workspace.locked_through = through
    of.workspace.save()
    yield
    of.workspace.locked_through = None
    of.workspace.save()


@contextmanager
def blocked(of: World, pairs: list[str]) -> Iterator[None]:
    """The matrix with these pairs, and empty again afterwards."""
    of.workspace.blocked = pairs
    of.workspace.save()
    yield
    of.workspace.blocked = []
    of.workspace.save()
