import { type Selectable, sql, type Transaction } from 'kysely';
import type { DeliveryRows, WebhookDelivery } from '../../use-cases/ports/rows/delivery-rows.ts';
import { first, insertOnce } from '../platform/storable.ts';
import type { Tables } from '../platform/tables.ts';

/** A delivery that nobody looked at yet. */
const notLookedAt = {
  state: 'kept',
  taskId: '',
  stepId: '',
  occurrence: '',
  people: [],
  deniedAt: null,
  answeredBy: null,
  triedAt: null,
  isUnreadable: false,
} as const;

export function deliveryRows(trx: Transaction<Tables>): DeliveryRows {
  const deliveries = trx.selectFrom('webhookDeliveries').selectAll();
  const byId = (webhookId: string) => deliveries.where('webhookId', '=', webhookId);
  return {
    async insertOnce(delivery) {
      const row = { ...delivery, ...notLookedAt };
      if (await insertOnce(trx.insertInto('webhookDeliveries').values(row), 'webhookId'))
        return 'new';
      const earlier = await first(byId(delivery.webhookId), toDelivery);
      return earlier?.bodyHash === delivery.bodyHash ? 'repeated' : 'other-body';
    },
    find: (webhookId) => first(byId(webhookId), toDelivery),
    lock: (webhookId) => first(byId(webhookId).forUpdate(), toDelivery),
    ...rowsOfTasks(trx),
    ...unreadableRows(trx),
    async dueBy({ at, tried }, limit) {
      const isWithdrawn = sql`exists (
        select from tasks join requests on requests.id = tasks.request_id and requests.task_id = tasks.id
        where tasks.id = webhook_deliveries.task_id and requests.state = 'withdrawn')`;
      const due = deliveries
        .where(sql<boolean>`
        (state = 'open' or (state = 'answering' and coalesce(tried_at <= ${tried}, true)))`)
        .where(sql<boolean>`(denied_at <= ${at} or ${isWithdrawn})`);
      return (await due.orderBy('deniedAt').limit(limit).execute()).map(toDelivery);
    },
    async isAnyOpen() {
      const open = deliveries.where('state', 'in', ['open', 'answering']).limit(1);
      return (await open.execute()).length > 0;
    },
    async lastReceivedAt() {
      const last = deliveries.orderBy('receivedAt', 'desc').limit(1);
      return first(last, ({ receivedAt }) => receivedAt);
    },
    async save(webhookId, change) {
      await trx
        .updateTable('webhookDeliveries')
        .set(change)
        .where('webhookId', '=', webhookId)
        .execute();
    },
    async prune(before) {
      await sql`
        delete from webhook_deliveries
        where received_at < ${before} and state in ('answered', 'spent', 'over')`.execute(trx);
    },
  };
}

function toDelivery(row: Selectable<Tables['webhookDeliveries']>): WebhookDelivery {
  return row;
}

/** The deliveries of a task, once the task is known. */
function rowsOfTasks(trx: Transaction<Tables>): Pick<DeliveryRows, 'ofTasks' | 'waitingFor'> {
  return {
    async ofTasks(taskIds) {
      if (taskIds.length === 0) return [];
      const rows = trx
        .selectFrom('webhookDeliveries')
        .selectAll()
        .where('taskId', 'in', taskIds)
        .where('state', 'not in', ['kept', 'over'])
        .where('isUnreadable', '=', false);
      return (await rows.execute()).map(toDelivery);
    },
    async waitingFor(taskId) {
      const rows = await trx
        .selectFrom('webhookDeliveries')
        .select('webhookId')
        .where('taskId', '=', taskId)
        .where('state', '=', 'kept')
        .execute();
      return rows.map(({ webhookId }) => webhookId);
    },
  };
}

/** Deliveries of which nobody can tell what they are about. */
function unreadableRows(
  trx: Transaction<Tables>,
): Pick<DeliveryRows, 'isFirstUnreadable' | 'unreadableSince'> {
  return {
    async isFirstUnreadable({ webhookId, event }, { from, to }) {
      // Two at once would both be the first.
      await sql`select pg_advisory_xact_lock(hashtext('unreadable deliveries'))`.execute(trx);
      const others = trx
        .selectFrom('webhookDeliveries')
        .select('webhookId')
        .where('isUnreadable', '=', true)
        .where('event', '=', event)
        .where('receivedAt', '>=', from)
        .where('receivedAt', '<=', to)
        .where('webhookId', '<>', webhookId)
        .limit(1);
      return (await others.execute()).length === 0;
    },
    async unreadableSince(moment) {
      const { count } = await trx
        .selectFrom('webhookDeliveries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('isUnreadable', '=', true)
        .where('receivedAt', '>=', moment)
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}
