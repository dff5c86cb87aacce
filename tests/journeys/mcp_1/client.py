"""The story with the `mcp` library, version 1, run in an environment of its own.

Reads the story as JSON, tells it to the server, and writes what it was answered as JSON.
"""
# mypy: ignore-errors
# The types of this version are in that environment, not in the project's own.

import asyncio
import json
import sys
from typing import Any

from mcp import ClientSession, McpError
from mcp.client.streamable_http import streamablehttp_client


async def tell(story: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {story['token']}"}
    async with (
        streamablehttp_client(story["url"], headers=headers) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        opened = await session.initialize()
        listed = await session.list_tools()
        created = await call(session, story["create"])
        settlement = {**story["settle"], "id": created["value"]["id"]}
        return {
            "version": opened.protocolVersion,
            "server": opened.serverInfo.name,
            "instructions": opened.instructions,
            "tools": [tool.name for tool in listed.tools],
            "workspaces": await call(session, [story["workspaces"], {}]),
            "late": await call(session, story["late"]),
            "created": created,
            "settled": await call(session, [story["update"], settlement]),
            "unknown": await refused(session),
            "pinged": (await session.send_ping()).model_dump(exclude_none=True),
        }


async def call(session: ClientSession, named: list[Any]) -> dict[str, Any]:
    tool, arguments = named
    result = await session.call_tool(tool, arguments)
    (block,) = result.content
    return {"error": bool(result.isError), "value": json.loads(block.text)}


async def refused(session: ClientSession) -> int:
    """The code of an error that is none of a tool's."""
    try:
        await session.call_tool("finance_nothing_list", {})
    except McpError as error:
        return error.error.code
    return 0


if __name__ == "__main__":
    json.dump(asyncio.run(tell(json.load(sys.stdin))), sys.stdout)
