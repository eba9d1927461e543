import { afterEach, describe, expect, test } from 'vitest';
import type { SlackWorkspaceOptions } from '../../sandbox/workspace/workspace.ts';
import { type Rig, rig, startMs } from './workspace-rig.ts';

let slack: Rig;

async function start(options: SlackWorkspaceOptions = {}): Promise<Rig> {
  slack = await rig(options);
  return slack;
}

afterEach(() => slack.close());

const token = { authorization: 'Bearer xoxb-sandbox' };

async function answerTo(init: RequestInit, method = 'auth.test'): Promise<unknown> {
  return (await slack.post(method, init)).json();
}

function texts() {
  return slack.workspace.client.messages('U0ANA', 'C0REVIEWS').map((message) => message.text);
}

function say(text: string, channel = 'C0REVIEWS'): Promise<unknown> {
  return slack.call('chat.postMessage', { channel, text });
}

describe('who may call', () => {
  test('the token comes in the header or among the arguments', async () => {
    await start();
    expect(await answerTo({ headers: token })).toMatchObject({ ok: true });
    expect(await answerTo({ body: new URLSearchParams({ token: 'xoxb-sandbox' }) })).toMatchObject({
      ok: true,
    });
    expect(await answerTo({})).toEqual({ ok: false, error: 'not_authed' });
    expect(await answerTo({ headers: { authorization: 'Bearer xoxb-other' } })).toEqual({
      ok: false,
      error: 'invalid_auth',
    });
  });

  test('an unknown method answers 200 and unknown_method', async () => {
    await start();
    const response = await slack.post('chat.postNothing', { headers: token });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ ok: false, error: 'unknown_method' });
    expect(await answerTo({ headers: token }, 'toString')).toMatchObject({
      error: 'unknown_method',
    });
  });

  test('every answer names the granted scopes', async () => {
    await start({ grantedScopes: ['chat:write', 'im:write'] });
    const response = await slack.post('auth.test', { headers: token });
    expect(response.headers.get('x-oauth-scopes')).toBe('chat:write,im:write');
    expect((await slack.post('nothing', {})).headers.get('x-oauth-scopes')).toBe(
      'chat:write,im:write',
    );
  });

  test.each([
    ['chat.postMessage', 'chat:write'],
    ['chat.update', 'chat:write'],
    ['chat.delete', 'chat:write'],
    ['chat.postEphemeral', 'chat:write'],
    ['conversations.info', 'channels:read'],
    ['conversations.list', 'channels:read'],
    ['conversations.members', 'channels:read'],
    ['conversations.history', 'channels:history'],
    ['conversations.replies', 'channels:history'],
    ['users.info', 'users:read'],
    ['users.lookupByEmail', 'users:read.email'],
    ['users.profile.get', 'users.profile:read'],
    ['usergroups.list', 'usergroups:read'],
  ])('%s needs %s', async (method, scope) => {
    await start({ grantedScopes: ['commands'] });
    expect(await slack.call(method)).toEqual({
      ok: false,
      error: 'missing_scope',
      needed: scope,
      provided: 'commands',
    });
  });

  test.each(['auth.test', 'chat.getPermalink', 'views.open', 'views.publish', 'views.update'])(
    '%s needs no scope',
    async (method) => {
      await start({ grantedScopes: [] });
      expect(await slack.call(method)).not.toMatchObject({ error: 'missing_scope' });
    },
  );

  test('calls are written down, without the token', async () => {
    await start();
    await answerTo(
      { body: new URLSearchParams({ token: 'xoxb-sandbox', channel: 'C0NOWHERE' }) },
      'chat.postMessage',
    );
    expect(slack.workspace.calls()).toEqual([
      {
        at: new Date(startMs).toISOString(),
        method: 'chat.postMessage',
        args: { channel: 'C0NOWHERE' },
        status: 200,
        ok: false,
        error: 'channel_not_found',
      },
    ]);
  });
});

