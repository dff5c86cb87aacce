"""The story with the `mcp` library, version 2, in the modes a client may choose."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Literal

import httpx2
import mcp_types
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from mcp_gateway.instructions import INSTRUCTIONS
from tests.agent import NEW, OLD
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

Action = Literal["accept", "decline", "cancel"]


class Person:
    """Who sits before the client: reads each question, and answers as told."""

    def __init__(self, *answers: Action) -> None:
        self.answers = list(answers)
        self.read: list[str] = []

    async def __call__(self, context: Any, params: Any) -> mcp_types.ElicitResult:
        self.read.append(params.message)
        action = self.answers.pop(0)
        content: Any = {"confirm": True} if action == "accept" else None
        return mcp_types.ElicitResult(action=action, content=content)


@asynccontextmanager
async def connected(
    live: Live, told: Story, mode: Any, person: Person | None = None
) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {told.place.mcp_token}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        transport = streamable_http_client(f"{live.url}/mcp", http_client=http)
        async with Client(transport, mode=mode, elicitation_callback=person) as client:
            yield client


def value(result: Any) -> Any:
    """The endpoint's JSON of a call that succeeded."""
    assert not result.is_error, result.content
    return json.loads(result.content[0].text)


def code(result: Any) -> str:
    """The code of a call that was refused."""
    assert result.is_error, result.content
    return str(json.loads(result.content[0].text)["error"]["code"])


async def morning(client: Client, told: Story) -> str:
    """What every mode can do: look round, find what is late, enter a payable."""
    if client.server_info is not None:
        # A client pinned to the stateless era does not ask beforehand.
        assert client.server_info.name == "kobana-finance"
        assert client.instructions == INSTRUCTIONS
    tools = {tool.name for tool in (await client.list_tools()).tools}
    assert tools >= {WORKSPACES, LIST, CREATE, UPDATE}
    workspaces = value(await client.call_tool(WORKSPACES, {}))["data"]
    assert [row["id"] for row in workspaces] == [str(told.place.workspace.id)]
    late = value(await client.call_tool(LIST, told.late))["data"]
    assert [row["id"] for row in late] == [told.overdue["id"]]
    return str(value(await client.call_tool(CREATE, told.rent))["id"])


def run(story: Callable[[], Any]) -> None:
    asyncio.run(story())


@pytest.mark.parametrize("mode", [NEW, "auto"])
def test_a_person_confirms_what_the_agent_settles(live: Live, told: Story, mode: str) -> None:
    person = Person("decline", "accept")

    async def story() -> None:
        async with connected(live, told, mode, person) as client:
            assert client.protocol_version == NEW
            payable = await morning(client, told)
            declined = await client.call_tool(UPDATE, told.settlement(payable))
            assert code(declined) == "USER_DECLINED"
            still_pending(told, payable)
            settled = value(await client.call_tool(UPDATE, told.settlement(payable)))
            assert settled["status"] == "paid"
            settled_by_an_agent(told, payable)

    run(story)
    assert person.answers == []
    assert person.read[0] == person.read[1]
    assert "Aluguel" in person.read[0]
    assert "R$ 420,50" in person.read[0]


@pytest.mark.parametrize("mode", [NEW, "auto"])
def test_without_a_person_nothing_is_settled(live: Live, told: Story, mode: str) -> None:
    async def story() -> None:
        async with connected(live, told, mode) as client:
            payable = await morning(client, told)
            refused = await client.call_tool(UPDATE, told.settlement(payable))
            assert code(refused) == "confirmation_required"
            still_pending(told, payable)

    run(story)


def test_the_old_era_cannot_settle(live: Live, told: Story) -> None:
    async def story() -> None:
        async with connected(live, told, "legacy", Person()) as client:
            assert client.protocol_version == OLD
            payable = await morning(client, told)
            refused = await client.call_tool(UPDATE, told.settlement(payable))
            assert code(refused) == "confirmation_required"
            still_pending(told, payable)

    run(story)


@pytest.mark.parametrize("mode", [NEW, "auto", "legacy"])
def test_faults_reach_the_agent_as_results_and_as_errors(
    live: Live, told: Story, mode: str
) -> None:
    async def story() -> None:
        async with connected(live, told, mode) as client:
            missing = await client.call_tool(
                "finance_payables_get", {"id": str(told.place.workspace.id)}
            )
            assert code(missing) == "NOT_FOUND"
            wrong = await client.call_tool(CREATE, {"amount": "-1"})
            assert code(wrong) == "VALIDATION_ERROR"
            with pytest.raises(Exception, match="Unknown tool") as caught:
                await client.call_tool("finance_nothing_list", {})
            assert getattr(caught.value, "code", -32602) == -32602
            # A refusal does not end the session.
            assert value(await client.call_tool(LIST, told.late))["data"]

    run(story)
