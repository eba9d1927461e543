import { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { RateLimits, type Tier } from '../../sandbox/workspace/web-api/rate-limits.ts';

/** One call of the Web API, as Slack got it. */
export interface RecordedCall {
  readonly method: string;
  /** With blocks and metadata as values, and not as their JSON. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** The message's; null where Slack refused the call for its pace. */
  readonly ts: string | null;
}

/** What the bot calls in these tests, with Slack's tiers (docs/spec/slack.md#rate-limits). */
const tiers: Readonly<Record<string, Tier>> = {
  'chat.postMessage': 'posting',
  'chat.postEphemeral': 'tier4',
  'chat.update': 'tier3',
  'chat.delete': 'tier3',
  'users.info': 'tier4',
  'users.lookupByEmail': 'tier3',
  'views.publish': 'tier4',
  'conversations.info': 'tier3',
  'conversations.members': 'tier4',
};

/** Arguments that are sent as JSON. */
const structured: ReadonlySet<string> = new Set(['blocks', 'metadata', 'view']);

const json = z.string().transform((text): unknown => JSON.parse(text));

/**
 * Slack by the bot's clock, behind a real Web API client: it writes down every call, and refuses
 * those that come faster than it takes them.
 */
export class RecordedSlack {
  readonly calls: RecordedCall[] = [];
  readonly client: WebClient;
  /** Channels that other companies read as well. */
  readonly shared = new Set<string>();
  readonly #now: () => Date;
  readonly #limits: RateLimits;
  #count = 0;

  constructor(now: () => Date) {
    this.#now = now;
    this.#limits = new RateLimits(now);
    this.client = new WebClient('xoxb-test', {
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      fetch: (input, init) => Promise.resolve(this.#answer(String(input), init?.body)),
    });
  }

  /** Those that Slack refused for their pace. */
  get refused(): readonly RecordedCall[] {
    return this.calls.filter(({ ts }) => ts === null);
  }

  #answer(url: string, body: unknown): Response {
    const method = url.slice(url.lastIndexOf('/') + 1);
    const args = argumentsIn(typeof body === 'string' ? body : '');
    const channel = textIn(args, 'channel');
    const waitSeconds = this.#limits.retryAfterSeconds(
      { ofMethods: true, ofWorkspace: null },
      { name: method, tier: tiers[method] ?? 'none', channel },
    );
    this.#count += 1;
    const ts = `1772452800.${String(100_000 + this.#count)}`;
    const call = { method, args, at: this.#now(), ts: waitSeconds === null ? ts : null };
    this.calls.push(call);
    if (waitSeconds !== null)
      return new Response('', { status: 429, headers: { 'retry-after': String(waitSeconds) } });
    return Response.json({ ok: true, ...this.#told(method, { args, channel, ts }) });
  }

  #told(
    method: string,
    { args, channel, ts }: { args: RecordedCall['args']; channel: string; ts: string },
  ): object {
    const threadTs = textIn(args, 'thread_ts');
    switch (method) {
      case 'chat.postMessage':
        return {
          channel: /^[UW]/.test(channel) ? `D${channel}` : channel,
          ts,
          message: { ts, ...(threadTs === '' ? {} : { thread_ts: threadTs }) },
        };
      case 'chat.postEphemeral':
        return { message_ts: ts };
      case 'chat.update':
        return { channel, ts: textIn(args, 'ts') };
      case 'auth.test':
        return { team_id: 'T0ACME', url: 'https://acme.slack.com/' };
      case 'users.info':
        return { user: accountOf(textIn(args, 'user')) };
      case 'users.lookupByEmail':
        return { user: accountOf(`U0${textIn(args, 'email').split('@')[0]?.toUpperCase()}`) };
      case 'conversations.info':
        return { channel: { id: channel, is_ext_shared: this.shared.has(channel) } };
      default:
        return {};
    }
  }
}

/** `U0ANA` is Ana, with ana@acme.example. */
function accountOf(id: string): object {
  const handle = id.slice(2).toLowerCase();
  const name = `${handle.charAt(0).toUpperCase()}${handle.slice(1)}`;
  return {
    id,
    team_id: 'T0ACME',
    name: handle,
    locale: 'en-GB',
    tz: 'Etc/UTC',
    is_email_confirmed: true,
    profile: { email: `${handle}@acme.example`, real_name: name },
  };
}

function argumentsIn(body: string): RecordedCall['args'] {
  const texts = [...new URLSearchParams(body)];
  return Object.fromEntries(
    texts.map(([key, text]) => [key, structured.has(key) ? json.parse(text) : text]),
  );
}

/** A text of a call; empty where it has none of this name. */
export function textIn(args: RecordedCall['args'], key: string): string {
  const value = args[key];
  return typeof value === 'string' ? value : '';
}

/** Every text of a payload, however deep it stands, and the names of its fields. */
export function everyTextIn(payload: unknown): readonly string[] {
  if (typeof payload === 'string') return [payload];
  if (typeof payload !== 'object' || payload === null) return [];
  const parts = Object.entries(payload);
  return parts.flatMap(([key, value]) => [
    ...(Array.isArray(payload) ? [] : [key]),
    ...everyTextIn(value),
  ]);
}
