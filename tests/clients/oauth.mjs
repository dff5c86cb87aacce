// @modelcontextprotocol/client with its own OAuth: says where its person must go, reads from stdin
// where the person was sent, and tells what it could do then.

import { createInterface } from 'node:readline/promises';

import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';

const [url, redirect] = process.argv.slice(2);
const tell = (told) => process.stdout.write(JSON.stringify(told) + '\n');
const kept = {};
const authProvider = {
  redirectUrl: redirect,
  clientMetadata: { redirect_uris: [redirect], client_name: 'Agente Node' },
  state: () => 'state-of-node',
  clientInformation: () => kept.client,
  saveClientInformation: (client) => (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => (kept.tokens = tokens),
  redirectToAuthorization: (there) => tell({ asks: there.href }),
  saveCodeVerifier: (verifier) => (kept.verifier = verifier),
  codeVerifier: () => kept.verifier,
};
const transport = () => new StreamableHTTPClientTransport(new URL(url), { authProvider });

const client = new Client({ name: 'kobana-clients', version: '1' });
const first = transport();
try {
  await client.connect(first);
  throw new Error('It was let in without a person.');
} catch (error) {
  if (!(error instanceof UnauthorizedError)) throw error;
}
const lines = createInterface({ input: process.stdin });
const { value: sent } = await lines[Symbol.asyncIterator]().next();
await first.finishAuth(new URL(sent, redirect).searchParams);
const again = new Client({ name: 'kobana-clients', version: '1' });
await again.connect(transport());
const { content } = await again.callTool({ name: 'finance_workspaces_list', arguments: {} });
tell({
  tools: (await again.listTools()).tools.map((tool) => tool.name),
  workspaces: JSON.parse(content[0].text).data,
  token: kept.tokens.access_token,
  scope: kept.tokens.scope,
});
await again.close();
lines.close();
