import { type Selectable, sql, type Transaction } from 'kysely';
import type { Place } from '../../../domain/message/place.ts';
import { first, insertOnce } from '../../../store/platform/storable.ts';
import type { Stored, Tables } from '../../../store/platform/tables.ts';
import { rowsOfExtra } from '../../../store/rows-of-extra.ts';
import type { PruneExtra } from '../../../use-cases/due/prune-old-rows.ts';
import type { Draft, DraftState } from './draft.ts';

/** How a draft is shown to its person. */
export interface DraftPosting {
  readonly place: Place | null;
  readonly permalink: string | null;
  /** What its message says; null before it is posted. */
  readonly shown: DraftState | null;
}

interface PersonKey {
  readonly teamId: string;
  readonly slackUserId: string;
}

interface DraftsTable extends Stored<Omit<Draft, 'person'>> {
  teamId: string;
  slackUserId: string;
  slackName: string;
  postedChannel: string | null;
  ts: string | null;
  permalink: string | null;
  shown: DraftState | null;
}

export type DraftTables = {
  agentDrafts: DraftsTable;
};

interface DraftRows {
  /** Until the transaction ends, nobody else counts or adds drafts of this person. */
  lockPerson(person: PersonKey): Promise<void>;
  byKey(person: PersonKey, key: string): Promise<Draft | null>;
  /** The newest with exactly this content, made since then. */
  alike(person: PersonKey, content: Draft['content'], since: Date): Promise<Draft | null>;
  /** Those that can still be sent, and those that were made since then; counted up to the limit. */
  count(
    person: PersonKey,
    at: { readonly now: Date; readonly since: Date; readonly limit: number },
  ): Promise<{ readonly open: number; readonly recent: number }>;
  insert(draft: Draft): Promise<boolean>;
  find(id: string): Promise<Draft | null>;
  lock(id: string): Promise<Draft | null>;
  settle(id: string, change: Pick<Draft, 'state' | 'settledAt' | 'requestId'>): Promise<void>;
  posting(id: string): Promise<DraftPosting | null>;
  markPosted(id: string, change: Partial<DraftPosting>): Promise<void>;
  /** The first request that was asked for with it; null where there is none. */
  requestOf(id: string): Promise<string | null>;
}

export function draftRows(transaction: Transaction<Tables>): DraftRows {
  const trx = transaction.withTables<DraftTables>();
  return { ...rowsOfPerson(trx), ...rowsOfDraft(trx) };
}

type DraftTransaction = Transaction<Tables & DraftTables>;

function rowsOfPerson(
  trx: DraftTransaction,
): Pick<DraftRows, 'lockPerson' | 'byKey' | 'alike' | 'count'> {
  const drafts = trx.selectFrom('agentDrafts').selectAll();
  const ofPerson = ({ teamId, slackUserId }: PersonKey) =>
    drafts.where('teamId', '=', teamId).where('slackUserId', '=', slackUserId);
  return {
    async lockPerson({ teamId, slackUserId }) {
      const key = `draft ${teamId} ${slackUserId}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    },
    byKey: (person, key) => first(ofPerson(person).where('key', '=', key), toDraft),
    alike: (person, content, since) =>
      first(
        ofPerson(person)
          .where('at', '>', since)
          .where(sql<boolean>`content = ${content}::jsonb`)
          .orderBy('at', 'desc')
          .limit(1),
        toDraft,
      ),
    async count({ teamId, slackUserId }, { now, since, limit }) {
      // Never counts what a flood left: both are bounded.
      const { rows } = await sql<{ open: number; recent: number }>`
        select count(*) filter (where state = 'open' and ends_at > ${now})::int as open, count(*)::int as recent
        from (
          select state, ends_at from agent_drafts
          where team_id = ${teamId} and slack_user_id = ${slackUserId} and at > ${since}
          order by at desc limit ${limit}
        ) as newest`.execute(trx);
      return rows[0] ?? { open: 0, recent: 0 };
    },
  };
}

function rowsOfDraft(
  trx: DraftTransaction,
): Omit<DraftRows, 'lockPerson' | 'byKey' | 'alike' | 'count'> {
  const drafts = trx.selectFrom('agentDrafts').selectAll();
  return {
    insert: ({ person, ...draft }) =>
      insertOnce(
        trx.insertInto('agentDrafts').values({
          ...draft,
          teamId: person.teamId,
          slackUserId: person.userId,
          slackName: person.userName,
          postedChannel: null,
          ts: null,
          permalink: null,
          shown: null,
        }),
      ),
    find: (id) => first(drafts.where('id', '=', id), toDraft),
    lock: (id) => first(drafts.where('id', '=', id).forUpdate(), toDraft),
    async settle(id, change) {
      await trx.updateTable('agentDrafts').set(change).where('id', '=', id).execute();
    },
    posting: (id) => first(drafts.where('id', '=', id), toPosting),
    async markPosted(id, { place, ...change }) {
      const posted =
        place === undefined ? {} : { postedChannel: place?.channel ?? null, ts: place?.ts ?? null };
      await trx
        .updateTable('agentDrafts')
        .set({ ...change, ...posted })
        .where('id', '=', id)
        .execute();
    },
    async requestOf(id) {
      const row = await trx
        .selectFrom('requests')
        .select('id')
        .where(sql<boolean>`drafted_by ->> 'draftId' = ${id}`)
        .orderBy('createdAt')
        .limit(1)
        .executeTakeFirst();
      return row?.id ?? null;
    },
  };
}

function toPosting({
  postedChannel: channel,
  ts,
  permalink,
  shown,
}: Selectable<DraftsTable>): DraftPosting {
  const place = channel === null || ts === null ? null : { channel, ts };
  return { place, permalink, shown };
}

function toDraft({
  slackUserId: userId,
  slackName: userName,
  teamId,
  postedChannel: _channel,
  ts: _ts,
  permalink: _permalink,
  shown: _shown,
  ...row
}: Selectable<DraftsTable>): Draft {
  return { ...row, person: { userId, userName, teamId } };
}

/** The most that one turn removes; the rest goes with the next turn. */
const mostPruned = 5_000;

/** They go with messages, once nobody can send them any more. */
export const pruneDrafts: PruneExtra = (tx, { notices }) =>
  rowsOfExtra(tx, async (transaction) => {
    const trx = transaction.withTables<DraftTables>();
    const old = trx
      .selectFrom('agentDrafts')
      .select('id')
      .where('endsAt', '<', notices)
      .limit(mostPruned);
    await trx.deleteFrom('agentDrafts').where('id', 'in', old).execute();
  });
