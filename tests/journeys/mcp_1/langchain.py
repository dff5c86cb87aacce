"""The adapters of LangChain, on the `mcp` library, version 1; in the same environment."""
# mypy: ignore-errors
# The types of this library are in that environment, not in the project's own.

from langchain_mcp_adapters.client import MultiServerMCPClient
from walk import ending, run, simple, walk


class Client:
    def __init__(self, servers):
        self.servers, self.asked, self.found = servers, [], {}

    async def opened(self):
        opened = (await self.servers.get_server_info())["kobana"]
        return {
            "version": opened.protocolVersion,
            "server": opened.serverInfo.name,
            "instructions": opened.instructions,
        }

    async def tools(self):
        self.found = {tool.name: tool for tool in await self.servers.get_tools()}
        return list(self.found)

    async def call(self, tool, arguments):
        call = {"type": "tool_call", "id": "1", "name": tool, "args": arguments}
        message = await self.found[tool].ainvoke(call)
        (block,) = message.content
        return ending(message.status == "error", block["text"])

    async def refusal(self, tool):
        # An agent can only call what was listed.
        return None

    def beside(self):
        return {"resources": self.resources, "prompts": self.prompts}

    async def resources(self):
        blobs = await self.servers.get_resources("kobana")
        return {"read": len(blobs), "text": all(blob.as_string() for blob in blobs)}

    async def prompts(self):
        async with self.servers.session("kobana") as session:
            prompts = (await session.list_prompts()).prompts
        got = await self.servers.get_prompt("kobana", simple(prompts).name)
        return {"listed": len(prompts), "got": len(got)}


async def tell(story):
    headers = {"Authorization": f"Bearer {story['token']}"}
    servers = {"kobana": {"transport": "http", "url": story["url"], "headers": headers}}
    return await walk(story, Client(MultiServerMCPClient(servers)))


if __name__ == "__main__":
    run(tell)
