import {
  SlackError,
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from '@slack/web-api';
import {
  type FailureKind,
  NotTaken,
  OutwardFailure,
  unlessFailing,
} from '../../domain/outward/outward-failure.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { ChatRefusal } from '../../use-cases/ports/contents/chat-refusal.ts';

/**
 * What each of Slack's codes is about. A code of a place, a person or a payload is an answer: the
 * same call would get it again. A code that is in no list may be about anything: it is thrown as
 * `NotTaken`, which is tried again, and counts against the workspace once a second, unrelated
 * subject fails alike.
 */
const codesAbout = [
  {
    about: 'message',
    means: 'message-gone',
    codes: ['message_not_found', 'thread_not_found'],
  },
  {
    about: 'message',
    means: 'message-fixed',
    codes: ['cant_update_message', 'edit_window_closed'],
  },
  {
    about: 'message',
    means: 'rejected',
    codes: [
      'cant_delete_message',
      'not_found',
      'hash_conflict',
      'invalid_trigger_id',
      'expired_trigger_id',
      'exchanged_trigger_id',
    ],
  },
  {
    about: 'place',
    means: 'rejected',
    codes: [
      'channel_not_found',
      'is_archived',
      'not_in_channel',
      'user_not_in_channel',
      'method_not_supported_for_channel_type',
      'restricted_action',
      'restricted_action_read_only_channel',
      'restricted_action_thread_only_channel',
      'restricted_action_thread_locked',
      'restricted_action_non_threadable_channel',
      'messages_tab_disabled',
    ],
  },
  // No other code says that Slack knows nobody by this id or email.
  {
    about: 'absent person',
    means: 'rejected',
    codes: ['user_not_found', 'users_not_found', 'user_not_visible'],
  },
  { about: 'person', means: 'rejected', codes: ['user_disabled', 'cannot_dm_bot'] },
  {
    about: 'payload',
    means: 'rejected',
    codes: [
      'invalid_blocks',
      'invalid_blocks_format',
      'msg_blocks_too_long',
      'msg_too_long',
      'no_text',
      'invalid_arguments',
      'view_too_large',
      'metadata_too_large',
    ],
  },
  {
    about: 'operation',
    means: 'out-of-scope',
    codes: ['missing_scope', 'not_allowed_token_type', 'unknown_method', 'method_deprecated'],
  },
  { about: 'workspace', means: 'rate-limited', codes: ['ratelimited', 'rate_limited'] },
  {
    about: 'workspace',
    means: 'unauthorized',
    codes: ['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive'],
  },
  // Slack's own trouble.
  {
    about: 'workspace',
    means: 'http',
    codes: [
      'internal_error',
      'fatal_error',
      'service_unavailable',
      'request_timeout',
      'team_added_to_org',
    ],
  },
] as const;

function rowOf(code: string) {
  return codesAbout.find(({ codes }) => codes.some((one) => one === code));
}

/** The connection was never made. */
const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Runs one Web API call: an answer, a refusal that a repetition would not mend, or a thrown
 * `OutwardFailure`. `about`: the place or the person that the call is about, where there is one.
 */
export async function calling<T>(
  method: string,
  call: () => Promise<T>,
  about: string = method,
): Promise<Result<T, ChatRefusal>> {
  try {
    return ok(await call());
  } catch (error) {
    if (error instanceof WebAPIPlatformError) return refuse(refusalOf(method, error, about));
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

/**
 * As `calling`, about somebody: null where Slack knows nobody by this id or email. Any other
 * refusal leaves the question open, so it is thrown.
 */
export async function askingAbout<T>(
  method: string,
  call: () => Promise<T>,
  about: string,
): Promise<T | null> {
  const answer = await calling(method, call, about);
  if (answer.ok) return answer.value;
  const { code } = answer.refusal;
  if (rowOf(code)?.about === 'absent person') return null;
  throw new NotTaken(method, code);
}

/** Throws the failure for a code that is no answer. */
function refusalOf(method: string, error: WebAPIPlatformError, about: string): ChatRefusal {
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
  const kind = rowOf(code)?.means;
  if (kind === undefined) throw new NotTaken(method, code, about);
  if (kind !== 'rejected' && kind !== 'message-gone' && kind !== 'message-fixed')
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
