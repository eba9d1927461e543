import { sql, type Transaction } from 'kysely';
import type { RetentionRows } from '../../use-cases/store-ports.ts';
import type { Tables } from '../tables.ts';

/** So that no transaction is long; the rest comes with the next turn. */
const mostRequests = 500;
const mostNotices = 5_000;

/** Whether nothing more is done about a request: neither asked, nor decided, nor held. */
const isOver = sql`
  requests.state not in ('submitted', 'sending', 'uncertain')
  and (requests.state = 'withdrawn' or not exists (select from tasks where tasks.request_id = requests.id and is_open))
  and not exists (select from grants where grants.request_id = requests.id and grants.ended_at is null)`;

export function retentionRows(trx: Transaction<Tables>): RetentionRows {
  return {
    async pruneRequests(before) {
      const { rows } = await sql<{ id: string }>`
        select id from requests where created_at < ${before} and ${isOver}
          and not exists (select from grants where grants.request_id = requests.id and grants.ended_at >= ${before})
        order by created_at limit ${mostRequests} for update skip locked`.execute(trx);
      const ids = rows.map((row) => row.id);
      if (ids.length === 0) return 0;
      // Whatever hangs on requests, those tables too that later versions add.
      const { rows: references } = await sql<{ name: string; columnName: string }>`
        select relname as name, attname as column_name
        from pg_constraint
        join pg_class on pg_class.oid = conrelid
        join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'f' and confrelid = 'requests'::regclass`.execute(trx);
      for (const { name, columnName } of references) {
        await sql`delete from ${sql.table(name)} where ${sql.ref(columnName)} in (${sql.join(ids)})`.execute(trx);
      }
      await trx.deleteFrom('requests').where('id', 'in', ids).execute();
      return ids.length;
    },
    async pruneNotices(before) {
      await sql`
        delete from notices where id in (
          select notices.id from notices join requests on requests.id = notices.request_id
          where notices.sent_at < ${before} and ${isOver} limit ${mostNotices}
        )`.execute(trx);
    },
  };
}
