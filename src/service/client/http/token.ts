import { randomBytes } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { z } from 'zod';
import { keyInSecret, type SecretKey } from '../../../domain/outward/client-secret.ts';
import { OutwardFailure, RefusedCredentials } from '../../../domain/outward/outward-failure.ts';
import { decodeAnswer, endpoint, labelOf } from '../wire/endpoint.ts';
import { type Http, retryAfterMs } from './http.ts';

/**
 * Used if the endpoint names no lifetime; if the real one is shorter, the retry after a 401 helps.
 */
const assumedLifetimeSeconds = 300;

/** Servers refuse longer headers, and this header is sent with every call. */
const longestToken = 8 * 1_024;

const token = endpoint(
  'POST',
  '/auth/v1/token',
  z.object({
    // Other characters cannot be sent in a header.
    access_token: z
      .string()
      .regex(/^[\x21-\x7e]+$/, 'expected a token of visible ASCII characters')
      .max(longestToken, `expected a token of at most ${longestToken} characters`),
    expires_in: z.coerce
      .number('expected seconds above 0')
      .positive('expected seconds above 0')
      .nullish(),
    token_type: z.string().nullish().catch(null),
  }),
);

interface TokenSettings {
  readonly tokenUrl: URL;
  /** The tenant's host, without a port. */
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly now: () => Date;
  /** Called when the service took the secret itself, and not the proof that the bot has its key. */
  readonly onPlainSecret?: (() => void) | undefined;
}

/** What a request for a token proves itself with. */
type Proof = Readonly<Record<string, string>>;

/**
 * Credentials that are bound to a key (DPoP, RFC 9449). The bot speaks plain bearer tokens: every
 * call would fail.
 */
export class BoundCredentials extends RefusedCredentials {
  override readonly name = 'BoundCredentials';
  constructor() {
    super(
      'the credentials are bound to a key (DPoP), which the bot does not use. Make credentials without that for it, and set GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET',
    );
  }
}

/**
 * OAuth 2.0 client credentials (docs/spec/deployments.md#token). A secret that holds a key is not
 * sent: an assertion signed with the key proves it. A service that does not take assertions gets
 * the secret. Throws `OutwardFailure`, always `certainlyNotDone`: the service was not called yet.
 * Nothing of the endpoint's answer gets into a message: it may quote the secret.
 */
async function requestToken(
  http: Http,
  settings: TokenSettings,
): Promise<{ readonly token: string; readonly lifetimeMs: number }> {
  const { tenant, clientId, clientSecret, now, onPlainSecret } = settings;
  const plain = { client_secret: clientSecret };
  const key = keyInSecret(clientSecret);
  if (key === null || key === 'unreadable') return sendRequest(http, settings, plain);
  try {
    const proof = await clientAssertion(key, { clientId, tenant, now: now() });
    return await sendRequest(http, settings, proof);
  } catch (error) {
    const isRefused = error instanceof RefusedCredentials;
    if (!isRefused || error instanceof BoundCredentials) throw error;
    const issued = await sendRequest(http, settings, plain);
    onPlainSecret?.();
    return issued;
  }
}

async function sendRequest(
  http: Http,
  { tokenUrl, clientId, now }: TokenSettings,
  proof: Proof,
): Promise<{ readonly token: string; readonly lifetimeMs: number }> {
  const one = { ...token, path: tokenUrl.pathname };
  const answer = await http.send(one, {
    target: tokenUrl.pathname + tokenUrl.search,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      ...proof,
    }).toString(),
  });
  const { status } = answer;
  if (status === 400 && /\buse_dpop_nonce\b|\binvalid_dpop_proof\b/.test(answer.text))
    throw new BoundCredentials();
  if (status >= 200 && status < 300) {
    const issued = decodeAnswer(one, answer);
    if (issued.token_type?.toLowerCase() === 'dpop') throw new BoundCredentials();
    return {
      token: issued.access_token,
      lifetimeMs: (issued.expires_in ?? assumedLifetimeSeconds) * 1000,
    };
  }
  const message = `${labelOf(one)}: HTTP ${status}`;
  if ([400, 401, 403].includes(status))
    throw new RefusedCredentials(`${message}; ${lookAtCredentials}`, status);
  throw new OutwardFailure({
    system: 'governance',
    kind: status === 429 ? 'rate-limited' : 'http',
    message,
    certainlyNotDone: true,
    httpStatus: status,
    retryAfterMs: retryAfterMs(answer, now()),
  });
}

