"""The story for a client that runs in a process of its own: it is told the story as JSON, walks
through it, and tells as JSON what it was answered. What must be true of that is here, once for all.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mcp_gateway.instructions import INSTRUCTIONS
from tests.agent import NEW
from tests.journeys.results import BESIDE_TOOLS, CANNOT, CONFIRMS, Row, beside_tools, keep
from tests.journeys.story import (
    CREATE,
    LIST,
    UPDATE,
    WORKSPACES,
    Story,
    settled_by_an_agent,
    still_pending,
)
from tests.live import Live

HERE = Path(__file__).parent
GET = "finance_payables_get"
NOTHING = "finance_nothing_list"
#: What the person before the client answers, to the same question each time.
ANSWERS = ("cancel", "decline", "accept")
INVALID_PARAMS = -32602


def offered(live: Live, told: Story) -> list[str]:
    """What the server offers beside tools, as it says itself."""
    discovered = live.agent(told.place.mcp_token).send("server/discover")
    capabilities = discovered.body["result"]["capabilities"]
    return [name for name in BESIDE_TOOLS if name in capabilities]


def sent(live: Live, told: Story, **choices: Any) -> dict[str, Any]:
    """The story as the client is told it."""
    return {
        "url": f"{live.url}/mcp",
        "token": told.place.mcp_token,
        "offered": offered(live, told),
        "answers": ANSWERS,
        "workspaces": [WORKSPACES, {}],
        "late": [LIST, told.late],
        "get": GET,
        "missing": [GET, {"id": str(told.place.workspace.id)}],
        "wrong": [CREATE, {"amount": "-1"}],
        "create": [CREATE, told.rent],
        "settle": [UPDATE, told.settlement("")],
        "nothing": NOTHING,
        **choices,
    }


def walk(command: Sequence[str | Path], story: Mapping[str, Any], **environment: str) -> Any:
    """What a client tells of the story."""
    walked = subprocess.run(
        [str(word) for word in command],
        input=json.dumps(story).encode(),
        stdout=subprocess.PIPE,
        stderr=sys.stderr,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(HERE), **environment},
        check=True,
        timeout=60,
    )
    return json.loads(walked.stdout)


def holds(told: Story, story: Mapping[str, Any], walked: Any, row: Row, *without: str) -> None:
    """Assert what a walk must show, and keep it as a row of the page.

    `without` names what the library does not show: `version`, `greeting` or `unknown`.
    """
    _opened(told, walked, row, without)
    assert _code(walked["missing"]) == "NOT_FOUND"
    assert _code(walked["wrong"]) == "VALIDATION_ERROR"
    if "unknown" not in without:
        assert walked["unknown"] == INVALID_PARAMS
    id = _value(walked["created"])["id"]
    if row.confirmation == CONFIRMS:
        assert row.version == NEW
        _confirmed(told, walked, id)
    else:
        assert row.confirmation == CANNOT
        assert [_code(ending) for ending in walked["endings"]] == ["confirmation_required"]
        assert walked["asked"] == []
        still_pending(told, id)
    for name in walked["beside"]:
        # Each step says how much it found; none of what is offered may be empty.
        assert all(walked["beside"][name].values()), (name, walked["beside"][name])
    columns = beside_tools(story["offered"], walked["beside"])
    keep(Row(**{**vars(row), **columns}))


def _opened(told: Story, walked: Any, row: Row, without: Sequence[str]) -> None:
    if "version" not in without:
        assert walked["version"] == row.version
    if "greeting" not in without:
        assert (walked["server"], walked["instructions"]) == ("kobana-finance", INSTRUCTIONS)
    assert {WORKSPACES, LIST, GET, CREATE, UPDATE} <= set(walked["tools"])
    (workspace,) = _value(walked["workspaces"])["data"]
    assert workspace["id"] == str(told.place.workspace.id)
    (late,) = _value(walked["late"])["data"]
    assert late["id"] == told.overdue["id"]


def _confirmed(told: Story, walked: Any, id: str) -> None:
    cancelled, declined, accepted = walked["endings"]
    assert (_code(cancelled), _code(declined)) == ("USER_DECLINED", "USER_DECLINED")
    assert walked["between"] == ["pending", "pending", "pending"]
    assert _value(accepted)["status"] == "paid"
    # Nothing had happened in between, so it was asked the same each time.
    first, *rest = walked["asked"]
    assert rest == [first, first]
    assert "Aluguel" in first
    assert "R$ 420,50" in first
    settled_by_an_agent(told, id)


def _value(answer: Any) -> Any:
    assert answer["error"] is False, answer
    return answer["value"]


def _code(answer: Any) -> str:
    assert answer["error"] is True, answer
    return str(answer["value"]["error"]["code"])