describe('rate limits', () => {
  test('posting: a short burst, then one a second a channel', async () => {
    await start({ rateLimits: true });
    for (let index = 0; index < 4; index += 1) await say('burst');
    const response = await slack.post('chat.postMessage', {
      headers: token,
      body: new URLSearchParams({ channel: 'C0REVIEWS', text: 'too much' }),
    });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({ ok: false, error: 'ratelimited' });
    expect(texts()).not.toContain('too much');
    expect(await say('elsewhere', 'C0INCIDENTS')).toMatchObject({ ok: true });
    slack.clock.advance(1_000);
    expect(await say('again')).toMatchObject({ ok: true });
    expect(await say('too soon')).toMatchObject({ error: 'ratelimited' });
  });

  test.each([
    ['users.lookupByEmail', 50],
    ['users.info', 100],
  ])('%s: %i a minute', async (method, most) => {
    await start({ rateLimits: true });
    for (let index = 0; index < most; index += 1) {
      expect(await slack.call(method)).not.toMatchObject({ error: 'ratelimited' });
    }
    expect(await slack.call(method)).toMatchObject({ error: 'ratelimited' });
    slack.clock.advance(60_000);
    expect(await slack.call(method)).not.toMatchObject({ error: 'ratelimited' });
  });
});

describe('planned faults', () => {
  test('ratelimited, so many times', async () => {
    await start();
    slack.workspace.fault({
      method: 'chat.postMessage',
      kind: 'ratelimited',
      retryAfterSeconds: 7,
      times: 2,
    });
    const response = await slack.post('chat.postMessage', { headers: token });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(await answerTo({ headers: token })).toMatchObject({ ok: true });
    expect(await say('second')).toMatchObject({ error: 'ratelimited' });
    expect(await say('third')).toMatchObject({ ok: true });
  });

  test('a status, an error code', async () => {
    await start();
    slack.workspace.fault({ method: '*', kind: 'status', status: 503 });
    expect((await slack.post('auth.test', { headers: token })).status).toBe(503);
    slack.workspace.fault({ method: 'chat.postMessage', kind: 'error', error: 'fatal_error' });
    expect(await say('x')).toEqual({ ok: false, error: 'fatal_error' });
    expect(texts()).not.toContain('x');
  });

  test('drop-before: the connection breaks and nothing was done', async () => {
    await start();
    slack.workspace.fault({ method: 'chat.postMessage', kind: 'drop-before' });
    await expect(say('lost')).rejects.toThrow('fetch failed');
    expect(texts()).not.toContain('lost');
    expect(slack.workspace.calls()).toMatchObject([
      { status: null, ok: false, error: 'drop-before' },
    ]);
  });

  test('drop-after: the connection breaks though it was done', async () => {
    await start();
    slack.workspace.fault({ method: 'chat.postMessage', kind: 'drop-after' });
    await expect(say('done')).rejects.toThrow('fetch failed');
    expect(texts()).toContain('done');
    expect(slack.workspace.calls()).toMatchObject([{ status: null, ok: true }]);
  });

  test('hang: no answer until the caller gives up', async () => {
    await start();
    slack.workspace.fault({ method: 'auth.test', kind: 'hang' });
    const signal = AbortSignal.timeout(100);
    await expect(slack.post('auth.test', { headers: token, signal })).rejects.toThrow('timeout');
    expect(await answerTo({ headers: token })).toMatchObject({ ok: true });
  });

  test('hang: closing the workspace ends it', async () => {
    const other = await rig();
    other.workspace.fault({ method: 'auth.test', kind: 'hang' });
    const hanging = other.post('auth.test', { headers: token }).then(
      () => 'answered',
      () => 'broken',
    );
    await expect.poll(() => other.workspace.calls()).toHaveLength(1);
    await other.close();
    expect(await hanging).toBe('broken');
    await start();
  });
});
