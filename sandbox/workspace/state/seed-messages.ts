/** Messages that are there at the first start. Their times are relative to it. */
import type { Company } from '../../company-schema.ts';
import { personIdOf } from './directory.ts';
import type { StoredMessage } from './stored.ts';
import { tsOf } from './timestamps.ts';

type Said = Omit<Company['messages'][number], 'channel' | 'replies'>;

function message(
  conversationId: string,
  one: Said,
  now: Date,
  threadTs: string | null,
): StoredMessage {
  return {
    conversationId,
    ts: tsOf(new Date(now.getTime() - one.hoursAgo * 3_600_000)),
    threadTs,
    authorId: personIdOf(one.author),
    byBot: false,
    text: one.text,
    blocks: [],
    metadata: null,
    editedTs: null,
    onlyFor: null,
    tombstone: false,
  };
}

export function seedMessages(seed: Company['messages'], now: Date): StoredMessage[] {
  return seed
    .flatMap(({ channel, replies, ...one }) => {
      const parent = message(channel, one, now, null);
      return [parent, ...replies.map((reply) => message(channel, reply, now, parent.ts))];
    })
    .toSorted((one, other) => (one.ts < other.ts ? -1 : 1));
}
