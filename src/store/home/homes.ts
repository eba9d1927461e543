import type { Transaction } from 'kysely';
import type { HomeRow } from '../../use-cases/ports/rows/person-rows.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function homeRows(trx: Transaction<Tables>) {
  return {
    /** Those of these people who ever opened theirs. */
    async opened(slackUserIds: readonly string[]): Promise<readonly string[]> {
      if (slackUserIds.length === 0) return [];
      const homes = trx
        .selectFrom('homes')
        .select('slackUserId')
        .where('slackUserId', 'in', slackUserIds);
      return (await homes.execute()).map((row) => row.slackUserId);
    },
    find: (id: string): Promise<HomeRow | null> =>
      first(trx.selectFrom('homes').selectAll().where('slackUserId', '=', id)),
    async markOpened(slackUserId: string, openedAt: Date): Promise<void> {
      await trx
        .insertInto('homes')
        .values({ slackUserId, openedAt, publishedAt: null, fingerprint: null })
        .onConflict((conflict) =>
          conflict.column('slackUserId').doUpdateSet({ openedAt, fingerprint: null }),
        )
        .execute();
    },
    async markPublished(
      slackUserId: string,
      fingerprint: string,
      publishedAt: Date,
    ): Promise<void> {
      await trx
        .updateTable('homes')
        .set({ fingerprint, publishedAt })
        .where('slackUserId', '=', slackUserId)
        .execute();
    },
  };
}

/** Long enough for a click that Slack delivers again. */
const rememberedMs = 24 * 3_600_000;

export function confirmationRows(trx: Transaction<Tables>) {
  return {
    /** Removes confirmations of questions that are too old to be confirmed again. */
    prune: (at: Date): Promise<void> => pruneConfirmations(trx, at),
    /** False where this question was confirmed before, through whichever process. */
    async confirm(question: string, at: Date): Promise<boolean> {
      await pruneConfirmations(trx, at);
      return insertOnce(trx.insertInto('confirmations').values({ question, at }));
    },
  };
}

async function pruneConfirmations(trx: Transaction<Tables>, at: Date): Promise<void> {
  const forgottenAt = new Date(at.getTime() - rememberedMs);
  await trx.deleteFrom('confirmations').where('at', '<', forgottenAt).execute();
}
