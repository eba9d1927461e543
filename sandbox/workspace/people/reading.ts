/** What one person sees, as snapshots. Nothing here changes the state. */
import type { ConversationSummary, ShownMessage, ShownView, StateValues } from '../client.ts';
import { bot, type Conversation, canUseApp } from '../state/directory.ts';
import { initialState } from '../state/element-values.ts';
import { permalink } from '../state/permalinks.ts';
import type { StoredMessage, StoredView } from '../state/stored.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';

/** The channels that a person is in, by name, then their direct message with the bot. */
export function conversationsOf({ directory }: WorkspaceState, personId: string): Conversation[] {
  const person = directory.person(personId);
  if (person === undefined || person.kind === 'deactivated') return [];
  const channels = directory.channels
    .filter((channel) => channel.memberIds.includes(personId))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const direct = canUseApp(person) ? directory.directMessageOf(personId) : undefined;
  return direct === undefined ? channels : [...channels, direct];
}

export function summary(
  state: WorkspaceState,
  personId: string,
  conversation: Conversation,
): ConversationSummary {
  const upTo = state.readUpTo(personId, conversation.id);
  const unread = state.messages
    .of(conversation.id)
    .filter((message) => message.onlyFor === null && message.threadTs === null)
    .filter((message) => message.ts > upTo && message.authorId !== personId);
  return {
    id: conversation.id,
    kind: conversation.kind,
    name: conversation.name,
    topic: conversation.topic,
    hasBot: conversation.hasBot,
    unreadCount: unread.length,
  };
}

export function messagesSeenBy(
  state: WorkspaceState,
  personId: string,
  conversationId: string,
  origin: string,
): ShownMessage[] {
  const isMember = conversationsOf(state, personId).some((one) => one.id === conversationId);
  if (!isMember) return [];
  const visible = state.messages
    .of(conversationId)
    .filter((message) => message.onlyFor === null || message.onlyFor === personId);
  const shown = (message: StoredMessage): ShownMessage => ({
    ...shownMessage(state, personId, message, origin),
    replies:
      message.threadTs === null
        ? visible
            .filter((one) => one.threadTs === message.ts)
            .map((one) => shownMessage(state, personId, one, origin))
        : [],
  });
  return visible.filter((message) => message.threadTs === null).map(shown);
}

/** What stands in a message's own inputs, for one person. */
export function messageState(
  state: WorkspaceState,
  personId: string,
  message: StoredMessage,
): StateValues {
  return state.choices(personId, message) ?? initialState(message.blocks);
}

function shownMessage(
  state: WorkspaceState,
  personId: string,
  message: StoredMessage,
  origin: string,
): ShownMessage {
  const author = message.byBot ? undefined : state.directory.person(message.authorId);
  return {
    conversationId: message.conversationId,
    ts: message.ts,
    threadTs: message.threadTs,
    author: {
      kind: message.byBot ? 'bot' : 'person',
      id: message.authorId,
      name: message.byBot ? bot.name : (author?.name ?? message.authorId),
    },
    text: message.text,
    blocks: message.blocks,
    state: messageState(state, personId, message),
    edited: message.editedTs !== null,
    ephemeral: message.onlyFor !== null,
    metadata: message.metadata,
    permalink: permalink(origin, message.conversationId, message.ts, message.threadTs),
    replies: [],
  };
}

export function shownView(view: StoredView): ShownView {
  const { content } = view;
  return {
    id: view.id,
    hash: view.hash,
    kind: content.kind,
    rootViewId: view.rootViewId,
    previousViewId: view.previousViewId,
    callbackId: content.callbackId,
    privateMetadata: content.privateMetadata,
    title: content.title?.text ?? '',
    submit: content.submit?.text ?? null,
    close: content.close?.text ?? null,
    blocks: content.blocks,
    state: view.state,
    errors: view.errors,
    busy: view.busy,
  };
}
