/** Whether the tenant sent a delivery. What is not verified is never answered. */
import { createHash, timingSafeEqual } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { ok, type Result, refuse } from '../../domain/result.ts';

/** How long an answer may take, and be. */
const timeoutMs = 5_000;
const answerLimitBytes = 256 * 1024;
/** After a failure the tenant is left alone for so long, however many deliveries come. */
const pauseAfterFailureMs = 10_000;

type TenantKeys = ReturnType<typeof createRemoteJWKSet>;

/** The tenant's keys could not be read, so nobody can tell whether a delivery is the tenant's. */
class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * The keys with which the tenant signs deliveries (docs/spec/deployments.md#webhooks). Read from
 * the tenant alone, redirects are not followed; kept for ten minutes. A token that names an unknown
 * key has them read again at most every 30 seconds.
 *
 * @param origin of the tenant, such as https://acme.example
 */
export function createTenantKeys(
  origin: string,
  { now, fetch = globalThis.fetch }: { now: () => number; fetch?: typeof globalThis.fetch },
): TenantKeys {
  let failedAtMs = Number.NEGATIVE_INFINITY;
  const fetchKeys: FetchImplementation = async (url, options) => {
    if (now() - failedAtMs < pauseAfterFailureMs) throw new KeysUnavailable();
    try {
      return await boundedAnswer(await fetch(url, options));
    } catch (cause) {
      failedAtMs = now();
      throw new KeysUnavailable('the tenant’s keys cannot be read', { cause });
    }
  };
  return createRemoteJWKSet(new URL('/auth/v1/jwks', origin), {
    timeoutDuration: timeoutMs,
    [customFetch]: fetchKeys,
  });
}

/** The answer, read up to the limit: an endless one would fill the memory. */
async function boundedAnswer(answer: Response): Promise<Response> {
  if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > answerLimitBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status: 200 });
}

/**
 * Why a delivery does not count as the tenant's. Anybody can send one; all but `forged` may also
 * come of a setting or a clock that is wrong here.
 */
type DeliveryRefusal = 'forged' | 'times' | 'issuer' | 'address' | 'keys-unavailable';

/** Symmetric algorithms and `none` would let anybody sign. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];
/** How far the tenant's clock and ours may be apart. */
const clockSeconds = 60;
/** A token lives for three minutes; one that says more is not the tenant's. */
const longestLifeSeconds = 10 * 60;

export interface DeliveryVerifier {
  /** Host of the tenant, with its port where it has one. */
  readonly tenant: Pick<URL, 'host' | 'hostname'>;
  /** Where the tenant sends deliveries, as it knows the address: the bot may be behind a proxy. */
  readonly target: URL;
  readonly keys: TenantKeys;
  readonly now: () => Date;
}

/** The parts of a delivery that the tenant signed. */
export interface SignedDelivery {
  /** The claim with the hash of the body, unchecked. */
  readonly bodyHash: unknown;
  readonly signedAt: Date;
}

/**
 * Whether the tenant signed a delivery to this address a moment ago
 * (docs/spec/deployments.md#webhooks). Only the header is needed, so no byte of a body is read for
 * anybody else.
 *
 * @param authorization the header as it came
 */
export async function verifyToken(
  { tenant, target, keys, now }: DeliveryVerifier,
  authorization: string | undefined,
): Promise<Result<SignedDelivery, DeliveryRefusal>> {
  const [, token] = /^bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return refuse('forged');
  const options = {
    algorithms,
    clockTolerance: clockSeconds,
    currentDate: now(),
    requiredClaims: ['iat', 'exp', 'jti'],
    maxTokenAge: longestLifeSeconds,
  };
  const verdict = await jwtVerify(token, keys, options).catch(refusalOf);
  if (typeof verdict === 'string') return refuse(verdict);
  const claims = verdict.payload;
  // No library knows of the checks that follow. A token that the tenant signed for another purpose,
  // such as a person's session:
  if (claims.c1typ !== 'wh' || claims.htm !== 'POST') return refuse('forged');
  // Another tenant of the same vendor, whose keys may be the same:
  if (!isHostOf(claims.iss, tenant)) return refuse('issuer');
  // A delivery to somebody else, who passes it on:
  const isForUs = audiencesOf(claims).some((one) => isHostOf(one, target));
  if (!isForUs || !isAddressOf(claims.htu, target)) return refuse('address');
  return ok({ bodyHash: claims.htb_s256, signedAt: new Date((claims.iat ?? 0) * 1_000) });
}

/** A valid token with another body is refused. Call this before any of the body is parsed. */
export function isBodyOf({ bodyHash }: SignedDelivery, body: Uint8Array): boolean {
  const signed = Buffer.from(typeof bodyHash === 'string' ? bodyHash : '', 'base64');
  const hash = createHash('sha256').update(body).digest();
  return signed.length === hash.length && timingSafeEqual(signed, hash);
}

const untimely = [errors.JWTExpired, errors.JWTClaimValidationFailed];
const forgeries = [
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JWSSignatureVerificationFailed,
  errors.JWSInvalid,
  errors.JWTInvalid,
];

/** Any other error means that the tenant's keys could not be read. */
function refusalOf(error: unknown): DeliveryRefusal {
  if (untimely.some((kind) => error instanceof kind)) return 'times';
  return forgeries.some((kind) => error instanceof kind) ? 'forged' : 'keys-unavailable';
}

function isHostOf(claim: unknown, { host, hostname }: Pick<URL, 'host' | 'hostname'>): boolean {
  const claimedHost = typeof claim === 'string' ? claim.toLowerCase() : '';
  return claimedHost === host || claimedHost === hostname;
}

/** The tenant may write the host with capitals, as its administrator did. */
function isAddressOf(claim: unknown, target: URL): boolean {
  const claimedUrl = typeof claim === 'string' ? URL.parse(claim) : null;
  return claimedUrl !== null && claimedUrl.href === `${target.origin}${target.pathname}`;
}

/** The library declares the type of the claim but does not check it: it may be a number. */
function audiencesOf({ aud }: JWTPayload): readonly unknown[] {
  return Array.isArray(aud) ? aud : [aud];
}
