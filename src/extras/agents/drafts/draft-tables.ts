import { sql, type Transaction } from 'kysely';
import { first, holdKey, insertOnce } from '../../../store/platform/rows.ts';
import type { Stored, Tables } from '../../../store/platform/tables.ts';
import { rowsOfExtra } from '../../../store/transaction.ts';
import type { PruneExtra } from '../../../use-cases/due/prune-old-rows.ts';
import type { Draft } from './draft.ts';

export type DraftTables = {
  agentDrafts: Stored<Draft>;
};

/** Whose drafts they are. Nothing of theirs is for who had the account before. */
type PersonKey = Pick<Draft, 'teamId' | 'slackUserId' | 'identityId'>;

export function draftRows(transaction: Transaction<Tables>) {
  const trx = transaction.withTables<DraftTables>();
  return { ...rowsOfPerson(trx), ...rowsOfDraft(trx) };
}

type DraftTransaction = Transaction<Tables & DraftTables>;

function rowsOfPerson(trx: DraftTransaction) {
  return {
    /** Until the transaction ends, nobody else counts or adds drafts of this person. */
    lockPerson: ({ teamId, slackUserId }: PersonKey): Promise<void> =>
      holdKey(trx, `draft ${teamId} ${slackUserId}`),
    /** The newest with exactly this content, made since then. */
    alike: (
      { teamId, slackUserId, identityId }: PersonKey,
      content: Draft['content'],
      since: Date,
    ): Promise<Draft | null> =>
      first(
        trx
          .selectFrom('agentDrafts')
          .selectAll()
          .where('teamId', '=', teamId)
          .where('slackUserId', '=', slackUserId)
          .where('identityId', '=', identityId)
          .where('at', '>', since)
          .where(sql<boolean>`content = ${content}::jsonb`)
          .orderBy('at', 'desc')
          .limit(1),
      ),
    /** Those that can still be sent. */
    async countWaiting({ teamId, slackUserId, identityId }: PersonKey, now: Date): Promise<number> {
      const { waiting } = await trx
        .selectFrom('agentDrafts')
        .select(sql<number>`count(*)::int`.as('waiting'))
        .where('teamId', '=', teamId)
        .where('slackUserId', '=', slackUserId)
        .where('identityId', '=', identityId)
        .where('state', '=', 'open')
        .where('endsAt', '>', now)
        .executeTakeFirstOrThrow();
      return waiting;
    },
  };
}

function rowsOfDraft(trx: DraftTransaction) {
  const drafts = trx.selectFrom('agentDrafts').selectAll();
  return {
    insert: (draft: Draft): Promise<boolean> =>
      insertOnce(trx.insertInto('agentDrafts').values(draft)),
    find: (id: string): Promise<Draft | null> => first(drafts.where('id', '=', id)),
    lock: (id: string): Promise<Draft | null> => first(drafts.where('id', '=', id).forUpdate()),
    async change(
      id: string,
      change: Partial<Omit<Draft, 'id' | 'client' | 'content'>>,
    ): Promise<void> {
      await trx.updateTable('agentDrafts').set(change).where('id', '=', id).execute();
    },
    /** The request that came of it, or that it gave back; null where there is none. */
    async requestOf({ id, content, state }: Draft): Promise<string | null> {
      if (content.kind === 'give-back') return state === 'sent' ? content.requestId : null;
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
