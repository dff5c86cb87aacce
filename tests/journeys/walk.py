"""The walk every client takes, whatever its library: `Steps` is what a library must be able to do.

Also run by processes in environments of their own, so nothing but the standard library is imported.
`tests/clients/walk.mjs` is the same for Node.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

Told = dict[str, Any]


class Steps(Protocol):
    """A connected client. `asked` fills with the questions that its person has read."""

    asked: list[str]

    async def opened(self) -> Told:
        """The `version`, and the `server` and `instructions` where the library shows them."""

    async def tools(self) -> list[str]:
        """The names of the tools."""

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> Told:
        """How a call ended: whether as an `error`, and its `value`."""

    async def refusal(self, tool: str) -> int | None:
        """The code a tool that there is not is refused with, where the library shows it."""

    def beside(self) -> Mapping[str, Callable[[], Awaitable[Told]]]:
        """By what a server may offer beside tools: the steps, and how much each has found."""


async def walk(story: Mapping[str, Any], steps: Steps) -> Told:
    """Look round, find what is late, enter a payable, err, and settle it as the person says."""
    walked = await steps.opened()
    walked["tools"] = await steps.tools()
    walked["workspaces"] = await steps.call(*story["workspaces"])
    walked["missing"] = await steps.call(*story["missing"])
    walked["wrong"] = await steps.call(*story["wrong"])
    walked["unknown"] = await steps.refusal(story["nothing"])
    # A refusal does not end the session.
    walked["late"] = await steps.call(*story["late"])
    walked["created"] = await steps.call(*story["create"])
    walked["endings"], walked["between"] = [], []
    id = walked["created"]["value"]["id"]
    settle, arguments = story["settle"]
    for _ in story["answers"] or [None]:
        before = await steps.call(story["get"], {"id": id})
        walked["between"].append(before["value"]["status"])
        walked["endings"].append(await steps.call(settle, {**arguments, "id": id}))
    beside = steps.beside()
    walked["beside"] = {name: await beside[name]() for name in story["offered"] if name in beside}
    return {**walked, "asked": steps.asked}


def ending(error: bool, text: str) -> Told:
    """How a call ended, as `Steps.call` tells it."""
    return {"error": error, "value": json.loads(text)}


def simple(prompts: list[Any]) -> Any:
    """A prompt that can be had without an argument."""
    return next(
        prompt for prompt in prompts if not any(each.required for each in prompt.arguments or [])
    )


def run(tell: Callable[[Told], Awaitable[Told]]) -> None:
    """Walk the story that is on the input, and tell of it on the output."""

    async def told() -> Told:
        return await tell(json.load(sys.stdin))

    json.dump(asyncio.run(told()), sys.stdout)
