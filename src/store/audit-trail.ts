import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditFilter } from '../domain/audit-filter.ts';
import { entryHash, firstHash, headText } from '../use-cases/audit-chain.ts';
import type { AuditLine, AuditTrail, ChainHead, HashedEntry, SignHead } from '../use-cases/audit-trail.ts';
import type { AuditTable, Tables } from './tables.ts';

/** Key of the advisory lock of whoever seals; the same in all versions. An append never takes it. */
const sealingLock = 7_226_106;
/** Entries that are read, or sealed, in one go. */
const pageSize = 1_000;

const lineColumns = ['audit.seq', 'kind', 'at', 'requestId', 'taskId', 'actor', 'app', 'detail'] as const;
type LineRow = Pick<
  Selectable<AuditTable>,
  'seq' | 'kind' | 'at' | 'requestId' | 'taskId' | 'actor' | 'app' | 'detail'
>;

export function createAuditTrail(kysely: Kysely<Tables>): AuditTrail {
  return {
    async read(filter, { order, seq, limit }) {
      const rows = await kysely
        .selectFrom('audit')
        .select(lineColumns)
        .where(matches(filter))
        .where('audit.seq', order === 'asc' ? '>' : '<', seq)
        .orderBy('audit.seq', order)
        .limit(limit)
        .execute();
      return rows.map(toLine);
    },
    async follow(filter, { afterPosition, limit }) {
      const rows = await kysely
        .selectFrom('audit')
        .innerJoin('auditSeals', 'auditSeals.seq', 'audit.seq')
        .select([...lineColumns, 'position'])
        .where(matches(filter))
        .where('position', '>', afterPosition)
        .orderBy('position')
        .limit(limit)
        .execute();
      return rows.map(({ position, ...row }) => ({ position, line: toLine(row) }));
    },
    chain: () => chainOf(kysely),
    seal: (now, sign) => kysely.transaction().execute((trx) => seal(trx, now, sign)),
    prune: (before, now, sign) => kysely.transaction().execute((trx) => prune(trx, before, now, sign)),
  };
}

