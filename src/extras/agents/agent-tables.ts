/** The rows of agents: people's tokens, and what was called. */
import { sql, type Transaction } from 'kysely';
import { first, holdKey, insertOnce } from '../../store/platform/rows.ts';
import type { Stored, Tables } from '../../store/platform/tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { PruneExtra } from '../../use-cases/due/prune-old-rows.ts';
import type { AgentClient } from './tools/tool.ts';

/**
 * What ended a token before its time. `left`: the person may not ask for access here any more, or
 * somebody else has the account.
 */
export type TokenEnd = 'revoked' | 'operator' | 'left';

export interface AgentToken {
  readonly id: string;
  /** The workspace, or the enterprise, of the account. */
  readonly teamId: string;
  readonly slackUserId: string;
  /** Who made it: the account can pass to somebody else. */
  readonly identityId: string;
  readonly name: string;
  readonly hash: string;
  readonly createdAt: Date;
  /** What ends it before its time moves this; the trail tells what that was. */
  readonly endsAt: Date;
  readonly lastUsedAt: Date | null;
}

type TokenOwner = Pick<AgentToken, 'teamId' | 'slackUserId'>;

/** Calls of one tool by one agent, as long as the trail does not have their number. */
export interface AgentLookups extends TokenOwner {
  readonly kind: AgentClient['kind'];
  readonly client: string;
  readonly tool: string;
  readonly calls: number;
  readonly startedAt: Date;
}

type NewToken = Omit<AgentToken, 'lastUsedAt'>;

export type AgentTables = {
  agentTokens: Stored<AgentToken>;
  agentLookups: Stored<AgentLookups>;
};

type AgentTransaction = Transaction<Tables & AgentTables>;

export function agentRows(transaction: Transaction<Tables>) {
  const trx = transaction.withTables<AgentTables>();
  return { ...tokenRows(trx), ...callRows(trx) };
}

function tokenRows(trx: AgentTransaction) {
  const goodAt = (at: Date) => trx.selectFrom('agentTokens').selectAll().where('endsAt', '>', at);
  return {
    /** Until the transaction ends, nobody else counts or adds tokens of this account. */
    lockAccount: (slackUserId: string): Promise<void> => holdKey(trx, `agents of ${slackUserId}`),
    /** False, changing nothing, where one of this id is there. */
    insertToken: (token: NewToken): Promise<boolean> =>
      insertOnce(trx.insertInto('agentTokens').values({ ...token, lastUsedAt: null }), 'id'),
    /** One that is good at this moment. */
    goodToken: (hash: string, at: Date): Promise<AgentToken | null> =>
      first(goodAt(at).where('hash', '=', hash)),
    /** Whether it is good at this moment, and then until the transaction ends. */
    holdToken: async (id: string, at: Date): Promise<boolean> =>
      (await first(goodAt(at).where('id', '=', id).forShare())) !== null,
    /** Those of an account that are good at this moment, the newest first. */
    goodTokensOf: (slackUserId: string, at: Date): Promise<readonly AgentToken[]> =>
      goodAt(at)
        .where('slackUserId', '=', slackUserId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .execute(),
    /** The tokens of everybody, the last used first, up to a bound. */
    goodTokens: (at: Date, limit: number): Promise<readonly AgentToken[]> =>
      goodAt(at).orderBy(sql`last_used_at desc nulls last`).orderBy('id').limit(limit).execute(),
    async noteUse(id: string, at: Date): Promise<void> {
      await trx.updateTable('agentTokens').set({ lastUsedAt: at }).where('id', '=', id).execute();
    },
    /** Ends what is good until then: one, all of a person's, or everybody's. */
    endTokens(
      whose: (TokenOwner & { readonly id?: string | undefined }) | 'everybody',
      at: Date,
    ): Promise<readonly AgentToken[]> {
      const ending = trx
        .updateTable('agentTokens')
        .set({ endsAt: at })
        .where('endsAt', '>', at)
        .returningAll();
      if (whose === 'everybody') return ending.execute();
      const { teamId, slackUserId, id } = whose;
      const theirs = ending.where('teamId', '=', teamId).where('slackUserId', '=', slackUserId);
      return (id === undefined ? theirs : theirs.where('id', '=', id)).execute();
    },
  };
}

function callRows(trx: AgentTransaction) {
  return {
    async countCall(call: Omit<AgentLookups, 'calls'>): Promise<void> {
      await trx
        .insertInto('agentLookups')
        .values({ ...call, calls: 1 })
        .onConflict((one) =>
          one
            .columns(['teamId', 'slackUserId', 'kind', 'client', 'tool'])
            .doUpdateSet({ calls: sql<number>`agent_lookups.calls + 1` }),
        )
        .execute();
    },
    /** Takes out those that began before, at most so many. */
    async takeCalls(before: Date, limit: number): Promise<readonly AgentLookups[]> {
      const { rows } = await sql<AgentLookups>`
        delete from agent_lookups where ctid in (
          select ctid from agent_lookups where started_at < ${before} order by started_at limit ${limit} for update skip locked
        ) returning team_id, slack_user_id, kind, client, tool, calls, started_at`.execute(trx);
      return rows;
    },
  };
}

/** A token is kept for as long as messages after its end; nobody is shown it then. */
export const pruneAgents: PruneExtra = (tx, { notices: before }) =>
  rowsOfExtra(tx, async (transaction) => {
    const trx = transaction.withTables<AgentTables>();
    await trx.deleteFrom('agentTokens').where('endsAt', '<', before).execute();
  });
