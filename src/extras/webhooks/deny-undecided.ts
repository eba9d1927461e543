/**
 * Undecided is denied: steps that nobody decided in time, or that nobody could read, and those of
 * withdrawn requests. After a missed answer the service's policy may go on without anybody
 * (docs/spec/deployments.md#webhooks).
 */
import { type Action, isOver } from '../../domain/action/action.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import type { Result } from '../../domain/result.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { nameAndEmail } from '../../domain/text/foreign-text.ts';
import { trailComment } from '../../use-cases/action/settle-action.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { record, tellEach } from '../../use-cases/record/record.ts';
import { recordReading } from '../../use-cases/task/record-reading.ts';
import { taskToActOn } from '../../use-cases/task/watch-task.ts';
import { answerDelivery, attemptMs, endAnswer, isAnswerUnderWay } from './answer-delivery.ts';
import { deliveriesIn, deliveryOfTask, type WebhookDelivery } from './delivery-tables.ts';
import type { StepCallbacks } from './step-callbacks.ts';

const undecided =
  'Denied by the access bot: nobody decided in Slack in time, and without an answer the policy could go on without anybody.';

export interface UndecidedDeps extends UseCaseDeps {
  readonly callbacks: StepCallbacks;
}

/** Whether there is something for `denyUndecided` to do. */
export async function isAnythingUndecided({ store }: Pick<UseCaseDeps, 'store'>): Promise<boolean> {
  return (await store.transaction(dueNow)).length > 0;
}

function dueNow(tx: StoreTransaction): Promise<readonly string[]> {
  return deliveriesIn(tx).dueBy(tx.at, new Date(tx.at.getTime() - attemptMs));
}

/**
 * @throws OutwardFailure where the service does not take one of the answers now; the others are
 *   given all the same
 */
export async function denyUndecided(deps: UndecidedDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const webhookId of await deps.store.transaction(dueNow))
    await end(deps, webhookId).catch((error: unknown) => void failures.push(error));
  const [first] = failures;
  if (first instanceof Error) throw first;
}

/** An answer that lets nothing go on. */
interface Ending {
  readonly delivery: WebhookDelivery;
  readonly comment: string;
  /** The withdrawal that it carries out; null where nobody decided. */
  readonly by: string | null;
  /** Whether it is the step at which its task stands, as far as deliveries tell. */
  readonly isStanding: boolean;
}

async function end(deps: UndecidedDeps, webhookId: string): Promise<void> {
  const ending = await deps.store.transaction(async (tx) => {
    const delivery = await deliveriesIn(tx).find(webhookId);
    return delivery === null || (await isOverBefore(tx, delivery)) ? null : endingOf(tx, delivery);
  });
  if (ending === null) return;
  const { delivery, comment, by, isStanding } = ending;
  const answered = await answerDelivery(deps, delivery, {
    answer: endAnswer(delivery, comment),
    by,
  });
  if (delivery.taskId === '' && !answered.ok)
    deps.world.log.error(
      { webhookId },
      'the denial of a delivery that cannot be read was not taken',
    );
  // An old step that arrived late, or one whose task is not known.
  if (delivery.taskId === '' || (!isStanding && !answered.ok)) return;
  const task = await taskToActOn(deps, delivery.taskId);
  await deps.store.transaction((tx) => conclude(tx, deps, { ending, answered, task }));
}

/** How a delivery is ended; null where it is not to be, or not now. */
async function endingOf(tx: StoreTransaction, delivery: WebhookDelivery): Promise<Ending | null> {
  const { taskId, deniedAt } = delivery;
  const withdrawal = await withdrawalToEnd(tx, taskId);
  if (withdrawal !== null) {
    const { id, by, ...action } = withdrawal;
    if (await isAnswerUnderWay(tx, delivery, id)) return null;
    const person = (await tx.identities.find(by.userId))?.person ?? null;
    const who = person === null ? undefined : nameAndEmail(person);
    const comment = trailComment({ ...action, by }, who);
    return { delivery, comment, by: id, isStanding: true };
  }
  const isDue = deniedAt !== null && deniedAt <= tx.at;
  // Somebody is deciding right now: theirs is the answer.
  if (!isDue || (await tx.actions.winner(delivery)) !== null) return null;
  const standing = await deliveryOfTask(tx, taskId);
  const isStanding = standing?.webhookId === delivery.webhookId;
  return { delivery, comment: undecided, by: null, isStanding };
}

/** The task has ended, so that this answer is not needed, or was taken although its outcome is lost. */
async function isOverBefore(
  tx: StoreTransaction,
  { webhookId, taskId, state, answeredBy }: WebhookDelivery,
): Promise<boolean> {
  const row = await tx.tasks.find(taskId);
  const isOurDenial = state === 'answering' && answeredBy === null;
  if (isOurDenial || row === null || isOpen(row.snapshot)) return false;
  const over = state === 'open' ? 'over' : 'answered';
  await deliveriesIn(tx).save(webhookId, { state: over, callback: null });
  return true;
}

/**
 * The withdrawal that still has to end this delivered step; null if its request was not withdrawn,
 * and while the withdrawal itself is under way.
 */
async function withdrawalToEnd(tx: StoreTransaction, taskId: string): Promise<Action | null> {
  const row = await tx.tasks.find(taskId);
  const request = row === null ? null : await tx.requests.find(row.requestId);
  // A task that takes access away belongs to the request that gave it, too.
  if (request?.state !== 'withdrawn' || request.taskId !== taskId) return null;
  const withdrawals = await tx.actions.withdrawals([request.id]);
  return withdrawals.find(isOver) ?? null;
}

interface Concluded {
  readonly ending: Ending;
  readonly answered: Result<void, ServiceRefusal>;
  /** As it is after the answer; null where nobody can tell. */
  readonly task: TaskSnapshot | null;
}

async function conclude(
  tx: StoreTransaction,
  deps: UndecidedDeps,
  { ending: { delivery, by }, answered, task }: Concluded,
): Promise<void> {
  const { taskId, stepId } = delivery;
  const row = await tx.tasks.find(taskId);
  const subject =
    (await tx.subjects.ofTask(taskId)) ??
    (row === null ? null : await tx.subjects.find(row.requestId));
  if (subject === null) return;
  const about = { requestId: subject.id, taskId, detail: { stepId } };
  const isRefused = by === null ? !wasDeniedBefore(delivery, task) : task !== null && isOpen(task);
  if (!answered.ok && isRefused) {
    await record(tx, { kind: 'delivery.answer-refused', ...about });
    const key = `answer-refused:${taskId}:${stepId}`;
    const body = { kind: 'trouble', what: 'answer-refused' } as const;
    await tellEach(tx, deps.settings.admins, { key, requestId: subject.id, body });
  } else if (by === null) {
    await record(tx, { kind: 'delivery.denied-undecided', ...about });
  } else if (answered.ok) await record(tx, { kind: 'delivery.ended-withdrawn', ...about });
  if (task !== null) await recordReading(tx, deps, subject, task);
}

/** An earlier denial, whose answer was lost, spent the callback. */
function wasDeniedBefore(
  { state, answeredBy }: WebhookDelivery,
  task: TaskSnapshot | null,
): boolean {
  const wasTried = state === 'answering' && answeredBy === null;
  return wasTried && task !== null && !isOpen(task) && task.outcome === 'denied';
}
