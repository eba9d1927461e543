import { createHash, timingSafeEqual } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { KeysUnavailable, type TenantKeys } from './tenant-keys.ts';

/** Why a delivery does not count as the tenant's. Anybody can send one. */
export const deliveryRefusals = [
  'no-token',
  'unreadable-token',
  'algorithm',
  'unknown-key',
  'signature',
  'times',
  'kind',
  'issuer',
  'audience',
  'target',
  'method',
  'body',
] as const;
export type DeliveryRefusal = (typeof deliveryRefusals)[number];

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
 * @throws KeysUnavailable where the tenant's keys cannot be read
 */
export async function verifyToken(
  verifier: DeliveryVerifier,
  authorization: string | undefined,
): Promise<Result<SignedDelivery, DeliveryRefusal>> {
  const [, token] = /^bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '') ?? [];
  if (token === undefined) return refuse('no-token');
  const signed = await readSigned(verifier, token);
  if (!signed.ok) return signed;
  const claims = signed.value;
  const wrong = wrongClaim(verifier, claims);
  if (wrong !== null) return refuse(wrong);
  return ok({ bodyHash: claims.htb_s256, signedAt: new Date((claims.iat ?? 0) * 1_000) });
}

/** A valid token with another body is refused. Call this before any of the body is parsed. */
export function isBodyOf({ bodyHash }: SignedDelivery, body: Uint8Array): boolean {
  const signed = Buffer.from(typeof bodyHash === 'string' ? bodyHash : '', 'base64');
  const hash = createHash('sha256').update(body).digest();
  return signed.length === hash.length && timingSafeEqual(signed, hash);
}

async function readSigned(
  { keys, now }: DeliveryVerifier,
  token: string,
): Promise<Result<JWTPayload, DeliveryRefusal>> {
  const currentDate = now();
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      clockTolerance: clockSeconds,
      currentDate,
      requiredClaims: ['iat', 'exp', 'jti'],
      maxTokenAge: longestLifeSeconds,
    });
    return ok(payload);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw new KeysUnavailable('keys not read', { cause: error });
    return refuse(refusal);
  }
}

/** null where the tenant's keys could not be read. */
function refusalOf(error: unknown): DeliveryRefusal | null {
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm';
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown-key';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'unknown-key';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature';
  if (error instanceof errors.JWTExpired) return 'times';
  if (error instanceof errors.JWTClaimValidationFailed) return 'times';
  if (error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid)
    return 'unreadable-token';
  if (error instanceof errors.JOSENotSupported) return 'algorithm';
  return null;
}

/** The checks that no library knows of. Each names what it keeps out. */
function wrongClaim(
  { tenant, target }: DeliveryVerifier,
  claims: JWTPayload,
): DeliveryRefusal | null {
  // A token that the tenant signed for another purpose, such as a person's session.
  if (claims.c1typ !== 'wh') return 'kind';
  // Another tenant of the same vendor, whose keys may be the same.
  if (!isHostOf(claims.iss, tenant)) return 'issuer';
  // A delivery to somebody else, who passes it on.
  if (!audiencesOf(claims).some((one) => isHostOf(one, target))) return 'audience';
  if (!isAddressOf(claims.htu, target)) return 'target';
  return claims.htm === 'POST' ? null : 'method';
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
