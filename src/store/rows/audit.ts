import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { AuditEntry } from '../../use-cases/store-ports.ts';
import type { Tables } from '../tables.ts';

/** The previous hash of the first entry. */
export const firstHash = '0'.repeat(64);

/** Key of the advisory lock that every append takes, so that the chain does not fork. Any number will do, the same in all versions. */
const chainLock = 7_226_105;

interface HashedEntry extends Omit<AuditEntry, 'detail'> {
  readonly detail: string;
}

/** SHA-256 over the entry and the hash before it, as hex. */
export function entryHash(previousHash: string, entry: HashedEntry): string {
  const fields = [previousHash, entry.kind, entry.at.toISOString(), entry.requestId, entry.taskId, entry.actor];
  return createHash('sha256')
    .update(JSON.stringify([...fields, entry.detail]))
    .digest('hex');
}

export function auditRows(trx: Transaction<Tables>) {
  return {
    async append(entry: AuditEntry): Promise<void> {
      await sql`select pg_advisory_xact_lock(${sql.lit(chainLock)})`.execute(trx);
      const last = await trx.selectFrom('audit').select('hash').orderBy('seq', 'desc').limit(1).executeTakeFirst();
      const row = { ...entry, detail: JSON.stringify(entry.detail) };
      const previousHash = last?.hash ?? firstHash;
      await trx
        .insertInto('audit')
        .values({ ...row, previousHash, hash: entryHash(previousHash, row) })
        .execute();
    },
  };
}
