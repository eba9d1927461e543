/** `chat.*`: posting, changing and deleting the bot's messages. */

import { limits } from '../limits/limits.ts';
import { cutText } from '../limits/messages.ts';
import { bot } from '../state/directory.ts';
import { permalink } from '../state/permalinks.ts';
import type { StoredMessage } from '../state/stored.ts';
import { messageShape } from '../wire/message-shape.ts';
import type { CallArguments } from './call-arguments.ts';
import { blocksArgument, metadataArgument } from './message-content.ts';
import type { CallContext, WebApiMethod } from './method.ts';
import { conversationById, postingTarget } from './posting-target.ts';
import { WebApiRefusal } from './refusal.ts';

/**
 * The thread to answer in; a reply's ts means its thread. null where the message has vanished:
 * Slack does not refuse the reply then, it posts it into the channel, and only the missing
 * `thread_ts` of the answer tells.
 */
function threadOf(
  args: CallArguments,
  context: CallContext,
  conversationId: string,
): string | null {
  const ts = args.string('thread_ts');
  if (ts === undefined) return null;
  const parent = context.state.messages.find(conversationId, ts);
  if (parent === undefined) return null;
  return parent.threadTs ?? parent.ts;
}

const postMessage: WebApiMethod = {
  scopes: ['chat:write'],
  tier: 'posting',
  takes: ['channel', 'text', 'blocks', 'metadata', 'thread_ts', 'unfurl_links', 'unfurl_media'],
  run(args, context) {
    const conversation = postingTarget(args, context);
    const text = args.string('text');
    const blocks = blocksArgument(args);
    const metadata = metadataArgument(args);
    if (text === undefined && (blocks === undefined || blocks.length === 0))
      throw new WebApiRefusal('no_text');
    const message = context.state.messages.add({
      conversationId: conversation.id,
      authorId: bot.userId,
      byBot: true,
      text: cutText(text ?? ''),
      blocks: blocks ?? [],
      metadata: metadata ?? null,
      threadTs: threadOf(args, context, conversation.id),
    });
    context.state.announceMessage(message);
    return { channel: conversation.id, ts: message.ts, message: messageShape(message, true) };
  },
};

const postEphemeral: WebApiMethod = {
  scopes: ['chat:write'],
  tier: 'tier4',
  takes: ['channel', 'user', 'text', 'blocks', 'thread_ts'],
  run(args, context) {
    const conversation = postingTarget(args, context);
    const user = args.required('user');
    const text = args.string('text');
    const blocks = blocksArgument(args);
    if (text === undefined && (blocks === undefined || blocks.length === 0))
      throw new WebApiRefusal('no_text');
    if (!conversation.memberIds.includes(user)) throw new WebApiRefusal('user_not_in_channel');
    const message = context.state.postFleeting({
      conversationId: conversation.id,
      authorId: bot.userId,
      byBot: true,
      text: cutText(text ?? ''),
      blocks: blocks ?? [],
      threadTs: threadOf(args, context, conversation.id),
      onlyFor: user,
    });
    return { message_ts: message.ts };
  },
};

/** Ephemeral messages cannot be found: they change only through their response_url. */
function ownMessage(args: CallArguments, context: CallContext, refusal: string): StoredMessage {
  const conversation = conversationById(args.required('channel'), context);
  const message = context.state.messages.find(conversation.id, args.required('ts'));
  const isThere = message !== undefined && message.onlyFor === null && !message.tombstone;
  if (!isThere) throw new WebApiRefusal('message_not_found');
  if (!message.byBot) throw new WebApiRefusal(refusal);
  if (conversation.archived) throw new WebApiRefusal('is_archived');
  return message;
}

/**
 * Text without blocks takes the blocks away; blocks without text keep the text; only a change of
 * text alone shows "(edited)".
 */
const update: WebApiMethod = {
  scopes: ['chat:write'],
  tier: 'tier3',
  takes: ['channel', 'ts', 'text', 'blocks', 'metadata'],
  run(args, context) {
    const message = ownMessage(args, context, 'cant_update_message');
    const text = args.string('text');
    const blocks = blocksArgument(args);
    const metadata = metadataArgument(args);
    if (text === undefined && blocks === undefined && metadata === undefined)
      throw new WebApiRefusal('no_text');
    if (text !== undefined && text.length > limits.updatedText)
      throw new WebApiRefusal('msg_too_long');
    const changed = context.state.messages.replace(
      message,
      {
        text: text ?? message.text,
        blocks: blocks ?? (text === undefined ? message.blocks : []),
        metadata: metadata === undefined ? message.metadata : metadata,
      },
      text !== undefined && (blocks === undefined || blocks.length === 0),
    );
    context.state.announceMessage(changed);
    return {
      channel: changed.conversationId,
      ts: changed.ts,
      text: changed.text,
      message: messageShape(changed, true),
    };
  },
};

const remove: WebApiMethod = {
  scopes: ['chat:write'],
  tier: 'tier3',
  takes: ['channel', 'ts'],
  run(args, context) {
    const message = ownMessage(args, context, 'cant_delete_message');
    context.state.messages.delete(message);
    context.state.announceMessage(message);
    return { channel: message.conversationId, ts: message.ts };
  },
};

const getPermalink: WebApiMethod = {
  scopes: [],
  tier: 'none',
  takes: ['channel', 'message_ts'],
  run(args, context) {
    const conversation = conversationById(args.required('channel'), context);
    const ts = args.required('message_ts');
    const message = context.state.messages.find(conversation.id, ts);
    if (message === undefined || message.onlyFor !== null)
      throw new WebApiRefusal('message_not_found');
    return {
      channel: conversation.id,
      permalink: permalink(context.origin, conversation.id, ts, message.threadTs),
    };
  },
};

export const chatMethods: Readonly<Record<string, WebApiMethod>> = {
  'chat.postMessage': postMessage,
  'chat.postEphemeral': postEphemeral,
  'chat.update': update,
  'chat.delete': remove,
  'chat.getPermalink': getPermalink,
};
