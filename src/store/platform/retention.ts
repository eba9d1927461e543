import { sql, type Transaction } from 'kysely';
import type { RetentionRows } from '../../use-cases/ports/store-ports.ts';
import type { Tables } from './tables.ts';

/** So that no transaction is long; the rest comes with the next turn. */
const mostRequests = 500;
const mostNotices = 5_000;

/** Whether nothing more is done about a request: neither asked, nor decided, nor held. */
const isOver = sql`
  requests.state not in ('submitted', 'sending', 'uncertain')
  and (requests.state = 'withdrawn' or not exists (select from tasks where tasks.request_id = requests.id and is_open))
  and not exists (select from grants where grants.request_id = requests.id and grants.ended_at is null)`;

/** Nothing more is done about a task made elsewhere once it is closed. */
const isClosedElsewhere = sql`
  not exists (select from tasks where tasks.id = tasks_elsewhere.task_id and is_open)`;

export function retentionRows(trx: Transaction<Tables>): RetentionRows {
  return {
    async pruneRequests(before) {
      // Whatever hangs on them goes with them: its tables say `on delete cascade`.
      const { rows } = await sql`
        delete from requests where id in (
          select id from requests where created_at < ${before} and ${isOver}
            and not exists (select from grants where grants.request_id = requests.id and grants.ended_at >= ${before})
          order by created_at limit ${mostRequests} for update skip locked
        ) returning id`.execute(trx);
      await sql`
        delete from tasks_elsewhere where id in (
          select id from tasks_elsewhere where created_at < ${before} and ${isClosedElsewhere}
          order by created_at limit ${mostRequests} for update skip locked
        )`.execute(trx);
      await sql`
        delete from held_returns where id in (
          select id from held_returns where at < ${before} and state in ('over', 'refused')
          limit ${mostRequests}
        )`.execute(trx);
      return rows.length;
    },
    async pruneNotices(before) {
      await sql`
        delete from notices where id in (
          select notices.id from notices join tasks_elsewhere on tasks_elsewhere.id = notices.request_id
          where notices.sent_at < ${before} and ${isClosedElsewhere} limit ${mostNotices}
        )`.execute(trx);
      await sql`
        delete from notices where id in (
          select notices.id from notices join requests on requests.id = notices.request_id
          where notices.sent_at < ${before} and ${isOver} limit ${mostNotices}
        )`.execute(trx);
    },
    async pruneDeliveries(before) {
      await sql`
        delete from webhook_deliveries
        where received_at < ${before} and state in ('answered', 'spent', 'over')`.execute(trx);
    },
  };
}
