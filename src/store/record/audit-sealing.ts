/** Long because every statement that writes seals, heads and starts is here. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import {
  type ChainHead,
  type ChainPlace,
  type ChainStartOrder,
  entryHash,
  firstPlace,
  type HashedEntry,
  headText,
  type SealedEntry,
  type SealOrder,
  type SealOutcome,
  type SignHead,
  type StartKind,
  startKinds,
  startText,
  type TrailStart,
} from '../../use-cases/trail/audit-chain.ts';
import {
  chainEndOf,
  extendable,
  type FoundEnd,
  isPrunable,
  startOf,
} from '../../use-cases/trail/extend-audit-chain.ts';
import type { Tables, Timed } from '../platform/tables.ts';
import { detailColumns, detailIn, instantColumn, withIsoTime } from './audit.ts';

/** Entries that are read, or sealed, in one go. */
export const pageSize = 1_000;

/**
 * Key of the advisory lock of the process that seals; the same in all versions. An append never
 * takes it.
 */
const sealingLock = 7_226_106;

/** Whether no other process seals or prunes; if so, none begins before the transaction ends. */
async function isAlone(trx: Transaction<Tables>): Promise<boolean> {
  const lock = sql<{
    isOurs: boolean;
  }>`select pg_try_advisory_xact_lock(${sql.lit(sealingLock)}) as is_ours`;
  return (await lock.execute(trx)).rows[0]?.isOurs === true;
}

export async function newestHead(kysely: Kysely<Tables>): Promise<ChainHead | null> {
  const newest = kysely
    .selectFrom('auditHeads')
    .select(['position', 'seq', 'hash', 'at', 'signature'])
    .orderBy('position', 'desc')
    .limit(1);
  const row = await newest.executeTakeFirst();
  return row === undefined ? null : withIsoTime(row);
}

const noSpan = { sealedBefore: '0', settledBefore: '0', countsAnew: false };

/**
 * What was committed by transactions below `pg_snapshot_xmin` is settled: nothing will come before
 * it any more. So each turn looks only at transactions since the last one. Where transactions are
 * counted anew (a dump that was restored into another server), everything is looked at once.
 */
export async function seal(trx: Transaction<Tables>, order: SealOrder): Promise<SealOutcome> {
  const { lastHead } = order;
  if (!(await isAlone(trx))) return { kind: 'nothing' };
  const span = await sql<{ sealedBefore: string; settledBefore: string; countsAnew: boolean }>`
    select sealed_before, settled_before, settled_before::bigint < sealed_before::bigint as counts_anew from (
      select coalesce((select settled_before from audit_sealing), 0)::text as sealed_before,
        pg_snapshot_xmin(pg_current_snapshot())::text as settled_before
    ) as told`.execute(trx);
  const [{ sealedBefore, settledBefore, countsAnew } = noSpan] = span.rows;
  const inSpan = countsAnew
    ? sql`true`
    : sql`xact >= ${sealedBefore}::bigint and xact < ${settledBefore}::bigint`;
  const rows = await unsealedWhere(trx, inSpan);
  // Before anything is noted: refused entries must be found again at the next turn.
  const extended = rows.length === 0 ? null : extendable(await findEnd(trx, lastHead), order);
  if (extended?.ok === false) return { kind: 'refused', refusal: extended.refusal };
  if (rows.length < pageSize) {
    // Nothing is noted where nothing is in the span: it would be a write every 2 s.
    await sql`
      insert into audit_sealing (id, settled_before)
      select 1, ${settledBefore}::bigint where exists (select from audit where ${inSpan})
      on conflict (id) do update set settled_before = excluded.settled_before`.execute(trx);
  }
  const sealed =
    extended === null ? null : await sealAfter(trx, { end: extended.value, rows, order });
  return sealed ?? { kind: 'nothing' };
}

async function unsealedWhere(
  trx: Kysely<Tables>,
  condition: RawBuilder<unknown>,
): Promise<readonly Timed<HashedEntry>[]> {
  const { rows } = await sql<Timed<HashedEntry>>`
    select seq, kind, at, request_id, task_id, actor, app, detail, texts, ${instantColumn} as instant from audit
    where ${condition}
      and not exists (select from audit_seals where audit_seals.seq = audit.seq)
    order by seq limit ${pageSize}`.execute(trx);
  return rows;
}

