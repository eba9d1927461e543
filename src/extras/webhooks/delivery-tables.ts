/** The steps that the service handed to the bot: their rows, and which one of a task counts. */
import { type ColumnType, type Selectable, sql, type Transaction } from 'kysely';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { Owned } from '../../domain/settings/answerers.ts';
import type { SeenStep } from '../../domain/task/task-snapshot.ts';
import { first, insertOnce } from '../../store/platform/rows.ts';
import type { Stored, Tables } from '../../store/platform/tables.ts';
import { rowsOfExtra } from '../../store/transaction.ts';
import type { PruneExtra } from '../../use-cases/due/prune-old-rows.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { standingDelivery } from './rules/delivery-order.ts';

/** Where somebody who may answer a delivered step was found. */
export type ReviewerSource =
  | `${Owned}-owner`
  | 'group'
  | 'manager'
  | 'named'
  | 'fallback'
  /** A reviewer passed the step on to them. */
  | 'passed-on';

/** Somebody who may answer a delivered step, and why. */
export interface ReviewerFound {
  readonly person: IdentityPerson;
  readonly by: ReviewerSource;
}

/**
 * `test`: the operator had the tenant try the way here; `unknown`: the tenant wants something that
 * the bot cannot read.
 */
export type DeliveryEvent = 'approval-step' | 'provision-step' | 'test' | 'unknown';

/**
 * How far a delivery has come.
 * - `kept`: nobody looked at it yet
 * - `open`: people are asked for the answer, or it is denied in time
 * - `answering`: an answer is on its way, or was sent and nothing came back
 * - `answered`: the service took it
 * - `spent`: the callback took no answer, because it was used or has expired
 * - `over`: it needs no answer
 */
type DeliveryState = 'kept' | 'open' | 'answering' | 'answered' | 'spent' | 'over';

/** One step of a task that the service handed to the bot. */
export interface WebhookDelivery extends SeenStep {
  readonly webhookId: string;
  /** SHA-256 of the raw body, in base64. */
  readonly bodyHash: string;
  readonly event: DeliveryEvent;
  /** As it was sent. */
  readonly payload: unknown;
  /** The URL that takes the answer, sealed; null once its outcome is known. */
  readonly callback: string | null;
  readonly state: DeliveryState;
  /** When the task was last changed, as the delivery says; null if it does not say. */
  readonly taskUpdatedAt: Date | null;
  /**
   * When the service signed the token of the delivery. A delivery that is sent again is signed
   * again.
   */
  readonly signedAt: Date;
  readonly receivedAt: Date;
  /**
   * Empty until it was looked at, as are the step and the people. The step stays empty where it
   * cannot be read, and the task where not even that can.
   */
  readonly taskId: string;
  readonly people: readonly ReviewerFound[];
  /** When the bot denies it unless somebody decided; null where people set access up. */
  readonly deniedAt: Date | null;
  /** The action that the answer carries out; null where there is none, or nobody's. */
  readonly answeredBy: string | null;
  /** When an answer was last begun; null where none was. */
  readonly triedAt: Date | null;
  /** When administrators were told that it cannot be read; null where they were not. */
  readonly unreadableToldAt: Date | null;
  /** When they were told that its answer cannot be sent, because no key opens its callback. */
  readonly lockedToldAt: Date | null;
}

/** What administrators are told of a delivery. */
export type DeliveryTrouble = 'unreadable' | 'locked';

export type NewDelivery = Pick<
  WebhookDelivery,
  | 'webhookId'
  | 'bodyHash'
  | 'event'
  | 'payload'
  | 'callback'
  | 'receivedAt'
  | 'signedAt'
  | 'taskUpdatedAt'
>;

/** The deliveries, in a transaction of the store. */
export function deliveriesIn(tx: StoreTransaction): ReturnType<typeof deliveryRows> {
  return rowsOfExtra(tx, deliveryRows);
}

export type WebhookTables = {
  webhookDeliveries: Omit<Stored<WebhookDelivery>, 'payload'> & {
    payload: ColumnType<unknown, unknown, unknown>;
  };
};

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
  unreadableToldAt: null,
  lockedToldAt: null,
} as const;

