import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AppReply, type Rig, rig, startMs } from './workspace-rig.ts';

let slack: Rig;
afterEach(() => slack.close());

const rpc = z.object({ id: z.number(), method: z.string(), params: z.unknown() });
const ben = { user_id: 'U0BEN', team_id: 'T0ACME' };

/** An MCP server as small as can be: `call` answers a call of `my_access`. */
async function start(call: object = {}, reply: (result: object) => AppReply = json): Promise<void> {
  slack = await rig({ mcpPath: '/mcp' });
  slack.answerWith(({ body }) => {
    const { id, method } = rpc.parse(JSON.parse(body));
    const results: Readonly<Record<string, object>> = {
      'tools/list': { tools: [{ name: 'my_access' }] },
      'tools/call': call,
    };
    return reply({ jsonrpc: '2.0', id, result: results[method] ?? {} });
  });
}

const json = (body: object): AppReply => ({
  headers: { 'content-type': 'application/json' },
  body,
});

/** What a sentence about my access is answered with. */
async function ask(text = 'What do I have?') {
  const { client } = slack.workspace;
  expect(await client.askSlackbot('U0BEN', text)).toEqual({ ok: true });
  return client.slackbot('U0BEN')?.lines.at(-1);
}

const sent = () => slack.told.map(({ body }) => rpc.parse(JSON.parse(body)));

describe('Slackbot', () => {
  test('signs every request, and names the person in calls alone', async () => {
    await start({ content: [{ type: 'text', text: 'Nothing.' }] });
    expect(await ask()).toMatchObject({ by: 'slackbot', text: 'Nothing.', calls: ['my_access()'] });
    expect(sent().map(({ method }) => method)).toEqual(['initialize', 'tools/list', 'tools/call']);
    expect(sent().map(({ params }) => params)).toEqual([
      expect.objectContaining({ capabilities: {} }),
      {},
      { name: 'my_access', arguments: {}, _meta: { slack: ben } },
    ]);
    for (const { headers, body } of slack.told) {
      const base = `v0:${startMs / 1000}:${body}`;
      const digest = createHmac('sha256', 'sandbox-signing-secret').update(base).digest('hex');
      expect(headers['x-slack-signature']).toBe(`v0=${digest}`);
    }
  });

  test('reads an answer that comes as a stream of events', async () => {
    await start({ content: [{ type: 'text', text: 'Nothing.' }] }, (body) => ({
      headers: { 'content-type': 'text/event-stream' },
      body: `event: message\ndata: ${JSON.stringify(body)}\n\n`,
    }));
    expect(await ask()).toMatchObject({ text: 'Nothing.' });
  });

  test.each([
    [404, 'The app has no MCP server: it is switched off.'],
    [401, 'The app’s MCP server answered 401.'],
  ])('says so when the app answers %i', async (status, sentence) => {
    await start();
    slack.answerWith(() => ({ status }));
    expect(await ask()).toMatchObject({ by: 'slackbot', text: sentence, calls: [] });
  });

  test('is not there for people of another company, nor without a server', async () => {
    await start();
    const { client } = slack.workspace;
    const outsider = client.people().find(({ kind }) => kind === 'external')?.id ?? '';
    expect(client.slackbot(outsider)).toBeNull();
    expect(await client.askSlackbot(outsider, 'What do I have?')).toMatchObject({ ok: false });
    await slack.close();
    slack = await rig();
    expect(slack.workspace.client.slackbot('U0BEN')).toBeNull();
  });
});
