/** What the service handed to the bot changes readings of tasks, and where answers go. */
import { tasksAreRead } from '../domain/access-settings.ts';
import { type DeliveredTo, withDelivery } from '../domain/delivered-step.ts';
import { standingDelivery } from '../domain/delivery-order.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import { isStepOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import type { WebhookDelivery } from './delivery-rows.ts';
import type { AccessGovernance, ActOrder, StepAnswer, StepCallbacks } from './ports.ts';
import type { Store, StoreTransaction } from './store-ports.ts';

interface DeliveredDeps {
  readonly store: Store;
  readonly callbacks: StepCallbacks;
  /** A task as a delivery tells it; null where it cannot be read. */
  readonly taskIn: (payload: unknown) => TaskSnapshot | null;
}

/**
 * The service, with steps that it handed to the bot decided by people: a task that is known by a
 * delivery and by a search is one task, and its answer goes to the delivery's callback.
 *
 * @param governance its own way to read tasks and to act on them
 */
export function readDeliveredSteps(
  governance: Pick<AccessGovernance, 'operations' | 'readTasks' | 'act'>,
  deps: DeliveredDeps,
): Pick<AccessGovernance, 'readTasks' | 'act'> {
  const { operations } = governance;
  const canAct = operations.has('taskActions') && tasksAreRead(operations);
  return {
    async readTasks(taskIds, heard) {
      if (!tasksAreRead(operations)) heard?.onSend?.();
      const read = tasksAreRead(operations)
        ? await governance.readTasks(taskIds, heard)
        : new Map<string, TaskSnapshot>();
      const deliveries = await deps.store.transaction((tx) => tx.deliveries.ofTasks(taskIds));
      const tasks = new Map(read);
      for (const [taskId, ofTask] of Map.groupBy(deliveries, (one) => one.taskId)) {
        const reading = read.get(taskId);
        const delivery = standingIn(reading, ofTask);
        if (delivery === null) continue;
        const task = reading ?? onlyTold(deps, operations, delivery);
        const delivered = deliveredTo(delivery, reading === undefined);
        if (task !== null) tasks.set(taskId, withDelivery(task, delivered, canAct));
      }
      if (!tasksAreRead(operations)) heard?.onArrival?.();
      return tasks;
    },
    async act(order) {
      const delivery = await deliveryFor(deps.store, order);
      if (delivery === null) return governance.act(order);
      if (order.act === 'reassign') return passOn(deps, delivery, order);
      const kind = answers.get(order.act);
      return kind === undefined
        ? governance.act(order)
        : answerDelivery(deps, delivery, {
            answer: { kind, comment: order.comment ?? '' },
            by: order.actionId ?? null,
            sendBefore: order.sendBefore,
          });
    },
  };
}

/** Acts that the callback of a delivered step takes, and what they are called there. */
const answers: ReadonlyMap<ActOrder['act'], StepAnswer['kind']> = new Map([
  ['approve', 'approve'],
  ['deny', 'deny'],
  ['set-up', 'complete'],
  ['cannot-set-up', 'errored'],
]);

/** The delivery that counts: of a task that is read, of its current step. */
function standingIn(
  reading: TaskSnapshot | undefined,
  deliveries: readonly WebhookDelivery[],
): WebhookDelivery | null {
  if (reading === undefined) return standingDelivery(deliveries);
  return standingDelivery(deliveries.filter((one) => isStepOf(one, reading)));
}

/** What a delivery says of a task that the tenant does not let the bot read. */
function onlyTold(
  { taskIn }: DeliveredDeps,
  operations: AccessGovernance['operations'],
  delivery: WebhookDelivery,
): TaskSnapshot | null {
  return tasksAreRead(operations) ? null : taskIn(delivery.payload);
}

/** How a delivery changes what a reading shows. */
export function deliveredTo(delivery: WebhookDelivery, isOnlySource: boolean): DeliveredTo {
  const { stepId, occurrence, event, state, people, receivedAt, deniedAt } = delivery;
  return {
    stepId,
    occurrence,
    kind: event === 'provision-step' ? 'provision' : 'approval',
    state: state === 'answered' ? 'answered' : state === 'spent' ? 'spent' : 'waiting',
    people: people.map(({ person }) => person),
    receivedAt,
    deniedAt,
    isOnlySource,
  };
}

