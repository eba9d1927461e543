import { type ExpressionBuilder, sql, type Transaction } from 'kysely';
import type { AuditEntry } from '../../use-cases/ports/rows/audit-rows.ts';
import type { ChainHead } from '../../use-cases/trail/audit-chain.ts';
import type { Tables } from '../platform/tables.ts';
import { detailColumns } from './audit-entry.ts';
import { newestHead } from './audit-sealing.ts';
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
    /** null before anything was sealed. */
    newestHead: (): Promise<ChainHead | null> => newestHead(trx),
    /**
     * Notes that the newest head is posted. False where one was on this day (UTC), or nothing was
     * sealed since.
     */
    async beginPosting(now: Date): Promise<boolean> {
      const day = now.toISOString().slice(0, 10);
      const { rows } = await sql`
        insert into audit_sealing (id, settled_before, posted_day, posted_position)
        select 1, 0, ${day}, max(position) from audit_heads having max(position) is not null
        on conflict (id) do update set posted_day = excluded.posted_day, posted_position = excluded.posted_position
        where audit_sealing.posted_day is distinct from excluded.posted_day
          and audit_sealing.posted_position is distinct from excluded.posted_position
        returning id`.execute(trx);
      return rows.length > 0;
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
