import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import type { Tables } from '../../src/store/platform/tables.ts';
import { beginIfUnused } from '../../src/store/record/audit-sealing.ts';
import { createAuditTrail } from '../../src/store/record/audit-trail.ts';
import type { ChainHead, SignHead } from '../../src/use-cases/trail/audit-chain.ts';
import { noon } from './samples.ts';

/**
 * Seals every entry, and returns the last head that this made; null where all were sealed. The
 * transactions of other tests on the same server hold up what is settled for as long as they last.
 */
export async function sealAll(kysely: Kysely<Tables>, sign: SignHead): Promise<ChainHead | null> {
  const heads: ChainHead[] = [];
  const isSealed = async () => {
    const outcome = await createAuditTrail(kysely).seal({ now: noon, sign, lastHead: null });
    if (outcome.kind === 'refused') throw new Error(`not sealed: ${outcome.refusal}`);
    if (outcome.kind === 'sealed') heads.push(outcome.head);
    const unsealed = sql`select 1 from audit where seq not in (select seq from audit_seals) limit 1`;
    return (await unsealed.execute(kysely)).rows.length === 0;
  };
  await expect.poll(isSealed).toBe(true);
  return heads.at(-1) ?? null;
}

/** The trail of a database without any other row, as new: with a beginning that is sealed. */
export async function beginAnew(kysely: Kysely<Tables>, sign: SignHead): Promise<void> {
  await kysely.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    for (const table of ['audit', 'audit_seals', 'audit_heads', 'audit_sealing'])
      await sql`delete from ${sql.table(table)}`.execute(connection);
    await sql`set session_replication_role = default`.execute(connection);
  });
  await sql`select setval(pg_get_serial_sequence('audit', 'seq'), 1, false)`.execute(kysely);
  await beginIfUnused(kysely, { now: noon, sign });
}
