/**
 * The contents of a page and the person who sees it. The page's address holds all of it, so that
 * each browser tab can be another person.
 */
import type { ConversationSummary, Person, WorkspaceClient } from '../client.ts';
import { type Reader, readerOf } from './reader.ts';

export type AppTab = 'home' | 'messages' | 'about';

/** Who is looking. */
export interface Viewer {
  readonly client: WorkspaceClient;
  readonly person: Person;
  readonly reader: Reader;
}

/** Slackbot has a page of its own beside the conversations, at this address. */
export const slackbotId = 'slackbot';
export const slackbotName = 'Slackbot';

/** What the page shows: a conversation, or what a person and Slackbot said to each other. */
export interface ShownConversation extends Omit<ConversationSummary, 'kind'> {
  readonly kind: ConversationSummary['kind'] | 'slackbot';
}

/** Everything a part of the page is rendered from. */
export interface Place extends Viewer {
  readonly conversations: readonly ConversationSummary[];
  readonly conversation: ShownConversation;
  /** The open tab of the direct message with the bot; `messages` in a channel. */
  readonly tab: AppTab;
  /** The thread that is open beside the messages. */
  readonly threadTs: string | null;
  /** The message that a permalink led to: it is scrolled to and highlighted. */
  readonly messageTs: string | null;
}

export interface PlaceOptions {
  readonly tab?: AppTab;
  readonly threadTs?: string | null;
  readonly messageTs?: string | null;
}

/** The page's address. */
export function addressOf(
  personId: string,
  conversationId: string,
  options: PlaceOptions = {},
): string {
  const query = new URLSearchParams();
  if (options.tab !== undefined && options.tab !== 'messages') query.set('tab', options.tab);
  if (options.threadTs) query.set('thread', options.threadTs);
  if (options.messageTs) query.set('message', options.messageTs);
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  return `/as/${encodeURIComponent(personId)}/${encodeURIComponent(conversationId)}${search}`;
}

/** The address of the page's other requests (`live`, `send`) for the same place. */
export function addressIn(place: Place, what: string): string {
  const [path = '', search] = addressOf(place.person.id, place.conversation.id, place).split('?');
  return `${path}/${what}${search === undefined ? '' : `?${search}`}`;
}

/** Null for an unknown or deactivated person. */
export function viewerOf(client: WorkspaceClient, personId: string, now: Date): Viewer | null {
  const person = client.people().find((one) => one.id === personId);
  if (person === undefined || person.kind === 'deactivated') return null;
  return { client, person, reader: readerOf(client, person, now) };
}

function slackbotOf({ client, person }: Viewer): ShownConversation | undefined {
  if (client.slackbot(person.id) === null) return undefined;
  return {
    id: slackbotId,
    kind: 'slackbot',
    name: slackbotName,
    topic: '',
    hasBot: false,
    unreadCount: 0,
  };
}

/** Null when the viewer does not see the conversation. Reading it marks it read. */
export function placeOf(
  viewer: Viewer,
  conversationId: string,
  options: PlaceOptions,
): Place | null {
  const { client, person } = viewer;
  const find = () => {
    const conversations = client.conversations(person.id);
    const conversation: ShownConversation | undefined =
      conversationId === slackbotId
        ? slackbotOf(viewer)
        : conversations.find((one) => one.id === conversationId);
    return { conversations, conversation };
  };
  let { conversations, conversation } = find();
  if (conversation === undefined) return null;
  const tab = conversation.kind === 'dm' ? (options.tab ?? 'messages') : 'messages';
  if (tab === 'messages' && conversation.unreadCount > 0) {
    client.markRead(person.id, conversationId);
    ({ conversations, conversation } = find());
    if (conversation === undefined) return null;
  }
  return {
    ...viewer,
    conversations,
    conversation,
    tab,
    threadTs: tab === 'messages' ? (options.threadTs ?? null) : null,
    messageTs: options.messageTs ?? null,
  };
}
