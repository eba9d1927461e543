/** A message as Slack's Web API and payloads show it. */
import { bot, team } from '../state/directory.ts';
import type { StoredMessage } from '../state/stored.ts';

const botProfile = {
  id: bot.botId,
  app_id: bot.appId,
  user_id: bot.userId,
  name: bot.name,
  icons: {},
  deleted: false,
  updated: 0,
  team_id: team.id,
};

/** `withMetadata`: Slack shows metadata only to those who ask for it. */
export function messageShape(
  message: StoredMessage,
  withMetadata = false,
): Record<string, unknown> {
  return {
    ...(message.byBot ? { bot_id: bot.botId, app_id: bot.appId, bot_profile: botProfile } : {}),
    type: 'message',
    user: message.authorId,
    text: message.text,
    ts: message.ts,
    team: team.id,
    ...(message.blocks.length > 0 ? { blocks: message.blocks } : {}),
    ...(message.threadTs === null ? {} : { thread_ts: message.threadTs }),
    ...(message.tombstone ? { subtype: 'tombstone', hidden: true } : {}),
    ...(message.editedTs === null
      ? {}
      : { edited: { user: message.authorId, ts: message.editedTs } }),
    ...(withMetadata && message.metadata !== null ? { metadata: message.metadata } : {}),
  };
}
