/** What the core asks of delivered steps. */

import { isDeepStrictEqual } from 'node:util';
import type { Action } from '../../domain/action/action.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { isOpen, isStepOf, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type {
  AnsweredStep,
  AnswererDeps,
  AnsweringAction,
  DeliveredSteps,
  EndingAction,
} from '../../use-cases/ports/delivered-steps.ts';
import type { Store, StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { anotherOnItsWay, isAnswerUnderWay } from './answer-delivery.ts';
import { type FindsAnswerers, findAnswerers } from './answerers/find-answerers.ts';
import type { ReviewerLists } from './answerers/reviewer-lists.ts';
import {
  deliveriesIn,
  deliveryOfStep,
  deliveryOfTask,
  type ReviewerFound,
  type WebhookDelivery,
} from './delivery-tables.ts';

/** Also where webhooks are switched off: deliveries may be left from before. */
export function stepsAnsweredHere(reviewerLists: () => ReviewerLists): DeliveredSteps {
  return {
    async takeWaiting(tx, taskId) {
      for (const webhookId of await deliveriesIn(tx).waitingFor(taskId))
        await tx.enqueue({ kind: 'take-delivery', webhookId });
    },
    async isAnsweredHere({ store }, taskId) {
      const delivery = await store.transaction((tx) => deliveryOfTask(tx, taskId));
      return delivery?.state === 'open' || delivery?.state === 'answering';
    },
    async waitForOtherAnswer(tx, action) {
      const delivery = await deliveryOfStep(tx, action);
      if (delivery !== null && (await isAnswerUnderWay(tx, delivery, action.id)))
        throw anotherOnItsWay();
    },
    async isAnswerSpent({ store }, step) {
      const delivery = await store.transaction((tx) => deliveryOfStep(tx, step));
      return delivery?.state === 'spent';
    },
    withAnswerersOfNow: (deps, ...reading) =>
      withAnswerersOfNow({ ...deps, reviewerLists: reviewerLists() }, ...reading),
    answerOf,
    newestAnswer,
    beginEnd,
    endingActionOf,
    wasDeniedByBot,
  };
}

/**
 * A reading of a delivered step with the people who may answer it at this moment: somebody may have
 * lost the ownership since the step arrived. A step that was passed on keeps the people whom a
 * reviewer picked. Any other reading is returned as it is.
 *
 * @throws OutwardFailure where the lists cannot be read
 */
async function withAnswerersOfNow(
  deps: FindsAnswerers,
  task: TaskSnapshot,
  subject: Subject | null,
): Promise<TaskSnapshot> {
  const { delivered, currentStepId } = task;
  if (delivered === undefined || currentStepId === null) return task;
  const step = { taskId: task.id, stepId: currentStepId };
  const delivery = await deps.store.transaction((tx) => deliveryOfStep(tx, step));
  if (delivery === null || isPassedOn(delivery.people)) return task;
  const need = delivered.kind === 'provision' ? 'setUpBy' : 'reviewers';
  const own = [task.target?.id, subject?.requesterIdentityId, subject?.identityUserId];
  const without = own.filter((id) => typeof id === 'string');
  const answerers = await findAnswerers(deps, task, need, without);
  if (!isDeepStrictEqual(answerers, delivery.people))
    await deps.store.transaction((tx) =>
      deliveriesIn(tx).save(delivery.webhookId, { people: answerers }),
    );
  const people = answerers.map(({ person }) => person);
  return delivered.kind === 'provision'
    ? { ...task, otherStep: { kind: 'set-up-by-hand', people } }
    : { ...task, stepApprovers: people };
}

function isPassedOn(people: readonly ReviewerFound[]): boolean {
  return people.some(({ by }) => by === 'passed-on');
}

/**
 * As the port says. A step that is over after an answer was lost was decided by that answer, if the
 * service shows what it would have led to: the bot alone has the callback.
 */
async function answerOf(
  { store }: Pick<AnswererDeps, 'store'>,
  action: AnsweringAction,
  task: TaskSnapshot | null,
): ReturnType<DeliveredSteps['answerOf']> {
  const [delivery, areRead] = await store.transaction(async (tx) => [
    await deliveryOfStep(tx, action),
    tx.tasks.areRead,
  ]);
  if (delivery === null) return null;
  if (delivery.answeredBy !== action.id)
    return delivery.state === 'open' ? 'open' : { code: 'step-moved-on' };
  if (delivery.state === 'answered') return 'taken';
  const isRead = task !== null && areRead;
  const isStepOver = isRead && !(isOpen(task) && isStepOf(action, task));
  if (isStepOver) {
    await store.transaction((tx) =>
      deliveriesIn(tx).save(delivery.webhookId, { state: 'answered', callback: null }),
    );
    return leadsTo(action.verb, task) ? 'taken' : { code: 'decided-elsewhere' };
  }
  if (delivery.state !== 'spent') return 'open';
  return { code: isRead ? 'answer-refused' : 'perhaps-decided' };
}

/** Whether the task went the way that the answer leads. */
function leadsTo(verb: Action['verb'], task: TaskSnapshot): boolean {
  const wasDenied = !isOpen(task) && task.outcome === 'denied';
  if (verb === 'deny') return wasDenied;
  return !wasDenied && task.outcome !== 'cancelled';
}

async function newestAnswer(
  { store }: { readonly store: Store },
  { id, otherStep }: TaskSnapshot,
): Promise<AnsweredStep | null> {
  if (otherStep?.kind !== 'processing') return null;
  return store.transaction(async (tx) => {
    const newest = await deliveryOfTask(tx, id);
    if (newest?.state !== 'answered') return null;
    const verb = (await answererOf(tx, newest))?.verb;
    return { by: newest.answeredBy, letsItGoOn: verb === 'approve' || verb === 'set-up' };
  });
}

/** The lock of the task comes before that of the delivery, as where an answer is sent. */
async function beginEnd(
  { store }: { readonly store: Store },
  { id, requestId }: Action,
  taskId: string,
): Promise<'begun' | 'behind'> {
  return store.transaction(async (tx) => {
    await tx.tasks.lock(taskId);
    const newest = await deliveryOfTask(tx, taskId);
    const delivery = newest === null ? null : await deliveriesIn(tx).lock(newest.webhookId);
    if (delivery === null || delivery.callback === null) return 'behind';
    if (await isAnswerUnderWay(tx, delivery, id)) return 'behind';
    await tx.requests.save(requestId, { state: 'withdrawn', at: tx.at });
    if (delivery.answeredBy !== id) {
      const claim = { state: 'answering', answeredBy: id, triedAt: null } as const;
      await deliveriesIn(tx).save(delivery.webhookId, claim);
    }
    return 'begun';
  });
}

export async function endingActionOf(
  tx: StoreTransaction,
  taskId: string,
): Promise<EndingAction | null> {
  const deliveries = await deliveriesIn(tx).ofTasks([taskId]);
  const tried = ({ triedAt }: WebhookDelivery): number => triedAt?.getTime() ?? 0;
  const last = deliveries
    .filter(({ triedAt }) => triedAt !== null)
    .toSorted((a, b) => tried(b) - tried(a))[0];
  const act = last === undefined ? null : await answererOf(tx, last);
  if (act === null) return null;
  const decisions = await tx.actions.decisionsOn(taskId);
  if (decisions.some(({ verb, state }) => verb === 'deny' && state === 'done')) return null;
  const { verb } = act;
  return verb === 'withdraw' || verb === 'close' ? { ...act, verb } : null;
}

async function wasDeniedByBot(
  tx: StoreTransaction,
  { id, outcome }: Pick<TaskSnapshot, 'id' | 'outcome'>,
): Promise<boolean> {
  if (outcome !== 'denied') return false;
  const newest = await deliveryOfTask(tx, id);
  const isAnswered = newest?.state === 'answering' || newest?.state === 'answered';
  return isAnswered && newest.answeredBy === null;
}

async function answererOf(
  tx: StoreTransaction,
  { answeredBy }: WebhookDelivery,
): Promise<Action | null> {
  return answeredBy === null ? null : tx.actions.find(answeredBy);
}