function matches({ since, until, actor, app, request }: AuditFilter) {
  const conditions = [
    ...(since === undefined ? [] : [sql`audit.at >= ${new Date(since)}`]),
    ...(until === undefined ? [] : [sql`audit.at < ${new Date(until)}`]),
    ...(actor === undefined ? [] : [sql`audit.actor = ${actor}`]),
    ...(app === undefined ? [] : [sql`audit.app = ${app}`]),
    ...(request === undefined ? [] : [isAbout(request)]),
  ];
  return sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`;
}

/** Only the entry of its creation names a task's number. */
function isAbout(request: string) {
  const number = `"numericId":${JSON.stringify(request.replace(/^#/, ''))}`;
  return sql`(
    audit.request_id = ${request} or audit.task_id = ${request} or audit.request_id in (
      select request_id from audit
      where task_id = ${request} or (kind = 'request.created' and position(${number} in detail) > 0)
    )
  )`;
}

function toHashed({ at, ...row }: LineRow): HashedEntry {
  return { ...row, at: at.toISOString() };
}

function toLine(row: LineRow): AuditLine {
  return { ...toHashed(row), detail: JSON.parse(row.detail) };
}

const headColumns = ['position', 'seq', 'hash', 'at', 'signature'] as const;

function toHead({ at, ...row }: Omit<ChainHead, 'at'> & { at: Date }): ChainHead {
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

async function startOf(kysely: Kysely<Tables>): Promise<ChainHead> {
  const row = await kysely
    .selectFrom('auditStarts')
    .select(headColumns)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const epoch = { position: 0, seq: 0, hash: firstHash, at: new Date(0), signature: null };
  return toHead(row ?? epoch);
}

async function* chainOf(kysely: Kysely<Tables>): ReturnType<AuditTrail['chain']> {
  const start = await startOf(kysely);
  yield { kind: 'start', head: start };
  const heads = await kysely.selectFrom('auditHeads').select(headColumns).execute();
  for (const head of heads) yield { kind: 'head', head: toHead(head) };
  for (let after = start.position; ; ) {
    const links = await kysely
      .selectFrom('auditSeals')
      .leftJoin('audit', 'audit.seq', 'auditSeals.seq')
      .select(['position', 'auditSeals.seq as sealed', 'auditSeals.hash as seal', 'audit.seq', 'kind', 'at'])
      .select(['requestId', 'taskId', 'actor', 'app', 'detail'])
      .where('position', '>', after)
      .orderBy('position')
      .limit(pageSize)
      .execute();
    for (const { position, sealed, seal: hash, seq, kind, at, detail, ...row } of links) {
      const isThere = seq !== null && kind !== null && at !== null && detail !== null;
      const entry = isThere ? toHashed({ seq, kind, at, detail, ...row }) : null;
      yield { kind: 'link', link: { position, seq: sealed, hash, entry } };
    }
    const last = links.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  const { unsealed, oldest } = await kysely
    .selectFrom('audit')
    .leftJoin('auditSeals', 'auditSeals.seq', 'audit.seq')
    .where('auditSeals.seq', 'is', null)
    .select((eb) => [eb.fn.countAll<string>().as('unsealed'), eb.fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow();
  const oldestUnsealed = oldest?.toISOString() ?? null;
  yield { kind: 'end', head: await newestHead(kysely), unsealed: Number(unsealed), oldestUnsealed };
}

/**
 * What was committed by transactions below `pg_snapshot_xmin` is settled: nothing will come before it any more. So each turn looks only at
 * transactions since the last one. Where transactions are counted anew (a dump that was restored into another server), everything is
 * looked at once.
 */
async function seal(trx: Transaction<Tables>, now: Date, sign: SignHead): Promise<ChainHead | null> {
  if (!(await isAlone(trx))) return null;
  const { rows } = await sql<LineRow & { settledBefore: string }>`
    with snapshot as (
      select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled_before,
        coalesce((select settled_before from audit_sealing), 0) as sealed_before
    ), span as (
      select *, settled_before < sealed_before as counts_anew from snapshot
    )
    select seq, kind, at, request_id, task_id, actor, app, detail, settled_before::text
    from span join audit on counts_anew or (audit.xact >= sealed_before and audit.xact < settled_before)
    where not exists (select from audit_seals where audit_seals.seq = audit.seq)
    order by seq limit ${pageSize}`.execute(trx);
  const [first] = rows;
  if (first === undefined) return null;
  const links = await chained(trx, rows);
  await trx.insertInto('auditSeals').values(links).execute();
  if (rows.length < pageSize) {
    await sql`
      insert into audit_sealing (id, settled_before) values (1, ${first.settledBefore}::bigint)
      on conflict (id) do update set settled_before = excluded.settled_before`.execute(trx);
  }
  const last = links.at(-1);
  if (last === undefined) return null;
  const bare = { ...last, at: now.toISOString() };
  const head = { ...bare, signature: sign(headText(bare)) };
  await trx
    .insertInto('auditHeads')
    .values({ day: bare.at.slice(0, 10), ...head, at: now })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ ...head, at: now }))
    .execute();
  return head;
}

/** Whether no other process seals or prunes; none does before the transaction ends. */
async function isAlone(trx: Transaction<Tables>): Promise<boolean> {
  const lock = sql<{ isOurs: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(sealingLock)}) as is_ours`;
  return (await lock.execute(trx)).rows[0]?.isOurs === true;
}

/** The links of these entries, after the newest of seals and heads: where seals were cut off, the gap stays and is found. */
async function chained(trx: Transaction<Tables>, rows: readonly LineRow[]) {
  const seal = await trx
    .selectFrom('auditSeals')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const ends = [await startOf(trx), await newestHead(trx), seal];
  let { position, hash } = ends.reduce<{ position: number; hash: string }>(
    (newest, end) => (end !== null && end !== undefined && end.position > newest.position ? end : newest),
    { position: 0, hash: firstHash },
  );
  return rows.map((row) => {
    position += 1;
    hash = entryHash(hash, toHashed(row));
    return { position, seq: row.seq, hash };
  });
}

/** So that no transaction is long. */
const mostPruned = 10_000;

/** The role that alone may delete from the trail. A database that lets the bot make no roles has to be given it. */
const pruner = sql.raw('access_audit_pruner');
const noPruner =
  'retention.audit: the database lets this role not prune the audit trail; as its administrator run: create role access_audit_pruner nologin; grant access_audit_pruner to <this role>';

async function prune(trx: Transaction<Tables>, before: Date, now: Date, sign: SignHead): Promise<number> {
  if (!(await isAlone(trx))) return 0;
  const start = await startOf(trx);
  const { rows } = await sql<{ position: number; seq: number; hash: string }>`
    with first_kept as (
      select position from audit_seals left join audit using (seq)
      where position > ${start.position} and (at is null or at >= ${before}) order by position limit 1
    )
    select position, seq, hash from audit_seals
    where position > ${start.position} and position <= ${start.position + mostPruned}
      and position < coalesce((select position from first_kept), 2147483647)
    order by position desc limit 1`.execute(trx);
  const [last] = rows;
  if (last === undefined) return 0;
  const bare = { ...last, at: now.toISOString() };
  await trx
    .insertInto('auditStarts')
    .values({ ...bare, at: now, signature: sign(headText(bare)) })
    .execute();
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
  await sql`grant select on audit_starts to ${pruner}`.execute(trx);
  await sql`set local role ${pruner}`.execute(trx);
  await sql`delete from audit where seq in (select seq from audit_seals where position <= ${last.position})`.execute(
    trx,
  );
  await sql`delete from audit_seals where position <= ${last.position}`.execute(trx);
  await sql`reset role`.execute(trx);
  return last.position - start.position;
}
