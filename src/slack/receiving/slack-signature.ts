import type { IncomingHttpHeaders } from 'node:http';
import { isValidSlackRequest } from '@slack/bolt';

/** How far Slack's clock and ours may be apart, in either direction. */
const clockLimitMs = 5 * 60_000;

/** Bolt ignores what follows a second `=`: a copy of a request would come with a signature of its own. */
const shape = /^v0=[0-9a-f]{64}$/;

/** What is wrong with a signature; null where Slack signed the body, a moment ago. */
export function signatureProblem(
  headers: IncomingHttpHeaders,
  body: string,
  { signingSecret, nowMs }: { readonly signingSecret: string; readonly nowMs: number },
): 'unsigned' | 'timestamp' | 'signature' | null {
  const { 'x-slack-signature': signature, 'x-slack-request-timestamp': sentAt } = headers;
  const timestamp = Number(sentAt);
  if (typeof signature !== 'string' || Number.isNaN(timestamp)) return 'unsigned';
  if (Math.abs(nowMs - timestamp * 1_000) > clockLimitMs) return 'timestamp';
  if (!shape.test(signature)) return 'signature';
  const signed = { 'x-slack-signature': signature, 'x-slack-request-timestamp': timestamp };
  return isValidSlackRequest({ signingSecret, body, headers: signed, nowMilliseconds: nowMs })
    ? null
    : 'signature';
}
