/**
 * What Slack and others may send, at random. A part of it runs with every test; `npm run fuzz`
 * sends much more.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type GovernanceService,
  startGovernanceService,
} from '../../sandbox/governance/service.ts';
import type { RunningApp } from '../../src/app.ts';
import { temporaryFolder, until } from '../support/bot-world.ts';
import { postgresEngine, type TestDatabase } from '../support/database.ts';
import { everyPayload, type Json, mutated } from '../support/fuzzed-payloads.ts';
import { portOf } from '../support/port-of.ts';
import { signedHeaders } from '../support/signed-headers.ts';
import { type SlackServer, startSlackServer } from '../support/slack-server.ts';
import { startBot } from '../support/stand-ins.ts';

const runs = Number(process.env.FUZZ_RUNS ?? 60);
const formType = 'application/x-www-form-urlencoded';

/** A Slack that has everything, so that nothing fails for its sake. */
function slackAnswer(method: string, args: URLSearchParams) {
  const profile = { email: 'ben@acme.example' };
  const user = {
    id: 'U0BEN',
    team_id: 'T0ACME',
    name: 'ben',
    is_email_confirmed: true,
    profile,
    tz: 'Europe/Berlin',
  };
  const channels: Readonly<Record<string, Json>> = {
    'conversations.open': { id: 'D0BEN' },
    'conversations.info': { id: args.get('channel') ?? 'C0GENERAL', is_ext_shared: false },
  };
  const channel = channels[method] ?? args.get('channel') ?? 'C0GENERAL';
  return {
    body: {
      ok: true,
      team_id: 'T0ACME',
      user_id: 'U0BOT',
      ts: '1.5',
      channel,
      user,
      view: { id: 'V1' },
    },
  };
}

