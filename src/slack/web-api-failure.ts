import {
  SlackError,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import { type FailureKind, OutwardFailure } from '../domain/outward-failure.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { ChatRefusal } from '../use-cases/chat-ports.ts';

const channelCodes: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'restricted_action',
  'restricted_action_read_only_channel',
]);
const personCodes: ReadonlySet<string> = new Set([
  'user_not_found',
  'users_not_found',
  'user_not_in_channel',
  'cannot_dm_bot',
  'user_disabled',
  'user_is_bot',
]);
/** Slack's own trouble, said in the body of a 200 (slack.md, M). */
const passingCodes: ReadonlySet<string> = new Set([
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);
/** The same as a 429, said in the body of a 200. */
const rateCodes: ReadonlySet<string> = new Set(['ratelimited', 'rate_limited']);
const credentialCodes: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
  'missing_scope',
]);
/** The connection was never made. */
const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Runs one Web API call: an answer, a refusal that a repetition would not mend, or a thrown `OutwardFailure`. */
export async function calling<T>(method: string, call: () => Promise<T>): Promise<Result<T, ChatRefusal>> {
  try {
    return ok(await call());
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== null) return refuse(refusal);
    // Anything that Slack's client did not throw is a bug of ours, and is treated as one.
    throw error instanceof SlackError ? failureOf(method, error) : error;
  }
}

/** As `calling`, for what somebody waits for: a failure is an answer like a refusal. */
export async function attempt<T>(
  method: string,
  call: () => Promise<T>,
): Promise<Result<T, ChatRefusal | OutwardFailure>> {
  try {
    return await calling(method, call);
  } catch (error) {
    if (error instanceof OutwardFailure) return refuse(error);
    throw error;
  }
}

/** Slack's client takes a page in place of an answer for a code: it comes from something in between, and passes. */
function isCode(code: string): boolean {
  return /^[\w.:-]{1,200}$/.test(code);
}

function refusalOf(error: unknown): ChatRefusal | null {
  if (!(error instanceof WebAPIPlatformError)) return null;
  const code = error.data.error;
  if (!isCode(code) || passingCodes.has(code) || rateCodes.has(code) || credentialCodes.has(code)) return null;
  if (channelCodes.has(code)) return { kind: 'channel-unavailable', code };
  if (code === 'message_not_found' || code === 'cant_update_message') return { kind: 'message-gone' };
  if (personCodes.has(code)) return { kind: 'person-unavailable', code };
  const where = error.data.response_metadata?.messages?.join('; ');
  return { kind: 'rejected', code: where === undefined ? code : `${code}: ${where}` };
}

function failureOf(method: string, error: unknown): OutwardFailure {
  const failed = (
    kind: FailureKind,
    what: string,
    certainlyNotDone: boolean,
    told: { readonly retryAfterMs?: number; readonly httpStatus?: number } = {},
  ) =>
    new OutwardFailure({
      system: 'slack',
      kind,
      message: `${method}: ${what}`,
      certainlyNotDone,
      cause: error,
      ...told,
    });
  if (error instanceof WebAPIRateLimitedError) {
    const told = { retryAfterMs: error.retryAfter * 1_000, httpStatus: 429 };
    return failed('rate-limited', 'rate limited', true, told);
  }
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error;
    if (!isCode(code)) return failed('decode', `the answer is not Slack's (${code.length} characters)`, false);
    const kind = credentialCodes.has(code) ? 'unauthorized' : rateCodes.has(code) ? 'rate-limited' : 'http';
    return failed(kind, code, kind !== 'http');
  }
  if (error instanceof WebAPIHTTPError) {
    return failed('http', `HTTP ${error.statusCode}`, false, { httpStatus: error.statusCode });
  }
  const codes = errorCodes(error);
  const isLate = codes.some((code) => code.includes('TIMEOUT') || code === 'AbortError' || code === 'TimeoutError');
  const isNeverConnected = codes.some((code) => neverConnected.has(code));
  return failed(isLate ? 'timeout' : 'network', codes.join(' < ') || 'no answer', isNeverConnected);
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
