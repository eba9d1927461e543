/** The protocol, with the SDK's own client and tools that the test wrote. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Result } from '../../../src/domain/result.ts';
import { CallerOfRequest } from '../../../src/extras/agents/server/mcp-endpoint.ts';
import { createMcp } from '../../../src/extras/agents/server/mcp-server.ts';
import type { Caller, Tool } from '../../../src/extras/agents/tools/tool.ts';
import { answerOf, answerText, type Era, eras } from '../../support/calling-agents.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { actor } from '../../support/samples.ts';

const ben: Caller = {
  person: actor('U0BEN'),
  identityId: 'user-ben',
  client: { kind: 'token', name: 'laptop' },
};

function toolWith(call: Tool['call']): Tool {
  return {
    name: 'count',
    title: 'Count',
    description: 'Counts.',
    isWriting: false,
    input: z.object({ to: z.int() }),
    call,
  };
}

const telling = toolWith(async ({ person, client }, input) => ({
  of: `${person.userId} with ${client.name}`,
  to: JSON.stringify(input),
}));

async function connected(
  tool: Tool,
  caller: Result<Caller, string> = { ok: true, value: ben },
  era: Era = '2025',
) {
  const world = new FakeWorld();
  const mcp = createMcp({ tools: [tool], version: '1', world });
  const client = new Client(
    { name: 'a test', version: '1' },
    era === '2026' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => mcp.answer(new Request(url, init), new CallerOfRequest(caller)),
  });
  await client.connect(transport);
  onTestFinished(async () => {
    await client.close();
    await mcp.close();
  });
  return { client, world };
}

describe.each(eras)('a client of the era of %s', (era) => {
  it('reads what a tool takes, and gets its answer once', async () => {
    const { client } = await connected(telling, undefined, era);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: 'count',
        title: 'Count',
        description: 'Counts.',
        annotations: { readOnlyHint: true, destructiveHint: false },
        inputSchema: { type: 'object', required: ['to'] },
      },
    ]);
    const answer = await client.callTool({ name: 'count', arguments: { to: 2 } });
    expect(answerOf(answer)).toEqual({ of: 'U0BEN with laptop', to: '{"to":2}' });
    expect(answer.structuredContent).toBe(undefined);
  });

  it('has the tool name its mistakes: its input arrives as it is', async () => {
    const { client } = await connected(telling, undefined, era);
    const answer = await client.callTool({ name: 'count', arguments: { to: 'two' } });
    expect(answerOf(answer)).toEqual({ of: 'U0BEN with laptop', to: '{"to":"two"}' });
  });

  it('reads why a call is refused, and the tool is not asked', async () => {
    const { client } = await connected(telling, { ok: false, refusal: 'No guests.' }, era);
    const answer = await client.callTool({ name: 'count', arguments: { to: 2 } });
    expect(answerText(answer)).toEqual({ text: 'No guests.', isRefused: true });
  });

  it('learns nothing of what failed inside but a reference to the log', async () => {
    const failing = toolWith(() => Promise.reject(new Error('password of the database: hunter2')));
    const { client, world } = await connected(failing, undefined, era);
    const answer = await client.callTool({ name: 'count', arguments: { to: 2 } });
    expect(answerText(answer).isRefused).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(JSON.stringify(answer)).toContain('id-0001');
    expect(world.lines.map(({ level, what }) => `${level}: ${what}`)).toEqual([
      'error: tool failed',
    ]);
  });
});
