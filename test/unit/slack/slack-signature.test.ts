import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signatureProblem } from '../../../src/slack/receiving/within-limits.ts';

const signingSecret = 'a-signing-secret-of-tests';
const nowMs = 1_795_723_502_000;
const digest = createHmac('sha256', signingSecret).update('v0:1795723502:{}').digest('hex');

const problemOf = (signature: string) =>
  signatureProblem(
    { 'x-slack-request-timestamp': '1795723502', 'x-slack-signature': signature },
    '{}',
    { signingSecret, nowMs },
  );

describe('the signature of a request', () => {
  it.each([
    ['as Slack makes it', `v0=${digest}`, null],
    ['with more behind it, as for a copy', `v0=${digest}=2`, 'signature'],
    ['in capitals', `v0=${digest.toUpperCase()}`, 'signature'],
    ['of another version', `v1=${digest}`, 'signature'],
  ])('%s', (_how, signature, problem) => {
    expect(problemOf(signature)).toBe(problem);
  });
});
