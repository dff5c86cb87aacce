"""The `mcp` library, version 1, which only knows the handshake; in an environment of its own."""
# mypy: ignore-errors
# The types of this version are in that environment, not in the project's own.

from mcp import ClientSession, McpError
from mcp.client.streamable_http import streamablehttp_client
from mcp.types import PromptReference
from walk import ending, run, simple, walk


class Client:
    def __init__(self, session):
        self.session, self.asked = session, []

    async def opened(self):
        opened = await self.session.initialize()
        await self.session.send_ping()
        return {
            "version": opened.protocolVersion,
            "server": opened.serverInfo.name,
            "instructions": opened.instructions,
        }

    async def tools(self):
        return [tool.name for tool in (await self.session.list_tools()).tools]

    async def call(self, tool, arguments):
        result = await self.session.call_tool(tool, arguments)
        (block,) = result.content
        return ending(bool(result.isError), block.text)

    async def refusal(self, tool):
        try:
            await self.session.call_tool(tool, {})
        except McpError as error:
            return error.error.code

    def beside(self):
        return {
            "resources": self.resources,
            "prompts": self.prompts,
            "completions": self.completions,
        }

    async def resources(self):
        resources = (await self.session.list_resources()).resources
        templates = (await self.session.list_resource_templates()).resourceTemplates
        (content,) = (await self.session.read_resource(resources[0].uri)).contents
        return {"listed": len(resources), "templates": len(templates), "read": len(content.text)}

    async def prompts(self):
        prompts = (await self.session.list_prompts()).prompts
        got = await self.session.get_prompt(simple(prompts).name)
        return {"listed": len(prompts), "got": len(got.messages)}

    async def completions(self):
        prompts = (await self.session.list_prompts()).prompts
        prompt = next(each for each in prompts if each.arguments)
        reference = PromptReference(type="ref/prompt", name=prompt.name)
        argument = {"name": prompt.arguments[0].name, "value": ""}
        completed = await self.session.complete(reference, argument)
        return {"answered": completed.completion is not None}


async def tell(story):
    headers = {"Authorization": f"Bearer {story['token']}"}
    async with (
        streamablehttp_client(story["url"], headers=headers) as (read, write, _),
        ClientSession(read, write) as session,
    ):
        return await walk(story, Client(session))


if __name__ == "__main__":
    run(tell)
