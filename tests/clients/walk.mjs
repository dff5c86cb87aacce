// The walk every client takes, whatever its library: what `tests/journeys/walk.py` is for Python.
// `steps` is what a library must be able to do, named there.

export const story = JSON.parse(await new Response(process.stdin).text());
export const headers = { Authorization: `Bearer ${story.token}` };

// Look round, find what is late, enter a payable, err, and settle it as the person says.
export async function walk(steps) {
  const walked = await steps.opened();
  walked.tools = await steps.tools();
  walked.workspaces = await steps.call(...story.workspaces);
  walked.missing = await steps.call(...story.missing);
  walked.wrong = await steps.call(...story.wrong);
  walked.unknown = await refusal(() => steps.call(story.nothing, {}));
  // A refusal does not end the session.
  walked.late = await steps.call(...story.late);
  walked.created = await steps.call(...story.create);
  walked.endings = [];
  walked.between = [];
  const id = walked.created.value.id;
  const [settle, settlement] = story.settle;
  for (const _ of story.answers.length ? story.answers : [null]) {
    walked.between.push((await steps.call(story.get, { id })).value.status);
    walked.endings.push(await steps.call(settle, { ...settlement, id }));
  }
  walked.beside = {};
  for (const name of story.offered) {
    if (name in beside) walked.beside[name] = await beside[name](steps);
  }
  walked.asked = asked;
  process.stdout.write(JSON.stringify(walked));
}

// The person before the client: keeps what was read, and answers as the story says.
const asked = [];
const answers = [...story.answers];
export function answer({ params }) {
  asked.push(params.message);
  const action = answers.shift();
  return action === 'accept' ? { action, content: { confirm: true } } : { action };
}

// How a call ended.
export function ending({ isError, content: [{ text }] }) {
  return { error: isError ?? false, value: JSON.parse(text) };
}

async function refusal(call) {
  try {
    await call();
  } catch (error) {
    return error.code ?? error.cause?.code ?? null;
  }
  return null;
}

// By what a server may offer beside tools: the steps, and how much each has found.
const beside = {
  async resources({ client }) {
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { contents } = await client.readResource({ uri: resources[0].uri });
    return {
      listed: resources.length,
      templates: resourceTemplates.length,
      read: contents[0].text.length,
    };
  },
  async prompts({ client }) {
    const prompts = await listed(client);
    const simple = prompts.find((prompt) => !prompt.arguments?.some((each) => each.required));
    const { messages } = await got(client, { name: simple.name, arguments: {} });
    return { listed: prompts.length, got: messages.length };
  },
  async completions({ client }) {
    const { name, arguments: [argument] } = (await listed(client)).find((each) => each.arguments?.length);
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name },
      argument: { name: argument.name, value: '' },
    });
    return { answered: Array.isArray(completion.values) };
  },
};

// @ai-sdk/mcp 1 has prompts under other names.
async function listed(client) {
  const list = client.listPrompts ?? client.experimental_listPrompts;
  return (await list.call(client)).prompts;
}

async function got(client, prompt) {
  return (client.getPrompt ?? client.experimental_getPrompt).call(client, prompt);
}
