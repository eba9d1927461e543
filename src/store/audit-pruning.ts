import { sql, type Transaction } from 'kysely';
import { startText } from '../use-cases/audit-chain.ts';
import type { SignHead } from '../use-cases/audit-trail.ts';
import { isAlone, startOf } from './audit-heads.ts';
import type { Tables } from './tables.ts';

/** So that no transaction is long. */
const mostPruned = 10_000;

/** The role that alone may delete from the trail. A database that lets the bot make no roles has to be given it. */
const pruner = sql.raw('access_audit_pruner');
const noPruner =
  'retention.audit: the database lets this role not prune the audit trail; as its administrator run: create role access_audit_pruner nologin; grant access_audit_pruner to <this role>';

/** `AuditTrail.prune`, in one transaction. */
export async function prune(trx: Transaction<Tables>, before: Date, now: Date, sign: SignHead): Promise<number> {
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
    .values({ ...bare, at: now, signature: sign(startText(bare)) })
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
