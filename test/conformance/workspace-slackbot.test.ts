import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AppReply, type Rig, rig, startMs } from './workspace-rig.ts';

let slack: Rig;
afterEach(() => slack.close());

const rpc = z.object({ id: z.number(), method: z.string(), params: z.unknown() });
const ben = { user_id: 'U0BEN', team_id: 'T0ACME' };

/** An MCP server as small as can be: `call` answers a call of `my_access` or `give_back`. */
async function start(call: object = {}, reply: (result: object) => AppReply = json): Promise<void> {
  slack = await rig({ mcpPath: '/mcp' });
  slack.answerWith(({ body }) => {
    const { id, method } = rpc.parse(JSON.parse(body));
    const results: Readonly<Record<string, object>> = {
      'tools/list': { tools: [{ name: 'my_access' }, { name: 'give_back' }] },
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

const button = (element: object) => [
  {
    type: 'actions',
    block_id: 'b',
    elements: [{ type: 'button', text: { type: 'plain_text', text: 'Go' }, ...element }],
  },
];

describe('Slackbot', () => {
  test('signs every request, and names the person in calls alone', async () => {
    await start({ content: [{ type: 'text', text: 'Nothing.' }] });
    expect(await ask()).toMatchObject({ by: 'slackbot', text: 'Nothing.', calls: ['my_access()'] });
    expect(sent().map(({ method }) => method)).toEqual(['initialize', 'tools/list', 'tools/call']);
    expect(sent().map(({ params }) => params)).toEqual([
      expect.objectContaining({ capabilities: { extensions: { 'io.slack/block-kit': {} } } }),
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

  test('shows blocks in the place of the text, and drops all of them for a wrong one', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*You* have it' } }];
    const content = [{ type: 'text', text: 'You have it' }];
    await start({ content, _meta: { slack: { blocks } } });
    expect(await ask()).toMatchObject({ text: '', blocks: [{ type: 'section' }] });
    await slack.close();
    await start({ content, _meta: { slack: { blocks: [...blocks, { type: 'alert' }] } } });
    expect(await ask()).toMatchObject({
      text: 'You have it',
      blocks: [],
      calls: ['my_access()', expect.stringContaining('blocks dropped: ')],
    });
  });

  test('calls the tool that a button names, with its value', async () => {
    const blocks = button({ action_id: 'tool:give_back', value: '{"id":"req-1"}' });
    await start({ _meta: { slack: { blocks } } });
    const lineId = (await ask())?.id ?? '';
    const { client } = slack.workspace;
    const press = (personId: string) =>
      client.act(
        personId,
        { kind: 'slackbot', personId: 'U0BEN', lineId },
        { blockId: 'b', actionId: 'tool:give_back' },
      );
    expect(await press('U0ANA')).toMatchObject({ ok: false, code: 'stale' });
    expect(await press('U0BEN')).toEqual({ ok: true });
    expect(sent().at(-1)?.params).toEqual({
      name: 'give_back',
      arguments: { id: 'req-1' },
      _meta: { slack: ben },
    });
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
