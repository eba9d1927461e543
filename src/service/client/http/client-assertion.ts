import { randomBytes } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type { SecretKey } from '../../../domain/outward/client-secret.ts';

const lifeSeconds = 120;
const nonceBytes = 16;

/**
 * Proves that the bot has the key of its credentials, without sending it
 * (docs/spec/deployments.md#token): the fields of the token request that take the place of the
 * secret.
 *
 * @param tenant the host of the tenant, without a port
 */
export async function clientAssertion(
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
