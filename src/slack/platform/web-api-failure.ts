import {
  SlackError,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import {
  type FailureKind,
  OutwardFailure,
  unlessFailing,
} from '../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { ChatRefusal } from '../../use-cases/ports/chat-ports.ts';

/**
 * The meaning of error codes in the body of a 200 (docs/spec/slack.md#error-codes). Any other code
 * is a refusal that a repetition would not change.
 */
const meanings = [
  ['message-gone', ['message_not_found', 'cant_update_message']],
  // Slack's own trouble.
  [
    'http',
    [
      'internal_error',
      'fatal_error',
      'service_unavailable',
      'request_timeout',
      'team_added_to_org',
    ],
  ],
  ['rate-limited', ['ratelimited', 'rate_limited']],
  [
    'unauthorized',
    ['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive'],
  ],
  ['out-of-scope', ['missing_scope']],
] as const;
/** The connection was never made. */
const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Runs one Web API call: an answer, a refusal that a repetition would not mend, or a thrown
 * `OutwardFailure`.
 */
export async function calling<T>(
  method: string,
  call: () => Promise<T>,
): Promise<Result<T, ChatRefusal>> {
  try {
    return ok(await call());
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return refuse(refusalOf(method, error));
    // Anything that Slack's client did not throw is a bug of ours, and is treated as one.
    throw error instanceof SlackError ? failureOf(method, error) : error;
  }
}

/** As `calling`, for what somebody waits for: a failure is an answer like a refusal. */
export async function attempt<T>(
  method: string,
  call: () => Promise<T>,
): Promise<Result<T, ChatRefusal | OutwardFailure>> {
  return unlessFailing(calling(method, call), refuse);
}

/** Throws the failure for a code. */
function refusalOf(method: string, error: WebAPIPlatformError): ChatRefusal {
  const { error: code, response_metadata: metadata } = error.data;
  // Something between Slack and the bot answered with a page, which Slack's client takes for a code.
  // That passes.
  if (!/^[\w.:-]{1,200}$/.test(code))
    throw failed(
      method,
      error,
      'decode',
      `the answer is not Slack's (${code.length} characters)`,
      false,
    );
  const [kind = 'rejected'] = meanings.find(([, codes]) => codes.some((one) => one === code)) ?? [];
  if (kind !== 'rejected' && kind !== 'message-gone')
    throw failed(method, error, kind, code, kind !== 'http');
  return { kind, code: [code, ...(metadata?.messages ?? [])].join(': ') };
}

function failureOf(method: string, error: SlackError): OutwardFailure {
  if (error instanceof WebAPIRateLimitedError) {
    const answer = { retryAfterMs: error.retryAfter * 1_000, httpStatus: 429 };
    return failed(method, error, 'rate-limited', 'rate limited', true, answer);
  }
  if (error instanceof WebAPIHTTPError) {
    const { statusCode: httpStatus } = error;
    return failed(method, error, 'http', `HTTP ${httpStatus}`, false, { httpStatus });
  }
  const codes = errorCodes(error);
  const isLate = codes.some(
    (code) => code.includes('TIMEOUT') || code === 'AbortError' || code === 'TimeoutError',
  );
  const isNeverConnected = codes.some((code) => neverConnected.has(code));
  return failed(method, error, isLate ? 'timeout' : 'network', codes.join(' < '), isNeverConnected);
}

function failed(
  method: string,
  cause: unknown,
  kind: FailureKind,
  what: string,
  certainlyNotDone: boolean,
  told: { readonly retryAfterMs?: number; readonly httpStatus?: number } = {},
): OutwardFailure {
  return new OutwardFailure({
    system: 'slack',
    kind,
    message: `${method}: ${what}`,
    certainlyNotDone,
    cause,
    ...told,
  });
}

/** Codes and names along the causes: fetch hides why it failed behind "fetch failed". */
function errorCodes(error: unknown): string[] {
  const codes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') codes.push(current.code);
    codes.push(current.name);
    current = current instanceof WebAPIRequestError ? current.original : current.cause;
  }
  return codes;
}
