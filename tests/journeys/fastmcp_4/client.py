"""The client of `fastmcp`, which knows both eras; in an environment of its own."""
# mypy: ignore-errors
# The types of this library are in that environment, not in the project's own.

import fastmcp
from fastmcp.client.elicitation import ElicitResult
from mcp import MCPError
from mcp_types import PromptReference
from walk import ending, run, simple, walk


class Client:
    def __init__(self, answers):
        self.answers, self.asked, self.client = list(answers), [], None

    async def answer(self, message, response_type, params, context):
        self.asked.append(message)
        action = self.answers.pop(0)
        return ElicitResult(
            action=action, content={"confirm": True} if action == "accept" else None
        )

    async def opened(self):
        server = self.client.server_info
        return {
            "version": self.client.protocol_version,
            "server": server and server.name,
            "instructions": self.client.instructions,
        }

    async def tools(self):
        return [tool.name for tool in await self.client.list_tools()]

    async def call(self, tool, arguments):
        result = await self.client.call_tool(tool, arguments, raise_on_error=False)
        (block,) = result.content
        return ending(result.is_error, block.text)

    async def refusal(self, tool):
        try:
            await self.client.call_tool(tool, {})
        except MCPError as error:
            return error.code

    def beside(self):
        return {
            "resources": self.resources,
            "prompts": self.prompts,
            "completions": self.completions,
        }

    async def resources(self):
        resources = await self.client.list_resources()
        templates = await self.client.list_resource_templates()
        (content,) = await self.client.read_resource(resources[0].uri)
        return {"listed": len(resources), "templates": len(templates), "read": len(content.text)}

    async def prompts(self):
        prompts = await self.client.list_prompts()
        got = await self.client.get_prompt(simple(prompts).name)
        return {"listed": len(prompts), "got": len(got.messages)}

    async def completions(self):
        prompt = next(each for each in await self.client.list_prompts() if each.arguments)
        reference = PromptReference(type="ref/prompt", name=prompt.name)
        argument = {"name": prompt.arguments[0].name, "value": ""}
        return {"answered": await self.client.complete(reference, argument) is not None}


async def tell(story):
    steps = Client(story["answers"])
    asks = steps.answer if story["answers"] else None
    client = fastmcp.Client(
        story["url"], auth=story["token"], mode=story["mode"], elicitation_handler=asks
    )
    async with client:
        steps.client = client
        return await walk(story, steps)


if __name__ == "__main__":
    run(tell)
