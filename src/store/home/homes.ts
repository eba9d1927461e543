import type { Transaction } from 'kysely';
import type { ConfirmationRows, HomeRows } from '../../use-cases/ports/store-ports.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

export function homeRows(trx: Transaction<Tables>): HomeRows {
  return {
    async opened(slackUserIds) {
      if (slackUserIds.length === 0) return [];
      const homes = trx
        .selectFrom('homes')
        .select('slackUserId')
        .where('slackUserId', 'in', slackUserIds);
      return (await homes.execute()).map((row) => row.slackUserId);
    },
    find: (id) => first(trx.selectFrom('homes').selectAll().where('slackUserId', '=', id)),
    async markOpened(slackUserId, openedAt) {
      await trx
        .insertInto('homes')
        .values({ slackUserId, openedAt, publishedAt: null, fingerprint: null })
        .onConflict((conflict) =>
          conflict.column('slackUserId').doUpdateSet({ openedAt, fingerprint: null }),
        )
        .execute();
    },
    async markPublished(slackUserId, fingerprint, publishedAt) {
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

export function confirmationRows(trx: Transaction<Tables>): ConfirmationRows {
  const prune = async (at: Date): Promise<void> => {
    const forgottenAt = new Date(at.getTime() - rememberedMs);
    await trx.deleteFrom('confirmations').where('at', '<', forgottenAt).execute();
  };
  return {
    prune,
    async confirm(question, at) {
      await prune(at);
      return insertOnce(trx.insertInto('confirmations').values({ question, at }));
    },
  };
}
