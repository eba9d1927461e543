import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createBolt, eventsPath, type RunningBolt, slackLogger } from '../../src/slack/bolt-app.ts';
import { FakeWorld } from '../support/fakes.ts';
import { everybodyReads } from '../support/languages.ts';
import { portOf } from '../support/port-of.ts';

const signingSecret = 'a-signing-secret-of-tests';
const form = 'application/x-www-form-urlencoded';
const world = new FakeWorld();
let running: RunningBolt;
let base = '';

beforeAll(async () => {
  running = createBolt(
    {
      botToken: 'xoxb-test',
      apiUrl: 'http://127.0.0.1:9/api/',
      transport: { kind: 'http', signingSecret },
      http: { host: '127.0.0.1', port: 0 },
      routes: [{ path: '/healthz', method: 'GET', handler: (_req, res) => void res.writeHead(200).end('fine') }],
    },
    {
      world,
      logger: slackLogger(world.log),
      languages: everybodyReads('en'),
    },
  );
  running.bolt.command('/echo', async ({ ack, body }) => ack(`heard ${body.text}`));
  running.bolt.command('/broken', async () => {
    throw new Error('a bug');
  });
  base = `http://127.0.0.1:${await running.start()}`;
});
afterAll(async () => {
  await running.stop();
});

interface Sent {
  readonly body: string;
  readonly type?: string;
  readonly path?: string;
  readonly ageSeconds?: number;
  readonly secret?: string | null;
}

/** Posts as Slack does, and gives the status and the body of the answer. */
async function post({ body, type = form, path = eventsPath, ageSeconds = 0, secret = signingSecret }: Sent) {
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
  const signature = (key: string) => `v0=${createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const signed =
    secret === null ? {} : { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature(secret) };
  const answer = await fetch(base + path, { method: 'POST', headers: { 'content-type': type, ...signed }, body });
  return { status: answer.status, body: await answer.text() };
}

const command = (text: string, name = '/echo', responseUrl = 'http://127.0.0.1:9/') =>
  new URLSearchParams({
    command: name,
    text,
    user_id: 'U0BEN',
    user_name: 'ben',
    team_id: 'T0ACME',
    channel_id: 'C0GENERAL',
    trigger_id: '1.2.3',
    response_url: responseUrl,
  }).toString();

describe('what Slack sends', () => {
  it('is taken where it is signed', async () => {
    expect(await post({ body: command('ahoy & 灯') })).toEqual({ status: 200, body: 'heard ahoy & 灯' });
  });

  it('is taken when it is nearly five minutes old, not when it is six', async () => {
    expect((await post({ body: command('late'), ageSeconds: 290 })).status).toBe(200);
    expect((await post({ body: command('stale'), ageSeconds: 360 })).status).toBe(401);
  });

  it('is refused where it is not signed, or by somebody else', async () => {
    expect((await post({ body: command('x'), secret: null })).status).toBe(401);
    expect((await post({ body: command('x'), secret: 'another-secret-of-tests' })).status).toBe(401);
  });

  it.each<[string, string, string]>([
    ['a payload of null', 'payload=null', form],
    ['a payload that is a number', 'payload=1', form],
    ['a payload that is a list', 'payload=[]', form],
    ['a payload that is no JSON', 'payload=%7B', form],
    ['an empty payload', 'payload=', form],
    ['two payloads', 'payload=%7B%7D&payload=%7B%7D', form],
    ['null', 'null', 'application/json'],
    ['no JSON', '{"type":', 'application/json'],
    ['nothing', '', 'application/json'],
    ['something else altogether', 'null', 'text/plain'],
  ])('is refused where it is %s, signed as it may be, and the process lives on', async (_what, body, type) => {
    expect((await post({ body, type })).status).toBe(400);
    expect((await post({ body: command('still there') })).body).toBe('heard still there');
  });

  it('may be as large as Slack makes it, and no larger', async () => {
    expect((await post({ body: command('x'.repeat(1_000_000)) })).status).toBe(200);
    expect((await post({ body: command('x'.repeat(1_024 * 1_024)) })).status).toBe(413);
  });

  it('an address to be verified is answered', async () => {
    const body = JSON.stringify({ type: 'url_verification', challenge: 'lighthouse' });
    expect(JSON.parse((await post({ body, type: 'application/json' })).body)).toEqual({ challenge: 'lighthouse' });
  });
});

describe('what others send', () => {
  it('finds only what is there', async () => {
    expect((await post({ body: command('x'), path: '/elsewhere' })).status).toBe(404);
    expect((await fetch(`${base}/elsewhere`)).status).toBe(404);
    expect((await fetch(base + eventsPath)).status).toBe(404);
    expect((await fetch(`${base}/healthz`, { method: 'PUT' })).status).toBe(404);
  });

  it('finds the health of the process', async () => {
    const answer = await fetch(`${base}/healthz`);
    expect([answer.status, await answer.text()]).toEqual([200, 'fine']);
  });
});

describe('a bug in a listener', () => {
  it('is logged with a reference, and the person is told with the same', async () => {
    const told = await new Promise<string>((resolve) => {
      const slack = createServer((req, res) => {
        const pieces: Buffer[] = [];
        req.on('data', (piece: Buffer) => pieces.push(piece));
        req.on('end', () => {
          res.end();
          resolve(Buffer.concat(pieces).toString());
        });
      });
      onTestFinished(() => void slack.close());
      slack.listen(0, '127.0.0.1', () => {
        void post({ body: command('x', '/broken', `http://127.0.0.1:${portOf(slack)}/`) });
      });
    });
    const [line] = world.lines.filter((one) => one.what === 'listener failed');
    expect(line?.fields.err).toMatchObject({ message: 'a bug' });
    expect(JSON.parse(told)).toMatchObject({ response_type: 'ephemeral', replace_original: false });
    expect(told).toContain(String(line?.fields.reference));
    expect(told).not.toContain('a bug');
  });
});
