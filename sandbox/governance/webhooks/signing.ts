import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** The algorithms with which deployments sign deliveries. */
export const algorithms = ['EdDSA', 'RS256', 'ES256'] as const;
export type Algorithm = (typeof algorithms)[number];

interface KeyPair {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function newKeyPair(algorithm: Algorithm): KeyPair {
  const kid = randomBytes(6).toString('base64url');
  if (algorithm === 'RS256') return { kid, ...generateKeyPairSync('rsa', { modulusLength: 2048 }) };
  if (algorithm === 'ES256') return { kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  return { kid, ...generateKeyPairSync('ed25519') };
}

/** The keys of a tenant, one for each algorithm. */
export class SigningKeys {
  readonly #pairs = new Map<Algorithm, KeyPair>();

  #pair(algorithm: Algorithm): KeyPair {
    const known = this.#pairs.get(algorithm) ?? newKeyPair(algorithm);
    this.#pairs.set(algorithm, known);
    return known;
  }

  /** New keys in the place of the old ones. */
  rotate(): void {
    this.#pairs.clear();
  }

  /** The public keys, as RFC 7517 writes them. */
  published(): object {
    const keys = algorithms.map((algorithm) => {
      const { kid, publicKey } = this.#pair(algorithm);
      return { ...publicKey.export({ format: 'jwk' }), kid, alg: algorithm, use: 'sig' };
    });
    return { keys };
  }

  /** A compact JWT with these claims. */
  token(claims: object, { algorithm, kid }: { algorithm: Algorithm; kid?: string }): string {
    const pair = this.#pair(algorithm);
    return signed(claims, { alg: algorithm, kid: kid ?? pair.kid }, pair.privateKey);
  }
}

/** A token that no key signed. */
export function unsignedToken(claims: object): string {
  return `${part({ alg: 'none', typ: 'JWT' })}.${part(claims)}.`;
}

/** A token of somebody who has another key of the same algorithm, and names the tenant's. */
export function foreignToken(claims: object, keys: object): string {
  const { kid } = firstKey(keys);
  const { privateKey } = newKeyPair('EdDSA');
  return signed(claims, { alg: 'EdDSA', kid }, privateKey);
}

function firstKey(published: object): { readonly kid: string } {
  const { keys } = Object(published);
  return { kid: String(keys?.[0]?.kid ?? '') };
}

function signed(
  claims: object,
  header: { readonly alg: Algorithm; readonly kid: string },
  key: KeyObject,
): string {
  const input = `${part({ ...header, typ: 'JWT' })}.${part(claims)}`;
  const bytes = Buffer.from(input);
  // Ed25519 has a digest of its own.
  const digest = header.alg === 'EdDSA' ? null : 'sha256';
  const isEcdsa = header.alg === 'ES256';
  const signature = sign(digest, bytes, isEcdsa ? { key, dsaEncoding: 'ieee-p1363' } : key);
  return `${input}.${signature.toString('base64url')}`;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** SHA-256 in padded base64, as `htb_s256` and `Content-Digest` have it. */
export function digestOf(body: string): string {
  return createHash('sha256').update(body).digest('base64');
}
