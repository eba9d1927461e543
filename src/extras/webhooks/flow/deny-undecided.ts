import { type Action, isOver } from '../../../domain/action/action.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import type { Result } from '../../../domain/result.ts';
import { isOpen, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { nameAndEmail } from '../../../domain/text/foreign-text.ts';
import { trailComment } from '../../../use-cases/action/settle-action.ts';
import type { UseCaseDeps } from '../../../use-cases/deps.ts';
import type { StoreTransaction } from '../../../use-cases/ports/store-ports.ts';
import { record } from '../../../use-cases/record/record.ts';
import { recordReading } from '../../../use-cases/task/record-reading.ts';
import { taskToActOn } from '../../../use-cases/task/refresh-tasks.ts';
import { attemptMs, isAnswerUnderWay } from '../deciding/answer-under-way.ts';
import { deliveryOfTask } from '../deciding/delivery-of-step.ts';
import { deliveriesIn, type WebhookDelivery } from '../delivery-tables.ts';
import type { StepCallbacks } from '../receiving/step-callbacks.ts';
import { answerDelivery, endAnswer } from './answer-delivery.ts';

/** Read in one go. */
const deniedAtOnce = 50;

const comment =
  'Denied by the access bot: nobody decided in Slack in time, and without an answer the policy could go on without anybody.';

export interface UndecidedDeps extends UseCaseDeps {
  readonly callbacks: StepCallbacks;
}

/** Whether there is something for `denyUndecided` to do. */
export async function isAnythingUndecided({ store }: Pick<UseCaseDeps, 'store'>): Promise<boolean> {
  return (await store.transaction((tx) => dueNow(tx, 1))).length > 0;
}

function dueNow(tx: StoreTransaction, limit: number): Promise<readonly WebhookDelivery[]> {
  const tried = new Date(tx.at.getTime() - attemptMs);
  return deliveriesIn(tx).dueBy({ at: tx.at, tried }, limit);
}

/**
 * Denies delivered steps that nobody decided in time, and ends those of withdrawn requests: after a
 * missed answer the service's policy may go on without anybody (docs/spec/deployments.md#webhooks).
 *
 * @throws OutwardFailure where the service does not take one of the answers now; the others are
 *   given all the same
 */
export async function denyUndecided(deps: UndecidedDeps): Promise<void> {
  const webhookIds = new Set<string>();
  const failures: unknown[] = [];
  for (;;) {
    const due = await deps.store.transaction((tx) => dueNow(tx, webhookIds.size + deniedAtOnce));
    const next = due.filter(({ webhookId }) => !webhookIds.has(webhookId));
    if (next.length === 0) break;
    for (const delivery of next) {
      webhookIds.add(delivery.webhookId);
      await deny(deps, delivery).catch((error: unknown) => void failures.push(error));
    }
  }
  const [first] = failures;
  if (first instanceof Error) throw first;
}

async function deny(deps: UndecidedDeps, delivery: WebhookDelivery): Promise<void> {
  const { store } = deps;
  if (await isOverBefore(deps, delivery)) return;
  const withdrawal = await store.transaction((tx) => withdrawalToEnd(tx, delivery));
  if (withdrawal !== null) return endWithdrawn(deps, delivery, withdrawal);
  const isDue = delivery.deniedAt !== null && delivery.deniedAt <= deps.world.now();
  // Somebody is deciding right now: theirs is the answer.
  if (!isDue || (await isBeingDecided(deps, delivery))) return;
  const answer = { kind: 'deny', comment } as const;
  const isStanding = await countsNow(deps, delivery);
  const answered = await answerDelivery(deps, delivery, { answer, by: null });
  // An old step that arrived late, or one whose task is not known.
  if (delivery.taskId === '' || (!isStanding && !answered.ok)) return;
  await conclude(deps, delivery, answered);
}

/** Whether it is the step at which its task stands, as far as deliveries tell. */
async function countsNow(
  { store }: UndecidedDeps,
  { taskId, webhookId }: WebhookDelivery,
): Promise<boolean> {
  const standing = await store.transaction((tx) => deliveryOfTask(tx, taskId));
  return standing?.webhookId === webhookId;
}

/** The task has ended, so that this answer is not needed, or was taken although its outcome is lost. */
async function isOverBefore(
  { store }: UndecidedDeps,
  { webhookId, taskId, state, answeredBy }: WebhookDelivery,
): Promise<boolean> {
  return store.transaction(async (tx) => {
    const row = await tx.tasks.find(taskId);
    const isOurDenial = state === 'answering' && answeredBy === null;
    if (isOurDenial || row === null || isOpen(row.snapshot)) return false;
    const over = state === 'open' ? 'over' : 'answered';
    await deliveriesIn(tx).save(webhookId, { state: over, callback: null });
    return true;
  });
}

/**
 * Ends a step that the service handed over after its request was withdrawn, or that an interrupted
 * withdrawal left, whatever happens to steps that nobody decides.
 */
async function endWithdrawn(
  deps: UndecidedDeps,
  delivery: WebhookDelivery,
  { id, by, ...withdrawal }: Action,
): Promise<void> {
  const { taskId, stepId } = delivery;
  const { person, isBehind } = await deps.store.transaction(async (tx) => ({
    person: (await tx.identities.find(by.userId))?.person ?? null,
    isBehind: await isAnswerUnderWay(tx, delivery, id),
  }));
  if (isBehind) return;
  const who = person === null ? undefined : nameAndEmail(person);
  const answer = endAnswer(delivery, trailComment({ ...withdrawal, by }, who));
  const answered = await answerDelivery(deps, delivery, { answer, by: id });
  const task = await taskToActOn(deps, taskId);
  await deps.store.transaction(async (tx) => {
    const row = await tx.tasks.find(taskId);
    const request = row === null ? null : await tx.subjects.find(row.requestId);
    if (request === null) return;
    const about = { requestId: request.id, taskId };
    if (!answered.ok && task !== null && isOpen(task)) {
      const named = { administrators: deps.settings.admins };
      await record(tx, { kind: 'delivery.answer-refused', ...about, detail: { stepId }, named });
    }
    if (answered.ok)
      await record(tx, { kind: 'delivery.ended-withdrawn', ...about, detail: { stepId } });
    if (task !== null) await recordReading(tx, deps, request, task);
  });
}

/**
 * The withdrawal that still has to end this delivered step; null if its request was not withdrawn,
 * and while the withdrawal itself is under way.
 */
async function withdrawalToEnd(
  tx: StoreTransaction,
  { taskId }: Pick<WebhookDelivery, 'taskId'>,
): Promise<Action | null> {
  const row = await tx.tasks.find(taskId);
  const request = row === null ? null : await tx.requests.find(row.requestId);
  // A task that takes access away belongs to the request that gave it, too.
  if (request?.state !== 'withdrawn' || request.taskId !== taskId) return null;
  const withdrawals = await tx.actions.withdrawals([request.id]);
  return withdrawals.find(isOver) ?? null;
}

async function isBeingDecided(
  { store }: UndecidedDeps,
  delivery: WebhookDelivery,
): Promise<boolean> {
  return (await store.transaction((tx) => tx.actions.winner(delivery))) !== null;
}

async function conclude(
  deps: UndecidedDeps,
  delivery: WebhookDelivery,
  answered: Result<void, ServiceRefusal>,
): Promise<void> {
  const { taskId, stepId } = delivery;
  const task = await taskToActOn(deps, taskId);
  await deps.store.transaction(async (tx) => {
    const elsewhere = await tx.subjects.ofTask(taskId);
    const row = await tx.tasks.find(taskId);
    const subject = elsewhere ?? (row === null ? null : await tx.subjects.find(row.requestId));
    if (subject === null) return;
    const about = { requestId: subject.id, taskId };
    if (!answered.ok && !wasDeniedBefore(delivery, task)) {
      const named = { administrators: deps.settings.admins };
      await record(tx, { kind: 'delivery.answer-refused', ...about, detail: { stepId }, named });
      if (task !== null) await recordReading(tx, deps, subject, task);
      return;
    }
    await record(tx, { kind: 'delivery.denied-undecided', ...about, detail: { stepId } });
    const message = { kind: 'ended', outcome: 'denied', byNames: [], isUndecided: true } as const;
    // Before the reading, which would tell of the end in other words.
    await record(tx, { kind: 'request.ended', requestId: subject.id, context: { message } });
    if (task !== null) await recordReading(tx, deps, subject, task);
  });
}

/** An earlier denial, whose answer was lost, spent the callback. */
function wasDeniedBefore(
  { state, answeredBy }: WebhookDelivery,
  task: TaskSnapshot | null,
): boolean {
  const wasTried = state === 'answering' && answeredBy === null;
  return wasTried && task !== null && !isOpen(task) && task.outcome === 'denied';
}
