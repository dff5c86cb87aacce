"""The story with the `mcp` library, version 2, in the modes a client may choose."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from typing import Any, Literal

import httpx2
import mcp_types
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from tests.agent import NEW, OLD
from tests.journeys.elsewhere import ANSWERS, holds, sent
from tests.journeys.results import CANNOT, CONFIRMS, Row
from tests.journeys.story import CREATE, LIST, Story
from tests.journeys.walk import Told, ending, simple, walk
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


class Steps:
    """What the library does at each step of the walk."""

    def __init__(self, client: Client, person: Person | None) -> None:
        self.client = client
        self.asked = person.read if person else []

    async def opened(self) -> Told:
        # A client pinned to the stateless era does not ask beforehand who answers.
        server = self.client.server_info
        return {
            "version": self.client.protocol_version,
            "server": server and server.name,
            "instructions": self.client.instructions,
        }

    async def tools(self) -> list[str]:
        return [tool.name for tool in (await self.client.list_tools()).tools]

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Told:
        result: Any = await self.client.call_tool(tool, dict(arguments))
        (block,) = result.content
        return ending(bool(result.is_error), block.text)

    async def refusal(self, tool: str) -> int | None:
        with pytest.raises(MCPError) as caught:
            await self.client.call_tool(tool, {})
        return caught.value.code

    def beside(self) -> Mapping[str, Callable[[], Awaitable[Told]]]:
        return {
            "resources": self.resources,
            "prompts": self.prompts,
            "completions": self.completions,
        }

    async def resources(self) -> Told:
        resources = (await self.client.list_resources()).resources
        templates = (await self.client.list_resource_templates()).resource_templates
        read: Any = await self.client.read_resource(resources[0].uri)
        (content,) = read.contents
        return {"listed": len(resources), "templates": len(templates), "read": len(content.text)}

    async def prompts(self) -> Told:
        prompts = (await self.client.list_prompts()).prompts
        got: Any = await self.client.get_prompt(simple(prompts).name)
        return {"listed": len(prompts), "got": len(got.messages)}

    async def completions(self) -> Told:
        prompts = (await self.client.list_prompts()).prompts
        prompt = next(each for each in prompts if each.arguments)
        reference = mcp_types.PromptReference(type="ref/prompt", name=prompt.name)
        assert prompt.arguments
        argument = {"name": prompt.arguments[0].name, "value": ""}
        return {"answered": await self.client.complete(reference, argument) is not None}


def run(story: Callable[[], Coroutine[Any, Any, Told | None]]) -> Told | None:
    return asyncio.run(story())


@pytest.mark.parametrize(
    ("mode", "version", "answers", "without"),
    [
        ("auto", NEW, ANSWERS, []),
        (NEW, NEW, ANSWERS, ["greeting"]),
        ("auto", NEW, (), []),
        (NEW, NEW, (), ["greeting"]),
        ("legacy", OLD, (), []),
        # A person cannot be asked in this era, and is not.
        ("legacy", OLD, ("accept",), []),
    ],
    ids=["auto", "pinned", "auto, nobody", "pinned, nobody", "legacy, nobody", "legacy"],
)
def test_it_reads_and_writes_and_settles_when_a_person_says_so(
    live: Live,
    told: Story,
    mode: str,
    version: str,
    answers: tuple[Action, ...],
    without: list[str],
) -> None:
    told_to = sent(live, told, answers=answers)
    person = Person(*answers) if answers else None

    async def story() -> Told:
        async with connected(live, told, mode, person) as client:
            return await walk(told_to, Steps(client, person))

    confirms = version == NEW and bool(answers)
    shown = mode if confirms or version == OLD else f"{mode}, nobody to ask"
    row = Row("`mcp` 2.3.0 (Python)", shown, version, CONFIRMS if confirms else CANNOT)
    holds(told, told_to, run(story), row, *without)


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
