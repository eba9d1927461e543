import { describe, expect, test } from 'vitest';
import { dig, modal, openModal, option, pick, plain, rig, useRig } from './workspace-rig.ts';

const slack = useRig();

async function control(
  path: string,
  method = 'POST',
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const response = await fetch(`${slack.workspace.url}/sandbox/${path}`, init);
  return { status: response.status, json: await response.json() };
}

async function client(method: string, ...args: unknown[]): Promise<unknown> {
  return dig((await control(`client/${method}`, 'POST', args)).json, 'result');
}

describe('/sandbox/client', () => {
  test('shows over HTTP what the client shows', async () => {
    const own = slack.workspace.client;
    expect(await client('teamName')).toBe(own.teamName);
    expect(await client('teamDomain')).toBe(own.teamDomain);
    expect(await client('people')).toEqual(own.people());
    expect(await client('bot')).toEqual(own.bot());
    expect(await client('userGroups')).toEqual(own.userGroups());
    expect(await client('channelNames')).toEqual(own.channelNames());
    expect(await client('commands')).toEqual(own.commands());
    expect(await client('shortcuts')).toEqual(own.shortcuts());
    expect(await client('conversations', 'U0ANA')).toEqual(own.conversations('U0ANA'));
    expect(await client('messages', 'U0ANA', 'C0GENERAL')).toEqual(
      own.messages('U0ANA', 'C0GENERAL'),
    );
    expect(await client('home', 'U0ANA')).toBeNull();
  });

  test('does over HTTP what the client does', async () => {
    const element = { type: 'external_select', action_id: 'pick' };
    const blocks = [
      { type: 'input', block_id: 'app', dispatch_action: true, label: plain('App'), element },
    ];
    slack.answerWith(({ payload }) =>
      dig(payload, 'type') === 'block_suggestion' ? { body: { options: [option('github')] } } : {},
    );
    expect(await client('say', 'U0ANA', 'C0GENERAL', 'ahoy')).toEqual({ ok: true });
    expect(await client('runCommand', 'U0ANA', 'C0GENERAL', '/request-access')).toEqual({
      ok: true,
    });
    expect(await client('runShortcut', 'U0ANA', 'request_access')).toEqual({ ok: true });
    const viewId = await openModal(slack, modal(blocks));
    const place = { kind: 'view', viewId };
    expect(await client('optionsFor', 'U0ANA', place, 'app', 'pick', 'g')).toMatchObject({
      ok: true,
    });
    const choice = { blockId: 'app', actionId: 'pick', entered: 'github' };
    expect(await client('act', 'U0ANA', place, choice)).toEqual({ ok: true });
    expect(await client('fill', 'U0ANA', viewId, {})).toBeNull();
    expect(await client('openViews', 'U0ANA')).toEqual(slack.workspace.client.openViews('U0ANA'));
    expect(await client('submitView', 'U0ANA', viewId, { app: { pick: 'github' } })).toEqual({
      ok: true,
    });
    const second = await openModal(slack, modal([]));
    expect(await client('closeView', 'U0ANA', second)).toEqual({ ok: true });
    expect(await client('openHome', 'U0ANA')).toEqual({ ok: true });
    expect(await client('markRead', 'U0BEN', 'C0GENERAL')).toBeNull();
    expect(slack.workspace.client.openViews('U0ANA')).toEqual([]);
  });

  test('refuses what it does not know, with the place', async () => {
    expect((await control('client/dance', 'POST', [])).status).toBe(404);
    expect((await control('client/subscribe', 'POST', [])).status).toBe(404);
    const wrong = await control('client/messages', 'POST', ['U0ANA', 7]);
    expect(wrong.status).toBe(400);
    expect(pick(wrong.json, 'error')).toContain('[1]');
    const text = await fetch(`${slack.workspace.url}/sandbox/client/people`, {
      method: 'POST',
      body: 'no json',
    });
    expect(text.status).toBe(400);
  });
});

test('calls and deliveries can be read', async () => {
  await slack.call('auth.test');
  await slack.workspace.client.runCommand('U0ANA', 'C0GENERAL', '/request-access');
  expect((await control('calls', 'GET')).json).toEqual(slack.workspace.calls());
  expect((await control('deliveries', 'GET')).json).toEqual(slack.workspace.deliveries());
  expect(slack.workspace.deliveries()).toHaveLength(1);
});

test('faults can be planned and called off', async () => {
  expect(
    (await control('faults', 'POST', { method: 'auth.test', kind: 'error', error: 'fatal_error' }))
      .status,
  ).toBe(200);
  expect(await slack.call('auth.test')).toMatchObject({ error: 'fatal_error' });
  await control('faults', 'POST', { method: '*', kind: 'status', times: 9 });
  await control('faults', 'POST', { delivery: '*', kind: 'duplicate', times: 9 });
  expect((await control('faults', 'DELETE')).status).toBe(200);
  expect(await slack.call('auth.test')).toMatchObject({ ok: true });
  expect((await control('faults', 'POST', { method: '*', kind: 'earthquake' })).status).toBe(400);
});

test('the request URL can be set', async () => {
  expect((await control('request-url', 'PUT', { url: 'http://127.0.0.1:9/' })).status).toBe(200);
  expect(await client('runCommand', 'U0ANA', 'C0GENERAL', '/request-access')).toMatchObject({
    code: 'dispatch_failed',
  });
  expect((await control('request-url', 'PUT', { url: 'nowhere' })).status).toBe(400);
});

test('changes come as a live stream, which ends with the workspace', async () => {
  const other = await rig();
  const response = await fetch(`${other.workspace.url}/sandbox/events`);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('no stream');
  let heard = '';
  const hear = async (wanted: string): Promise<void> => {
    while (!heard.includes(wanted)) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended before ${wanted}`);
      heard += value;
    }
  };
  await hear('event: listening');
  await other.call('chat.postMessage', { channel: 'C0REVIEWS', text: 'x' });
  await hear('data: {"kind":"conversation","conversationId":"C0REVIEWS","personId":null}');
  await other.close();
  const ended = await reader.read().then(
    ({ done }) => done,
    () => true,
  );
  expect(ended).toBe(true);
});
