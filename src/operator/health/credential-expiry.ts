/** When the bot's credentials in the service run out, and how urgent that is. */
import type { AccessSettings } from '../../domain/settings/access-settings.ts';

/** The doctor warns in the last 30 days, urges in the last 14, and reports an error in the last 3. */
const days = { warning: 30, soon: 14, error: 3 } as const;
const dayMs = 86_400_000;

/** When it runs out; null where access.yaml does not say. */
export function credentialExpiry({
  credential: { expires },
}: Pick<AccessSettings['governance'], 'credential'>): Date | null {
  return expires === null ? null : new Date(`${expires}T00:00:00Z`);
}

/** `state`: an error in the last days, a warning in the last month. */
export function expiryWords(
  settings: Pick<AccessSettings['governance'], 'credential'>,
  now: Date,
): { readonly state: 'ok' | 'warning' | 'error'; readonly says: string } {
  const expiresAt = credentialExpiry(settings);
  if (expiresAt === null)
    return {
      state: 'ok',
      says: 'nobody says when they run out: set governance.credential.expires',
    };
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
