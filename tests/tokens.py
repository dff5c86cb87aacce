"""`make tokens`: what the tools and their answers take up of a model's context.

Bytes are those of a list as it is sent, and of a call's text as the model reads it. Tokens are
bytes divided by four, which is near enough to compare with and no more than that.
docs/tools_size.md holds what it printed.
"""

import datetime as dt
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from finance_api.core import dates
from tests.agent import Agent
from tests.surface.examples import Ground
from tests.world import World, token, world

BYTES_PER_TOKEN = 4
#: Typical callers, by the scopes of their token.
CALLERS = {
    "does everything": ["finance.all", "finance.all.write"],
    "reads everything": ["finance.all"],
    "reads and writes payables": ["finance.payables", "finance.payables.write"],
    "reads payables": ["finance.payables"],
}
#: What a question about payables or about transactions needs to know of each.
FIELDS = ["description", "person_name", "amount", "due_date", "status"]
MOVED = ["description", "amount", "type", "occurred_at"]
ROWS = 25

Row = tuple[str, int | str, int]


def tables() -> Iterator[tuple[str, list[Row]]]:
    """What is measured: a heading each, and rows of what, how many, and bytes."""
    of = world()
    furnish(of)
    yield "What a caller is told when it connects", [*listed(of)]
    yield "What a call is answered", [*answered(Agent(of.mcp_token))]


def furnish(of: World) -> None:
    """A page of payables and of transactions."""
    ground = Ground(of)
    for resource in ("payables", "transactions"):
        for _ in range(ROWS):
            ground.fresh(resource)


def listed(of: World) -> Iterator[Row]:
    for caller, scopes in CALLERS.items():
        agent = Agent(token(of.person, of.organization, "mcp", scopes))
        answer = agent.send("tools/list")
        yield f"tools/list, {caller}", len(answer.body["result"]["tools"]), len(answer.raw)
    agent = Agent(of.mcp_token)
    for method, member in (("resources/list", "resources"), ("prompts/list", "prompts")):
        answer = agent.send(method)
        yield method, len(answer.body["result"][member]), len(answer.raw)
    answer = agent.send("server/discover")
    yield "server/discover, with the instructions", "", len(answer.raw)


def answered(agent: Agent) -> Iterator[Row]:
    today = dates.today()
    span = {"from": str(today), "to": str(today + dt.timedelta(days=30)), "granularity": "day"}
    some = agent.call("finance_payables_list", {"limit": ROWS, "fields": FIELDS}).value["data"]
    for tool, arguments, fields in (
        ("finance_payables_list", {"limit": ROWS}, FIELDS),
        ("finance_payables_get", {"id": some[0]["id"]}, FIELDS),
        ("finance_transactions_list", {"limit": ROWS}, MOVED),
        ("finance_payables_aggregates", {}, []),
        ("finance_cash_flow_get", span, []),
    ):
        yield measured(agent, tool, arguments)
        if fields:
            yield measured(agent, tool, arguments | {"fields": fields})


def measured(agent: Agent, tool: str, arguments: dict[str, Any]) -> Row:
    outcome = agent.call(tool, arguments)
    found = outcome.value
    rows = found.get("data", found.get("buckets", [found]))
    chosen = f", {len(arguments['fields'])} fields" if "fields" in arguments else ""
    return tool + chosen, len(rows), len(outcome.text.encode())


def test_report(capsys: pytest.CaptureFixture[str]) -> None:
    """Writes the tables; nothing is held to a size here."""
    for heading, rows in tables():
        lines = [
            f"| {heading} | how many | bytes | tokens, about |",
            "| --- | ---: | ---: | ---: |",
        ]
        for what, number, size in rows:
            tokens = round(size / BYTES_PER_TOKEN, -1)
            lines.append(f"| {what} | {number} | {size:,} | {tokens:,.0f} |")
        with capsys.disabled():
            sys.stdout.write("\n" + "\n".join(lines) + "\n")
