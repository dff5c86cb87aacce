"""One line for each tool call says who did what where and how it ended, and never what was in it
(P183, seed: Observability)."""

from typing import Any

from tests.agent import OLD
from tests.live import Live
from tests.world import World

KNOWN = {
    "asctime",
    "levelname",
    "name",
    "message",
    "tool",
    "workspace",
    "person",
    "token_kind",
    "status",
    "duration_ms",
    "request_id",
}
SECRET = "Palavra-que-ninguem-deve-ler"


def lines(live: Live, place: World) -> list[dict[str, Any]]:
    entries = live.entries("mcp_gateway.calls")
    return [entry for entry in entries if entry["person"] == str(place.person.pk)]


def test_a_call_writes_one_line(live: Live, place: World) -> None:
    live.agent(place.mcp_token).call("finance_taxes_list")
    (line,) = lines(live, place)
    assert set(line) == KNOWN
    assert line["message"] == "tools/call"
    assert line["tool"] == "finance_taxes_list"
    assert line["workspace"] == str(place.workspace.id)
    assert line["token_kind"] == "personal"
    assert line["status"] == "ok"
    assert 0 < line["duration_ms"] < 30_000


def test_the_status_says_how_the_call_ended(live: Live, place: World) -> None:
    agent = live.agent(place.mcp_token)
    tax = agent.call("finance_taxes_create", {"name": "ISS"}).value
    arguments = {"id": tax["id"]}
    asked = agent.call("finance_taxes_delete", arguments)
    agent.call("finance_taxes_delete", arguments, **asked.reply(action="decline"))
    agent.call("finance_taxes_delete", arguments, **{**asked.reply(), "requestState": "x"})
    agent.call("finance_taxes_delete", arguments, **asked.reply())
    agent.call("finance_taxes_get", arguments)
    agent.call("finance_taxes_get", {"id": "x"})
    assert [line["status"] for line in lines(live, place)] == [
        "ok",
        "input_required",
        "USER_DECLINED",
        "-32602",
        "ok",
        "NOT_FOUND",
        "VALIDATION_ERROR",
    ]


def test_a_call_of_no_tool_writes_a_line_too(live: Live, place: World) -> None:
    agent = live.agent(place.mcp_token, version=OLD)
    agent.send("tools/call", {"name": SECRET})
    agent.send("tools/call", {"arguments": {}})
    agent.send("tools/call", {"name": "finance_taxes_list", "arguments": SECRET})
    found = [(line["tool"], line["status"]) for line in lines(live, place)]
    assert found == [(None, "-32602"), (None, "-32602"), ("finance_taxes_list", "-32602")]


def test_what_is_no_call_writes_no_line(live: Live, place: World) -> None:
    agent = live.agent(place.mcp_token)
    agent.send("tools/list")
    agent.send("server/discover")
    assert lines(live, place) == []


def test_nothing_that_was_sent_is_in_the_log(live: Live, place: World) -> None:
    agent = live.agent(place.mcp_token)
    tax = agent.call("finance_taxes_create", {"name": SECRET, "idempotency_key": SECRET}).value
    asked = agent.call("finance_taxes_delete", {"id": tax["id"]})
    agent.call("finance_taxes_delete", {"id": tax["id"]}, **asked.reply())
    agent.call("finance_taxes_create", {"name": SECRET, "x": SECRET})
    agent.call("finance_taxes_list", {"filters": {"name": SECRET, SECRET: 1}})
    agent.send("foo/bar", {"x": SECRET})
    agent.post(SECRET.encode(), Authorization=f"Bearer {place.mcp_token}")
    agent.post(b"{}", Authorization=f"Bearer {SECRET}")
    log = live.log.read_text()
    assert len(lines(live, place)) == 5
    for private in (SECRET, place.mcp_token, asked.result["requestState"], tax["id"]):
        assert private not in log
