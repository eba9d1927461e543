/**
 * The beginning of the audit trail: an entry that every database has from the moment at which it is
 * made. If somebody empties the tables of the trail, the bot never signs another beginning.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import {
  beginningText,
  type ChainPlace,
  canSign,
  firstHash,
  isSignedWith,
  type SignHead,
} from '../../use-cases/trail/audit-chain.ts';
import { chainEndOf } from '../../use-cases/trail/extend-audit-chain.ts';
import type { Tables } from '../platform/tables.ts';
import { detailColumns } from './audit-entry.ts';
import { beginningKind, beginningsIn, readEnds, sealingLock, sealRows } from './audit-sealing.ts';

/** Who begins, and when. */
export interface TrailSigning {
  readonly now: Date;
  readonly sign: SignHead;
}

/** The place before the first link. `seq` 0: the beginning is the first entry of the database. */
const newPlace: ChainPlace = { position: 0, seq: 0, hash: firstHash };

/**
 * Begins the trail of a database that nobody has used, and seals the beginning at once. Does
 * nothing if the trail has a beginning, or if another table has a row: then somebody may have
 * emptied the trail.
 */
export async function beginIfUnused(kysely: Kysely<Tables>, signing: TrailSigning): Promise<void> {
  if (await isBegun(kysely, signing.sign)) return;
  await kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(sealingLock)})`.execute(trx);
    if ((await isBegun(trx, signing.sign)) || !(await isUnused(trx))) return;
    await begin(trx, signing);
    await sealRows(trx, chainEndOf(await readEnds(trx)), signing);
  });
}

async function begin(kysely: Kysely<Tables>, { now, sign }: TrailSigning): Promise<void> {
  const begun = { ...newPlace, at: now.toISOString() };
  const detail = detailColumns({ ...begun, signature: sign(beginningText(begun)) });
  await kysely
    .insertInto('audit')
    .values({ kind: beginningKind, at: now, ...detail })
    .execute();
}

/**
 * With a key only a beginning that is signed with it counts, because a command without the key may
 * have come first.
 */
async function isBegun(kysely: Kysely<Tables>, sign: SignHead): Promise<boolean> {
  const beginnings = await beginningsIn(kysely);
  if (!canSign(sign)) return beginnings.length > 0;
  return beginnings.some((one) => isSignedWith(sign, beginningText(one), one.signature));
}

/** Whether every table is empty, apart from beginnings of the trail and their seals. */
async function isUnused(trx: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'
      and tablename not like 'kysely_migration%' and tablename not in ('audit_seals', 'audit_heads', 'audit_sealing')`.execute(
    trx,
  );
  for (const { name } of rows) {
    const condition = name === 'audit' ? sql`kind <> ${beginningKind}` : sql`true`;
    const used = await sql`select from ${sql.table(name)} where ${condition} limit 1`.execute(trx);
    if (used.rows.length > 0) return false;
  }
  return true;
}
