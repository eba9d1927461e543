import type { Person, WorkspaceClient } from '../client.ts';

/** The person in front of the page: names, times and languages are shown as they would see them. */
export interface Reader {
  readonly personId: string;
  /** IANA zone. */
  readonly timeZone: string;
  /** BCP 47, for example `en-GB`. */
  readonly locale: string;
  readonly now: Date;
  /** Null for an id that nobody has. */
  personName(id: string): string | null;
  channelName(id: string): string | null;
  /** Whether the person is in the conversation. */
  sees(conversationId: string): boolean;
  /** Without the `@`. */
  groupHandle(id: string): string | null;
}

/** The reader's view of the workspace at this moment. */
export function readerOf(client: WorkspaceClient, person: Person, now: Date): Reader {
  const bot = client.bot();
  const people = new Map(client.people().map((one) => [one.id, one.name]));
  people.set(bot.userId, bot.name);
  const channels = new Map(client.channelNames().map((one) => [one.id, one.name]));
  const groups = new Map(client.userGroups().map((one) => [one.id, one.handle]));
  return {
    personId: person.id,
    timeZone: person.timeZone,
    locale: person.locale,
    now,
    personName: (id) => people.get(id) ?? null,
    channelName: (id) => channels.get(id) ?? null,
    sees: (conversationId) =>
      client.conversations(person.id).some((one) => one.id === conversationId),
    groupHandle: (id) => groups.get(id) ?? null,
  };
}
