/** How a task at a step that the service handed to the bot ends without a decision. */
import type { Action } from '../../../domain/action/action.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { AnsweredStep, EndingAction } from '../../../use-cases/ports/delivered-steps.ts';
import type { Store, StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import { deliveriesIn, type WebhookDelivery } from '../delivery-tables.ts';
import { isAnswerUnderWay } from './answer-under-way.ts';
import { deliveryOfTask } from './delivery-of-step.ts';

export async function newestAnswer(
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
export async function beginEnd(
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

export async function wasDeniedByBot(
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
