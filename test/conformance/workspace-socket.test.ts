/** Opening, keeping and ending the sockets of Socket Mode. */
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { pick } from './workspace-rig.ts';
import { connect, openConnection, SocketApp, socketWorkspace } from './workspace-socket-rig.ts';

let slack: SlackWorkspace;

beforeEach(async () => {
  slack = await socketWorkspace();
});

afterEach(() => slack.close());

/** The HTTP status that a refused handshake gets. */
async function refusalOf(address: string): Promise<number> {
  const [error] = await once(new WebSocket(address), 'error');
  return Number(/\d{3}/.exec(String(error))?.[0]);
}

describe('apps.connections.open', () => {
  test('gives an address to a caller with the app-level token', async () => {
    const answer = await openConnection(slack);
    expect(answer).toMatchObject({ ok: true });
    expect(pick(answer, 'url')).toMatch(
      /^ws:\/\/127\.0\.0\.1:\d+\/link\/\?ticket=[\w-]+&app_id=A\w+$/,
    );
  });

  test('refuses other tokens, and the bot’s own', async () => {
    expect(await openConnection(slack, 'xapp-other')).toEqual({ ok: false, error: 'invalid_auth' });
    expect(await openConnection(slack, 'xoxb-sandbox')).toEqual({
      ok: false,
      error: 'not_allowed_token_type',
    });
  });

  test('is the only method for an app-level token', async () => {
    const answer = await fetch(`${slack.apiUrl}auth.test`, {
      headers: { authorization: 'Bearer xapp-sandbox' },
    });
    expect(await answer.json()).toEqual({ ok: false, error: 'not_allowed_token_type' });
  });
});

describe('a ticket', () => {
  test('opens one socket', async () => {
    const url = pick(await openConnection(slack), 'url');
    await using app = new SocketApp(url);
    await app.hear('hello');
    expect(await refusalOf(url)).toBe(403);
  });

  test('must be one of the workspace’s, at the workspace’s address', async () => {
    const origin = slack.url.replace('http', 'ws');
    expect(await refusalOf(`${origin}/link/?ticket=made-up`)).toBe(403);
    expect(await refusalOf(`${origin}/elsewhere`)).toBe(404);
  });
});

describe('a connection', () => {
  test('begins with hello, which counts the connections', async () => {
    await using first = await connect(slack);
    await using second = await connect(slack);
    expect(await first.hear('hello')).toMatchObject({
      num_connections: 1,
      connection_info: { app_id: expect.stringMatching(/^A/) },
      debug_info: { host: expect.any(String), approximate_connection_time: expect.any(Number) },
    });
    expect(await second.hear('hello')).toMatchObject({ num_connections: 2 });
    expect(slack.sockets.count()).toBe(2);
  });

  test('is ended when pings are not answered', async () => {
    await using alive = await connect(slack);
    const address = pick(await openConnection(slack), 'url');
    await using dead = new SocketApp(address, { autoPong: false });
    await dead.hear('hello');
    slack.sockets.ping();
    // Its first answer shows that it was pinged, the second one that its own pong has arrived.
    await alive.ping();
    await alive.ping();
    slack.sockets.ping();
    expect(await dead.closed).toBe(1006);
    await alive.ping();
    expect(slack.sockets.count()).toBe(1);
  });

  test('is asked to leave, still gets payloads while it is the only one, and is closed at the end', async () => {
    await using app = await connect(slack);
    slack.sockets.disconnect('warning', 50);
    expect(await app.hear('disconnect')).toMatchObject({
      reason: 'warning',
      debug_info: { host: expect.any(String) },
    });
    expect(await slack.client.runCommand('U0ANA', 'C0GENERAL', '/plain')).toEqual({ ok: true });
    expect(await app.closed).toBe(1000);
    expect(slack.sockets.count()).toBe(0);
  });

  test('gets nothing more once it was asked to leave and another one is open', async () => {
    await using old = await connect(slack);
    slack.sockets.disconnect();
    expect(await old.hear('disconnect')).toMatchObject({ reason: 'refresh_requested' });
    await using fresh = await connect(slack);
    for (let count = 0; count < 3; count += 1)
      await slack.client.runCommand('U0ANA', 'C0GENERAL', '/plain');
    expect([old.envelopes().length, fresh.envelopes().length]).toEqual([0, 3]);
  });

  test('ends with the workspace', async () => {
    const other = await socketWorkspace();
    await using app = await connect(other);
    await other.close();
    expect(await app.closed).toBe(1006);
  });
});
