// @modelcontextprotocol/sdk, which only knows the handshake: over HTTP, or through the local
// bridge that `story.bridge` starts.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

import { ending, headers, story, walk } from './walk.mjs';

const transport = story.bridge
  ? new StdioClientTransport(story.bridge)
  : new StreamableHTTPClientTransport(new URL(story.url), { requestInit: { headers } });
let version;
transport.setProtocolVersion = ((before) => (settled) => {
  version = settled;
  before?.call(transport, settled);
})(transport.setProtocolVersion);

const client = new Client({ name: 'kobana-clients', version: '1' });
await client.connect(transport);
await client.ping();
await walk({
  client,
  async opened() {
    return {
      version,
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
