import { expect, it } from 'vitest';
import { z } from 'zod';
import { CallerOfRequest } from '../../../src/extras/agents/server/mcp-endpoint.ts';
import { createMcp } from '../../../src/extras/agents/server/mcp-server.ts';
import { type AgentClient, AskAgain, type Tool } from '../../../src/extras/agents/tools/tool.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { actor } from '../../support/samples.ts';

const tool: Tool = {
  name: 'my_access',
  title: 'My access',
  description: 'Lists it.',
  isWriting: false,
  input: z.object({}),
  call: async () => ({ requests: [] }),
};

const answered = z.object({ result: z.looseObject({}) });

async function resultFor(client: AgentClient, world = new FakeWorld(), one = tool) {
  const { answer, close } = createMcp({ tools: [one], version: '1', world });
  const params = { name: 'my_access', arguments: {} };
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  const caller = { person: actor('U0BEN'), identityId: 'user-ben', client };
  const response = await answer(request, new CallerOfRequest({ ok: true, value: caller }));
  const text = await response.text();
  await close();
  const event = text.split('\n').findLast((line) => line.startsWith('data:'));
  return answered.parse(JSON.parse(event?.slice('data:'.length) ?? text)).result;
}

it('has an agent ask again where nobody can tell just now what its person may see', async () => {
  const world = new FakeWorld();
  const unknown = { ...tool, call: async () => Promise.reject(new AskAgain()) };
  expect(await resultFor({ kind: 'token', name: 'laptop' }, world, unknown)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Try again in a minute') }],
  });
  expect(world.lines).toEqual([]);
});
