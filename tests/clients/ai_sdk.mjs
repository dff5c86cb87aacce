// @ai-sdk/mcp, of the version that `story.package` names.

import { answer, ending, headers, story, walk } from './walk.mjs';

const { createMCPClient, ElicitationRequestSchema } = await import(story.package);
const asks = story.answers.length > 0;
const client = await createMCPClient({
  transport: { type: 'http', url: story.url, headers },
  ...(asks && { capabilities: { elicitation: {} } }),
});
if (asks) client.onElicitationRequest(ElicitationRequestSchema, async (request) => answer(request));
await walk({
  client,
  async opened() {
    return {
      version: client.initializeResult?.protocolVersion,
      server: client.serverInfo?.name,
      instructions: client.instructions,
    };
  },
  async tools() {
    return Object.keys(await client.tools());
  },
  async call(name, args) {
    if (story.package === '@ai-sdk/mcp') {
      return ending(await client.callTool({ name, arguments: args }));
    }
    // Version 1 calls only what it has listed.
    const tool = (await client.tools())[name];
    return ending(await tool.execute(args, { toolCallId: '1', messages: [] }));
  },
});
await client.close();
