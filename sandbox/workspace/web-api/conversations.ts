/** `conversations.*`: opening direct messages, looking at channels, reading history where a scope allows it. */
import { bot, type Conversation, canUseApp, directory } from '../state/directory.ts';
import type { StoredMessage } from '../state/stored.ts';
import { conversationShape } from '../wire/conversation-shape.ts';
import { messageShape } from '../wire/message-shape.ts';
import { type CallArguments, page } from './call-arguments.ts';
import type { CallContext, WebApiMethod } from './method.ts';
import { conversationById } from './posting-target.ts';
import { WebApiRefusal } from './refusal.ts';

/** `channels:read` for a channel, `im:read` for a direct message. */
function scopeFor(purpose: 'read' | 'history') {
  return (args: CallArguments): readonly string[] => {
    const kind = directory.conversation(args.string('channel') ?? '')?.kind ?? 'channel';
    return [kind === 'dm' ? `im:${purpose}` : `channels:${purpose}`];
  };
}

const open: WebApiMethod = {
  scopes: ['im:write'],
  tier: 'tier3',
  run(args) {
    const channel = args.string('channel');
    if (channel !== undefined) {
      const known = conversationById(channel);
      if (known.kind !== 'dm') throw new WebApiRefusal('method_not_supported_for_channel_type');
      return { no_op: true, already_open: true, channel: { id: known.id } };
    }
    const users =
      args
        .string('users')
        ?.split(',')
        .map((one) => one.trim()) ?? [];
    const [user, ...others] = users;
    if (user === undefined) throw new WebApiRefusal('users_list_not_supplied');
    // A group message is another scope, which this workspace never grants.
    if (others.length > 0) throw new WebApiRefusal('missing_scope', { needed: 'mpim:write', provided: 'im:write' });
    const person = directory.person(user);
    if (person === undefined) throw new WebApiRefusal('user_not_found');
    if (person.kind === 'deactivated') throw new WebApiRefusal('user_disabled');
    const conversation = directory.directMessageOf(user);
    if (conversation === undefined || !canUseApp(person)) throw new WebApiRefusal('user_not_visible');
    const full = args.flag('return_im') ? conversationShape(conversation) : { id: conversation.id };
    return { no_op: false, already_open: false, channel: full };
  },
};

const info: WebApiMethod = {
  scopes: scopeFor('read'),
  tier: 'tier3',
  run: (args) => ({ channel: conversationShape(conversationById(args.required('channel'))) }),
};

const list: WebApiMethod = {
  scopes: ['channels:read'],
  tier: 'tier2',
  run(args) {
    const channels = directory.channels.filter((one) => !(args.flag('exclude_archived') && one.archived));
    const { items, nextCursor } = page(channels, args, 100, 999);
    return { channels: items.map(conversationShape), response_metadata: { next_cursor: nextCursor } };
  },
};

const members: WebApiMethod = {
  scopes: scopeFor('read'),
  tier: 'tier4',
  run(args) {
    const conversation = conversationById(args.required('channel'));
    const all = [...conversation.memberIds, ...(conversation.hasBot ? [bot.userId] : [])];
    const { items, nextCursor } = page(all, args, 100, 999);
    return { members: items, response_metadata: { next_cursor: nextCursor } };
  },
};

function readable(args: CallArguments): Conversation {
  const conversation = conversationById(args.required('channel'));
  if (!conversation.hasBot) throw new WebApiRefusal('not_in_channel');
  return conversation;
}

/** Newest first for a history, oldest first for a thread; ephemeral messages are in neither. */
function within(args: CallArguments, messages: readonly StoredMessage[]): StoredMessage[] {
  const oldest = args.string('oldest') ?? '0';
  const latest = args.string('latest');
  const inclusive = args.flag('inclusive');
  return messages.filter((message) => {
    if (message.onlyFor !== null) return false;
    if (inclusive && (message.ts === oldest || message.ts === latest)) return true;
    return message.ts > oldest && (latest === undefined || message.ts < latest);
  });
}

function threadFacts(context: CallContext, message: StoredMessage): Record<string, unknown> {
  const [, ...replies] = context.state.messages
    .thread(message.conversationId, message.ts)
    .filter((one) => one.onlyFor === null);
  if (message.threadTs !== null || replies.length === 0) return {};
  const users = [...new Set(replies.map((reply) => reply.authorId))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users_count: users.length,
    reply_users: users,
    latest_reply: replies.at(-1)?.ts,
    is_locked: false,
    subscribed: false,
  };
}

const history: WebApiMethod = {
  scopes: scopeFor('history'),
  tier: 'tier3',
  run(args, context) {
    const conversation = readable(args);
    const shown = within(args, context.state.messages.of(conversation.id)).filter(
      (message) => message.threadTs === null || message.broadcast,
    );
    const { items, nextCursor } = page(shown.toReversed(), args, 100, 999);
    const withMetadata = args.flag('include_all_metadata');
    return {
      messages: items.map((one) => ({ ...messageShape(one, withMetadata), ...threadFacts(context, one) })),
      has_more: nextCursor !== '',
      pin_count: 0,
      response_metadata: { next_cursor: nextCursor },
    };
  },
};

const replies: WebApiMethod = {
  scopes: scopeFor('history'),
  tier: 'tier3',
  run(args, context) {
    const conversation = readable(args);
    const ts = args.required('ts');
    const named = context.state.messages.find(conversation.id, ts);
    if (named === undefined || named.onlyFor !== null) throw new WebApiRefusal('thread_not_found');
    const thread = within(args, context.state.messages.thread(conversation.id, named.threadTs ?? named.ts));
    const { items, nextCursor } = page(thread, args, 1000, 1000);
    const withMetadata = args.flag('include_all_metadata');
    return {
      messages: items.map((one) => ({ ...messageShape(one, withMetadata), ...threadFacts(context, one) })),
      has_more: nextCursor !== '',
      response_metadata: { next_cursor: nextCursor },
    };
  },
};

export const conversationMethods: Readonly<Record<string, WebApiMethod>> = {
  'conversations.open': open,
  'conversations.info': info,
  'conversations.list': list,
  'conversations.members': members,
  'conversations.history': history,
  'conversations.replies': replies,
};