const lookAtCredentials =
  'the service refuses the client id or secret: look at GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET';

const longestMarginMs = 60_000;
const pauseAfterFailureMs = 5_000;

export interface TokenSource {
  /** A valid token. Throws what `requestToken` throws. */
  current(): Promise<string>;
  /**
   * Drops a token that the service refused. False if no other one may be had yet: the service has
   * just refused another one as well.
   */
  refused(token: string): boolean;
  /** The current and the previous token, for redaction. */
  known(): readonly string[];
  /** Why there is no token; null if the service has not refused the credentials since the last. */
  refusal(): RefusedCredentials | null;
}

/**
 * Keeps one token and renews it before it expires: a minute before, or after four fifths of a short
 * lifetime. One request is in flight, however many callers wait. If a renewal fails while the old
 * token is valid, callers get the old one, and the renewal is tried again after 5 s. Credentials
 * that the service refuses are not sent again for 5 s either, however many calls need a token.
 */
export function createTokenSource(http: Http, settings: TokenSettings): TokenSource {
  const nowMs = () => settings.now().getTime();
  let lease = { token: '', renewAtMs: 0, endsAtMs: 0 };
  let previous = '';
  let inFlight: Promise<string> | null = null;
  let refusal: RefusedCredentials | null = null;
  let refusedUntilMs = 0;
  /** Until then, a token that replaced a refused one is not replaced again. */
  let replacedUntilMs = 0;

  async function renew(): Promise<string> {
    const askedAtMs = nowMs();
    try {
      const { token: issued, lifetimeMs } = await requestToken(http, settings);
      refusal = null;
      previous = lease.token || previous;
      const endsAtMs = askedAtMs + lifetimeMs;
      lease = {
        token: issued,
        renewAtMs: endsAtMs - Math.min(longestMarginMs, lifetimeMs / 5),
        endsAtMs,
      };
    } catch (error) {
      if (error instanceof RefusedCredentials) {
        refusal = error;
        refusedUntilMs = nowMs() + pauseAfterFailureMs;
      }
      if (nowMs() >= lease.endsAtMs) throw error;
      lease.renewAtMs = Math.min(nowMs() + pauseAfterFailureMs, lease.endsAtMs);
    } finally {
      inFlight = null;
    }
    return lease.token;
  }

  return {
    async current() {
      if (nowMs() < lease.renewAtMs) return lease.token;
      if (refusal !== null && nowMs() < refusedUntilMs) throw refusal;
      inFlight ??= renew();
      return inFlight;
    },
    refused(token) {
      if (lease.token !== token) return true;
      if (nowMs() < replacedUntilMs) return false;
      replacedUntilMs = nowMs() + pauseAfterFailureMs;
      previous = token;
      lease = { token: '', renewAtMs: 0, endsAtMs: 0 };
      return true;
    },
    known: () => [lease.token, previous],
    refusal: () => (nowMs() < lease.endsAtMs ? null : refusal),
  };
}

const lifeSeconds = 120;
const nonceBytes = 16;

/**
 * Proves that the bot has the key of its credentials, without sending it
 * (docs/spec/deployments.md#token): the fields of the token request that take the place of the
 * secret.
 *
 * @param tenant the host of the tenant, without a port
 */
async function clientAssertion(
  key: SecretKey,
  { clientId, tenant, now }: { clientId: string; tenant: string; now: Date },
): Promise<Readonly<Record<string, string>>> {
  const seconds = Math.floor(now.getTime() / 1_000);
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA', nonce: randomBytes(nonceBytes).toString('hex') })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tenant)
    .setIssuedAt(seconds)
    .setNotBefore(seconds - lifeSeconds)
    .setExpirationTime(seconds + lifeSeconds)
    .sign(await importJWK(key, 'EdDSA'));
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
}