describe('random input', () => {
  let slack: SlackServer;
  let governance: GovernanceService;
  let database: TestDatabase;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let hook: Server;
  let app: RunningApp;
  let payloads: readonly Json[];
  let log = '';

  beforeAll(async () => {
    slack = await startSlackServer();
    slack.answer(slackAnswer);
    governance = await startGovernanceService({ grantLagMs: 0, documentedOnly: false });
    database = await postgresEngine.open();
    folder = await temporaryFolder();
    log = join(folder.path, 'bot.log');
    hook = createServer((_req, res) => void res.end('ok')).listen(0, '127.0.0.1');
    await once(hook, 'listening');
    const place = {
      database: database.settings,
      slackApiUrl: slack.apiUrl,
      governanceUrl: governance.url,
      logLevel: 'info',
    } as const;
    app = await startBot(place, { logFile: log });
    payloads = await withCard();
  });
  afterAll(async () => {
    await app?.stop();
    await governance?.close();
    await slack?.[Symbol.asyncDispose]();
    await database?.close();
    hook?.close();
    await folder?.remove();
  });

  /**
   * Payloads that name a card, its request and its entitlement, so that what they mean is looked up
   * and found.
   */
  async function withCard(): Promise<readonly Json[]> {
    const responseUrl = `http://127.0.0.1:${portOf(hook)}/`;
    const entitlementId = 'ent-platform-write';
    const sender = {
      responseUrl,
      cardValue: '{"v":1,"card":"c","step":"s"}',
      requestId: 'r',
      entitlementId,
    };
    const submission = everyPayload(sender).find((one) =>
      JSON.stringify(one).includes('"view_submission"'),
    );
    // Until the catalogue is read, it is not there any more.
    while ((await sendSigned(submission ?? null)).text.includes('errors')) await sleep(50);
    const posted = await until('the card', () =>
      slack.calls.find(
        ({ method, args }) =>
          method === 'chat.postMessage' && args.get('blocks')?.includes('review.approve'),
      ),
    );
    const text = `${posted.args.get('blocks')} ${posted.args.get('metadata')}`;
    const cardValue = JSON.parse(/"value":("\{\\"v\\":1,\\"card.*?[^\\]")/.exec(text)?.[1] ?? '""');
    return everyPayload({ ...sender, cardValue });
  }

  /** As Slack sends it: commands as a form, events as JSON, everything else as JSON in a form. */
  async function sendSigned(payload: Json): Promise<{ status: number; text: string }> {
    const fields =
      typeof payload === 'object' && payload !== null && !Array.isArray(payload) ? payload : {};
    const isJson = 'event' in fields;
    const form = new URLSearchParams();
    const asForm: { readonly [member: string]: Json } = 'command' in fields ? fields : { payload };
    for (const [name, one] of Object.entries(asForm))
      form.set(name, typeof one === 'string' ? one : JSON.stringify(one));
    const body = isJson ? JSON.stringify(payload) : form.toString();
    const headers = signedHeaders(body, {
      type: isJson ? 'application/json' : `${formType}; charset=utf-8`,
    });
    const answer = await fetch(app.eventsUrl, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  }

  /** What a server says to these bytes; '' where it closes without a word. */
  async function sendRaw(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(app.eventsUrl).port), '127.0.0.1', () =>
      socket.end(bytes, 'latin1'),
    );
    let heard = '';
    socket.on('data', (data) => {
      heard += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.on('close', resolve));
    return heard;
  }

  /**
   * Neither a bug, which a listener that throws is, nor a wait: whoever clicks is answered or
   * refused.
   */
  async function expectNoBug(): Promise<void> {
    expect((await fetch(new URL('/healthz', app.eventsUrl))).status).toBe(200);
    const lines = (await readFile(log, 'utf8'))
      .split('\n')
      .filter((line) => line.includes('"level":"error"'));
    // Where the tests beside it keep the database busy for 2 s, whoever clicked is told that
    // nothing was kept.
    expect(lines.filter((line) => !line.includes('"type":"DatabaseFailure"'))).toEqual([]);
  }

  it('answers payloads of every kind', async () => {
    const refused: Json[] = [];
    for (const payload of payloads)
      if ((await sendSigned(payload)).status !== 200) refused.push(payload);
    expect(refused).toEqual([]);
    await expectNoBug();
  });

  it('answers or refuses payloads of every kind with missing or wrong members', async () => {
    const sent = fc.asyncProperty(mutated(payloads), async (payload) => {
      expect([200, 400, 404, 413]).toContain((await sendSigned(payload)).status);
      await expectNoBug();
    });
    await fc.assert(sent, { numRuns: runs * 3 });
  });

  it('answers or refuses requests of any kind', async () => {
    const method = fc.constantFrom(
      'GET',
      'POST',
      'PUT',
      'HEAD',
      'OPTIONS',
      'get',
      'CONNECT',
      'BREW',
    );
    const known = [
      '/slack/events',
      '/healthz',
      '/readyz',
      '/metrics',
      '//',
      '/',
      '*',
      'http://[',
      '/%',
      '/healthz/..',
    ];
    const target = fc.oneof(
      fc.constantFrom(...known),
      fc.webPath(),
      fc.string().map((text) => `/${text}`),
    );
    const body = fc.oneof(
      fc.constantFrom(
        '',
        'null',
        'payload=null',
        'payload=',
        'ssl_check=1',
        'ssl_check=1&payload=null',
        '[]',
        '\0',
        '{"type":"url_verification"}',
      ),
      fc.constantFrom('x'.repeat(2_000_000), '['.repeat(100_000), 'a=b&'.repeat(10_000)),
      fc.json(),
    );
    const type = fc.constantFrom(
      formType,
      `${formType}; charset=utf-8`,
      'application/json',
      'text/plain',
      'multipart/form-data',
      '',
      '\xff',
    );
    const extra = fc.constantFrom(
      '',
      'Expect: 100-continue\r\n',
      'Upgrade: websocket\r\nConnection: upgrade\r\n',
      'Content-Encoding: gzip\r\n',
      'X-Slack-Signature: v1=x\r\n',
      'Transfer-Encoding: chunked\r\n',
      `X: ${'x'.repeat(20_000)}\r\n`,
    );
    const age = fc.constantFrom(null, 0, 301, -301, 1e9, Number.NaN);
    const sent = fc.asyncProperty(
      method,
      target,
      body,
      type,
      extra,
      age,
      async (verb, path, text, mediaType, header, ageSeconds) => {
        const signed =
          ageSeconds === null ? {} : signedHeaders(text, { type: mediaType, ageSeconds });
        const lines = Object.entries(signed).map(([name, value]) => `${name}: ${value}\r\n`);
        const length = `Content-Length: ${Buffer.byteLength(text)}\r\n`;
        const head = `${verb} ${path} HTTP/1.1\r\nHost: bot\r\nConnection: close\r\n${length}${header}${lines.join('')}\r\n`;
        expect(await sendRaw(head + text)).toMatch(/^(?:HTTP\/1\.1 [1234]\d\d |$)/);
        await expectNoBug();
      },
    );
    await fc.assert(sent, { numRuns: runs * 2 });
  });
});
