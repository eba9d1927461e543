import { expect, test } from 'vitest';
import { pick, plain, useRig } from './workspace-rig.ts';

const slack = useRig();

const halfAnHourMs = 30 * 60_000;
const buttons = [
  {
    type: 'actions',
    block_id: 'b',
    elements: [{ type: 'button', action_id: 'go', text: plain('Go') }],
  },
];

async function ofCommand(): Promise<string> {
  await slack.workspace.client.runCommand('U0ANA', 'C0LOUNGE', '/request-access');
  return slack.told.at(-1)?.fields.response_url ?? '';
}

/** Clicks in a message that it posts first; ephemeral for Ana or for all. */
async function ofClick(ephemeral: boolean): Promise<{ url: string; ts: string }> {
  const method = ephemeral ? 'chat.postEphemeral' : 'chat.postMessage';
  const answer = await slack.call(method, {
    channel: 'C0REVIEWS',
    text: 'card',
    blocks: buttons,
    ...(ephemeral ? { user: 'U0ANA' } : {}),
  });
  const ts = pick(answer, ephemeral ? 'message_ts' : 'ts');
  const container = {
    kind: ephemeral ? 'ephemeral' : 'message',
    conversationId: 'C0REVIEWS',
    ts,
  } as const;
  await slack.workspace.client.act('U0ANA', container, { blockId: 'b', actionId: 'go' });
  return { url: pick(slack.told.at(-1)?.payload, 'response_url'), ts };
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

function messages(conversationId: string, personId = 'U0ANA') {
  return slack.workspace.client.messages(personId, conversationId);
}

test('an answer is for the person alone, also where the bot is not a member', async () => {
  const response = await post(await ofCommand(), { text: 'only you' });
  expect(await response.text()).toBe('ok');
  expect(messages('C0LOUNGE').at(-1)).toMatchObject({ text: 'only you', ephemeral: true });
  expect(messages('C0LOUNGE', 'U0BEN').at(-1)?.text).not.toBe('only you');
});

test('in_channel is for everybody', async () => {
  await post(await ofCommand(), { text: 'all of you', response_type: 'in_channel' });
  expect(messages('C0LOUNGE', 'U0BEN').at(-1)).toMatchObject({
    text: 'all of you',
    ephemeral: false,
  });
});

test('it works five times', async () => {
  const url = await ofCommand();
  for (const text of ['1', '2', '3', '4', '5'])
    expect((await post(url, { text })).status).toBe(200);
  const sixth = await post(url, { text: '6' });
  expect(sixth.status).toBe(404);
  expect(await sixth.json()).toEqual({ ok: false, error: 'used_url' });
});

test('it works for half an hour', async () => {
  const url = await ofCommand();
  slack.clock.advance(halfAnHourMs);
  expect((await post(url, { text: 'in time' })).status).toBe(200);
  slack.clock.advance(1);
  const late = await post(url, { text: 'late' });
  expect(late.status).toBe(404);
  expect(await late.json()).toEqual({ ok: false, error: 'expired_url' });
});

test('an invented address is refused', async () => {
  const response = await post(`${slack.workspace.url}/hooks/invented`, { text: 'x' });
  expect([response.status, await response.json()]).toEqual([
    404,
    { ok: false, error: 'invalid_url' },
  ]);
});

test.each([false, true])(
  'replace_original replaces the message of the click (ephemeral: %s)',
  async (ephemeral) => {
    const { url, ts } = await ofClick(ephemeral);
    await post(url, {
      replace_original: true,
      blocks: [{ type: 'header', text: plain('Decided') }],
    });
    expect(messages('C0REVIEWS').at(-1)).toMatchObject({
      ts,
      ephemeral,
      blocks: [{ type: 'header', text: { text: 'Decided' } }],
    });
  },
);

test('without replace_original a click is answered with a new message', async () => {
  const { url, ts } = await ofClick(false);
  await post(url, { text: 'noted', replace_original: false });
  expect(messages('C0REVIEWS').slice(-2)).toMatchObject([
    { ts },
    { text: 'noted', ephemeral: true },
  ]);
});

test('an answer may go into a thread', async () => {
  const { url, ts } = await ofClick(false);
  await post(url, { text: 'in the thread', thread_ts: ts, response_type: 'in_channel' });
  expect(messages('C0REVIEWS').find((message) => message.ts === ts)?.replies).toMatchObject([
    { text: 'in the thread' },
  ]);
});

test('messages that Slack refuses are refused, with the place of the error', async () => {
  const url = await ofCommand();
  const bogus = await post(url, { blocks: [{ type: 'bogus' }] });
  expect(bogus.status).toBe(400);
  expect(await bogus.json()).toMatchObject({
    error: 'invalid_blocks',
    response_metadata: {
      messages: ['[ERROR] unsupported type: bogus [json-pointer:/blocks/0/type]'],
    },
  });
  expect(await (await post(url, {})).json()).toMatchObject({ error: 'no_text' });
  expect(await (await post(url, 'no json')).json()).toMatchObject({ error: 'invalid_payload' });
});
