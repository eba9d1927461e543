import { sql, type Transaction } from 'kysely';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';
import { isLockRefused } from '../platform/database-trouble.ts';
import type { Tables } from '../platform/tables.ts';
import { lockTrail } from './late-begin.ts';

/** How a transaction gets at the trail. */
interface Appending {
  /** A person waits for it. */
  readonly isAwaited: boolean;
  /** It has its lock since it began. */
  readonly isLocked: boolean;
}

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
    { isAwaited, isLocked }: Appending,
  ): Promise<void> {
    await this.learning(async () => {
      const isAsked = !isLocked && (this.#isElsewhere || !isAwaited);
      if (isAsked) await sql.raw(lockTrail).execute(trx);
      await insert();
      this.#isElsewhere = false;
    });
  }

  /** Runs what needs the lock, and learns from its failure that somebody else has it. */
  async learning<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      this.#isElsewhere = true;
      throw new DatabaseFailure('somebody holds a lock on the audit trail', { cause: error });
    }
  }
}
