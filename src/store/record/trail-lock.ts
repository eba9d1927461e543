import { sql, type Transaction } from 'kysely';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';
import { isLockRefused } from '../platform/database-trouble.ts';
import type { Tables } from '../platform/tables.ts';

/**
 * What this process knows of a lock that somebody else holds on the table of the trail. Appends
 * never wait for each other, so who gets no lock on it waits for an operator or a migration, with a
 * connection and the rows that are locked already: clicks on the same card, which need no entry,
 * would wait as well.
 */
export class TrailLock {
  #isElsewhere = false;

  /**
   * Throws `DatabaseFailure` where somebody else has the lock. What a person waits for saves asking
   * for it beforehand until somebody has waited in vain; a job always asks, without waiting.
   */
  async append(
    trx: Transaction<Tables>,
    insert: () => Promise<unknown>,
    isAwaited: boolean,
  ): Promise<void> {
    try {
      if (this.#isElsewhere || !isAwaited)
        await sql`lock table audit in row exclusive mode nowait`.execute(trx);
      await insert();
      this.#isElsewhere = false;
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      this.#isElsewhere = true;
      throw new DatabaseFailure('somebody holds a lock on the audit trail', { cause: error });
    }
  }
}
