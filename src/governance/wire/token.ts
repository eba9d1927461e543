import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward-failure.ts';
import { describeIssues } from './decode.ts';
import { type Http, type HttpAnswer, retryAfterMs, TransportFailure } from './http.ts';

/** Used if the endpoint names no lifetime; if the real one is shorter, the retry after a 401 helps. */
const assumedLifetimeSeconds = 300;

const tokenAnswer = z.object({
  // Other characters cannot be sent in a header.
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
/** RFC 6749, 5.2. No other value gets into a message: an endpoint may quote what it was sent, the secret included. */
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
 * OAuth 2.0 client credentials, sent in the form body (deployments.md, Token). Throws `OutwardFailure`, always
 * `certainlyNotDone`: the service was not called yet. Of the endpoint's answer, only its error code gets into a message.
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

/** An access token and its lifetime, counted from the moment it was requested. */
interface IssuedToken {
  readonly token: string;
  readonly lifetimeMs: number;
}

interface TokenSource {
  /** A valid token. Throws what `request` throws. */
  current(): Promise<string>;
  /** Drops a token that the service refused. */
  refused(token: string): void;
  /** The current and the previous token, for redaction. */
  known(): readonly string[];
}

const longestMarginMs = 60_000;
const pauseAfterFailureMs = 5_000;

/**
 * Keeps one token and renews it before it expires: a minute before, or after four fifths of a short lifetime. One request is in
 * flight, however many callers wait. If a renewal fails while the old token is valid, callers get the old one, and the renewal is
 * tried again after 5 s.
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