/**
 * Begins the trail of a database without any row. Another one may have been emptied of its trail:
 * the bot never signs a second beginning.
 */
export async function beginIfUnused(kysely: Kysely<Tables>, signing: Signing): Promise<void> {
  if (!(await isUnused(kysely))) return;
  await kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(sealingLock)})`.execute(trx);
    if (!(await isUnused(trx))) return;
    await noteStart(trx, signing, { kind: 'audit.begun', after: firstPlace });
    const rows = await unsealedWhere(trx, sql`true`);
    await sealAfter(trx, { end: firstPlace, rows, order: signing });
  });
}

async function isUnused(kysely: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely_migration%'`.execute(kysely);
  for (const { name } of rows) {
    const used = await sql`select from ${sql.table(name)} limit 1`.execute(kysely);
    if (used.rows.length > 0) return false;
  }
  return true;
}

type Signing = Pick<SealOrder, 'now' | 'sign'>;

interface Sealing {
  readonly end: ChainPlace;
  readonly rows: readonly Timed<HashedEntry>[];
  readonly order: Signing;
}

/** Chains the entries after the end; null where there are none. */
async function sealAfter(
  trx: Transaction<Tables>,
  { end, rows, order: { now, sign } }: Sealing,
): Promise<Extract<SealOutcome, { kind: 'sealed' }> | null> {
  const entries = chained(end, rows);
  const links = entries.map(({ position, seq, hash }) => ({ position, seq, hash }));
  const last = links.at(-1);
  if (last === undefined) return null;
  await trx.insertInto('auditSeals').values(links).execute();
  const bare = { ...last, at: now.toISOString() };
  const head = { ...bare, signature: sign(headText(bare)) };
  await trx
    .insertInto('auditHeads')
    .values({ day: bare.at.slice(0, 10), ...head, at: now })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ ...head, at: now }))
    .execute();
  return { kind: 'sealed', head, entries };
}

/**
 * The links of these entries, chained after the end. If seals before the head were cut off, the gap
 * stays and `--verify` finds it.
 */
function chained(end: ChainPlace, rows: readonly Timed<HashedEntry>[]): readonly SealedEntry[] {
  let { position, hash } = end;
  return rows.map((row) => {
    position += 1;
    hash = entryHash(hash, withIsoTime(row));
    const { seq, at, kind, actor, app, requestId, taskId } = withIsoTime(row);
    return { position, seq, hash, at, kind, actor, app, requestId, taskId };
  });
}

async function findEnd(trx: Transaction<Tables>, known: ChainPlace | null): Promise<FoundEnd> {
  const [sealAtKnown = null] =
    known === null ? [] : await sealsWhere(trx, sql`position = ${known.position}`);
  return { ...(await readEnds(trx)), sealAtKnown };
}

async function readEnds(trx: Kysely<Tables>): Promise<Omit<FoundEnd, 'sealAtKnown'>> {
  const [lastSeal = null] = await sealsWhere(trx, sql`true`);
  return { starts: await startsIn(trx), newest: await newestHead(trx), lastSeal };
}

/** The last seal that fulfils the condition. */
async function sealsWhere(
  trx: Kysely<Tables>,
  condition: RawBuilder<unknown>,
): Promise<readonly ChainPlace[]> {
  const last = sql<ChainPlace>`
    select position, seq, hash from audit_seals where ${condition} order by position desc limit 1`;
  return (await last.execute(trx)).rows;
}

const keptStart = z.object({
  kind: z.enum(startKinds),
  position: z.int(),
  seq: z.int(),
  hash: z.string(),
  at: z.string(),
  signature: z.string().nullable(),
});

