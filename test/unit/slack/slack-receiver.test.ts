/** Long because each way in which a request can be wrong has a test. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { DatabaseFailure } from '../../../src/domain/outward/outward-failure.ts';
import { openServer } from '../../../src/operator/health/http-server.ts';
import { createBolt, eventsPath } from '../../../src/slack/receiving/bolt-app.ts';
import { boltDeps } from '../../support/bolt-deps.ts';
import { FakeWorld, failing } from '../../support/fakes.ts';
import { portOf } from '../../support/port-of.ts';

const signingSecret = 'a-signing-secret-of-tests';
const form = 'application/x-www-form-urlencoded';
const world = new FakeWorld();
let running: ReturnType<typeof createBolt>;
/** How long each answer took. */
const acks: number[] = [];
let server: Awaited<ReturnType<typeof openServer>>;
let base = '';

beforeAll(async () => {
  running = createBolt(
    {
      botToken: 'xoxb-test',
      apiUrl: 'http://127.0.0.1:9/api/',
      transport: { kind: 'http', signingSecret },
    },
    { ...boltDeps(world), acked: (ms) => void acks.push(ms) },
  );
  running.bolt.command('/echo', async ({ ack, body }) => ack(`heard ${body.text}`));
  const bug = () => Promise.reject(new Error('a bug'));
  running.bolt.command('/broken', bug);
  running.bolt.action('broken', bug);
  running.bolt.event('app_home_opened', async ({ event }) => {
    if (event.user === 'U0LOST') throw new DatabaseFailure('the database is away');
  });
  running.bolt.command('/uncertain', () =>
    Promise.reject(new DatabaseFailure('no answer', { isUncertain: true })),
  );
  running.bolt.command('/outage', () => Promise.reject(failing('timeout', false, 'slack')));
  const { handle } = running;
  if (handle === null) throw new Error('no endpoint over HTTP');
  server = await openServer([{ path: eventsPath, method: 'POST', handler: handle }], {
    host: '127.0.0.1',
    port: 0,
  });
  base = `http://127.0.0.1:${server.port}`;
});
afterAll(async () => {
  await server.close();
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
async function post({
  body,
  type = form,
  path = eventsPath,
  ageSeconds = 0,
  secret = signingSecret,
}: Sent) {
  const timestamp = String(Math.floor(world.now().getTime() / 1_000) - ageSeconds);
  const signature = (key: string) =>
    `v0=${createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const signed =
    secret === null
      ? {}
      : { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature(secret) };
  const answer = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': type, ...signed },
    body,
  });
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

describe('an event', () => {
  const homeOpened = (user: string) =>
    JSON.stringify({
      type: 'event_callback',
      team_id: 'T0ACME',
      event: { type: 'app_home_opened', user, channel: 'D1', tab: 'home', event_ts: '1.2' },
    });
  const type = 'application/json';

  it('is acknowledged when it is kept', async () => {
    expect((await post({ body: homeOpened('U0BEN'), type })).status).toBe(200);
  });

  it('that the database did not take gets 503, and Slack sends it again', async () => {
    expect((await post({ body: homeOpened('U0LOST'), type })).status).toBe(503);
  });
});

describe('what Slack sends', () => {
  it('is accepted when it is signed', async () => {
    expect(await post({ body: command('ahoy & 灯') })).toEqual({
      status: 200,
      body: 'heard ahoy & 灯',
    });
  });

  it.each([290, -290])(
    'is taken when it is %d s old: less than five minutes',
    async (ageSeconds) => {
      expect((await post({ body: command('late'), ageSeconds })).status).toBe(200);
    },
  );

  it.each([360, -360, Number.NaN])('is refused when it is %d s old', async (ageSeconds) => {
    expect((await post({ body: command('stale'), ageSeconds })).status).toBe(401);
  });

  it('is counted: what was accepted, and what was refused by reason', async () => {
    const counts = () => ({ accepted: running.deliveries.accepted, ...running.deliveries.refused });
    const before = counts();
    await post({ body: command('one') });
    await post({ body: command('x'), secret: null });
    await post({ body: command('x'), secret: 'another-secret-of-tests' });
    await post({ body: command('x'), ageSeconds: 360 });
    await post({ body: 'payload=null' });
    await post({ body: 'x'.repeat(1_024 * 1_024 + 1) });
    const after = counts();
    expect(running.reached().refused).toContain('Have this machine set its clock by NTP.');
    expect(JSON.stringify(world.lines)).not.toContain('trigger_id');
    expect(after).toEqual({
      accepted: before.accepted + 1,
      unsigned: before.unsigned + 1,
      signature: before.signature + 1,
      timestamp: before.timestamp + 1,
      payload: before.payload + 2,
    });
  });

  it.each<[string, string, string]>([
    ['a payload of null', 'payload=null', form],
    ['a payload that is a number', 'payload=1', form],
    ['a payload that is a list', 'payload=[]', form],
    ['a payload that is no JSON', 'payload=%7B', form],
    ['an empty payload', 'payload=', form],
    ['two payloads', 'payload=%7B%7D&payload=%7B%7D', form],
    ['null', 'null', 'application/json'],
    ['null as a form with a charset', 'null', `${form}; charset=utf-8`],
    ['a payload of null as a form with a charset', 'payload=null', `${form}; charset=utf-8`],
    [
      'JSON nested deeper than the stack',
      '['.repeat(500_000) + ']'.repeat(500_000),
      'application/json',
    ],
    ['an event of null', '{"type":"event_callback","event":null}', 'application/json'],
    ['a command without a person', 'command=%2Fecho&text=x', form],
    [
      'a click on nothing',
      `payload=${encodeURIComponent('{"type":"block_actions","user":{"id":"U0BEN"}}')}`,
      form,
    ],
    ['no JSON', '{"type":', 'application/json'],
    ['nothing', '', 'application/json'],
    ['something else altogether', 'null', 'text/plain'],
  ])(
    'is refused when it is %s, even correctly signed, and the process keeps running',
    async (_what, body, type) => {
      expect((await post({ body, type })).status).toBe(400);
      expect((await post({ body: command('still there') })).body).toBe('heard still there');
    },
  );

  it('may be as large as Slack makes it, and no larger', async () => {
    expect((await post({ body: command('x'.repeat(1_000_000)) })).status).toBe(200);
    expect((await post({ body: command('x'.repeat(1_024 * 1_024)) })).status).toBe(413);
  });

  it('may name its charset', async () => {
    const type = `${form.toUpperCase()} ; charset=utf-8`;
    expect(await post({ body: command('ahoy'), type })).toEqual({
      status: 200,
      body: 'heard ahoy',
    });
  });

  it('is refused, signed or not, when it turns out to be longer only while it arrives', async () => {
    const body = new Blob(['x'.repeat(1_024 * 1_024 + 1)]).stream();
    const answer = await fetch(base + eventsPath, { method: 'POST', body, duplex: 'half' });
    expect(answer.status).toBe(413);
  });

  it('is given to a listener with what no row can hold replaced', async () => {
    expect((await post({ body: command('a\0b') })).body).toBe('heard a\uFFFDb');
  });

  it('is timed until it is answered', async () => {
    const before = acks.length;
    await post({ body: command('x') });
    await expect.poll(() => acks.length).toBe(before + 1);
    expect(acks.at(-1)).toBeGreaterThan(0);
    expect(acks.at(-1)).toBeLessThan(3_000);
  });

  it('is answered with 404 at once when no listener acknowledges it', async () => {
    expect((await post({ body: command('x', '/nobody-listens') })).status).toBe(404);
  });

  it('an address to be verified is answered', async () => {
    const body = JSON.stringify({ type: 'url_verification', challenge: 'lighthouse' });
    expect(JSON.parse((await post({ body, type: 'application/json' })).body)).toEqual({
      challenge: 'lighthouse',
    });
  });
});

describe('what others send', () => {
  it('finds only what is there', async () => {
    expect((await post({ body: command('x'), path: '/elsewhere' })).status).toBe(404);
    expect((await fetch(`${base}/elsewhere`)).status).toBe(404);
    expect((await fetch(base + eventsPath)).status).toBe(404);
    expect((await fetch(base + eventsPath, { method: 'PUT' })).status).toBe(404);
  });
});

describe('what fails in a listener', () => {
  /** What Slack is asked to show to the person, and the line in the log. */
  async function failed(bodyFor: (responseUrl: string) => string) {
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
        void post({ body: bodyFor(`http://127.0.0.1:${portOf(slack)}/`) });
      });
    });
    const line = world.lines.findLast((one) => one.what === 'listener failed');
    return { told, line, reference: String(line?.fields.reference) };
  }
  const howOn = (reference: string) =>
    `Try again in a moment. If it happens again, give your IT team this reference: ${reference}.`;

  it('by a bug is logged with a reference, and the person who typed a command is told with the same', async () => {
    const { told, line, reference } = await failed((url) => command('x', '/broken', url));
    expect(line).toMatchObject({ level: 'error', fields: { err: { message: 'a bug' } } });
    expect(JSON.parse(told)).toEqual({
      response_type: 'ephemeral',
      replace_original: false,
      text: `This command did not work. ${howOn(reference)}`,
    });
  });

  it('is reported to the person who clicked as not saved', async () => {
    const { told, reference } = await failed((url) => {
      const actions = [
        { type: 'button', action_id: 'broken', block_id: 'b', value: 'x', action_ts: '1.2' },
      ];
      const ids = {
        user: { id: 'U0BEN' },
        team: { id: 'T0ACME' },
        trigger_id: '1.2.3',
        response_url: url,
      };
      return new URLSearchParams({
        payload: JSON.stringify({ type: 'block_actions', actions, ...ids }),
      }).toString();
    });
    expect(JSON.parse(told)).toMatchObject({
      text: `This click was not saved. ${howOn(reference)}`,
    });
  });

  it('while it was being committed is reported as not certain', async () => {
    const { told } = await failed((url) => command('x', '/uncertain', url));
    expect(JSON.parse(told)).toMatchObject({
      text: 'It is not certain that this was saved. Look again in a moment: if nothing has happened, try again.',
    });
  });

  it('because Slack does not answer is a warning', async () => {
    const { told, line } = await failed((url) => command('x', '/outage', url));
    expect(line).toMatchObject({
      level: 'warn',
      fields: { err: { original: { system: 'slack', kind: 'timeout' } } },
    });
    expect(told).toContain('This command did not work.');
  });
});
