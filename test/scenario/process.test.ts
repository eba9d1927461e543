import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readyAt } from '../support/bot-process.ts';
import { temporaryFolder, until } from '../support/bot-world.ts';
import { copyPreparedFolder, postgresEngine } from '../support/database.ts';
import { addressOf } from '../support/database-address.ts';
import { portOf } from '../support/port-of.ts';
import { startProgram } from '../support/program.ts';
import { startSlackServer } from '../support/slack-server.ts';
import { stallingProxy } from '../support/stalling-proxy.ts';
import type { StartedProcess } from '../support/started-process.ts';

const started: StartedProcess[] = [];

function run(env: Readonly<Record<string, string>>, args: readonly string[] = []): StartedProcess {
  const program = startProgram('src/main.ts', args, env, { detached: true });
  started.push(program);
  return program;
}

function childOf({ pid }: StartedProcess): number | undefined {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number));
  return pairs.find(([parent]) => parent === pid)?.[1];
}

async function exitOf(program: StartedProcess): Promise<number | null> {
  return (await program.ended).exit;
}

/** One sentence, not a stack. */
function expectSentence(output: string, words: string): void {
  expect(output).toContain(words);
  expect(output).not.toMatch(/\n\s+at /);
}

describe('the process', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const closing: (() => void)[] = [];
  beforeAll(async () => {
    folder = await temporaryFolder();
    await copyPreparedFolder(join(folder.path, 'data'));
    await writeFile(
      join(folder.path, 'access.yaml'),
      'apps:\n  - { id: app-github, name: GitHub, channel: C0REVIEWS, resources: [{ resourceTypeId: team, resourceId: platform }] }\n',
    );
  });
  afterAll(async () => {
    for (const close of closing) close();
    // A failed test may have left a process.
    await Promise.all(started.map((one) => one.end('SIGKILL')));
    await folder.remove();
  });

  /** On the server of the run, which takes less time than to start one of the bot's own. */
  async function onServer(): Promise<Record<string, string>> {
    const place = await postgresEngine.open();
    closing.push(() => void place.close());
    return { ...tenant(), DATABASE_URL: place.settings.url };
  }

  /** Every setting is there, but neither Slack nor the service answers. */
  const tenant = (): Record<string, string> => ({
    SLACK_BOT_TOKEN: 'xoxb-1-2-a',
    SLACK_SIGNING_SECRET: 'signing-secret-of-this-test',
    SLACK_API_URL: 'http://127.0.0.1:9/api/',
    GOVERNANCE_BASE_URL: 'http://127.0.0.1:9',
    GOVERNANCE_CLIENT_ID: 'bot',
    GOVERNANCE_CLIENT_SECRET: 'client-secret-of-this-test',
    ACCESS_CONFIG: join(folder.path, 'access.yaml'),
    DATA_DIR: join(folder.path, 'data'),
    HOST: '127.0.0.1',
  });

  it('refuses to start in production with exit code 2, and names every missing setting at once', async () => {
    const bot = run({
      NODE_ENV: 'production',
      ACCESS_CONFIG: join(folder.path, 'nowhere.yaml'),
      PORT: 'many',
    });
    expect(await exitOf(bot)).toBe(2);
    for (const named of [
      'SLACK_BOT_TOKEN',
      'SLACK_SIGNING_SECRET',
      'GOVERNANCE_BASE_URL',
      'GOVERNANCE_CLIENT_ID',
      'GOVERNANCE_CLIENT_SECRET',
      'PORT',
      'nowhere.yaml',
    ]) {
      expectSentence(bot.output, named);
    }
  });

  it('says in one sentence that the port is in use, with exit code 1', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => server.close());
    const port = portOf(server);
    const bot = run({ ...tenant(), PORT: String(port) });
    expect(await exitOf(bot)).toBe(1);
    expectSentence(bot.output, `Port ${port} is in use`);
  });

  it('starts while Slack and the service are down, refuses a second process on its data, and ends cleanly on SIGTERM', async () => {
    const first = run({ ...tenant(), PORT: '0' });
    const origin = await readyAt(first);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    const ready = await fetch(`${origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(`${origin}/metrics`)).status).toBe(404);
    const opsUrl = /"opsUrl":"([^"]+)"/.exec(first.output)?.[1] ?? '';
    const askedAt = new Date().toISOString();
    const systems = z
      .record(z.string(), z.unknown())
      .parse(await (await fetch(`${opsUrl}/status`)).json());
    expect(z.object({ since: z.string() }).parse(systems['database']).since < askedAt).toBe(true);
    expect(systems).toMatchObject({
      database: { ok: true },
      slack: { ok: false },
      socket: { ok: true, says: 'not needed: Slack sends requests over HTTP' },
      governance: { ok: false },
      catalogue: { ok: false, says: 'app-github was never read' },
    });
    expect(await (await fetch(`${opsUrl}/metrics`)).text()).toContain(
      'access_up{system="slack"} 0',
    );
    const second = run({ ...tenant(), PORT: '0' });
    expect(await exitOf(second)).toBe(1);
    expectSentence(second.output, 'already open in another process');
    first.signalGroup('SIGTERM');
    expect(await exitOf(first)).toBe(0);
    expect(first.output).not.toContain('client-secret-of-this-test');
  });

  it('starts when the operators’ port is taken and Slack refuses the token, and warns of both', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const slack = await startSlackServer();
    slack.answer(() => ({ body: { ok: false, error: 'invalid_auth' } }));
    const bot = run({
      ...(await onServer()),
      PORT: '0',
      OPS_PORT: String(portOf(taken)),
      SLACK_API_URL: slack.apiUrl,
    });
    await readyAt(bot);
    expect(bot.output).toContain('"opsUrl":null');
    expectSentence(bot.output, 'no listener for operators: set OPS_PORT to a free port, or to 0');
    await bot.says('warns of its token', (output) =>
      output.includes('Slack refuses the bot’s token'),
    );
    expectSentence(bot.output, 'Set SLACK_BOT_TOKEN to the bot token under OAuth & Permissions');
    expect(slack.calls.map(({ method }) => method)).toEqual(['auth.test']);
    bot.signalGroup('SIGTERM');
    expect(await exitOf(bot)).toBe(0);
    taken.close();
    await slack[Symbol.asyncDispose]();
  });

  describe('without a database', () => {
    const away = { host: '127.0.0.1', port: 9 };
    const addressIn = (output: string) => /"url":"(http[^"]+)"[^\n]*"listening/.exec(output)?.[1];

    it('is alive, says what it waits for, and is ready once the database is there', async () => {
      const place = await postgresEngine.openEmpty();
      const proxy = await stallingProxy(place.settings.url);
      closing.push(
        () => proxy.close(),
        () => void place.close(),
      );
      proxy.leadTo(away);
      const bot = run({ ...tenant(), PORT: '0', DATABASE_URL: proxy.url });
      const origin = await bot.says('listens', addressIn);
      await bot.says('waits', (output) => output.includes('the bot waits for its database'));
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      const ready = await fetch(`${origin}/readyz`);
      const waitsFor = 'the database, or its migration';
      expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', waitsFor }]);
      expect((await fetch(`${origin}/slack/events`, { method: 'POST' })).status).toBe(503);
      proxy.leadTo(addressOf(place.settings.url));
      expect(await readyAt(bot)).toBe(origin);
      expect((await fetch(`${origin}/readyz`)).status).toBe(200);
      bot.signalGroup('SIGTERM');
      expect(await exitOf(bot)).toBe(0);
    });

    it('ends at once on SIGTERM while it waits', async () => {
      const bot = run({ ...tenant(), PORT: '0', DATABASE_URL: 'postgres://x:y@127.0.0.1:9/z' });
      await bot.says('waits', (output) => output.includes('the bot waits for its database'));
      bot.signalGroup('SIGTERM');
      expect(await exitOf(bot)).toBe(0);
    });
  });

  it('ends within its deadline while the service is frozen', async () => {
    const calls: string[] = [];
    const frozen = createHttpServer(({ url = '' }) => void calls.push(url)).listen(0, '127.0.0.1');
    await once(frozen, 'listening');
    closing.push(
      () => frozen.closeAllConnections(),
      () => frozen.close(),
    );
    const address = `http://127.0.0.1:${portOf(frozen)}`;
    const bot = run({
      ...(await onServer()),
      PORT: '0',
      GOVERNANCE_BASE_URL: address,
      STOP_SECONDS: '5',
    });
    await readyAt(bot);
    await until('a call is under way', () => calls.length > 0);
    const fromMs = performance.now();
    bot.signalGroup('SIGTERM');
    expect(await exitOf(bot)).toBe(0);
    // What a stop may take where nothing else is said.
    expect(performance.now() - fromMs).toBeLessThan(20_000);
    expect(bot.output).toContain('"msg":"stopped"');
  });

  it.each([
    ['while the bot of the sandbox starts', false],
    // For a moment it is in the group that Ctrl+C reaches.
    ['that ends the bot of the sandbox, too, while it starts', true],
  ] as const)('ends cleanly on Ctrl+C %s', async (when, isBotEnded) => {
    const dataDir = join(folder.path, when);
    await copyPreparedFolder(dataDir);
    const bot = run({ PORT: '0', DATA_DIR: dataDir });
    const child = await until('the bot is a process', () => childOf(bot));
    bot.signalGroup('SIGINT');
    // Where it was ended already, there is nobody to kill.
    if (isBotEnded) spawnSync('kill', ['-9', String(child)]);
    expect(await exitOf(bot)).toBe(0);
    expect(bot.output).not.toContain('ended before it was ready');
  });
});
