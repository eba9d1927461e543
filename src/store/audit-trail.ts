import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { AuditFilter, AuditLine } from '../domain/audit-filter.ts';
import { entryHash, firstHash, headText } from '../use-cases/audit-chain.ts';
import type { AuditTrail, ChainHead, HashedEntry, SignHead } from '../use-cases/audit-trail.ts';
import { headColumns, isAlone, newestHead, startOf, toHead } from './audit-heads.ts';
import { prune } from './audit-pruning.ts';
import type { AuditTable, Tables } from './tables.ts';

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

async function* chainOf(kysely: Kysely<Tables>): ReturnType<AuditTrail['chain']> {
  const start = await startOf(kysely);
  const heads = await kysely.selectFrom('auditHeads').select(headColumns).execute();
  for (const head of heads) yield { kind: 'head', head: toHead(head) };
  yield { kind: 'start', head: start };
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

const noSpan = { sealedBefore: '0', settledBefore: '0', countsAnew: false };

/**
 * What was committed by transactions below `pg_snapshot_xmin` is settled: nothing will come before it any more. So each turn looks only at
 * transactions since the last one. Where transactions are counted anew (a dump that was restored into another server), everything is
 * looked at once.
 */
async function seal(trx: Transaction<Tables>, now: Date, sign: SignHead): Promise<ChainHead | null> {
  if (!(await isAlone(trx))) return null;
  const span = await sql<{ sealedBefore: string; settledBefore: string; countsAnew: boolean }>`
    select sealed_before, settled_before, settled_before::bigint < sealed_before::bigint as counts_anew from (
      select coalesce((select settled_before from audit_sealing), 0)::text as sealed_before,
        pg_snapshot_xmin(pg_current_snapshot())::text as settled_before
    ) as told`.execute(trx);
  const [{ sealedBefore, settledBefore, countsAnew } = noSpan] = span.rows;
  const inSpan = countsAnew ? sql`true` : sql`xact >= ${sealedBefore}::bigint and xact < ${settledBefore}::bigint`;
  const { rows } = await sql<LineRow>`
    select seq, kind, at, request_id, task_id, actor, app, detail from audit
    where ${inSpan}
      and not exists (select from audit_seals where audit_seals.seq = audit.seq)
    order by seq limit ${pageSize}`.execute(trx);
  if (rows.length < pageSize && (rows.length > 0 || (await isAnyIn(trx, inSpan)))) await noteSealed(trx, settledBefore);
  if (rows.length === 0) return null;
  const links = await chained(trx, rows);
  await trx.insertInto('auditSeals').values(links).execute();
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

/** Nothing is noted where nothing is in the span: it would be a write every 2 s. */
async function isAnyIn(trx: Transaction<Tables>, inSpan: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`select 1 from audit where ${inSpan} limit 1`.execute(trx);
  return rows.length > 0;
}

async function noteSealed(trx: Transaction<Tables>, settledBefore: string): Promise<void> {
  await sql`
    insert into audit_sealing (id, settled_before) values (1, ${settledBefore}::bigint)
    on conflict (id) do update set settled_before = excluded.settled_before`.execute(trx);
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
