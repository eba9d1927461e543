/** Long because the server, the keys and the signing of the other side are all here. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CannotOpen, createCallbackVault } from '../../src/governance/webhooks/callback-vault.ts';
import { createTenantKeys } from '../../src/governance/webhooks/tenant-keys.ts';
import { WebhookLog } from '../../src/governance/webhooks/webhook-log.ts';
import {
  createWebhookReceiver,
  webhookPath,
} from '../../src/governance/webhooks/webhook-receiver.ts';
import type { NewDelivery } from '../../src/use-cases/delivery-rows.ts';
import { FakeWorld } from '../support/fakes.ts';

const origin = 'https://acme.example';
const target = new URL(`https://bot.acme.example${webhookPath}`);
const pair = generateKeyPairSync('ed25519');
const key = { ...pair.publicKey.export({ format: 'jwk' }), kid: 'key-1', alg: 'EdDSA' };

/** The tenant's keys are read so often; what it answers can be changed. */
let keyReads = 0;
let keyAnswer: () => Response = () => Response.json({ keys: [key] });
let clockMs = 0;
let kept: NewDelivery[] = [];
let keeping: 'new' | 'repeated' | 'other-body' | 'fails' = 'new';
let close: () => void = () => undefined;
let port = 0;
let log = new WebhookLog(new FakeWorld());
const vault = createCallbackVault([Buffer.alloc(32, 1)]);

beforeEach(async () => {
  keyReads = 0;
  clockMs = 0;
  kept = [];
  keeping = 'new';
  keyAnswer = () => Response.json({ keys: [key] });
  const world = new FakeWorld();
  log = new WebhookLog(world);
  const keys = createTenantKeys(origin, {
    now: () => clockMs,
    fetch: async () => {
      keyReads += 1;
      return keyAnswer();
    },
  });
  const handle = createWebhookReceiver({
    verifier: { tenant: new URL(origin), target, keys, now: world.now },
    vault,
    log,
    world,
    tenantOrigin: origin,
    async keep(delivery) {
      if (keeping === 'fails') throw new Error('the database is down');
      kept.push(delivery);
      return keeping;
    },
  });
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = isAddress(address) ? address.port : 0;
  close = () => server.close();
});
afterEach(() => close());

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenFor(body: string, claims: object = {}, header: object = {}): string {
  const now = Math.floor(new FakeWorld().now().getTime() / 1_000);
  const said = {
    c1typ: 'wh',
    iss: 'acme.example',
    aud: 'bot.acme.example',
    htm: 'POST',
    htu: target.href,
    htb_s256: createHash('sha256').update(body).digest('base64'),
    iat: now,
    nbf: now - 60,
    exp: now + 120,
    jti: 'token-1',
    ...claims,
  };
  const input = `${part({ alg: 'EdDSA', kid: 'key-1', ...header })}.${part(said)}`;
  return `${input}.${sign(null, Buffer.from(input), pair.privateKey).toString('base64url')}`;
}

function post(body: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request({ port, path: webhookPath, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', reject);
    call.end(body);
  });
}

const delivered = (change: object = {}): string =>
  JSON.stringify({
    version: 'v1',
    webhookId: 'hook-1',
    event: 'c1.webhooks.v1.PayloadPolicyApprovalStep',
    callbackUrl: `${origin}/api/v1/webhooks/callback/secret-token`,
    payload: { taskView: {} },
    ...change,
  });
const signed = (body: string, scheme = 'bearer') =>
  post(body, { authorization: `${scheme} ${tokenFor(body)}` });

