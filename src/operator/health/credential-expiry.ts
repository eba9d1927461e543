/** When the bot's credentials in the service run out, and how urgent that is. */
import { z } from 'zod';
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import type { GovernanceClient } from '../../service/client/client.ts';
import { endpoint } from '../../service/client/wire/endpoint.ts';

/** The doctor warns in the last 30 days, urges in the last 14, and reports an error in the last 3. */
const days = { warning: 30, soon: 14, error: 3 } as const;
const dayMs = 86_400_000;

const readCredential = endpoint(
  'GET',
  '/api/v1/service_principals/{service_principal_id}/credentials/{id}',
  z.object({
    credential: z.object({ expiresAt: z.iso.datetime({ offset: true }).nullish().catch(null) }),
  }),
);

/**
 * Read from the service when access.yaml names the credential and its roles allow that; else the
 * configured date, or null.
 */
export async function credentialExpiry(
  client: Pick<GovernanceClient, 'call'>,
  { credential }: Pick<AccessSettings['governance'], 'credential'>,
): Promise<Date | null> {
  const { servicePrincipal, id, expires } = credential;
  if (servicePrincipal !== null && id !== null) {
    const path = { service_principal_id: servicePrincipal, id };
    const answer = await unlessFailing(client.call(readCredential, { path }), () => null);
    const expiresAt = answer?.ok === true ? answer.value.credential.expiresAt : null;
    if (typeof expiresAt === 'string') return new Date(expiresAt);
  }
  return expires === null ? null : new Date(`${expires}T00:00:00Z`);
}

/** `state`: an error in the last days, a warning in the last month. */
export function expiryWords(
  expiresAt: Date | null,
  now: Date,
): { readonly state: 'ok' | 'warning' | 'error'; readonly says: string } {
  if (expiresAt === null) {
    const says =
      'nobody says when they run out: set governance.credential.expires, or name them so that the service is asked';
    return { state: 'ok', says };
  }
  const daysLeft = Math.floor((expiresAt.getTime() - now.getTime()) / dayMs);
  const date = expiresAt.toISOString().slice(0, 10);
  const mend = 'Make a second credential, set it, start the bot again, and revoke the first.';
  const when = `they run out on ${date}, in ${daysLeft} days`;
  if (daysLeft < 0) return { state: 'error', says: `they ran out on ${date}. ${mend}` };
  if (daysLeft > days.warning) return { state: 'ok', says: when };
  if (daysLeft > days.soon) return { state: 'warning', says: `${when}. ${mend}` };
  return {
    state: daysLeft <= days.error ? 'error' : 'warning',
    says: `${when}: do it now. ${mend}`,
  };
}
