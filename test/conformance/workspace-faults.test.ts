import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SlackWorkspaceOptions } from '../../sandbox/workspace/workspace.ts';
import { pick, type Rig, rig } from './workspace-rig.ts';

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

describe('planned faults', () => {
  test('ratelimited, so many times', async () => {
    await start();
    slack.workspace.fault({ method: 'chat.postMessage', kind: 'ratelimited', retryAfterSeconds: 7, times: 2 });
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
    expect(slack.workspace.calls()).toMatchObject([{ status: null, ok: false, error: 'drop-before' }]);
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
    await vi.waitFor(() => expect(other.workspace.calls()).toHaveLength(1));
    await other.close();
    expect(await hanging).toBe('broken');
    await start();
  });

  test('delay: later, but done', async () => {
    await start();
    slack.workspace.fault({ method: 'chat.postMessage', kind: 'delay', delayMs: 60 });
    const startedMs = performance.now();
    expect(await say('late')).toMatchObject({ ok: true });
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(50);
  });

  test('can be called off', async () => {
    await start();
    slack.workspace.fault({ method: '*', kind: 'status', times: 100 });
    slack.workspace.clearFaults();
    expect(pick(await say('fine'), 'channel')).toBe('C0REVIEWS');
  });
});
