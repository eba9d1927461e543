import { type Selectable, sql, type Transaction } from 'kysely';
import type { Place } from '../../domain/message/place.ts';
import type { KeptNotice, NoticeRows } from '../../use-cases/ports/rows/notice-rows.ts';
import { insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';
import { versionOf } from '../request/request-version.ts';

export function noticeRows(trx: Transaction<Tables>): NoticeRows {
  return {
    insertOnce({ key: occasion, ...notice }, createdAt) {
      const row = {
        ...notice,
        occasion,
        createdAt,
        sentAt: null,
        postedChannel: null,
        ts: null,
        offered: null,
      };
      return insertOnce(trx.insertInto('notices').values(row), 'occasion');
    },
    async find(id) {
      const row = await trx
        .selectFrom('notices')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : noticeOf(row);
    },
    markSent: (...sent) => markSent(trx, ...sent),
    async revise(occasion, body) {
      return revised(await revising(trx, occasion, body).executeTakeFirst());
    },
    async reword(occasion, body) {
      const isOther = sql<boolean>`body ->> 'kind' = ${body.kind} and body <> ${body}::jsonb`;
      return revised(await revising(trx, occasion, body).where(isOther).executeTakeFirst());
    },
    retire: (occasion, at) => retire(trx, occasion, at),
    async isListedAt({ channel, ts }, requestId) {
      const rows = await sql`
        select 1 from notices where posted_channel = ${channel} and ts = ${ts}
          and body -> 'about' @> jsonb_build_array(jsonb_build_object('requestId', ${requestId}::text))
        limit 1`.execute(trx);
      return rows.rows.length > 0;
    },
    remindersAbout: (step) => remindersAbout(trx, step),
    async settleDecision(requestId, next) {
      const settled = await sql<{ id: string }>`
        update notices set body = jsonb_set(body, '{next}', ${next}::jsonb)
        where request_id = ${requestId} and sent_at is null and body -> 'next' ->> 'kind' = 'pending'
        returning id`.execute(trx);
      // The database's own order is that of free room.
      return settled.rows.map((row) => row.id).toSorted();
    },
  };
}

function revising(trx: Transaction<Tables>, occasion: string, body: KeptNotice['body']) {
  return trx
    .updateTable('notices')
    .set({ body })
    .where('occasion', '=', occasion)
    .where((eb) => eb.or([eb('sentAt', 'is', null), eb('ts', 'is not', null)]))
    .returning(['id', 'ts']);
}

function revised(row: { readonly id: string; readonly ts: string | null } | undefined) {
  return row === undefined ? null : { noticeId: row.id, isPosted: row.ts !== null };
}

async function markSent(
  trx: Transaction<Tables>,
  ...[id, sentAt, posted]: Parameters<NoticeRows['markSent']>
): ReturnType<NoticeRows['markSent']> {
  const place = posted === undefined || posted.watched.length === 0 ? null : posted.place;
  const offered = place === null ? null : (posted?.watched ?? null);
  const change = {
    sentAt,
    postedChannel: place?.channel ?? null,
    ts: place?.ts ?? null,
    offered,
  };
  const row = await trx
    .updateTable('notices')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .returning(versionOf('notices.requestId').as('version'))
    .executeTakeFirst();
  if (row === undefined) return null;
  const { version, ...notice } = row;
  return { ...noticeOf(notice), version };
}

/** A message as the table has it. */
export function noticeOf(row: Selectable<Tables['notices']>): KeptNotice {
  const { occasion: key, createdAt: _, postedChannel: channel, ts, ...notice } = row;
  return { key, ...notice, place: channel === null || ts === null ? null : { channel, ts } };
}

async function retire(trx: Transaction<Tables>, occasion: string, at: Date): Promise<Place | null> {
  const row = await trx
    .selectFrom('notices')
    .select(['id', 'postedChannel', 'ts'])
    .where('occasion', '=', occasion)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const over = { sentAt: at, postedChannel: null, ts: null, offered: null };
  await trx.updateTable('notices').set(over).where('id', '=', row.id).execute();
  const { postedChannel: channel, ts } = row;
  return channel === null || ts === null ? null : { channel, ts };
}

async function remindersAbout(
  trx: Transaction<Tables>,
  { requestId, stepId, slackUserId }: Parameters<NoticeRows['remindersAbout']>[0],
): Promise<readonly string[]> {
  const reminders = await sql<{ occasion: string }>`
    select occasion from notices
    where request_id = ${requestId} and ts is not null and body ->> 'kind' = 'reminder'
      and target ->> 'slackUserId' = ${slackUserId}
      and jsonb_array_length(body -> 'about') = 1 and body -> 'about' -> 0 ->> 'stepId' = ${stepId}
    order by occasion`.execute(trx);
  return reminders.rows.map((row) => row.occasion);
}
