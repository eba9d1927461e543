import type { ExpressionBuilder, Transaction } from 'kysely';
import type { AuditEntry } from '../../use-cases/ports/rows/audit-rows.ts';
import type { Tables } from '../platform/tables.ts';
import { detailColumns } from './audit-entry.ts';
import type { TrailLock } from './trail-lock.ts';

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
      await trailLock.append(trx, () => insert.execute(), { isAwaited, isLocked });
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
