import type { Selectable, Transaction } from 'kysely';
import type { CardRow, CardRows } from '../../use-cases/store-ports.ts';
import type { CardsTable, Tables } from '../tables.ts';

export function cardRows(trx: Transaction<Tables>): CardRows {
  const change = (id: string, values: Partial<Selectable<CardsTable>>) =>
    trx.updateTable('cards').set(values).where('id', '=', id).execute();
  return {
    async want(id, requestId, channel, threadOf = null) {
      await trx
        .insertInto('cards')
        .values({
          id,
          request_id: requestId,
          channel,
          thread_of: threadOf,
          posted_channel: null,
          ts: null,
          permalink: null,
          posting_since: null,
          sent_fingerprint: null,
          state: 'wanted',
        })
        .onConflict((conflict) => conflict.columns(['request_id', 'channel']).doNothing())
        .execute();
      const row = await trx
        .selectFrom('cards')
        .selectAll()
        .where('request_id', '=', requestId)
        .where('channel', '=', channel)
        .executeTakeFirstOrThrow();
      return toCard(row);
    },
    async rootOfGroup(groupId, channel) {
      const row = await trx
        .selectFrom('cards')
        .innerJoin('requests', 'requests.id', 'cards.request_id')
        .selectAll('cards')
        .where('requests.group_id', '=', groupId)
        .where('cards.channel', '=', channel)
        .where('cards.thread_of', 'is', null)
        .orderBy('requests.created_at')
        .executeTakeFirst();
      return row === undefined ? null : toCard(row);
    },
    async find(id) {
      const row = await trx.selectFrom('cards').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toCard(row);
    },
    async lock(id) {
      const row = await trx.selectFrom('cards').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
      return row === undefined ? null : toCard(row);
    },
    async ofRequest(requestId) {
      const rows = await trx
        .selectFrom('cards')
        .selectAll()
        .where('request_id', '=', requestId)
        .orderBy('id')
        .execute();
      return rows.map(toCard);
    },
    async markPosting(id, since) {
      await change(id, { posting_since: since });
    },
    async markPosted(id, place, fingerprint) {
      await change(id, {
        posted_channel: place.channel,
        ts: place.ts,
        permalink: null,
        posting_since: null,
        sent_fingerprint: fingerprint,
        state: 'posted',
      });
    },
    async keepPermalink(id, ts, permalink) {
      await trx.updateTable('cards').set({ permalink }).where('id', '=', id).where('ts', '=', ts).execute();
    },
    async markSent(id, fingerprint) {
      await change(id, { sent_fingerprint: fingerprint });
    },
    async markGone(id) {
      await change(id, {
        posted_channel: null,
        ts: null,
        permalink: null,
        posting_since: null,
        sent_fingerprint: null,
        state: 'wanted',
      });
    },
    async markUnreachable(id) {
      await change(id, { state: 'unreachable', posting_since: null });
    },
  };
}

function toCard(row: Selectable<CardsTable>): CardRow {
  return {
    id: row.id,
    requestId: row.request_id,
    channel: row.channel,
    threadOf: row.thread_of,
    ts: row.ts,
    permalink: row.permalink,
    postedChannel: row.posted_channel,
    postingSince: row.posting_since,
    sentFingerprint: row.sent_fingerprint,
    state: row.state,
  };
}
