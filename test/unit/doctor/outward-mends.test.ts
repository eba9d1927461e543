import { WebClient } from '@slack/web-api';
import { expect, it } from 'vitest';
import { OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { mendOf } from '../../../src/operator/doctor/outward-mends.ts';
import { calling } from '../../../src/slack/platform/web-api-failure.ts';

const usual = 'Look at GOVERNANCE_CLIENT_SECRET.';

/** As undici hides why it could not connect. */
function failureWith(code: string): OutwardFailure {
  const cause = new Error('no connection', { cause: Object.assign(new Error('tls'), { code }) });
  return new OutwardFailure({
    system: 'governance',
    kind: 'network',
    message: `GET /: no connection (${code})`,
    certainlyNotDone: true,
    cause,
  });
}

it.each([
  ['CERT_HAS_EXPIRED', /^Its certificate has run out/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /^Its certificate is for another name/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
])('advises about %s, and not about the client secret', (code, mend) => {
  expect(mendOf(failureWith(code), usual)).toMatch(mend);
});

it('finds the cause behind an error of Slack’s client', () => {
  const original = Object.assign(new Error('tls'), { code: 'CERT_HAS_EXPIRED' });
  const cause = Object.assign(new Error('request'), { original });
  expect(mendOf(new Error('auth.test', { cause }), usual)).toMatch(/has run out/);
});

it('names the scope that Slack’s token lacks, and says to install the app again', async () => {
  const client = new WebClient('xoxb-1', {
    fetch: async () =>
      Response.json({ ok: false, error: 'missing_scope', needed: 'channels:read,groups:read' }),
  });
  const lacking = calling('conversations.info', () =>
    client.conversations.info({ channel: 'C0REVIEWS' }),
  );
  const failure: unknown = await lacking.catch((error: unknown) => error);
  expect(mendOf(failure, usual)).toBe(
    'The token lacks the scope channels:read or groups:read: add it under OAuth & Permissions, and install the app again.',
  );
});

function limited(): OutwardFailure {
  return new OutwardFailure({
    system: 'slack',
    kind: 'rate-limited',
    message: 'users.info: rate limited',
    certainlyNotDone: true,
  });
}

it('advises to wait where calls are limited', () => {
  expect(mendOf(limited(), usual)).toMatch(/try again in a minute/);
});

it('leaves the advice of whoever looked to all others', () => {
  expect(mendOf(new Error('refused'), usual)).toBe(usual);
  expect(mendOf(failureWith('ECONNREFUSED'), usual)).toBe(usual);
});
