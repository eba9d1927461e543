/** Finds the conversation that a call names. */
import { bot, type Conversation } from '../state/directory.ts';
import type { CallArguments } from './call-arguments.ts';
import type { CallContext } from './method.ts';
import { WebApiRefusal } from './refusal.ts';

/** By id only. Throws `channel_not_found`. */
export function conversationById(id: string, { state }: CallContext): Conversation {
  const conversation = state.directory.conversation(id);
  if (conversation === undefined || isHidden(conversation))
    throw new WebApiRefusal('channel_not_found');
  return conversation;
}

/** To an app that is not in it, a private channel does not exist. */
function isHidden({ isPrivate, hasBot }: Conversation): boolean {
  return isPrivate && !hasBot;
}

/**
 * A conversation's id, a channel's name, or a person's id: then their direct message with the bot.
 */
export function postingTarget(args: CallArguments, context: CallContext): Conversation {
  const channel = args.required('channel');
  if (channel === bot.userId) throw new WebApiRefusal('cannot_dm_bot');
  const { directory } = context.state;
  const conversation =
    directory.conversation(channel) ??
    directory.directMessageOf(channel) ??
    directory.channelByName(channel);
  if (conversation === undefined || isHidden(conversation))
    throw new WebApiRefusal('channel_not_found');
  if (conversation.archived) throw new WebApiRefusal('is_archived');
  if (!conversation.hasBot) throw new WebApiRefusal('not_in_channel');
  return conversation;
}
