// @modelcontextprotocol/client, which knows both eras; `story.mode` says which it may use.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

import { answer, ending, headers, story, walk } from './walk.mjs';

const asks = story.answers.length > 0;
const client = new Client(
  { name: 'kobana-clients', version: '1' },
  {
    capabilities: asks ? { elicitation: { form: {} } } : {},
    ...(story.mode && { versionNegotiation: { mode: story.mode } }),
  },
);
if (asks) client.setRequestHandler('elicitation/create', async (request) => answer(request));
await client.connect(
  new StreamableHTTPClientTransport(new URL(story.url), { requestInit: { headers } }),
);
await walk({
  client,
  async opened() {
    return {
      version: client.getNegotiatedProtocolVersion(),
      server: client.getServerVersion()?.name,
      instructions: client.getInstructions(),
    };
  },
  async tools() {
    return (await client.listTools()).tools.map((tool) => tool.name);
  },
  async call(name, args) {
    return ending(await client.callTool({ name, arguments: args }));
  },
});
await client.close();
