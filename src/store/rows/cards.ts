import type { Transaction } from 'kysely';
import type { CardRow, CardRows } from '../../use-cases/store-ports.ts';
import type { Tables } from '../tables.ts';

const notPosted = {
  postedChannel: null,
  ts: null,
  permalink: null,
  postingSince: null,
  sentFingerprint: null,
  state: 'wanted',
} as const;

export function cardRows(trx: Transaction<Tables>): CardRows {
  const change = (id: string, values: Partial<CardRow>) =>
    trx.updateTable('cards').set(values).where('id', '=', id).execute();
  return {
    async want(id, requestId, channel, threadOf = null) {
      await trx
        .insertInto('cards')
        .values({ id, requestId, channel, threadOf, ...notPosted })
        .onConflict((conflict) => conflict.columns(['requestId', 'channel']).doNothing())
        .execute();
      return trx
        .selectFrom('cards')
        .selectAll()
        .where('requestId', '=', requestId)
        .where('channel', '=', channel)
        .executeTakeFirstOrThrow();
    },
    async rootOfGroup(groupId, channel) {
      const row = await trx
        .selectFrom('cards')
        .innerJoin('requests', 'requests.id', 'cards.requestId')
        .selectAll('cards')
        .where('requests.groupId', '=', groupId)
        .where('cards.channel', '=', channel)
        .where('cards.threadOf', 'is', null)
        .orderBy('requests.createdAt')
        .executeTakeFirst();
      return row ?? null;
    },
    async find(id) {
      const row = await trx.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirst();
      return row ?? null;
    },
    async lock(id) {
      const row = await trx.selectFrom('cards').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      return row ?? null;
    },
    ofRequest: (requestId) =>
      trx.selectFrom('cards').selectAll().where('requestId', '=', requestId).orderBy('id').execute(),
    async save(id, values) {
      await change(id, values);
    },
    async markPosted(id, place, fingerprint) {
      await change(id, {
        postedChannel: place.channel,
        ts: place.ts,
        permalink: null,
        postingSince: null,
        sentFingerprint: fingerprint,
        state: 'posted',
      });
    },
    async keepPermalink(id, ts, permalink) {
      await trx.updateTable('cards').set({ permalink }).where('id', '=', id).where('ts', '=', ts).execute();
    },
    async markGone(id) {
      await change(id, notPosted);
    },
  };
}
