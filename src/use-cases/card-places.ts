import type { AccessSettings } from '../domain/access-settings.ts';
import type { Chat } from './chat-ports.ts';

interface PlaceDeps {
  readonly chat: Pick<Chat, 'sharing'>;
  readonly settings: Pick<AccessSettings, 'apps' | 'channels' | 'emergency' | 'escalation' | 'digest'>;
}

/**
 * Whether names and reasons may be posted in a channel: not where people of other companies read them, unless its id is allowed. Where
 * Slack does not tell, the operator's choice of a channel counts, and the conversation that somebody asked from does not.
 */
export async function mayPostIn({ chat, settings }: PlaceDeps, channel: string): Promise<boolean> {
  if (settings.channels.allowShared.includes(channel)) return true;
  const sharing = await chat.sharing(channel);
  if (sharing !== 'unknown') return sharing === 'ours';
  const tiers = [settings.escalation, ...settings.apps.map((app) => app.escalation ?? [])].flat();
  return [settings.emergency, settings.digest, ...settings.apps, ...tiers].some((place) => place?.channel === channel);
}
