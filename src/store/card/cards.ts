import type { Transaction } from 'kysely';
import type { CardRow, CardRows } from '../../use-cases/ports/rows/card-rows.ts';
import { first } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import { versionOf } from '../request/request-version.ts';

const notPosted = {
  postedChannel: null,
  ts: null,
  permalink: null,
  postingSince: null,
  sentFingerprint: null,
  state: 'wanted',
} as const;

export function cardRows(trx: Transaction<Tables>): CardRows {
  const cards = trx.selectFrom('cards').selectAll('cards');
  const byId = (id: string) => cards.where('cards.id', '=', id);
  const change = async (id: string, values: Partial<CardRow>) => {
    await trx.updateTable('cards').set(values).where('id', '=', id).execute();
  };
  const noteSent = (id: string, values: Partial<CardRow>) =>
    first(
      trx
        .updateTable('cards')
        .set(values)
        .where('id', '=', id)
        .returning(versionOf('cards.requestId').as('version')),
      ({ version }) => version,
    );
  return {
    async want(id, requestId, channel, threadOf = null) {
      const card = await trx
        .insertInto('cards')
        .values({ id, requestId, channel, threadOf, ...notPosted })
        .onConflict((conflict) => conflict.columns(['requestId', 'channel']).doNothing())
        .returningAll()
        .executeTakeFirst();
      const standing = cards.where('requestId', '=', requestId).where('channel', '=', channel);
      return card ?? standing.executeTakeFirstOrThrow();
    },
    rootOfGroup(groupId, channel) {
      const roots = cards
        .innerJoin('requests', 'requests.id', 'cards.requestId')
        .where('cards.threadOf', 'is', null);
      const ofGroup = roots
        .where('requests.groupId', '=', groupId)
        .where('cards.channel', '=', channel);
      return first(ofGroup.orderBy('requests.createdAt'));
    },
    find: (id) => first(byId(id)),
    lock: (id) => first(byId(id).forUpdate()),
    postedAt: ({ channel, ts }) =>
      first(cards.where('cards.postedChannel', '=', channel).where('cards.ts', '=', ts)),
    ofRequest: (requestId) => cards.where('requestId', '=', requestId).orderBy('id').execute(),
    save: change,
    markPosted(id, { channel: postedChannel, ts }, sentFingerprint) {
      const place = { postedChannel, ts, permalink: null };
      return noteSent(id, { ...place, postingSince: null, sentFingerprint, state: 'posted' });
    },
    markUpdated: (id, sentFingerprint) => noteSent(id, { sentFingerprint }),
    async keepPermalink(id, ts, permalink) {
      await trx
        .updateTable('cards')
        .set({ permalink })
        .where('id', '=', id)
        .where('ts', '=', ts)
        .execute();
    },
    markGone: (id) => change(id, notPosted),
  };
}
