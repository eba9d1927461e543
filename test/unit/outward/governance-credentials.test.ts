import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../../src/config/environment.ts';
import { keyInSecret } from '../../../src/domain/outward/client-secret.ts';
import { RefusedCredentials } from '../../../src/domain/outward/outward-failure.ts';
import { expiryWords } from '../../../src/operator/health/credential-expiry.ts';
import { createGovernanceClient } from '../../../src/service/client/client.ts';
import { BoundCredentials } from '../../../src/service/client/http/token.ts';
import { portOf } from '../../support/port-of.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const jwk = privateKey.export({ format: 'jwk' });
const secret = `secret-token:vendor.example:v1:${Buffer.from(JSON.stringify(jwk)).toString('base64url')}`;
const clientId = 'quiet-harbour-7@acme.example/spc';
const noon = new Date('2026-11-23T12:00:00Z');

let server: Server | null = null;
afterEach(() => server?.close());

type Answer = readonly [status: number, body: object];

/** A token endpoint that notes what it is sent. */
async function tenant(answer: (form: URLSearchParams) => Answer) {
  const forms: URLSearchParams[] = [];
  const opened = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk) => {
      text += String(chunk);
    });
    req.on('end', () => {
      const form = new URLSearchParams(text);
      forms.push(form);
      const [status, body] = answer(form);
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  let plain = 0;
  let passedMs = 0;
  const client = createGovernanceClient({
    baseUrl: `http://127.0.0.1:${portOf(opened)}`,
    clientId,
    clientSecret: secret,
    queryCase: 'both',
    now: () => new Date(noon.getTime() + passedMs),
    onPlainSecret: () => {
      plain += 1;
    },
  });
  const pass = (seconds: number): void => {
    passedMs += seconds * 1_000;
  };
  return { client, forms, plain: () => plain, pass };
}

const issued = { access_token: 'token', token_type: 'Bearer', expires_in: 600 };

describe('a secret that holds a key', () => {
  it('is not sent: an assertion signed with its key is', async () => {
    const { client, forms } = await tenant(() => [200, issued]);
    await client.authorize();
    const [form] = forms;
    expect(form?.has('client_secret')).toBe(false);
    const [header = '', claims = '', signature = ''] = (form?.get('client_assertion') ?? '').split(
      '.',
    );
    const key = createPublicKey({ key: { ...jwk, d: undefined }, format: 'jwk' });
    const isSigned = verify(
      null,
      Buffer.from(`${header}.${claims}`),
      key,
      Buffer.from(signature, 'base64url'),
    );
    expect(isSigned).toBe(true);
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());
    const seconds = noon.getTime() / 1_000;
    expect(read(header)).toEqual({ alg: 'EdDSA', nonce: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(read(claims)).toEqual({
      iss: clientId,
      sub: clientId,
      aud: '127.0.0.1',
      iat: seconds,
      nbf: seconds - 120,
      exp: seconds + 120,
    });
    await client.close();
  });

  it('is sent as it is, with a warning, to a service that does not accept assertions', async () => {
    const { client, forms, plain } = await tenant((form) =>
      form.has('client_secret') ? [200, issued] : [400, { error: 'invalid_client' }],
    );
    await client.authorize();
    expect(forms.map((form) => form.has('client_secret'))).toEqual([false, true]);
    expect(plain()).toBe(1);
    await client.close();
  });

  it('is known to be refused until a token comes', async () => {
    let status = 401;
    const { client, pass } = await tenant(() => [status, status === 200 ? issued : {}]);
    expect(client.refusedCredentials()).toBeNull();
    await expect(client.authorize()).rejects.toBeInstanceOf(RefusedCredentials);
    expect(client.refusedCredentials()?.message).toContain('look at GOVERNANCE_CLIENT_ID');
    status = 200;
    pass(5);
    await client.authorize();
    expect(client.refusedCredentials()).toBeNull();
    await client.close();
  });

  it('fails when the service takes neither', async () => {
    const { client, plain } = await tenant(() => [401, { error: 'invalid_client' }]);
    await expect(client.authorize()).rejects.toThrow('the service refuses the client id or secret');
    expect(plain()).toBe(0);
    await client.close();
  });

  it('that cannot be read is a mistake of the settings', () => {
    expect(keyInSecret('secret-token:vendor.example:v1:bm90IGEga2V5')).toBe('unreadable');
    const read = readEnvironment({
      SLACK_BOT_TOKEN: 'xoxb-acme',
      SLACK_SIGNING_SECRET: 'signing-acme',
      GOVERNANCE_BASE_URL: 'https://acme.example',
      GOVERNANCE_CLIENT_ID: clientId,
      GOVERNANCE_CLIENT_SECRET: secret.slice(0, -20),
    });
    expect(JSON.stringify(read)).toContain('its key cannot be read: copy the whole secret again');
    expect(JSON.stringify(read)).not.toContain('vendor.example');
  });
});

describe('credentials that are bound to a key', () => {
  it.each<Answer>([
    [200, { ...issued, token_type: 'DPoP' }],
    [400, { error: 'use_dpop_nonce' }],
  ])('are refused with a sentence: %s %o', async (...answer) => {
    const { client } = await tenant(() => answer);
    await expect(client.authorize()).rejects.toThrow(BoundCredentials);
    await client.close();
  });
});

describe('the end of the credentials', () => {
  it.each([
    ['2026-12-25', 'ok', 'in 31 days'],
    ['2026-12-24', 'warning', 'in 30 days. Make a second credential'],
    ['2026-12-08', 'warning', 'do it now'],
    ['2026-11-27', 'error', 'do it now'],
    ['2026-11-22', 'error', 'they ran out on 2026-11-22'],
    [null, 'ok', 'set governance.credential.expires'],
  ] as const)('on %s is %s: %s', (expires, state, words) => {
    const found = expiryWords({ credential: { expires } }, noon);
    expect([found.state, found.says]).toEqual([state, expect.stringContaining(words)]);
  });
});
