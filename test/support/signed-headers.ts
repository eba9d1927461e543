import { createHmac } from 'node:crypto';
import { signingSecret } from './bot-environment.ts';

/** The headers with which Slack sends this body to the bot of `botEnvironment`. */
export function signedHeaders(
  body: string,
  { type = 'application/x-www-form-urlencoded', ageSeconds = 0 } = {},
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
  const digest = createHmac('sha256', signingSecret)
    .update(`v0:${timestamp}:${body}`)
    .digest('hex');
  return {
    'content-type': type,
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${digest}`,
  };
}