/** Only the last pruning counts. Entries of another shape are ignored: they prove nothing. */
export async function startsIn(kysely: Kysely<Tables>): Promise<readonly TrailStart[]> {
  const others = startKinds.filter((kind) => kind !== 'audit.pruned');
  const { rows } = await sql<EntryAboutTrail>`
    select kind, detail from (
      select seq, kind, detail from audit where ${isOfKind(...others)}
      union all (select seq, kind, detail from audit where ${isOfKind('audit.pruned')} order by seq desc limit 1)
    ) as starts order by seq`.execute(kysely);
  return rows.flatMap(({ kind, detail }) => {
    const parsed = keptStart.safeParse({ ...Object(detailIn(detail)), kind });
    return parsed.success ? [parsed.data] : [];
  });
}

interface EntryAboutTrail {
  readonly kind: string;
  readonly detail: string;
}

/** Written into the statement, because a parameter would not use the index of these kinds. */
export const isOfKind = (...kinds: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})`;

interface NotedStart {
  readonly kind: StartKind;
  readonly after: ChainPlace;
  readonly actor?: string | null;
  /** What else its detail says. */
  readonly also?: object;
}

/** The entry that says after which place the trail begins, or goes on, and why. */
export async function noteStart(
  trx: Kysely<Tables>,
  { now, sign }: Signing,
  { kind, after: { position, seq, hash }, actor = null, also = {} }: NotedStart,
): Promise<void> {
  const place = { position, seq, hash, at: now.toISOString() };
  const detail = { ...place, signature: sign(startText({ kind, ...place })), ...also };
  await trx
    .insertInto('audit')
    .values({ kind, at: now, actor, ...detailColumns(detail) })
    .execute();
}

/** `AuditTrail.startChain`, in one transaction. */
export async function startChain(
  trx: Transaction<Tables>,
  { operator, broken, ...order }: ChainStartOrder,
): Promise<ChainPlace | null> {
  if (!(await isAlone(trx))) return null;
  const after = chainEndOf(await readEnds(trx));
  await noteStart(trx, order, { kind: 'audit.chain-started', after, also: { operator, broken } });
  return after;
}

/** So that no transaction is long. */
const mostPruned = 10_000;

/**
 * The role that alone may delete from the trail. A database that lets the bot make no roles has to
 * be given it.
 */
const pruner = sql.raw('access_audit_pruner');
const noPruner =
  'retention.audit: the database lets this role not prune the audit trail; as its administrator run: create role access_audit_pruner nologin; grant access_audit_pruner to <this role>';

/** `AuditTrail.prune`, in one transaction. */
export async function prune(
  trx: Transaction<Tables>,
  before: Date,
  now: Date,
  sign: SignHead,
): Promise<number> {
  if (!(await isAlone(trx))) return 0;
  const { starts, newest } = await readEnds(trx);
  if (!isPrunable({ starts, newest }, sign)) return 0;
  const start = startOf(starts);
  const { rows } = await sql<ChainPlace>`
    with first_kept as (
      select position from audit_seals left join audit using (seq)
      where position > ${start.position} and (at is null or at >= ${before}) order by position limit 1
    )
    select position, seq, hash from audit_seals
    where position > ${start.position}
      and position <= ${Math.min(newest?.position ?? 0, start.position + mostPruned)}
      and position < coalesce((select position from first_kept), 2147483647)
    order by position desc limit 1`.execute(trx);
  const [last] = rows;
  if (last === undefined) return 0;
  const entries = last.position - start.position;
  const order = { now, sign };
  await noteStart(trx, order, { kind: 'audit.pruned', after: last, also: { entries } });
  await sql`
    do $$ begin
      create role ${pruner} nologin;
      grant ${pruner} to current_user;
    exception when duplicate_object or unique_violation or insufficient_privilege then null;
    end $$`.execute(trx);
  const may = sql<{ may: boolean }>`
    select coalesce(bool_or(pg_has_role(current_user, oid, 'MEMBER')), false) as may
    from pg_roles where rolname = 'access_audit_pruner'`;
  if ((await may.execute(trx)).rows[0]?.may !== true) throw new Error(noPruner);
  await sql`grant select, delete on audit, audit_seals to ${pruner}`.execute(trx);
  await sql`set local role ${pruner}`.execute(trx);
  await sql`delete from audit where seq in (select seq from audit_seals where position <= ${last.position})`.execute(
    trx,
  );
  await sql`delete from audit_seals where position <= ${last.position}`.execute(trx);
  await sql`reset role`.execute(trx);
  return entries;
}
