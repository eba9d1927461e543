import { type Kysely, sql, type Transaction } from 'kysely';
import { firstHash } from '../use-cases/audit-chain.ts';
import type { ChainHead } from '../use-cases/audit-trail.ts';
import type { Tables } from './tables.ts';

/** Key of the advisory lock of whoever seals; the same in all versions. An append never takes it. */
const sealingLock = 7_226_106;

/** Whether no other process seals or prunes; none does before the transaction ends. */
export async function isAlone(trx: Transaction<Tables>): Promise<boolean> {
  const lock = sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(sealingLock)}) as is_ours`;
  return (await lock.execute(trx)).rows[0]?.isOurs === true;
}

export const headColumns = ['position', 'seq', 'hash', 'at', 'signature'] as const;

export function toHead({ at, ...row }: Omit<ChainHead, 'at'> & { at: Date }): ChainHead {
  return { ...row, at: at.toISOString() };
}

export async function newestHead(kysely: Kysely<Tables>): Promise<ChainHead | null> {
  const row = await kysely
    .selectFrom('auditHeads')
    .select(headColumns)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toHead(row);
}

export async function startOf(kysely: Kysely<Tables>): Promise<ChainHead> {
  const row = await kysely
    .selectFrom('auditStarts')
    .select(headColumns)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const epoch = { position: 0, seq: 0, hash: firstHash, at: new Date(0), signature: null };
  return toHead(row ?? epoch);
}
