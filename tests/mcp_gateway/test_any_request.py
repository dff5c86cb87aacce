"""Whatever is sent to the endpoint gets exactly one of the answers of the specification, and
nothing runs that should not.

A short run is part of the suite and repeats itself; `ANY_REQUEST` is the number of requests of a
longer one, which differs each time.
"""

import base64
import json
import os
import uuid
from functools import cache
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from mcp_types.methods import validate_server_result

from finance_api.core import strict_json
from finance_api.rest import catalog
from tests.agent import Agent
from tests.mcp_gateway.any_request import ALLOWED, API, PLACE, STATE, TAX, TOKEN, Made, requests
from tests.mcp_gateway.messages import KEY, NEW, OLD, OLDEST
from tests.surface.books import contents
from tests.world import Answer, World, world

SHORT = 250
EXAMPLES = int(os.environ.get("ANY_REQUEST", SHORT))

#: Status → the codes it may carry (K27, K30); a result has none.
CODES: dict[int, set[Any]] = {
    200: {-32601, -32602, -32002},
    400: {-32700, -32600, -32602, -32020, -32022, "BAD_REQUEST"},
    401: {"invalid_token"},
    403: {"ORIGIN_REFUSED", "workspace_access_denied"},
    404: {-32601},
    413: {-32600},
    415: {-32600},
}
#: The codes of a refusal that a person or an agent can act on.
REFUSALS = {"VALIDATION_ERROR", "BAD_REQUEST", "NOT_FOUND", "CONFLICT", "UNPROCESSABLE_ENTITY"}
REFUSALS |= {"workspace_access_denied", "confirmation_required", "confirmation_replayed"}
REFUSALS |= {"USER_DECLINED"}
VERSIONS = {NEW, OLD, OLDEST}


class Ground:
    """One world in which every request finds a tax, and a question that was asked about it."""

    def __init__(self) -> None:
        self.place: World = world()
        self.agent = Agent(self.place.mcp_token)
        self.renew()

    def renew(self) -> None:
        name = f"ISS {uuid.uuid4().hex[:8]}"
        self.tax = str(self.place.api.made("taxes", {"name": name})["id"])
        self.state = self.agent.call("finance_taxes_delete", {"id": self.tax}).reply()
        self.before = contents(self.place.workspace)

    def filled(self, text: str) -> str:
        values = {
            TAX: self.tax,
            STATE: str(self.state["requestState"]),
            PLACE: str(self.place.workspace.id),
            TOKEN: self.place.mcp_token,
            API: self.place.api.token,
        }
        for placeholder, value in values.items():
            text = text.replace(placeholder, value)
        return text

    def sent(self, made: Made) -> tuple[bytes, dict[str, str], Answer]:
        raw = self.filled(made.raw.decode("latin-1")).encode("latin-1")
        headers = {name: self.filled(value) for name, value in made.headers.items()}
        kind = headers.pop("Content-Type", "")
        self.agent.path = self.filled(made.path)
        answer = self.agent.post(raw, content_type=kind, **headers)
        self.agent.path = "/mcp"
        return raw, {**headers, "Content-Type": kind}, answer


@cache
def _ground() -> Ground:
    return Ground()


def _message(raw: bytes) -> dict[str, Any]:
    """What was sent, where it is one JSON object without a repeated name."""
    try:
        value = strict_json.loads(raw)
    except strict_json.JSONFault:
        return {}
    return value if isinstance(value, dict) else {}


def _code(body: dict[str, Any]) -> Any:
    return body["error"]["code"] if "error" in body else None


def holds_for_every_answer(answer: Answer) -> None:
    assert answer.headers["Cache-Control"] == "no-store"
    assert str(uuid.UUID(answer.headers["Request-Id"])) == answer.headers["Request-Id"]
    assert "Mcp-Session-Id" not in answer.headers
    assert not answer.headers.get("Set-Cookie")
    if answer.status == 202:
        assert answer.raw == b""
        assert "Content-Type" not in answer.headers
        return
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.status in CODES
    assert b"Traceback" not in answer.raw


def is_one_of_the_answers(message: dict[str, Any], answer: Answer) -> None:
    """A JSON-RPC answer, or a refusal before the message was read, in the API's envelope."""
    body = answer.body
    if answer.status == 202:
        assert "id" not in message
        assert "method" in message
        return
    if "result" in body:
        assert answer.status == 200
        assert set(body) == {"jsonrpc", "id", "result"}
        is_a_result(message, answer)
    else:
        assert _code(body) in CODES[answer.status]
        assert body["error"]["message"].strip()
        if isinstance(_code(body), str):
            assert set(body) == {"error"}
            return
        assert set(body) == {"jsonrpc", "id", "error"}
        assert set(body["error"]) <= {"code", "message", "data"}
    assert body["jsonrpc"] == "2.0"
    repeated = body["id"] is None or (body["id"], type(body["id"])) == _id(message)
    assert repeated
    if answer.status in (200, 404):
        assert body["id"] is not None


