/** What the service handed to the bot changes readings of tasks, and where answers go. */

import { withStepOf } from '../../domain/request/untold.ts';
import { ok, refuse } from '../../domain/result.ts';
import {
  type GrantOutcome,
  isOpen,
  isStepOf,
  type TaskSnapshot,
} from '../../domain/task/task-snapshot.ts';
import type { AccessGovernance, ActionOrder } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import { type AnswerDeps, answerDelivery, endAnswer, stepOver } from './answer-delivery.ts';
import {
  deliveriesIn,
  deliveryOfStep,
  deliveryOfTask,
  type WebhookDelivery,
} from './delivery-tables.ts';
import { withDelivery } from './rules/delivered-to.ts';
import { standingDelivery } from './rules/delivery-order.ts';
import type { StepAnswer } from './step-callbacks.ts';
import { endingActionOf } from './steps-answered-here.ts';

interface DeliveredDeps extends AnswerDeps {
  /** A task as a delivery tells it; null where it cannot be read. */
  readonly taskIn: (payload: unknown) => TaskSnapshot | null;
  /** Whether the bot may close a task by its own right. */
  readonly mayClose: () => boolean;
}

/**
 * The service, with steps that it handed to the bot decided by people: a task that is known by a
 * delivery and by a search is one task, and its answer goes to the delivery's callback.
 *
 * @param governance its own way to read tasks and to act on them
 */
export function readDeliveredSteps(
  governance: Pick<AccessGovernance, 'actionsOn' | 'readTasks' | 'act'>,
  deps: DeliveredDeps,
): Pick<AccessGovernance, 'readTasks' | 'tasksToActOn' | 'act'> {
  return {
    async readTasks(taskIds, progress) {
      const readings = await governance.readTasks(taskIds, progress);
      return readings && withDeliveries(governance, deps, taskIds, readings);
    },
    async tasksToActOn(taskIds, progress) {
      const readings = await governance.readTasks(taskIds, progress);
      if (readings !== null) return withDeliveries(governance, deps, taskIds, readings);
      progress?.onSend?.();
      const tasks = await withDeliveries(governance, deps, taskIds, readings);
      progress?.onArrival?.();
      return tasks;
    },
    async act(order) {
      if (order.act === 'close') return endTask(governance, deps, order);
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

/** @param readings null: what the deliveries tell is all that there is */
async function withDeliveries(
  governance: Pick<AccessGovernance, 'actionsOn'>,
  deps: DeliveredDeps,
  taskIds: readonly string[],
  readings: ReadonlyMap<string, TaskSnapshot> | null,
): Promise<ReadonlyMap<string, TaskSnapshot>> {
  const isOnlySource = readings === null;
  const tasks = new Map(readings);
  const deliveries = await deps.store.transaction((tx) => deliveriesIn(tx).ofTasks(taskIds));
  for (const [taskId, ofTask] of Map.groupBy(deliveries, (one) => one.taskId)) {
    const reading = tasks.get(taskId);
    if (reading !== undefined && !isOpen(reading)) {
      tasks.set(taskId, await withEnd(deps, reading));
      continue;
    }
    const isStepUntold = reading?.untold?.includes('step') === true;
    const delivery = standingIn(isStepUntold ? undefined : reading, ofTask);
    if (delivery === null) continue;
    const deliveredTask = deps.taskIn(delivery.payload);
    // A task that a reading does not find is not there, whatever was handed over once.
    const unread = isOnlySource ? deliveredTask : null;
    const task = reading === undefined ? unread : withStepOf(reading, deliveredTask);
    if (task === null) continue;
    const canAct = governance.actionsOn(task) !== null;
    tasks.set(taskId, withDelivery(task, delivery, { canAct, isOnlySource }));
  }
  return tasks;
}

/** The outcomes of a task that such an answer ended. */
const endOutcomes: ReadonlySet<GrantOutcome> = new Set(['denied', 'error']);

/**
 * The reading, but a task that the bot ended at the callback counts as cancelled, like one that was
 * closed: nobody denied it.
 */
async function withEnd(
  { store }: { readonly store: Store },
  task: TaskSnapshot,
): Promise<TaskSnapshot> {
  if (isOpen(task) || !endOutcomes.has(task.outcome)) return task;
  const act = await store.transaction((tx) => endingActionOf(tx, task.id));
  return act === null ? task : { ...task, outcome: 'cancelled' };
}

/**
 * Ends the task: a step that waits for the bot's answer gets one that lets nothing go on. The
 * callback takes one answer, so the service itself tells whose was first. Where the callback takes
 * none, the task is closed by the bot's own right, if it has that.
 */
async function endTask(
  governance: Pick<AccessGovernance, 'act'>,
  deps: DeliveredDeps,
  order: ActionOrder,
): ReturnType<AccessGovernance['act']> {
  const newest = await deps.store.transaction((tx) => deliveryOfTask(tx, order.taskId));
  const { actionId: by = null, comment = '', sendBefore } = order;
  const isAnswered = newest?.state === 'answered' && newest.answeredBy === by;
  if (newest === null || (newest.callback === null && !isAnswered)) return governance.act(order);
  const answer = endAnswer(newest, comment);
  const ended = await answerDelivery(deps, newest, { answer, by, sendBefore });
  if (!deps.mayClose()) return ended;
  // A failed set-up does not end the task: the service may try it again.
  if (ended.ok && answer.kind === 'deny') return ended;
  const closed = await governance.act(order);
  return ended.ok ? ended : closed;
}

/** Acts that the callback of a delivered step takes, and what they are called there. */
const answers: ReadonlyMap<ActionOrder['act'], StepAnswer['kind']> = new Map([
  ['approve', 'approve'],
  ['deny', 'deny'],
  ['set-up', 'complete'],
  ['cannot-set-up', 'errored'],
]);

/** The delivery that counts; if the task can be read, that of its current step. */
function standingIn(
  reading: TaskSnapshot | undefined,
  deliveries: readonly WebhookDelivery[],
): WebhookDelivery | null {
  if (reading === undefined) return standingDelivery(deliveries);
  return standingDelivery(deliveries.filter((one) => isStepOf(one, reading)));
}

async function deliveryFor(store: Store, order: ActionOrder): Promise<WebhookDelivery | null> {
  const { taskId, stepId = '' } = order;
  return store.transaction((tx) => deliveryOfStep(tx, { taskId, stepId }));
}

/** Inside the bot: to pass it on at the callback would spend it. */
async function passOn(
  { store }: { readonly store: Store },
  { webhookId }: WebhookDelivery,
  { newReviewers = [] }: ActionOrder,
): ReturnType<AccessGovernance['act']> {
  return store.transaction(async (tx) => {
    const delivery = await deliveriesIn(tx).lock(webhookId);
    if (delivery?.state !== 'open') return refuse(stepOver);
    const people = newReviewers.map((person) => ({ person, by: 'passed-on' as const }));
    await deliveriesIn(tx).save(webhookId, { people });
    return ok(undefined);
  });
}
