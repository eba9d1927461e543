import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward-failure.ts';
import { describeIssues } from './decode.ts';
import { type Http, type HttpAnswer, retryAfterMs, TransportFailure } from './http.ts';

/** Used where the endpoint names no lifetime; the retry after a 401 covers what is shorter. */
const assumedLifetimeSeconds = 300;

const tokenAnswer = z.object({
  // Anything else could not be written into a header.
  access_token: z.string().regex(/^[\x21-\x7e]+$/, 'expected a token of visible ASCII characters'),
  token_type: z
    .string()
    .regex(/^bearer$/i, 'expected Bearer')
    .nullish(),
  expires_in: z
    .union([z.number(), z.string()], 'expected seconds above 0')
    .transform(Number)
    .refine((seconds) => seconds > 0 && Number.isFinite(seconds), 'expected seconds above 0')
    .nullish(),
});
/** RFC 6749, 5.2. Only these are repeated: an endpoint that quotes what it was sent could put the secret here. */
const oauthError = z.object({
  error: z.enum([
    'invalid_request',
    'invalid_client',
    'invalid_grant',
    'unauthorized_client',
    'unsupported_grant_type',
    'invalid_scope',
  ]),
});

/**
 * OAuth 2.0 client credentials, sent in the form body (deployments.md, Token). Throws `OutwardFailure`, always certainly not done: nothing
 * was asked of the service yet. Neither the secret nor anything the endpoint wrote, except its error code, gets into a message.
 */
export async function requestToken(
  http: Http,
  settings: { target: string; clientId: string; clientSecret: string; now: () => Date },
  report: (answer: HttpAnswer) => void,
): Promise<IssuedToken> {
  let answer: HttpAnswer;
  try {
    answer = await http.send({
      method: 'POST',
      target: settings.target,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
      }).toString(),
    });
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    throw tokenFailure(error.kind, error.message, { cause: error });
  }
  report(answer);
  const { status } = answer;
  if (status >= 200 && status < 300) return readToken(answer);
  const code = oauthError.safeParse(readJson(answer.text)).data?.error;
  const refused = status === 400 || status === 401 || status === 403;
  throw tokenFailure(
    refused ? 'unauthorized' : status === 429 ? 'rate-limited' : 'http',
    `HTTP ${status}${code === undefined ? '' : ` ${code}`}`,
    { httpStatus: status, retryAfterMs: retryAfterMs(answer.headers['retry-after'], settings.now()) },
  );
}

function readToken(answer: HttpAnswer): IssuedToken {
  const read = tokenAnswer.safeParse(readJson(answer.text));
  if (!read.success) throw tokenFailure('decode', describeIssues(read.error), { httpStatus: answer.status });
  return {
    token: read.data.access_token,
    lifetimeMs: (read.data.expires_in ?? assumedLifetimeSeconds) * 1000,
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tokenFailure(
  kind: OutwardFailure['kind'],
  what: string,
  more: { cause?: unknown; httpStatus?: number; retryAfterMs?: number | null },
): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind,
    message: `token endpoint: ${what}`,
    certainlyNotDone: true,
    ...more,
  });
}

/** An access token and how long it lives from the moment it was asked for. */
interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

interface TokenSource {
  /** A token that is good for now. Throws what `request` throws. */
  current(): Promise<string>;
  /** The service refused this token: do not hand it out again. */
  refused(token: string): void;
  /** The tokens that may still be about, for redaction. */
  known(): readonly string[];
}

const longestMarginMs = 60_000;
const pauseAfterFailureMs = 5_000;

/**
 * Keeps one token and renews it ahead of its end: a minute before, or at four fifths of a short life. However many callers ask,
 * one request is in flight. While the old token still lives, a renewal that fails is not the caller's problem, and is tried
 * again after 5 s.
 */
export function createTokenSource(request: () => Promise<IssuedToken>, now: () => Date): TokenSource {
  let held: { token: string; renewAtMs: number; endsAtMs: number } | null = null;
  let previous: string | null = null;
  let inFlight: Promise<string> | null = null;

  async function renew(): Promise<string> {
    const askedAtMs = now().getTime();
    const issued = await request();
    previous = held?.token ?? previous;
    const marginMs = Math.min(longestMarginMs, issued.lifetimeMs / 5);
    held = {
      token: issued.token,
      renewAtMs: askedAtMs + issued.lifetimeMs - marginMs,
      endsAtMs: askedAtMs + issued.lifetimeMs,
    };
    return issued.token;
  }

  function renewOnce(): Promise<string> {
    inFlight ??= renew().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  return {
    async current() {
      if (held !== null && now().getTime() < held.renewAtMs) return held.token;
      try {
        return await renewOnce();
      } catch (error) {
        const atMs = now().getTime();
        if (held === null || atMs >= held.endsAtMs) throw error;
        held.renewAtMs = Math.max(held.renewAtMs, Math.min(atMs + pauseAfterFailureMs, held.endsAtMs));
        return held.token;
      }
    },
    refused(token) {
      if (held?.token !== token) return;
      previous = token;
      held = null;
    },
    known: () => [held?.token, previous].filter((token) => typeof token === 'string'),
  };
}