/** The delivery of the step that an act is about, whatever became of it; null where there is none. */
export async function deliveryOfStep(
  tx: StoreTransaction,
  { taskId, stepId }: { readonly taskId: string; readonly stepId: string },
): Promise<WebhookDelivery | null> {
  const ofTask = await tx.deliveries.ofTasks([taskId]);
  return standingDelivery(ofTask.filter((one) => one.stepId === stepId));
}

/** The delivery of the step at which a task stands, as far as deliveries tell. */
export async function deliveryOfTask(
  tx: StoreTransaction,
  taskId: string,
): Promise<WebhookDelivery | null> {
  return standingDelivery(await tx.deliveries.ofTasks([taskId]));
}

async function deliveryFor(store: Store, order: ActOrder): Promise<WebhookDelivery | null> {
  const { taskId, stepId = '' } = order;
  return store.transaction((tx) => deliveryOfStep(tx, { taskId, stepId }));
}

interface Answering {
  readonly answer: StepAnswer;
  /** The action that it carries out; null where nobody's. */
  readonly by: string | null;
  readonly sendBefore?: Date | undefined;
}

/** An attempt is over after this: the service takes half of it at most. */
export const attemptMs = 60_000;

/**
 * Sends the answer of a delivered step. The callback takes one: where the answer to it was lost, it
 * is sent again, and a callback that is spent by then took the first one, or has expired.
 *
 * @throws OutwardFailure as the port does
 */
export async function answerDelivery(
  { store, callbacks }: Pick<DeliveredDeps, 'store' | 'callbacks'>,
  { webhookId }: WebhookDelivery,
  { answer, by, sendBefore }: Answering,
): Promise<Result<void, ServiceRefusal>> {
  const begun = await store.transaction(async (tx) => {
    const delivery = await tx.deliveries.lock(webhookId);
    if (delivery === null || delivery.callback === null) return null;
    if (isAnotherOnItsWay(delivery, by, tx.at)) throw anotherOnItsWay();
    const wasTried = delivery.state === 'answering' && delivery.answeredBy === by;
    await tx.deliveries.save(webhookId, { state: 'answering', answeredBy: by, triedAt: tx.at });
    return { sealed: delivery.callback, wasTried };
  });
  if (begun === null) return refuse(stepOver);
  const outcome = await callbacks.answer(begun.sealed, answer, sendBefore).catch(async (error) => {
    const isCertain = error instanceof OutwardFailure && error.certainlyNotDone;
    if (isCertain && !begun.wasTried)
      await store.transaction((tx) => tx.deliveries.save(webhookId, notAnswered));
    throw error;
  });
  const state = outcome === 'accepted' ? 'answered' : 'spent';
  await store.transaction((tx) => tx.deliveries.save(webhookId, { state, callback: null }));
  return outcome === 'accepted' ? ok(undefined) : refuse(stepOver);
}

/** The callback takes one answer: the second waits until it is known what became of the first. */
function isAnotherOnItsWay(
  { state, answeredBy, triedAt }: WebhookDelivery,
  by: string | null,
  now: Date,
): boolean {
  const isTrying = triedAt !== null && now.getTime() - triedAt.getTime() < attemptMs;
  return state === 'answering' && answeredBy !== by && isTrying;
}

function anotherOnItsWay(): OutwardFailure {
  return new OutwardFailure({
    system: 'governance',
    kind: 'network',
    message: 'another answer to this step is on its way',
    certainlyNotDone: true,
  });
}

const notAnswered = { state: 'open', answeredBy: null } as const;

/** The step does not wait for this answer any more. */
const stepOver: ServiceRefusal = {
  kind: 'step-moved-on',
  message: '',
  existingTaskId: null,
  serviceRequestId: null,
};

/** Inside the bot: to pass it on at the callback would spend it. */
async function passOn(
  { store }: DeliveredDeps,
  { webhookId }: WebhookDelivery,
  { newReviewers = [] }: ActOrder,
): ReturnType<AccessGovernance['act']> {
  return store.transaction(async (tx) => {
    const delivery = await tx.deliveries.lock(webhookId);
    if (delivery?.state !== 'open') return refuse(stepOver);
    const people = newReviewers.map((person) => ({ person, by: 'passed-on' as const }));
    await tx.deliveries.save(webhookId, { people });
    return ok(undefined);
  });
}