def _id(message: dict[str, Any]) -> tuple[Any, type]:
    return message.get("id"), type(message.get("id"))


def is_a_result(message: dict[str, Any], answer: Answer) -> None:
    result = answer.body["result"]
    validate_server_result(message["method"], answer.headers["MCP-Protocol-Version"], result)
    if result.get("isError"):
        error = json.loads(result["content"][0]["text"])["error"]
        assert error["code"] in REFUSALS
        assert error["message"].strip()


def names_its_version(message: dict[str, Any], answer: Answer) -> None:
    """On every answer whose version is settled, and on no other (D25)."""
    said = answer.headers.get("MCP-Protocol-Version")
    code = _code(answer.body or {})
    unsettled = answer.status == 200 and code == -32602 and message["method"] == "initialize"
    if answer.status in (200, 202, 404) and not unsettled:
        assert said in VERSIONS
        assert (answer.status == 404) <= (said == NEW)
        assert (code == -32002) <= (said in (OLD, OLDEST))
        assert (code == -32601) <= ((answer.status == 404) == (said == NEW))
    elif code in (-32020, -32602):
        assert said in (None, NEW)
    else:
        assert said is None


def changed(message: dict[str, Any], answer: Answer) -> bool | None:
    """Whether the books must be others now: yes, no, or nothing can be said."""
    result = (answer.body or {}).get("result")
    if answer.status != 200 or result is None or message["method"] != "tools/call":
        return False
    name = message["params"]["name"]
    if result.get("isError") or result.get("resultType") == "input_required":
        return False
    if not catalog.endpoints()[name].operation.writes:
        return False
    return None if name.endswith("_update") else True


def was_let_in(message: dict[str, Any], headers: dict[str, str]) -> None:
    """Every check that a message with a result must have passed, asked once more."""
    sent = {name.lower(): value.strip() for name, value in headers.items()}
    assert sent["authorization"].split()[-1] == _ground().place.mcp_token
    assert sent["content-type"].lower().startswith("application/json")
    assert sent.get("origin", ALLOWED) == ALLOWED
    assert sent.get("host", "127.0.0.1").startswith("127.0.0.1")
    assert sent.get("mcp-protocol-version") in {*VERSIONS, None}
    assert message["jsonrpc"] == "2.0"
    assert type(message["id"]) in (int, str)
    if sent.get("mcp-protocol-version") == NEW:
        params = message["params"]
        assert params["_meta"][f"{KEY}protocolVersion"] == NEW
        assert sent["mcp-method"] == message["method"]
        named = {"tools/call": "name", "resources/read": "uri", "prompts/get": "name"}
        field = named.get(message["method"])
        if message["method"] == "tools/call" or (field and "mcp-name" in sent):
            assert _decoded(sent["mcp-name"]) == params[str(field)]


def _decoded(value: str) -> str:
    if not value.startswith("=?base64?"):
        return value
    return base64.b64decode(value.removeprefix("=?base64?").removesuffix("?=")).decode()


def was_confirmed(message: dict[str, Any]) -> None:
    """Whoever deletes carries the state of the question, and a person's yes."""
    params = message["params"]
    if catalog.endpoints()[params["name"]].operation.always_confirms:
        assert params["requestState"] == _ground().state["requestState"]
        assert params["inputResponses"]["confirmation"]["content"]["confirm"] is True


@given(made=requests())
@settings(
    max_examples=EXAMPLES,
    derandomize=EXAMPLES == SHORT,
    database=None,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
def test_any_request_gets_one_of_the_answers_and_runs_only_what_it_may(made: Made) -> None:
    ground = _ground()
    raw, headers, answer = ground.sent(made)
    message = _message(raw)
    holds_for_every_answer(answer)
    is_one_of_the_answers(message, answer)
    names_its_version(message, answer)
    wanted, after = changed(message, answer), contents(ground.place.workspace)
    if wanted is not None:
        assert (after != ground.before) == wanted
    if "result" in (answer.body or {}):
        was_let_in(message, headers)
    if after != ground.before:
        was_confirmed(message)
        ground.renew()
