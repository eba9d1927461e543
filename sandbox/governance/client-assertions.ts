import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';

const key = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() });
const header = z.object({ alg: z.literal('EdDSA'), nonce: z.string().length(32) });
const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  iat: z.number(),
  nbf: z.number(),
  exp: z.number(),
});
/** A client may say at most so much. */
const longestSeconds = 300;

/**
 * Whether an assertion is signed with the key inside this client's secret, and of this moment
 * (docs/spec/deployments.md#token).
 */
export function isAssertionOf(
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  assertion: string,
  now: Date,
): boolean {
  const [head = '', body = '', signature = ''] = assertion.split('.');
  const [, secret] = /^secret-token:[^:]+:v1:(.+)$/.exec(clientSecret) ?? [];
  const publicKey = key.safeParse(jsonIn(secret ?? '')).data;
  const said = claims.safeParse(jsonIn(body)).data;
  if (publicKey === undefined || said === undefined || !header.safeParse(jsonIn(head)).success)
    return false;
  const { kty, crv, x } = publicKey;
  const isSigned = verify(
    null,
    Buffer.from(`${head}.${body}`),
    createPublicKey({ key: { kty, crv, x }, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  );
  const seconds = now.getTime() / 1_000;
  const isNow = said.nbf <= seconds && seconds <= said.exp && said.exp - said.iat <= longestSeconds;
  return isSigned && isNow && said.iss === clientId && said.sub === clientId;
}

function jsonIn(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
