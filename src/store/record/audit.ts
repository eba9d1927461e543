import { randomBytes } from 'node:crypto';
import { type ExpressionBuilder, type RawBuilder, sql, type Transaction } from 'kysely';
import { DatabaseFailure } from '../../domain/outward/outward-failure.ts';
import type { AuditLine } from '../../domain/record/audit-filter.ts';
import type { AuditEntry } from '../../use-cases/ports/rows/audit-rows.ts';
import type { HashedEntry } from '../../use-cases/trail/audit-chain.ts';
import { openTexts, sealTexts } from '../../use-cases/trail/sealed-text.ts';
import { isLockRefused } from '../platform/database-trouble.ts';
import { lockTrail } from '../platform/dialect.ts';
import type { Tables, Timed } from '../platform/tables.ts';

interface Appending {
  readonly at: Date;
  /** A person waits for the transaction. */
  readonly isAwaited: boolean;
  /** The transaction has its lock on the trail since it began. */
  readonly isLocked: boolean;
  readonly trailLock: TrailLock;
  /** The transaction may be rolled back after it. */
  readonly onAppended: (entry: AuditEntry) => void;
}

export function auditRows(
  trx: Transaction<Tables>,
  { at, isAwaited, isLocked, trailLock, onAppended }: Appending,
) {
  const entries: AuditEntry[] = [];
  return {
    /**
     * Appends when the transaction ends, without a lock; `AuditTrail.seal` chains what was
     * committed. What is left out is null, or empty; `at` the moment of the transaction.
     */
    async append(partialEntry: Pick<AuditEntry, 'kind'> & Partial<AuditEntry>): Promise<void> {
      const entry = { requestId: null, taskId: null, actor: null, detail: {}, at, ...partialEntry };
      entries.push(entry);
      onAppended(entry);
    },
    /** Writes what was appended, in one statement: the transaction is about to commit. */
    async write(): Promise<void> {
      if (entries.length === 0) return;
      const insert = trx.insertInto('audit').values(entries.map(rowOf));
      await trailLock.append(trx, insert, { isAwaited, isLocked });
    },
  };
}

function rowOf(entry: AuditEntry) {
  const { appId } = entry.detail;
  return {
    ...entry,
    ...detailColumns(entry.detail),
    app: (eb: ExpressionBuilder<Tables, 'audit'>) =>
      typeof appId === 'string'
        ? eb.val(appId)
        : eb.selectFrom('subjectFacts').select('appId').where('id', '=', entry.requestId),
  };
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
    insert: { readonly execute: () => Promise<unknown> },
    { isAwaited, isLocked }: Pick<Appending, 'isAwaited' | 'isLocked'>,
  ): Promise<void> {
    await this.learning(async () => {
      const isAsked = !isLocked && (this.#isElsewhere || !isAwaited);
      if (isAsked) await sql.raw(lockTrail).execute(trx);
      await insert.execute();
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

const saltBytes = 16;

/** The columns of an entry with this detail. */
export function detailColumns(detail: object): Pick<HashedEntry, 'detail' | 'texts'> {
  const sealed = sealTexts(detail, () => randomBytes(saltBytes).toString('hex'));
  return {
    detail: JSON.stringify(sealed.detail),
    texts: sealed.texts === null ? null : JSON.stringify(sealed.texts),
  };
}

/** The instant as the seal covers it, to the microsecond: the driver reads milliseconds only. */
export const instantColumn: RawBuilder<string> = sql<string>`
  to_char(audit.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const lineColumns = [
  'audit.seq',
  'kind',
  'at',
  'requestId',
  'taskId',
  'actor',
  'app',
  'detail',
  'texts',
] as const;

type LineRow = Timed<Omit<HashedEntry, 'instant'>>;

export const withIsoTime = <Row extends { readonly at: Date }>({
  at,
  ...row
}: Row): Omit<Row, 'at'> & { readonly at: string } => ({ ...row, at: at.toISOString() });

/** The entry with its texts back in place. */
export function toLine({ texts, ...row }: LineRow): AuditLine {
  return { ...withIsoTime(row), detail: openTexts(Object(detailIn(row.detail)), texts) };
}

/**
 * The members of a detail. Somebody other than the bot wrote a detail that is not JSON; it must not
 * keep the other entries from being read.
 */
export function detailIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { unreadable: text };
  }
}