function deliveryRows(transaction: Transaction<Tables>) {
  const trx = transaction.withTables<WebhookTables>();
  const deliveries = trx.selectFrom('webhookDeliveries').selectAll();
  const ids = trx.selectFrom('webhookDeliveries').select('webhookId');
  const byId = (webhookId: string) => deliveries.where('webhookId', '=', webhookId);
  return {
    /** `other-body`: this id was delivered before with something else in it; nothing is kept. */
    async insertOnce(delivery: NewDelivery): Promise<'new' | 'repeated' | 'other-body'> {
      const row = { ...delivery, ...notLookedAt };
      if (await insertOnce(trx.insertInto('webhookDeliveries').values(row), 'webhookId'))
        return 'new';
      const earlier = await first(byId(delivery.webhookId), toDelivery);
      return earlier?.bodyHash === delivery.bodyHash ? 'repeated' : 'other-body';
    },
    find: (webhookId: string): Promise<WebhookDelivery | null> =>
      first(byId(webhookId), toDelivery),
    /** Like find, and holds the row until the transaction ends. */
    lock: (webhookId: string): Promise<WebhookDelivery | null> =>
      first(byId(webhookId).forUpdate(), toDelivery),
    /** The deliveries of these tasks that people were asked about, in no order. */
    async ofTasks(taskIds: readonly string[]): Promise<readonly WebhookDelivery[]> {
      if (taskIds.length === 0) return [];
      const looked = deliveries.where('taskId', 'in', taskIds).where('stepId', '<>', '');
      return (await looked.where('state', 'not in', ['kept', 'over']).execute()).map(toDelivery);
    },
    /** Ids of the deliveries about this task that were not processed yet. */
    async waitingFor(taskId: string): Promise<readonly string[]> {
      const waiting = ids.where('taskId', '=', taskId).where('state', '=', 'kept');
      return (await waiting.execute()).map(({ webhookId }) => webhookId);
    },
    /**
     * Deliveries that are due to be denied by then, the longest due first, and those of withdrawn
     * requests, whenever they are due. Without those for which an answer was begun since `tried`.
     */
    async dueBy(at: Date, tried: Date): Promise<readonly string[]> {
      const isWithdrawn = sql`exists (
        select from tasks join requests on requests.id = tasks.request_id and requests.task_id = tasks.id
        where tasks.id = webhook_deliveries.task_id and requests.state = 'withdrawn')`;
      const due = ids
        .where(sql<boolean>`
        (state = 'open' or (state = 'answering' and coalesce(tried_at <= ${tried}, true)))`)
        .where(sql<boolean>`(denied_at <= ${at} or ${isWithdrawn})`);
      return (await due.orderBy('deniedAt').execute()).map(({ webhookId }) => webhookId);
    },
    ...troubleRows(trx),
    /** When the tenant was last here; null = never, as far as it is kept. */
    async lastReceivedAt(): Promise<Date | null> {
      const last = deliveries.orderBy('receivedAt', 'desc').limit(1);
      return first(last, ({ receivedAt }) => receivedAt);
    },
    async save(
      webhookId: string,
      change: Partial<Omit<WebhookDelivery, 'webhookId' | 'bodyHash' | 'event' | 'receivedAt'>>,
    ): Promise<void> {
      await trx
        .updateTable('webhookDeliveries')
        .set(change)
        .where('webhookId', '=', webhookId)
        .execute();
    },
  };
}

/** What administrators are told of deliveries. */
function troubleRows(trx: Transaction<WebhookTables>) {
  const ids = trx.selectFrom('webhookDeliveries').select('webhookId');
  return {
    /** Notes that administrators are told of it, unless they were told the same of one since then. */
    async tellOnce(
      webhookId: string,
      trouble: DeliveryTrouble,
      { at, since }: { readonly at: Date; readonly since: Date },
    ): Promise<boolean> {
      const toldAt = `${trouble}ToldAt` as const;
      // Two at once would both be the first.
      await sql`select pg_advisory_xact_lock(hashtext('told of deliveries'))`.execute(trx);
      if ((await ids.where(toldAt, '>', since).limit(1).execute()).length > 0) return false;
      await trx
        .updateTable('webhookDeliveries')
        .set({ [toldAt]: at })
        .where('webhookId', '=', webhookId)
        .execute();
      return true;
    },
    /** How many came since then whose step could not be read. */
    async unreadableSince(moment: Date): Promise<number> {
      const unreadable = ids.where('stepId', '=', '').where('state', 'not in', ['kept', 'over']);
      return (await unreadable.where('receivedAt', '>=', moment).execute()).length;
    },
  };
}

function toDelivery(row: Selectable<WebhookTables['webhookDeliveries']>): WebhookDelivery {
  return row;
}

/** Those that need no answer any more go with messages. */
export const pruneDeliveries: PruneExtra = (tx, { notices: before }) =>
  rowsOfExtra(tx, async (transaction) => {
    const trx = transaction.withTables<WebhookTables>();
    const old = trx.deleteFrom('webhookDeliveries').where('receivedAt', '<', before);
    await old.where('state', 'in', ['answered', 'spent', 'over']).execute();
  });

/** The delivery of the step that an act is about, whatever became of it; null where there is none. */
export async function deliveryOfStep(
  tx: StoreTransaction,
  { taskId, stepId }: { readonly taskId: string; readonly stepId: string },
): Promise<WebhookDelivery | null> {
  const ofTask = await deliveriesIn(tx).ofTasks([taskId]);
  return standingDelivery(ofTask.filter((one) => one.stepId === stepId));
}

/** The delivery of the step at which a task stands, as far as deliveries tell. */
export async function deliveryOfTask(
  tx: StoreTransaction,
  taskId: string,
): Promise<WebhookDelivery | null> {
  return standingDelivery(await deliveriesIn(tx).ofTasks([taskId]));
}
