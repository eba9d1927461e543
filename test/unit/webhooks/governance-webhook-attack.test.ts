import { createHmac, generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  deliveryBody,
  receiving,
  tenantKey,
  tenantOrigin,
  tokenFor,
} from '../../support/receiving.ts';

const { rig, post, signed } = receiving();
const callbackPath = '/api/v1/webhooks/callback/';

describe('a delivery whose callback', () => {
  it.each([
    ['climbs out of its path', `${tenantOrigin}${callbackPath}../../tasks/t/action/approve`],
    ['climbs out in escapes', `${tenantOrigin}${callbackPath}%2e%2e/%2E%2E/tasks/t`],
    ['hides a slash', `${tenantOrigin}${callbackPath}..%2f..%2ftasks%2ft`],
    ['hides a backslash', `${tenantOrigin}${callbackPath}..%5c..%5Ctasks`],
    ['has no token', `${tenantOrigin}${callbackPath}`],
    ['has a query alone', `${tenantOrigin}${callbackPath}?token=t`],
    ['is on another port', `https://acme.example:8443${callbackPath}t`],
    ['is not encrypted', `http://acme.example${callbackPath}t`],
    ['is on a host that begins alike', `https://acme.example.evil.example${callbackPath}t`],
    ['has the tenant as its user', `https://acme.example@evil.example${callbackPath}t`],
    ['has a user name', `https://u@acme.example${callbackPath}t`],
    ['has a password', `https://:p@acme.example${callbackPath}t`],
    ['is on the bot’s own machine', `http://127.0.0.1${callbackPath}t`],
    ['is relative', `${callbackPath}t`],
    ['is no URL of the web', `file://acme.example${callbackPath}t`],
  ])('%s is refused', async (_what, callbackUrl) => {
    expect(await signed(deliveryBody({ callbackUrl }))).toBe(400);
    expect(rig().kept).toEqual([]);
  });

  it.each([
    ['is written in capitals', `HTTPS://ACME.EXAMPLE${callbackPath}Token`],
    ['names the usual port', `https://acme.example:443${callbackPath}t`],
    ['has a query', `${tenantOrigin}${callbackPath}t?version=2`],
  ])('%s is the tenant’s', async (_what, callbackUrl) => {
    expect(await signed(deliveryBody({ callbackUrl }))).toBe(202);
  });
});

describe('a delivery whose signature', () => {
  const other = generateKeyPairSync('ed25519');

  it.each([
    ['is made with the public key as a shared secret', 'HS256'],
    ['is made with it, and says otherwise', 'EdDSA'],
  ])('%s does not count', async (_what, alg) => {
    const body = deliveryBody();
    const signature = (input: Buffer) =>
      createHmac('sha256', tenantKey.x ?? '')
        .update(input)
        .digest();
    const token = tokenFor(rig(), body, { header: { alg }, signature });
    expect(await post(body, { authorization: `bearer ${token}` })).toBe(401);
  });

  it.each([
    ['a key in the token', { jwk: other.publicKey.export({ format: 'jwk' }) }],
    ['a link to keys', { jku: 'https://evil.example/jwks' }],
    ['a critical extension', { crit: ['exp'] }],
  ])('comes with %s is checked by the tenant’s keys all the same', async (_what, header) => {
    const body = deliveryBody();
    const signature = (input: Buffer) => createHmac('sha256', 'x').update(input).digest();
    const token = tokenFor(rig(), body, { header, signature });
    expect(await post(body, { authorization: `bearer ${token}` })).toBe(401);
    expect(rig().keyReads).toBeLessThanOrEqual(1);
  });

  it.each([
    ['is for encryption', { ...tenantKey, use: 'enc' }],
    ['is a shared secret', { kty: 'oct', k: 'c2VjcmV0', kid: 'key-1' }],
    ['is there twice', null],
  ])('names a key that %s is not believed', async (_what, key) => {
    rig().keyAnswer = () => Response.json({ keys: key === null ? [tenantKey, tenantKey] : [key] });
    expect(await signed(deliveryBody())).toBe(401);
    expect(rig().kept).toEqual([]);
  });
});

