import { type Selectable, sql, type Transaction } from 'kysely';
import type { Notice, NoticeBody } from '../../domain/message/notice.ts';
import type { Place } from '../../domain/message/place.ts';
import type { KeptNotice, RevisedNotice } from '../../use-cases/ports/rows/notice-rows.ts';
import type { Tables } from '../platform/tables.ts';
import { versionOf } from '../request/request-version.ts';

interface PostedNotice {
  readonly place: Place | null;
  readonly watched: readonly string[];
}

type SentNotice = KeptNotice & { readonly version: string | null };

interface StepOfReader extends Pick<Notice, 'requestId' | 'target'> {
  readonly stepId: string;
  readonly kind: 'reminder' | 'overdue';
}

export function noticeRows(trx: Transaction<Tables>) {
  return {
    /** Those that are new: one whose key is known changes nothing. */
    async insertNew(notices: readonly Notice[], createdAt: Date): Promise<readonly Notice[]> {
      if (notices.length === 0) return [];
      const unsent = { createdAt, sentAt: null, postedChannel: null, ts: null, offered: null };
      const inserted = await trx
        .insertInto('notices')
        .values(notices.map(({ key: occasion, ...notice }) => ({ ...notice, occasion, ...unsent })))
        .onConflict((conflict) => conflict.column('occasion').doNothing())
        .returning('id')
        .execute();
      const ids = new Set(inserted.map(({ id }) => id));
      return notices.filter(({ id }) => ids.has(id));
    },
    async find(id: string): Promise<KeptNotice | null> {
      const row = await trx
        .selectFrom('notices')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : noticeOf(row);
    },
    /**
     * `watched`: of what it offers, what can be over, and what its buttons are bound to. Where it is
     * posted is kept for as long as there is any. Returns the message as it is stored now, with the
     * version of its request (`RequestView`).
     */
    markSent: (id: string, at: Date, posted?: PostedNotice): Promise<SentNotice | null> =>
      markSent(trx, id, at, posted),
    /**
     * Has the message of this occasion say something newer, where it is of the same kind and says
     * something else. null, changing nothing, if there is none, or one that was sent and cannot be
     * changed any more.
     */
    async reword(occasion: string, body: NoticeBody): Promise<RevisedNotice | null> {
      const isOther = sql<boolean>`body ->> 'kind' = ${body.kind} and body <> ${body}::jsonb`;
      return revised(await revising(trx, occasion, body).where(isOther).executeTakeFirst());
    },
    /**
     * The message of this occasion is not sent, and not rendered again. Where it was posted; null if
     * it was not.
     */
    retire: (occasion: string, at: Date): Promise<Place | null> => retire(trx, occasion, at),
    /** Those of the requests about which Slack never took something. */
    async undelivered(requestIds: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await trx
        .selectFrom('notices')
        .select('requestId')
        .where('requestId', 'in', [...requestIds, ''])
        .where(sql`body ->> 'what'`, '=', 'undelivered')
        .execute();
      return new Set(rows.map(({ requestId }) => requestId));
    },
    /** The keys of the posted messages of this kind to one person or channel about this step and nothing else. */
    waitingAbout: (step: StepOfReader): Promise<readonly string[]> => waitingAbout(trx, step),
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
  id: string,
  sentAt: Date,
  posted: PostedNotice | undefined,
): Promise<SentNotice | null> {
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

async function waitingAbout(
  trx: Transaction<Tables>,
  { requestId, stepId, kind, target }: StepOfReader,
): Promise<readonly string[]> {
  const waiting = await sql<{ occasion: string }>`
    select occasion from notices
    where request_id = ${requestId} and ts is not null and body ->> 'kind' = ${kind} and target = ${target}::jsonb
      and jsonb_array_length(body -> 'about') = 1 and body -> 'about' -> 0 ->> 'stepId' = ${stepId}
    order by occasion`.execute(trx);
  return waiting.rows.map((row) => row.occasion);
}
