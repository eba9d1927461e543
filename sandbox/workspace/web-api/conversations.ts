/** `conversations.*`: looking at a channel, and reading history where a scope allows it. */
import { bot, type Conversation } from '../state/directory.ts';
import type { StoredMessage } from '../state/stored.ts';
import { conversationShape } from '../wire/conversation-shape.ts';
import { messageShape } from '../wire/message-shape.ts';
import { type CallArguments, page } from './call-arguments.ts';
import type { CallContext, WebApiMethod } from './method.ts';
import { conversationById } from './posting-target.ts';
import { WebApiRefusal } from './refusal.ts';

/**
 * `channels:read` for a public channel, `groups:read` for a private one, `im:read` for a direct
 * message.
 */
function scopeFor(purpose: 'read' | 'history') {
  return (args: CallArguments, { state }: CallContext): readonly string[] => {
    const conversation = state.directory.conversation(args.string('channel') ?? '');
    if (conversation?.kind === 'dm') return [`im:${purpose}`];
    return [conversation?.isPrivate === true ? `groups:${purpose}` : `channels:${purpose}`];
  };
}

const info: WebApiMethod = {
  scopes: scopeFor('read'),
  tier: 'tier3',
  takes: ['channel'],
  run: (args, context) => ({
    channel: conversationShape(conversationById(args.required('channel'), context)),
  }),
};

/** The bot is a member like everybody. */
const members: WebApiMethod = {
  scopes: scopeFor('read'),
  tier: 'tier4',
  takes: ['channel', 'limit', 'cursor'],
  run(args, context) {
    const { hasBot, memberIds } = conversationById(args.required('channel'), context);
    const all = [...memberIds, ...(hasBot ? [bot.userId] : [])];
    const { items, nextCursor } = page(all, args, 100, 999);
    return { members: items, response_metadata: { next_cursor: nextCursor } };
  },
};

const scopeOfType: ReadonlyMap<string, string> = new Map([
  ['public_channel', 'channels:read'],
  ['private_channel', 'groups:read'],
]);

/** Throws `invalid_types`; direct messages are not listed here. */
function typesOf(args: CallArguments): readonly string[] {
  const types = (args.string('types') ?? 'public_channel').split(',').map((one) => one.trim());
  if (types.some((one) => !scopeOfType.has(one))) throw new WebApiRefusal('invalid_types');
  return types;
}

/** Public channels, and private ones that the bot is in; each kind needs its own scope. */
const list: WebApiMethod = {
  scopes(args, { scopes }) {
    const needed = typesOf(args).map((type) => scopeOfType.get(type) ?? '');
    return [needed.find((scope) => !scopes.has(scope)) ?? needed[0] ?? ''];
  },
  tier: 'tier2',
  takes: ['types', 'exclude_archived', 'limit', 'cursor'],
  run(args, { state }) {
    const types = typesOf(args);
    const shown = state.directory.channels.filter(
      ({ isPrivate, hasBot, archived }) =>
        types.includes(isPrivate ? 'private_channel' : 'public_channel') &&
        (hasBot || !isPrivate) &&
        !(archived && args.flag('exclude_archived')),
    );
    const { items, nextCursor } = page(shown, args, 100, 999);
    return {
      channels: items.map(conversationShape),
      response_metadata: { next_cursor: nextCursor },
    };
  },
};

function readable(args: CallArguments, context: CallContext): Conversation {
  const conversation = conversationById(args.required('channel'), context);
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
  if (message.threadTs !== null) {
    const parent = context.state.messages.find(message.conversationId, message.threadTs);
    return parent === undefined ? {} : { parent_user_id: parent.authorId };
  }
  if (replies.length === 0) return {};
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
  takes: ['channel', 'oldest', 'latest', 'inclusive', 'limit', 'cursor', 'include_all_metadata'],
  run(args, context) {
    const conversation = readable(args, context);
    const shown = within(args, context.state.messages.of(conversation.id)).filter(
      (message) => message.threadTs === null,
    );
    const { items, nextCursor } = page(shown.toReversed(), args, 100, 999);
    const withMetadata = args.flag('include_all_metadata');
    return {
      messages: items.map((one) => ({
        ...messageShape(one, withMetadata),
        ...threadFacts(context, one),
      })),
      has_more: nextCursor !== '',
      pin_count: 0,
      response_metadata: { next_cursor: nextCursor },
    };
  },
};

const replies: WebApiMethod = {
  scopes: scopeFor('history'),
  tier: 'tier3',
  takes: [
    'channel',
    'ts',
    'oldest',
    'latest',
    'inclusive',
    'limit',
    'cursor',
    'include_all_metadata',
  ],
  run(args, context) {
    const conversation = readable(args, context);
    const ts = args.required('ts');
    const named = context.state.messages.find(conversation.id, ts);
    if (named === undefined || named.onlyFor !== null) throw new WebApiRefusal('thread_not_found');
    const thread = within(
      args,
      context.state.messages.thread(conversation.id, named.threadTs ?? named.ts),
    );
    const { items, nextCursor } = page(thread, args, 1000, 1000);
    const withMetadata = args.flag('include_all_metadata');
    return {
      messages: items.map((one) => ({
        ...messageShape(one, withMetadata),
        ...threadFacts(context, one),
      })),
      has_more: nextCursor !== '',
      response_metadata: { next_cursor: nextCursor },
    };
  },
};

export const conversationMethods: Readonly<Record<string, WebApiMethod>> = {
  'conversations.info': info,
  'conversations.list': list,
  'conversations.members': members,
  'conversations.history': history,
  'conversations.replies': replies,
};
