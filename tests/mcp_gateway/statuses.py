"""One request for each HTTP status that the endpoint answers, to ask what holds for all of them."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import OperationalError
from django.test import override_settings

from finance_api.identity import tokens
from mcp_gateway.answers import BODY_CAP
from tests.agent import NEW, OLD, Agent
from tests.world import Answer

Ask = Callable[[Agent, str, dict[str, str]], Answer]


def _sent(method: str, version: str = OLD, **more: str) -> Ask:
    def ask(agent: Agent, token: str, headers: dict[str, str]) -> Answer:
        agent.token, agent.version = token, version
        return agent.send(method, **{**more, **headers})

    return ask


def _posted(body: object, content_type: str = "application/json", **more: str) -> Ask:
    def ask(agent: Agent, token: str, headers: dict[str, str]) -> Answer:
        signed = {"Authorization": f"Bearer {token}", **more, **headers}
        return agent.post(json.dumps(body).encode(), content_type=content_type, **signed)

    return ask


def _nowhere(agent: Agent, token: str, headers: dict[str, str]) -> Answer:
    def fail(*_: Any) -> Any:
        raise OperationalError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tokens, "resolve", fail)
        return _sent("ping")(agent, token, headers)


def _spent(agent: Agent, token: str, headers: dict[str, str]) -> Answer:
    with override_settings(MCP_PER_MINUTE=1):
        _sent("ping")(agent, token, headers)
        return _sent("ping")(agent, token, headers)


def _unsigned(agent: Agent, token: str, headers: dict[str, str]) -> Answer:
    return _sent("ping")(agent, "wrong", headers)


def _elsewhere(agent: Agent, token: str, headers: dict[str, str]) -> Answer:
    stranger = "2b93f876-769a-4bdc-b23e-304957f313b4"
    return _sent("ping", **{"X-Workspace-Id": stranger})(agent, token, headers)


def _by_get(agent: Agent, token: str, headers: dict[str, str]) -> Answer:
    response = agent.client.get("/mcp", headers=headers)
    return Answer(response.status_code, None, response.headers, response.content)


NOTE = {"jsonrpc": "2.0", "method": "notifications/initialized"}

#: Status → how to get it.
STATUSES: Mapping[int, Ask] = {
    200: _sent("ping"),
    202: _posted(NOTE),
    400: _posted([]),
    401: _unsigned,
    403: _elsewhere,
    404: _sent("foo/bar", NEW),
    405: _by_get,
    413: _posted({}, **{"Content-Length": str(BODY_CAP + 1)}),
    415: _posted({}, "text/plain"),
    429: _spent,
    503: _nowhere,
}
