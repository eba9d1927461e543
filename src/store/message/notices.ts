import { sql } from 'kysely';
import type { Notice } from '../../domain/message/notice.ts';
import type { KeptNotice } from '../../use-cases/ports/rows/notice-rows.ts';
import { Rows } from '../platform/rows.ts';

export class NoticeRows extends Rows {
  /** Those that are new: one whose key is known changes nothing. */
  async insertNew(notices: readonly Notice[], createdAt: Date): Promise<readonly Notice[]> {
    if (notices.length === 0) return [];
    const unsent = { createdAt, sentAt: null };
    const inserted = await this.trx
      .insertInto('notices')
      .values(notices.map(({ key: occasion, ...notice }) => ({ ...notice, occasion, ...unsent })))
      .onConflict((conflict) => conflict.column('occasion').doNothing())
      .returning('id')
      .execute();
    const ids = new Set(inserted.map(({ id }) => id));
    return notices.filter(({ id }) => ids.has(id));
  }

  async find(id: string): Promise<KeptNotice | null> {
    const row = await this.trx
      .selectFrom('notices')
      .select(['id', 'occasion as key', 'requestId', 'target', 'body', 'sentAt'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  async isSent(occasion: string): Promise<boolean> {
    const rows = this.trx.selectFrom('notices').select('sentAt').where('occasion', '=', occasion);
    return ((await rows.executeTakeFirst())?.sentAt ?? null) !== null;
  }

  /** Slack has it, or it is not sent any more. */
  async markSent(id: string, sentAt: Date): Promise<void> {
    await this.trx.updateTable('notices').set({ sentAt }).where('id', '=', id).execute();
  }

  /** Those of the requests about which Slack never took something. */
  async undelivered(requestIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.trx
      .selectFrom('notices')
      .select('requestId')
      .where('requestId', 'in', [...requestIds, ''])
      .where(sql`body ->> 'what'`, '=', 'undelivered')
      .execute();
    return new Set(rows.map(({ requestId }) => requestId));
  }
}
