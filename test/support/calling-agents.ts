import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { signingSecret } from './bot-environment.ts';
import type { BotWorld } from './bot-world.ts';

/** Versions of the protocol that connect differently: by `initialize`, and without. */
export const eras = ['2025', '2026'] as const;
export type Era = (typeof eras)[number];

export const mcpUrl = (world: Pick<BotWorld, 'eventsUrl'>): URL => new URL('/mcp', world.eventsUrl);

/** The headers with which Slack sends this body to an app with the secret. */
export function slackHeaders(
  body: string,
  { secret = signingSecret, ageSeconds = 0 } = {},
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${digest}`,
  };
}

/** The SDK's own client. @param headersOf what it sends beside its own, of a body */
export async function connectAgent(
  world: Pick<BotWorld, 'eventsUrl'>,
  era: Era,
  headersOf: (body: string) => Record<string, string>,
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(mcpUrl(world), {
    fetch: (url, init = {}) => {
      const body = typeof init.body === 'string' ? init.body : '';
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries(headersOf(body))) headers.set(name, value);
      return fetch(url, { ...init, headers });
    },
  });
  const client = new Client(
    { name: 'a test', version: '1' },
    era === '2026' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(transport);
  return client;
}

/** As Slackbot calls for a person: Slack signs it, and names them. */
export const fromSlackbot = (world: Pick<BotWorld, 'eventsUrl'>, era: Era): Promise<Client> =>
  connectAgent(world, era, (body) => slackHeaders(body));

/** Whom Slack names in a call. */
export function slackMeta(userId: string, teamId = 'T0ACME'): { slack: object } {
  return { slack: { user_id: userId, team_id: teamId } };
}

/** The text of an answer, and whether it is a refusal. */
export function answerText({ content, isError }: CallToolResult): {
  readonly text: string;
  readonly isRefused: boolean;
} {
  const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('');
  return { text, isRefused: isError === true };
}

/** What an answer tells. */
export const answerOf = (answer: CallToolResult): unknown => JSON.parse(answerText(answer).text);

/** A call without a client, to the letter. */
export function callBody(tool: string, meta: object, input: object = {}): string {
  const params = { name: tool, arguments: input, _meta: meta };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

/** The status of the answer to a request that is sent to the letter, whatever its headers. */
export function statusOf(
  world: Pick<BotWorld, 'eventsUrl'>,
  body: string,
  headers: Record<string, string>,
): Promise<number> {
  const answered = Promise.withResolvers<number>();
  const sent = request(mcpUrl(world), { method: 'POST', headers }, (answer) => {
    answer.resume();
    answered.resolve(answer.statusCode ?? 0);
  });
  // The bot does not read a body that it refuses.
  sent.on('error', answered.reject);
  sent.end(body);
  return answered.promise;
}
