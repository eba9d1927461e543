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
import { chainEndOf, type VerifyTrail } from '../../use-cases/trail/extend-audit-chain.ts';
import type { AfterMigration } from '../platform/migrations.ts';
import type { Tables } from '../platform/tables.ts';
import { detailColumns } from './audit-entry.ts';
import { beginningKind, beginningsIn, readEnds, sealingLock, sealRows } from './audit-sealing.ts';
import { createAuditTrail } from './audit-trail.ts';

/** Who begins, and when. */
export interface TrailSigning {
  readonly now: Date;
  readonly sign: SignHead;
}

/** The place before the first link. `seq` 0: the beginning is the first entry of the database. */
const newPlace: ChainPlace = { position: 0, seq: 0, hash: firstHash };

/**
 * How far the chain of an earlier version was verified; null if there is none, if it is not as it
 * was sealed, if nobody verifies it, or if it has a beginning already. Call this before the tables are migrated: it takes
 * seconds, and other processes append meanwhile.
 */
export async function verifiedBefore(
  kysely: Kysely<Tables>,
  sign: SignHead,
  verifyTrail: VerifyTrail,
): Promise<ChainPlace | null> {
  const schemas = await sql<{ isThere: boolean; hasTexts: boolean; isNow: boolean }>`
    select to_regclass('audit') is not null as "isThere",
      exists (select from information_schema.columns where table_schema = 'public' and table_name = 'audit' and column_name = 'texts') as "hasTexts",
      to_regclass('audit_about_itself') is not null as "isNow"`.execute(kysely);
  const [schema] = schemas.rows;
  if (schema?.isThere !== true || schema.isNow) return null;
  const trail = createAuditTrail(kysely, schema.hasTexts ? 'before-beginnings' : 'before-texts');
  if (!(await verifyTrail(trail, canSign(sign) ? sign : null))) return null;
  const newest = sql<{ seq: number | null }>`select max(seq) as seq from audit`;
  const seq = (await newest.execute(kysely)).rows[0]?.seq ?? null;
  // The database is new.
  if (seq === null) return null;
  const end = chainEndOf(await readEnds(kysely));
  return end.position === 0 ? { ...end, seq } : end;
}

/**
 * Begins the trail after this place, in the transaction of the migration; from there on the chain
 * has the present format.
 */
export function beginningAfter(place: ChainPlace, signing: TrailSigning): AfterMigration {
  return (db) => beginAfter(db, place, signing);
}

async function beginAfter(
  kysely: Kysely<Tables>,
  place: ChainPlace,
  { now, sign }: TrailSigning,
): Promise<void> {
  const begun = {
    position: place.position,
    seq: place.seq,
    hash: place.hash,
    at: now.toISOString(),
  };
  const detail = detailColumns({ ...begun, format: 2, signature: sign(beginningText(begun)) });
  await kysely
    .insertInto('audit')
    .values({ kind: beginningKind, at: now, ...detail })
    .execute();
}

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
    await beginAfter(trx, newPlace, signing);
    await sealRows(trx, chainEndOf(await readEnds(trx)), signing);
  });
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
export async function isUnused(trx: Transaction<Tables>): Promise<boolean> {
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
