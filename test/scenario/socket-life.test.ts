/** The socket itself, without a bot behind it: how it is opened, refreshed, lost and closed. */
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type SlackWorkspace, startSlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { type BoltSettings, createBolt } from '../../src/slack/receiving/bolt-app.ts';
import { boltDeps } from '../support/bolt-deps.ts';
import { until } from '../support/bot-world.ts';
import { FakeWorld } from '../support/fakes.ts';

describe('the socket', () => {
  let slack: SlackWorkspace;
  const running: ReturnType<typeof createBolt>[] = [];
  beforeEach(async () => {
    slack = await startSlackWorkspace();
  });
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop();
    await slack.close();
  });

  async function start(world: FakeWorld, change: Partial<BoltSettings> = {}) {
    const one = createBolt(
      {
        botToken: 'xoxb-sandbox',
        apiUrl: slack.apiUrl,
        transport: { kind: 'socket', appToken: 'xapp-sandbox' },
        ...change,
      },
      boltDeps(world),
    );
    running.push(one);
    await one.start();
    return one;
  }
  const command = () => slack.client.runCommand('U0ANA', 'C0GENERAL', '/request-access');

  it('is open when the start has finished', async () => {
    const one = await start(new FakeWorld());
    expect(slack.sockets.count()).toBe(1);
    expect(one.isConnected()).toBe(true);
  });

  it('stays closed with a token that Slack refuses, while the process runs and logs the reason', async () => {
    const world = new FakeWorld();
    const one = await start(world, {
      transport: { kind: 'socket', appToken: 'xapp-of-another-app' },
    });
    expect(one.isConnected()).toBe(false);
    expect(world.lines.map((line) => line.what)).toContain(
      'Slack refuses SLACK_APP_TOKEN: it must be an app-level token with connections:write',
    );
  });

  it('stays open after malformed messages', async () => {
    const one = await start(new FakeWorld());
    one.bolt.command('/request-access', async ({ ack }) => ack('heard'));
    for (const text of [
      'null',
      '1',
      'no JSON',
      '{}',
      '{"type":"close"}',
      '{"type":"interactive","envelope_id":"e","payload":null}',
      '{"type":"slash_commands","envelope_id":"e","payload":[]}',
      '{"type":"slash_commands","envelope_id":"e","payload":{}}',
      '{"type":"interactive","envelope_id":"e","payload":{"type":"from the future"}}',
      '{"type":"events_api","envelope_id":"e","payload":{}}',
      '{"type":"events_api","envelope_id":"e","payload":{"event":null}}',
      '{"type":"interactive","envelope_id":"e","payload":{"type":"block_actions","user":{"id":"U0ANA"},"actions":[null]}}',
    ]) {
      slack.sockets.say(text);
      expect([text, await command(), slack.sockets.count()]).toEqual([text, { ok: true }, 1]);
    }
  });

  it('stays open during a refresh until the pending ack is sent', async () => {
    const one = await start(new FakeWorld());
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    one.bolt.command('/request-access', async ({ ack }) => {
      begun.resolve();
      await goOn.promise;
      await ack('kept');
    });
    const typed = command();
    await begun.promise;
    slack.sockets.disconnect();
    await until('the next socket', () => slack.sockets.count() === 2);
    goOn.resolve();
    expect(await typed).toEqual({ ok: true });
    await until('the old socket is gone', () => slack.sockets.count() === 1);
  });

  it('is replaced once for a warning and the refresh that follows', async () => {
    await start(new FakeWorld());
    slack.sockets.disconnect('warning');
    slack.sockets.disconnect('refresh_requested');
    await until('the next socket', () => slack.calls().length === 2 && slack.sockets.count() === 1);
    expect(slack.calls().map((call) => call.method)).toEqual([
      'apps.connections.open',
      'apps.connections.open',
    ]);
  });

  it('does not report an ack that it lost as a failed listener', async () => {
    const world = new FakeWorld();
    const one = await start(world);
    const after = Promise.withResolvers<void>();
    one.bolt.command('/request-access', async ({ ack }) => {
      slack.sockets.break();
      await until('it is lost', () => slack.sockets.count() === 0);
      await expect.poll(() => one.isConnected()).toBe(false);
      await ack('too late');
      after.resolve();
    });
    expect(await command()).toMatchObject({ ok: false });
    await after.promise;
    expect(
      world.lines.filter((line) => line.level === 'error' && line.what === 'listener failed'),
    ).toEqual([]);
  });

  it('closes at shutdown after running work has finished', async () => {
    const one = await start(new FakeWorld());
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    let done = false;
    one.bolt.command('/request-access', async ({ ack }) => {
      begun.resolve();
      await goOn.promise;
      await ack();
      done = true;
    });
    const typed = command();
    await begun.promise;
    const stopped = one.stop();
    goOn.resolve();
    await stopped;
    expect(done).toBe(true);
    expect(await typed).toEqual({ ok: true });
    await until('no socket', () => slack.sockets.count() === 0);
    expect(one.isConnected()).toBe(false);
  });

  it('does not delay shutdown while Slack is down', async () => {
    onTestFinished(() => slack.clearFaults());
    // Far longer than the test may take.
    slack.fault({
      method: 'apps.connections.open',
      kind: 'ratelimited',
      retryAfterSeconds: 3_600,
      times: 99,
    });
    const world = new FakeWorld();
    const one = await start(world);
    expect(world.lines).toContainEqual(
      expect.objectContaining({ what: 'no socket to Slack, will be tried again' }),
    );
    await one.stop();
  });
});
