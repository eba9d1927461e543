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

/** Whose drafts they are. Nothing of theirs is for who had the account before. */
interface PersonKey {
  readonly teamId: string;
  readonly slackUserId: string;
  readonly identityId: string;
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

export function draftRows(transaction: Transaction<Tables>) {
  const trx = transaction.withTables<DraftTables>();
  return { ...rowsOfPerson(trx), ...rowsOfDraft(trx) };
}

type DraftTransaction = Transaction<Tables & DraftTables>;

function rowsOfPerson(trx: DraftTransaction) {
  const drafts = trx.selectFrom('agentDrafts').selectAll();
  const ofPerson = ({ teamId, slackUserId, identityId }: PersonKey) =>
    drafts
      .where('teamId', '=', teamId)
      .where('slackUserId', '=', slackUserId)
      .where('identityId', '=', identityId);
  return {
    /** Until the transaction ends, nobody else counts or adds drafts of this person. */
    async lockPerson({ teamId, slackUserId }: PersonKey): Promise<void> {
      const key = `draft ${teamId} ${slackUserId}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
    },
    /** The newest with exactly this content, made since then and not discarded. */
    alike: (person: PersonKey, content: Draft['content'], since: Date): Promise<Draft | null> =>
      first(
        ofPerson(person)
          .where('at', '>', since)
          .where('state', '!=', 'discarded')
          .where(sql<boolean>`content = ${content}::jsonb`)
          .orderBy('at', 'desc')
          .limit(1),
        toDraft,
      ),
    /** Those that can still be sent, and those that were made since then; counted up to the limit. */
    async count(
      { teamId, slackUserId, identityId }: PersonKey,
      { now, since, limit }: { readonly now: Date; readonly since: Date; readonly limit: number },
    ): Promise<{ readonly open: number; readonly recent: number }> {
      // Never counts what a flood left: both are bounded.
      const { rows } = await sql<{ open: number; recent: number }>`
        select count(*) filter (where state = 'open' and ends_at > ${now})::int as open, count(*)::int as recent
        from (
          select state, ends_at from agent_drafts
          where team_id = ${teamId} and slack_user_id = ${slackUserId} and identity_id = ${identityId} and at > ${since}
          order by at desc limit ${limit}
        ) as newest`.execute(trx);
      return rows[0] ?? { open: 0, recent: 0 };
    },
  };
}

function rowsOfDraft(trx: DraftTransaction) {
  const drafts = trx.selectFrom('agentDrafts').selectAll();
  return {
    insert: ({ person, ...draft }: Draft): Promise<boolean> =>
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
    find: (id: string): Promise<Draft | null> => first(drafts.where('id', '=', id), toDraft),
    lock: (id: string): Promise<Draft | null> =>
      first(drafts.where('id', '=', id).forUpdate(), toDraft),
    async settle(
      id: string,
      change: Partial<Pick<Draft, 'state' | 'settledAt' | 'requestId' | 'endsAt'>>,
    ): Promise<void> {
      await trx.updateTable('agentDrafts').set(change).where('id', '=', id).execute();
    },
    posting: (id: string): Promise<DraftPosting | null> =>
      first(drafts.where('id', '=', id), toPosting),
    async markPosted(id: string, { place, ...change }: Partial<DraftPosting>): Promise<void> {
      const posted =
        place === undefined ? {} : { postedChannel: place?.channel ?? null, ts: place?.ts ?? null };
      await trx
        .updateTable('agentDrafts')
        .set({ ...change, ...posted })
        .where('id', '=', id)
        .execute();
    },
    /** The first request that was asked for with it; null where there is none. */
    async requestOf(id: string): Promise<string | null> {
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
