/**
 * Delivery over HTTP as Slack does it: signed, with bare content types, and three seconds to
 * answer.
 */
import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';
import type { AppAnswer, AppTransport, OutgoingPayload } from './transport.ts';

export interface HttpTransportOptions {
  /** Where the app listens; undefined: nowhere yet. */
  readonly requestUrl: () => string | undefined;
  readonly signingSecret: string;
  readonly ackLimitMs: () => number;
}

/** Slack's v0 signature: `v0=` + hex HMAC-SHA256 of `v0:timestamp:body`. */
function signature(signingSecret: string, timestampSeconds: number, body: string): string {
  const digest = createHmac('sha256', signingSecret)
    .update(`v0:${timestampSeconds}:${body}`)
    .digest('hex');
  return `v0=${digest}`;
}

/** What Slack sends with every body, so that the app can tell that Slack sent it. */
export function signedHeaders(
  signingSecret: string,
  sentAt: Date,
  body: string,
): Readonly<Record<string, string>> {
  const timestampSeconds = Math.floor(sentAt.getTime() / 1000);
  return {
    'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
    'x-slack-request-timestamp': String(timestampSeconds),
    'x-slack-signature': signature(signingSecret, timestampSeconds, body),
  };
}

interface Encoded {
  readonly contentType: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The content types are bare: a charset makes Bolt answer 400. */
function encode(outgoing: OutgoingPayload): Encoded {
  const form = 'application/x-www-form-urlencoded';
  switch (outgoing.kind) {
    case 'command':
      return {
        contentType: form,
        body: new URLSearchParams(outgoing.fields).toString(),
        headers: {},
      };
    case 'interactive': {
      const body = new URLSearchParams({ payload: JSON.stringify(outgoing.payload) }).toString();
      return { contentType: form, body, headers: {} };
    }
    case 'event': {
      const headers: Record<string, string> =
        outgoing.retry === null
          ? {}
          : {
              'X-Slack-Retry-Num': String(outgoing.retry.num),
              'X-Slack-Retry-Reason': outgoing.retry.reason,
            };
      return { contentType: 'application/json', body: JSON.stringify(outgoing.payload), headers };
    }
  }
}

export function httpTransport(options: HttpTransportOptions): AppTransport {
  // Without keep-alive: a connection kept from before a restart of the app would break the first
  // delivery after it.
  const agent = new Agent({ pipelining: 0 });
  return {
    async send(outgoing, sentAt): Promise<AppAnswer> {
      const url = options.requestUrl();
      if (url === undefined) return { ok: false, code: 'dispatch_failed', status: null };
      const { contentType, body, headers } = encode(outgoing);
      try {
        const response = await request(url, {
          method: 'POST',
          dispatcher: agent,
          signal: AbortSignal.timeout(options.ackLimitMs()),
          headers: {
            'content-type': contentType,
            ...signedHeaders(options.signingSecret, sentAt, body),
            ...headers,
          },
          body,
        });
        const text = await response.body.text();
        if (response.statusCode >= 200 && response.statusCode < 300) {
          return { ok: true, status: response.statusCode, body: text };
        }
        const noRetry = response.headers['x-slack-no-retry'] === '1';
        return { ok: false, code: 'http_error', status: response.statusCode, noRetry };
      } catch (error) {
        const timedOut = error instanceof Error && error.name === 'TimeoutError';
        return {
          ok: false,
          code: timedOut ? 'operation_timeout' : 'dispatch_failed',
          status: null,
        };
      }
    },
    close: () => agent.destroy(),
  };
}
