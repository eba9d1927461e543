import { z } from 'zod';

/** A private Ed25519 key (RFC 8037). */
const privateKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  d: z.string().min(1),
  x: z.string().min(1),
});
export type SecretKey = Readonly<z.output<typeof privateKey>>;

/**
 * The private key inside a client secret (docs/spec/deployments.md#token): four parts with colons
 * between, the last one a key in base64url. null for a secret of any other form; `unreadable` for
 * one of this form whose key cannot be read.
 */
export function keyInSecret(secret: string): SecretKey | 'unreadable' | null {
  const [, key] = /^secret-token:[^:]+:v1:(.+)$/.exec(secret) ?? [];
  if (key === undefined) return null;
  try {
    const json: unknown = JSON.parse(Buffer.from(key, 'base64url').toString('utf8'));
    return privateKey.parse(json);
  } catch {
    return 'unreadable';
  }
}