describe('a delivery whose body', () => {
  it.each([
    ['is nested a hundred thousand deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['is cut off', deliveryBody().slice(0, -1)],
    ['is empty', ''],
    ['is a list', '[]'],
    ['is no text', '\uFFFD\u0000'],
  ])('%s is answered, and nothing else happens', async (_what, body) => {
    expect(await signed(body)).toBe(400);
    expect(rig().kept).toEqual([]);
  });

  it('is nested deeper than any task is kept as one that tells none', async () => {
    const deep = deliveryBody({ payload: { taskView: {}, deep: 'DEEP' } }).replace(
      '"DEEP"',
      `${'['.repeat(6_000)}${']'.repeat(6_000)}`,
    );
    expect(await signed(deep)).toBe(202);
    expect(rig().kept).toMatchObject([{ webhookId: 'hook-1', payload: {} }]);
  });

  it('tells when its task changed is kept with that, and with the time of signing', async () => {
    const updatedAt = '2026-03-02T08:00:00.123456Z';
    expect(await signed(deliveryBody({ payload: { taskView: { task: { updatedAt } } } }))).toBe(
      202,
    );
    const nowMs = rig().world.now().getTime();
    expect(rig().kept).toMatchObject([
      {
        taskUpdatedAt: new Date('2026-03-02T08:00:00.123Z'),
        signedAt: new Date(Math.floor(nowMs / 1_000) * 1_000),
      },
    ]);
  });

  it.each([{}, { taskView: { task: { updatedAt: 'soon' } } }, { taskView: 7 }])(
    'does not tell when its task changed: %j',
    async (payload) => {
      expect(await signed(deliveryBody({ payload }))).toBe(202);
      expect(rig().kept).toMatchObject([{ taskUpdatedAt: null }]);
    },
  );

  it('is as long as may be is kept', async () => {
    const payload = { taskView: {}, padding: 'x'.repeat(900 * 1024) };
    expect(await signed(deliveryBody({ payload }))).toBe(202);
  });

  it('is compressed is not expanded', async () => {
    const bomb = gzipSync(deliveryBody({ payload: { padding: 'x'.repeat(900 * 1024) } }));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const token = tokenFor(rig(), bomb);
    expect(await post(bomb, { ...headers, authorization: `bearer ${token}` })).toBe(400);
    expect(rig().kept).toEqual([]);
  });

  it('is called something else is what was signed all the same', async () => {
    const body = deliveryBody();
    const authorization = `bearer ${tokenFor(rig(), body)}`;
    expect(await post(body, { authorization, 'content-type': 'text/html' })).toBe(202);
    expect(await post(body.replace('hook-1', 'hook-2'), { authorization })).toBe(401);
  });

  it('names what every object has does not change what objects have', async () => {
    const body = deliveryBody().replace(
      '"payload":{',
      '"__proto__":{"polluted":true},"payload":{"__proto__":{"polluted":true},"constructor":{},',
    );
    expect(await signed(body)).toBe(202);
    expect('polluted' in {}).toBe(false);
    expect('polluted' in Object(rig().kept[0]?.payload)).toBe(false);
  });
});

describe('the bot’s address', () => {
  it.each([
    ['has capitals', 'https://Bot.Acme.Example', 'https://bot.acme.example/webhooks/governance'],
    ['has a path', 'https://acme.example/bot', 'https://acme.example/bot/webhooks/governance'],
    ['has a port', 'https://bot.example:8443', 'https://bot.example:8443/webhooks/governance'],
  ])('%s: what the tenant signs for it is accepted', async (_what, publicUrl, htu) => {
    rig().publicUrl = publicUrl;
    expect(await signed(deliveryBody(), { htu })).toBe(202);
  });

  it('is written in capitals by the tenant', async () => {
    expect(
      await signed(deliveryBody(), { htu: 'https://BOT.acme.example/webhooks/governance' }),
    ).toBe(202);
  });

  it.each([
    'https://bot.acme.example/webhooks/other',
    'https://bot.acme.example:8443/webhooks/governance',
    'no address',
    7,
  ])('is not %s', async (htu) => {
    expect(await signed(deliveryBody(), { htu })).toBe(401);
  });
});

describe('a delivery whose claim', () => {
  const claims = ['aud', 'iss', 'htu', 'htm', 'htb_s256', 'c1typ', 'iat', 'exp'];

  it.each(claims)('%s is of another type is refused, and nothing fails', async (claim) => {
    const answers: number[] = [];
    for (const value of [42, true, {}, [{}]])
      answers.push(await signed(deliveryBody(), { [claim]: value }));
    expect(answers).toEqual([401, 401, 401, 401]);
  });
});