describe('a delivery', () => {
  it('is kept with a sealed callback before it is answered', async () => {
    expect(await signed(delivered())).toBe(202);
    expect(kept).toMatchObject([{ webhookId: 'hook-1', event: 'approval-step' }]);
    expect(JSON.stringify(kept)).not.toContain('secret-token');
  });

  it('is accepted in any case of the scheme', async () => {
    expect(await signed(delivered(), 'Bearer')).toBe(202);
  });

  it('is answered alike when it is repeated', async () => {
    keeping = 'repeated';
    expect(await signed(delivered())).toBe(202);
    expect(log.counts).toMatchObject({ kept: 0, repeated: 1 });
  });

  it.each([
    ['with the id of another one', 'other-body', 400],
    ['while the database is down', 'fails', 503],
  ] as const)('%s is not kept', async (_what, outcome, status) => {
    keeping = outcome;
    expect(await signed(delivered())).toBe(status);
    expect(log.trouble).not.toBeNull();
  });

  it.each([
    ['an event that the bot does nothing with', { event: 'c1.webhooks.v1.PayloadNew' }, 410],
    ['an event of a later version', { version: 'v2' }, 400],
    ['no id', { webhookId: '' }, 400],
    [
      'a callback of another tenant',
      { callbackUrl: 'https://x.example/api/v1/webhooks/callback/t' },
      400,
    ],
    ['a callback on another path', { callbackUrl: `${origin}/api/v1/tasks/t` }, 400],
    [
      'a callback with a user name',
      { callbackUrl: 'https://u@acme.example/api/v1/webhooks/callback/t' },
      400,
    ],
  ])('with %s is refused', async (_what, change, status) => {
    expect(await signed(delivered(change))).toBe(status);
    expect(kept).toEqual([]);
  });

  it('of a test is answered at once', async () => {
    const test = { event: 'c1.webhooks.v1.PayloadTest', callbackUrl: '', payload: {} };
    expect(await signed(delivered(test))).toBe(200);
    expect(kept).toMatchObject([{ event: 'test', callback: null }]);
  });

  it('that is too long is not read to its end', async () => {
    expect(await signed('x'.repeat(2 * 1024 * 1024))).toBe(413);
    expect(keyReads).toBe(0);
  });
});

describe('a forged delivery', () => {
  it('costs no call to the database, and one look at the keys, however many there are', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 300; count += 1) {
      const body = delivered({ webhookId: `forged-${count}` });
      const token = tokenFor(body, {}, { kid: `unknown-${count}` });
      statuses.add(await post(body, { authorization: `bearer ${token}` }));
    }
    expect([...statuses]).toEqual([401]);
    expect(kept).toEqual([]);
    expect(keyReads).toBe(1);
    expect(log.counts['unknown-key']).toBe(300);
  });

  it('costs one look in ten seconds while the keys cannot be read', async () => {
    keyAnswer = () => new Response('', { status: 503 });
    for (let count = 0; count < 20; count += 1) expect(await signed(delivered())).toBe(503);
    expect(keyReads).toBe(1);
    clockMs += 10_000;
    expect(await signed(delivered())).toBe(503);
    expect(keyReads).toBe(2);
  });

  it.each([
    [
      'a redirect',
      () => new Response('', { status: 302, headers: { location: 'https://x.example' } }),
    ],
    ['an endless list', () => new Response('x'.repeat(1024 * 1024))],
    ['no keys', () => Response.json({})],
  ])('is not believed when the keys are %s', async (_what, answer) => {
    keyAnswer = answer;
    expect(await signed(delivered())).toBe(503);
    expect(kept).toEqual([]);
  });
});

describe('a sealed callback', () => {
  const url = `${origin}/api/v1/webhooks/callback/secret-token`;
  const old = Buffer.alloc(32, 2);
  const fresh = Buffer.alloc(32, 3);

  it('is opened with any of the keys, so that a key can be replaced', () => {
    const sealed = createCallbackVault([old]).seal(url, 'hook-1');
    expect(createCallbackVault([fresh, old]).open(sealed, 'hook-1')).toBe(url);
    expect(() => createCallbackVault([fresh]).open(sealed, 'hook-1')).toThrow(CannotOpen);
  });

  it('is of one delivery, and cannot be changed', () => {
    const sealed = createCallbackVault([old]).seal(url, 'hook-1');
    expect(() => createCallbackVault([old]).open(sealed, 'hook-2')).toThrow(CannotOpen);
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => createCallbackVault([old]).open(changed, 'hook-1')).toThrow(CannotOpen);
  });
});
