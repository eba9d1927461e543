import type { HomeRow } from '../../use-cases/ports/rows/person-rows.ts';
import { first, insertOnce, Rows } from '../platform/rows.ts';

export class HomeRows extends Rows {
  /** Those of these people who ever opened theirs. */
  async opened(slackUserIds: readonly string[]): Promise<readonly string[]> {
    if (slackUserIds.length === 0) return [];
    const homes = this.trx
      .selectFrom('homes')
      .select('slackUserId')
      .where('slackUserId', 'in', slackUserIds);
    return (await homes.execute()).map((row) => row.slackUserId);
  }

  find(id: string): Promise<HomeRow | null> {
    return first(this.trx.selectFrom('homes').selectAll().where('slackUserId', '=', id));
  }

  async markOpened(slackUserId: string, openedAt: Date): Promise<void> {
    await this.trx
      .insertInto('homes')
      .values({ slackUserId, openedAt, publishedAt: null, fingerprint: null })
      .onConflict((conflict) =>
        conflict.column('slackUserId').doUpdateSet({ openedAt, fingerprint: null }),
      )
      .execute();
  }

  async markPublished(slackUserId: string, fingerprint: string, publishedAt: Date): Promise<void> {
    await this.trx
      .updateTable('homes')
      .set({ fingerprint, publishedAt })
      .where('slackUserId', '=', slackUserId)
      .execute();
  }
}

/** Long enough for a click that Slack delivers again. */
const rememberedMs = 24 * 3_600_000;

export class ConfirmationRows extends Rows {
  /** Removes confirmations of questions that are too old to be confirmed again. */
  async prune(at: Date): Promise<void> {
    const forgottenAt = new Date(at.getTime() - rememberedMs);
    await this.trx.deleteFrom('confirmations').where('at', '<', forgottenAt).execute();
  }

  /** False where this question was confirmed before, through whichever process. */
  async confirm(question: string, at: Date): Promise<boolean> {
    await this.prune(at);
    return insertOnce(this.trx.insertInto('confirmations').values({ question, at }));
  }
}
