/** All messages of all conversations, ephemeral ones too. */
import type { StoredMessage } from './stored.ts';
import type { Timestamps } from './timestamps.ts';

export type NewMessage = Pick<StoredMessage, 'conversationId' | 'authorId' | 'byBot' | 'text'> &
  Partial<Pick<StoredMessage, 'threadTs' | 'blocks' | 'metadata' | 'onlyFor'>>;

/** What Slack leaves of a deleted message. */
const tombstone = {
  authorId: 'USLACKBOT',
  byBot: false,
  text: 'This message was deleted.',
  blocks: [],
  metadata: null,
  tombstone: true,
} satisfies Partial<StoredMessage>;

export class MessageLog {
  readonly #timestamps: Timestamps;
  readonly #byConversation = new Map<string, StoredMessage[]>();

  constructor(timestamps: Timestamps, messages: readonly StoredMessage[]) {
    this.#timestamps = timestamps;
    for (const message of messages) {
      timestamps.skipPast(message.ts);
      this.#list(message.conversationId).push(message);
    }
  }

  add(message: NewMessage): StoredMessage {
    const stored: StoredMessage = {
      threadTs: null,
      blocks: [],
      metadata: null,
      onlyFor: null,
      tombstone: false,
      ...message,
      ts: this.#timestamps.next(),
      editedTs: null,
    };
    this.#list(stored.conversationId).push(stored);
    return stored;
  }

  /** Oldest first, everybody's ephemeral messages included. */
  of(conversationId: string): readonly StoredMessage[] {
    return this.#byConversation.get(conversationId) ?? [];
  }

  find(conversationId: string, ts: string): StoredMessage | undefined {
    return this.of(conversationId).find((message) => message.ts === ts);
  }

  /** The parent first, then its replies; nothing if there is no such message. */
  thread(conversationId: string, parentTs: string): readonly StoredMessage[] {
    return this.of(conversationId).filter(
      (message) => message.ts === parentTs || message.threadTs === parentTs,
    );
  }

  replace(
    message: StoredMessage,
    changes: Partial<Pick<StoredMessage, 'text' | 'blocks' | 'metadata'>>,
    markEdited: boolean,
  ): StoredMessage {
    const editedTs = markEdited ? this.#timestamps.next() : message.editedTs;
    return this.#put({ ...message, ...changes, editedTs });
  }

  /**
   * As Slack does: a message with replies stays as a tombstone, which keeps the thread; any other
   * vanishes.
   */
  delete(message: StoredMessage): void {
    const isAnswered = this.of(message.conversationId).some(
      (one) => one.threadTs === message.ts && one.onlyFor === null,
    );
    if (!isAnswered) this.remove(message);
    else this.#put({ ...message, ...tombstone });
  }

  remove(message: StoredMessage): void {
    const rest = this.of(message.conversationId).filter((one) => one.ts !== message.ts);
    this.#byConversation.set(message.conversationId, rest);
  }

  /** Drops what was posted before a timestamp. */
  forget(beforeTs: string): void {
    for (const [conversationId, messages] of this.#byConversation) {
      const rest = messages.filter((one) => one.ts >= beforeTs);
      if (rest.length < messages.length) this.#byConversation.set(conversationId, rest);
    }
  }

  all(): StoredMessage[] {
    return [...this.#byConversation.values()].flat();
  }

  #put(changed: StoredMessage): StoredMessage {
    const list = this.#list(changed.conversationId);
    list.splice(
      list.findIndex((one) => one.ts === changed.ts),
      1,
      changed,
    );
    return changed;
  }

  #list(conversationId: string): StoredMessage[] {
    const known = this.#byConversation.get(conversationId);
    if (known !== undefined) return known;
    const fresh: StoredMessage[] = [];
    this.#byConversation.set(conversationId, fresh);
    return fresh;
  }
}
