/** The whole state of the workspace. Changes are announced and stored here and nowhere else. */
import type { Company } from '../../company-schema.ts';
import type { Change, StateValues } from '../client.ts';
import type { Allowance } from '../web-api/rate-limits.ts';
import { ChangeFeed } from './change-feed.ts';
import { Directory } from './directory.ts';
import { MessageLog, type NewMessage } from './message-log.ts';
import { ResponseUrls } from './response-urls.ts';
import { seedMessages } from './seed-messages.ts';
import type { Snapshot, StoredMessage } from './stored.ts';
import { Timestamps, tsOf } from './timestamps.ts';
import { Triggers } from './triggers.ts';
import { ViewStore } from './view-store.ts';

export class WorkspaceState {
  readonly directory: Directory;
  readonly now: () => Date;
  readonly messages: MessageLog;
  readonly views: ViewStore;
  readonly triggers: Triggers;
  readonly responseUrls: ResponseUrls;
  readonly timestamps: Timestamps;
  readonly #feed = new ChangeFeed();
  readonly #readUpTo: Map<string, Map<string, string>>;
  readonly #choices: Map<string, Map<string, StateValues>>;
  #store: () => void = () => undefined;
  /** Slack does not guarantee that an ephemeral message arrives. */
  losesEphemerals = false;
  /**
   * How many messages the whole workspace takes, beside the limits of a channel; null: as many as
   * come.
   */
  postingLimit: Allowance | null = null;

  constructor(company: Company, now: () => Date, snapshot: Snapshot | null, triggerMs: number) {
    this.directory = new Directory(company);
    this.now = now;
    this.timestamps = new Timestamps(now);
    this.messages = new MessageLog(
      this.timestamps,
      snapshot?.messages ?? seedMessages(company.messages, now()),
    );
    this.views = new ViewStore(now, snapshot?.modals ?? [], snapshot?.homes ?? []);
    this.triggers = new Triggers(now, triggerMs);
    this.responseUrls = new ResponseUrls(now, snapshot?.responseUrls ?? []);
    this.#readUpTo = mapOfMaps(snapshot?.readUpTo ?? {});
    if (snapshot === null) this.#readEverything();
    this.#choices = mapOfMaps(snapshot?.choices ?? {});
  }

  /** Called after every change. */
  storeWith(store: () => void): void {
    this.#store = store;
  }

  subscribe(listener: (change: Change) => void): () => void {
    return this.#feed.subscribe(listener);
  }

  announce(change: Change): void {
    this.#store();
    this.#feed.announce(change);
  }

  /** An ephemeral message concerns one person only. */
  announceMessage(message: StoredMessage): void {
    this.announce({
      kind: 'conversation',
      conversationId: message.conversationId,
      personId: message.onlyFor,
    });
  }

  /** A message for one person. Where it is lost, nobody sees it, and the app is told the same. */
  postFleeting(message: NewMessage & { readonly onlyFor: string }): StoredMessage {
    const posted = this.messages.add(message);
    if (this.losesEphemerals) this.messages.remove(posted);
    else this.announceMessage(posted);
    return posted;
  }

  announceViews(personId: string): void {
    this.announce({ kind: 'views', personId });
  }

  /** The ts of the last message read; '0' before the first. */
  readUpTo(personId: string, conversationId: string): string {
    return this.#readUpTo.get(personId)?.get(conversationId) ?? '0';
  }

  markRead(personId: string, conversationId: string, ts: string): void {
    const own = this.#readUpTo.get(personId) ?? new Map<string, string>();
    this.#readUpTo.set(personId, own.set(conversationId, ts));
  }

  /** Everybody has read the seeded messages. */
  #readEverything(): void {
    for (const channel of this.directory.channels) {
      const last = this.messages.of(channel.id).at(-1);
      if (last === undefined) continue;
      for (const personId of channel.memberIds) this.markRead(personId, channel.id, last.ts);
    }
  }

  /** What a person chose in a message's own inputs; undefined before. */
  choices(personId: string, message: StoredMessage): StateValues | undefined {
    return this.#choices.get(personId)?.get(messageKey(message));
  }

  choose(personId: string, message: StoredMessage, values: StateValues): void {
    const own = this.#choices.get(personId) ?? new Map<string, StateValues>();
    this.#choices.set(personId, own.set(messageKey(message), values));
  }

  /** Drops the messages posted before a moment, and what people chose in them. */
  forget(before: Date): void {
    const beforeTs = tsOf(before);
    this.messages.forget(beforeTs);
    for (const own of this.#choices.values()) {
      for (const key of own.keys()) if (key.slice(key.indexOf('/') + 1) < beforeTs) own.delete(key);
    }
    this.#store();
  }

  snapshot(): Snapshot {
    return {
      version: 1,
      messages: this.messages.all(),
      modals: this.views.modals(),
      homes: this.views.homes(),
      responseUrls: this.responseUrls.all(),
      readUpTo: recordOfRecords(this.#readUpTo),
      choices: recordOfRecords(this.#choices),
    };
  }
}

function messageKey(message: StoredMessage): string {
  return `${message.conversationId}/${message.ts}`;
}

function mapOfMaps<T>(record: Record<string, Record<string, T>>): Map<string, Map<string, T>> {
  return new Map(
    Object.entries(record).map(([key, inner]) => [key, new Map(Object.entries(inner))]),
  );
}

function recordOfRecords<T>(maps: Map<string, Map<string, T>>): Record<string, Record<string, T>> {
  return Object.fromEntries([...maps].map(([key, inner]) => [key, Object.fromEntries(inner)]));
}
