import { type Logger, WebClient, type WebClientOptions } from '@slack/web-api';
import type { Place } from '../../domain/message/place.ts';

/** One call of a method of Slack's, whether it was answered or not. */
interface SlackCall {
  readonly method: string;
  /** `ok`, Slack's error, an HTTP status, or `no-answer`. */
  readonly outcome: string;
  readonly durationMs: number;
}

export interface WebClientSettings {
  readonly botToken: string;
  readonly apiUrl: string;
  readonly logger: Logger;
  /** Told of every call, with what became of it. */
  readonly called?: (call: SlackCall) => void;
  /** Told of every answer: null, or what it says against Slack as a whole. */
  readonly heard?: (trouble: string | null) => void;
  /**
   * Told of the first answer that refuses the token, and of the next such one after Slack took it.
   */
  readonly tokenRefused?: (code: string) => void;
  /**
   * Waits after a 429, and tells whether the call is sent again. Absent = it is not: the queue
   * repeats it.
   */
  readonly waits?: (ms: number) => Promise<boolean>;
  /** Cuts off calls that are under way. */
  readonly callsEnd?: AbortSignal;
}

/**
 * fetch, with two things mended that Slack's client does not see: an answer is read to its end
 * here, because one that is cut further on would look like a bug of ours; and a 429 always says how
 * long to wait, which one from something in between does not.
 */
async function wholeAnswer(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(input, init);
  const { status, statusText } = response;
  const body = await response.arrayBuffer();
  const headers = new Headers(response.headers);
  if (status === 429 && !/^\d+$/.test(headers.get('retry-after') ?? ''))
    headers.set('retry-after', '1');
  return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
}

/** Answers of Slack that no other call would fare better with. */
const troubleCodes =
  /^\{"ok":false,"error":"(invalid_auth|not_authed|token_revoked|token_expired|account_inactive|internal_error|fatal_error|service_unavailable)"/;

/** Those of them that only another token mends. */
const tokenCodes = /^(invalid_auth|not_authed|token_\w+|account_inactive)$/;

/** Sends again what Slack limits, as often as `waits` says. Each time has a timeout of its own. */
function patient(
  send: typeof fetch,
  waits: (ms: number) => Promise<boolean>,
  timeoutMs: number,
): typeof fetch {
  return async (input, init) => {
    for (;;) {
      const answer = await send(input, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      if (answer.status !== 429) return answer;
      const seconds = Number(answer.headers.get('retry-after'));
      if (!(await waits(seconds * 1_000))) return answer;
    }
  };
}

/** Until the process stops. */
function untilCallsEnd(send: typeof fetch, callsEnd: AbortSignal): typeof fetch {
  return (input, init) => {
    const signal = AbortSignal.any([callsEnd, ...(init?.signal ? [init.signal] : [])]);
    return send(input, { ...init, signal });
  };
}

/** The last part of the address is the method. */
function methodOf(input: Parameters<typeof fetch>[0]): string {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  return pathname.slice(pathname.lastIndexOf('/') + 1);
}

const errorOf = /^\{"ok":false,"error":"(\w+)"/;

function outcomeOf({ ok, status }: Response, body: string): string {
  return ok ? (errorOf.exec(body)?.[1] ?? 'ok') : String(status);
}

function fetchAndTell(
  { called, heard, tokenRefused, waits, callsEnd }: Omit<WebClientSettings, 'botToken' | 'apiUrl'>,
  timeoutMs: number,
): typeof fetch {
  let isRefused = false;
  const sendOnce = callsEnd === undefined ? wholeAnswer : untilCallsEnd(wholeAnswer, callsEnd);
  const send = waits === undefined ? sendOnce : patient(sendOnce, waits, timeoutMs);
  return async (input, init) => {
    const startedMs = performance.now();
    const tell = (outcome: string) =>
      called?.({ method: methodOf(input), outcome, durationMs: performance.now() - startedMs });
    try {
      const answer = await send(input, init);
      const body = await answer.clone().text();
      tell(outcomeOf(answer, body));
      const [, code] = troubleCodes.exec(body) ?? [];
      const wasRefused = isRefused;
      isRefused = code !== undefined && tokenCodes.test(code);
      if (code !== undefined && isRefused && !wasRefused) tokenRefused?.(code);
      heard?.(
        answer.status >= 500
          ? `answers ${answer.status}`
          : code === undefined
            ? null
            : `answers ${code}`,
      );
      return answer;
    } catch (error) {
      tell('no-answer');
      heard?.('does not answer');
      throw error;
    }
  };
}

/**
 * For what a person is waiting for in front of a modal: quick or not at all, because a trigger
 * lives 3 s.
 */
export const interactiveOptions = (
  settings: Omit<WebClientSettings, 'botToken'>,
): WebClientOptions => optionsWith(settings, { timeout: 2_000 });

const optionsWith = (
  settings: Omit<WebClientSettings, 'botToken'>,
  { timeout }: { readonly timeout: number },
): WebClientOptions => ({
  // Repeating is the queue's business: it survives a restart and obeys Retry-After without holding
  // up other methods.
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  fetch: fetchAndTell(settings, timeout),
  slackApiUrl: settings.apiUrl,
  logger: settings.logger,
  timeout,
});

/** For what jobs do, and for what is asked about people. */
export function backgroundClient(settings: WebClientSettings): WebClient {
  return new WebClient(settings.botToken, optionsWith(settings, { timeout: 10_000 }));
}

/** What `auth.test` says of the workspace that the bot is installed in. */
interface ToldWorkspace {
  readonly url?: string | undefined;
  readonly is_enterprise_install?: boolean | undefined;
}

/** An organisation on Enterprise Grid has one of its own, beside those of its workspaces. */
const ofOrganisation = /\.enterprise\.(?:slack|slack-gov)\.com$/;

/**
 * The address of the workspace, as Slack told it last. By it the bot makes the links to its messages
 * itself (docs/spec/slack.md#accounts).
 */
export class WorkspaceAddress {
  #origin: string | null = null;

  heard({ url = '', is_enterprise_install: isOrganisations = false }: ToldWorkspace): void {
    const address = URL.parse(url);
    const isOwn =
      address !== null &&
      /^https?:$/.test(address.protocol) &&
      !isOrganisations &&
      !ofOrganisation.test(address.hostname);
    this.#origin = isOwn ? address.origin : null;
  }

  /**
   * The link to a message, as `chat.getPermalink` tells it; null where the address is not known.
   *
   * @param threadTs the message in whose thread it stands; null = right in the channel
   */
  linkTo({ channel, ts }: Place, threadTs: string | null): string | null {
    if (this.#origin === null) return null;
    const link = `${this.#origin}/archives/${channel}/p${ts.replace('.', '')}`;
    return threadTs === null ? link : `${link}?thread_ts=${threadTs}&cid=${channel}`;
  }
}
