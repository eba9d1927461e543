/** Shows the app's answer to an interaction, to one person or in the conversation. */
import { bot } from '../state/directory.ts';
import type { StoredMessage } from '../state/stored.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';
import type { ReplyMessage } from './acks.ts';

export interface ReplyTarget {
  readonly conversationId: string;
  readonly personId: string;
  readonly threadTs: string | null;
}

export function showReply(
  state: WorkspaceState,
  target: ReplyTarget,
  reply: ReplyMessage,
): StoredMessage {
  const posted = {
    conversationId: target.conversationId,
    authorId: bot.userId,
    byBot: true,
    text: reply.text,
    blocks: reply.blocks,
    threadTs: target.threadTs,
  };
  if (!reply.inChannel) return state.postFleeting({ ...posted, onlyFor: target.personId });
  const message = state.messages.add(posted);
  state.announceMessage(message);
  return message;
}
