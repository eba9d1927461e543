/** Shows a step that the service handed to the bot to the people who answer it. */

import type { NotYet } from '../../domain/outward/job.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { mergeReading, withStepOf } from '../../domain/request/untold.ts';
import { isOpen, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { record, tellEach } from '../../use-cases/record/record.ts';
import { keepElsewhere, wantCardElsewhere } from '../../use-cases/task/keep-elsewhere.ts';
import { recordReading } from '../../use-cases/task/record-reading.ts';
import { readTask } from '../../use-cases/task/watch-task.ts';
import { findAnswerers } from './answerers/find-answerers.ts';
import type { ReviewerLists } from './answerers/reviewer-lists.ts';
import {
  deliveriesIn,
  deliveryOfTask,
  type ReviewerFound,
  type WebhookDelivery,
} from './delivery-tables.ts';
import { keepUnreadable } from './delivery-trouble.ts';
import { withDelivery } from './rules/delivered-to.ts';

/** How the bot answers steps that the service hands to it. */
export interface DeliveryDeps extends UseCaseDeps {
  readonly reviewerLists: ReviewerLists;
  /** A task as a delivery tells it; null where the delivery tells none that can be read. */
  readonly taskIn: (payload: unknown) => TaskSnapshot | null;
}

/** The bot answers so long before the service stops waiting. */
const marginMs = 3_600_000;

/** A request whose task is being made gets its delivery when the task is known. */
const ownTaskPatienceMs = 120_000;

/**
 * Finds who answers a delivered step, and puts it on a card: on that of the request, or on one of
 * its own where it was asked for elsewhere. Can be done again at any time.
 *
 * @throws OutwardFailure where the people cannot be found now
 */
export async function takeDelivery(deps: DeliveryDeps, webhookId: string): Promise<NotYet | void> {
  const delivery = await deps.store.transaction((tx) => deliveriesIn(tx).find(webhookId));
  if (delivery?.state !== 'kept') return;
  const deliveredTask = deps.taskIn(delivery.payload);
  // People set access up by hand, however long that takes.
  const deniedAt = delivery.event === 'provision-step' ? null : lastMoment(deps, delivery);
  if (deliveredTask === null || isStepUntold(deliveredTask))
    return keepUnreadable(deps, delivery, { taskId: deliveredTask?.id ?? '', deniedAt });
  if (deliveredTask.currentStepId === null || !isOpen(deliveredTask))
    return leave(deps, delivery, deliveredTask);
  const latest = await readNow(deps, delivery, deliveredTask);
  if (latest.currentStepId !== deliveredTask.currentStepId || !isOpen(latest))
    return leave(deps, delivery, latest);
  const { subject, underWay } = await deps.store.transaction((tx) =>
    subjectOrWait(tx, webhookId, latest),
  );
  if (underWay !== null) {
    const waitedMs = deps.world.now().getTime() - delivery.receivedAt.getTime();
    if (waitedMs < ownTaskPatienceMs) return 'not-yet';
  }
  const task = underWay === null ? latest : askedForBy(underWay, latest);
  const without = partiesOf(subject, task);
  const isUnwanted = subject?.state === 'withdrawn' && subject.taskId === task.id;
  const opened: WebhookDelivery = {
    ...delivery,
    state: 'open',
    taskId: task.id,
    stepId: task.currentStepId ?? '',
    occurrence: task.stepOccurrence ?? '',
    // The request was withdrawn: the step is ended, and nobody is asked.
    people: isUnwanted ? [] : await answerersInTime(deps, delivery, { task, without }),
    deniedAt,
  };
  await deps.store.transaction(async (tx) => {
    const { state } = (await deliveriesIn(tx).lock(webhookId)) ?? {};
    if (state !== 'kept') return;
    await deliveriesIn(tx).save(webhookId, opened);
    await show(tx, deps, { delivery: opened, subject, task });
    if (isUnwanted) await tx.enqueue({ kind: 'deny-undecided' });
    else if (opened.people.length === 0) await tellNobodyFound(tx, deps, task);
  });
}

/**
 * The task as the service tells it now, because a delivery may be late. What it does not tell now
 * is as it was told last, by a reading or by the delivery, or as it was sent: without the requester,
 * for one, the person who asked could be asked to decide, and without the app nobody is found who
 * may.
 */
async function readNow(
  deps: DeliveryDeps,
  { signedAt }: WebhookDelivery,
  told: TaskSnapshot,
): Promise<TaskSnapshot> {
  const task = await readTask(deps, told.id);
  const { last, isReadSince } = await deps.store.transaction(async (tx) => ({
    last: (await tx.tasks.find(told.id))?.snapshot ?? null,
    isReadSince: (await tx.tasks.notReadSince([told.id], signedAt)).length === 0,
  }));
  if (task === null) return mergeReading(told, last);
  const newest = mergeReading(task, isReadSince ? last : null);
  return withStepOf(mergeReading(mergeReading(newest, told), last), told);
}

/** Silence about the step does not mean that it is over. */
function isStepUntold({ currentStepId, untold }: TaskSnapshot): boolean {
  return currentStepId === null && untold?.includes('step') === true;
}

interface StepToOpen {
  readonly task: TaskSnapshot;
  /** Identities of its requester and target. */
  readonly without: readonly string[];
}

/**
 * Nobody where the lists could not be read until the bot has to deny: then it does that, instead of
 * looking on while the policy goes on by itself.
 *
 * @throws OutwardFailure where there is time left to try again
 */
async function answerersInTime(
  deps: DeliveryDeps,
  delivery: WebhookDelivery,
  { task, without }: StepToOpen,
): Promise<readonly ReviewerFound[]> {
  const need = delivery.event === 'provision-step' ? 'setUpBy' : 'reviewers';
  try {
    return await findAnswerers(deps, task, need, without);
  } catch (error) {
    if (need === 'setUpBy' || deps.world.now() < lastMoment(deps, delivery)) {
      await deps.store.transaction((tx) => tellNobodyFound(tx, deps, task));
      throw error;
    }
    const { webhookId } = delivery;
    deps.world.log.error({ err: error, webhookId }, 'nobody was found in time: the step is denied');
    return [];
  }
}

/** To the administrators, once for each step; of a task that is kept, which a message is about. */
async function tellNobodyFound(
  tx: StoreTransaction,
  { settings }: DeliveryDeps,
  task: TaskSnapshot,
): Promise<void> {
  const { subject } = await subjectOf(tx, task);
  if (subject === null) return;
  const stepId = task.currentStepId ?? '';
  await record(tx, {
    kind: 'delivery.nobody-found',
    requestId: subject.id,
    taskId: task.id,
    detail: { stepId },
  });
  await tellEach(tx, settings.admins, {
    key: `nobody-answers:${task.id}:${stepId}`,
    requestId: subject.id,
    body: { kind: 'trouble', what: 'nobody-answers' },
  });
}

/** Nothing is asked of people: the step is over. */
async function leave(
  { store }: DeliveryDeps,
  { webhookId }: WebhookDelivery,
  { id: taskId }: TaskSnapshot,
): Promise<void> {
  await store.transaction((tx) =>
    deliveriesIn(tx).save(webhookId, { state: 'over', taskId, callback: null }),
  );
}

/** When the bot answers at the latest. */
function lastMoment(
  { settings: { webhook } }: DeliveryDeps,
  { receivedAt }: WebhookDelivery,
): Date {
  const waitMs = webhook.answerWithinSeconds * 1_000;
  return new Date(receivedAt.getTime() + Math.max(waitMs - marginMs, waitMs / 2));
}

interface TaskSubject {
  /** null of a task that is seen for the first time. */
  readonly subject: Subject | null;
  /** The request for which the bot has just asked for it; null where there is none. */
  readonly underWay: AccessRequest | null;
}

async function subjectOf(tx: StoreTransaction, task: TaskSnapshot): Promise<TaskSubject> {
  const subject = await knownSubject(tx, task);
  if (subject !== null) return { subject, underWay: null };
  const { sourceRequestId, takesAway } = task;
  const source = sourceRequestId === null ? null : await tx.requests.find(sourceRequestId);
  if (source === null || takesAway === true) return { subject: null, underWay: null };
  // The answer to the request may have been kept since the task was looked up.
  if (source.taskId === task.id) return { subject: source, underWay: null };
  return { subject: null, underWay: isUnderWay(source) ? source : null };
}

/**
 * A delivery may come before the answer to the request. Then it is noted which task it is about:
 * whoever adopts that task has the delivery looked at again at once.
 */
async function subjectOrWait(
  tx: StoreTransaction,
  webhookId: string,
  task: TaskSnapshot,
): Promise<TaskSubject> {
  const first = await subjectOf(tx, task);
  if (first.underWay === null) return first;
  // The adoption holds this lock, too: it sees the note, or its task is seen here.
  await tx.requests.lock(first.underWay.id);
  const second = await subjectOf(tx, task);
  if (second.underWay !== null) await deliveriesIn(tx).save(webhookId, { taskId: task.id });
  return second;
}

async function knownSubject(tx: StoreTransaction, task: TaskSnapshot): Promise<Subject | null> {
  const elsewhere = await tx.subjects.ofTask(task.id);
  if (elsewhere !== null) return elsewhere;
  const row = await tx.tasks.find(task.id);
  // A task by which the bot takes access away hangs on the request that gave it, and has a card of
  // its own.
  return row === null || task.takesAway === true ? null : tx.requests.find(row.requestId);
}

/** The service names the bot as its creator, so the person who asked could decide on it. */
function askedForBy({ requesterIdentityId: id }: AccessRequest, task: TaskSnapshot): TaskSnapshot {
  return id === null ? task : { ...task, createdBy: { id } };
}

function isUnderWay({ state, taskId }: AccessRequest): boolean {
  return taskId === null && (state === 'submitted' || state === 'sending' || state === 'uncertain');
}

/** Identities of those who may not answer, because it is their own. */
function partiesOf(subject: Subject | null, task: TaskSnapshot): readonly string[] {
  const ids = [
    task.target?.id,
    // The service names the bot as the creator of what was asked for through it.
    subject === null ? task.createdBy?.id : subject.requesterIdentityId,
    subject?.identityUserId,
  ];
  return ids.filter((id): id is string => typeof id === 'string' && id !== '');
}

interface Taken {
  readonly delivery: WebhookDelivery;
  readonly subject: Subject | null;
  readonly task: TaskSnapshot;
}

async function show(
  tx: StoreTransaction,
  deps: DeliveryDeps,
  { delivery, subject: knownSubject, task }: Taken,
): Promise<void> {
  const subject = knownSubject ?? (await keepElsewhere(tx, task, tx.at));
  const { areRead } = tx.tasks;
  const canAct = deps.governance.actionsOn(task) !== null;
  const taskWithDelivery = withDelivery(task, delivery, { canAct, isOnlySource: !areRead });
  // If tasks are read, the step is the current one; known from a delivery alone, it may be an old
  // one.
  if (areRead || (await isStanding(tx, subject, delivery)))
    await recordReading(tx, deps, subject, taskWithDelivery);
  const { stepId, event, receivedAt } = delivery;
  const people = delivery.people.map(({ person, by }) => ({ identityUserId: person.id, by }));
  const detail = { stepId, event, receivedAt: receivedAt.toISOString(), people };
  const reviewerIds = await tx.identities.slackIdsOf(
    delivery.people.map(({ person }) => person.id),
  );
  await record(tx, { kind: 'delivery.opened', requestId: subject.id, taskId: task.id, detail });
  tx.marks.mark(subject.id);
  tx.marks.markHomes({ slackUsers: reviewerIds });
  if (subject.requester === null) await wantCardElsewhere(tx, deps, subject);
}

/** Whether this delivery counts for its task, and is not an old one that arrived late. */
async function isStanding(
  tx: StoreTransaction,
  { groupId }: Subject,
  { webhookId, taskId }: WebhookDelivery,
): Promise<boolean> {
  // Locks in the same order as a reading, so that of two deliveries at once the second one sees the
  // first.
  if (groupId !== null) await tx.requests.lock(groupId);
  await tx.tasks.lock(taskId);
  const standing = await deliveryOfTask(tx, taskId);
  return standing?.webhookId === webhookId;
}
