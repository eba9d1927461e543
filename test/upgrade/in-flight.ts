import { acceptAction, acceptReview } from '../../src/use-cases/action/accept-action.ts';
import { carryOutAction } from '../../src/use-cases/action/carry-out-action.ts';
import { recordReading } from '../../src/use-cases/task/record-reading.ts';
import { failing } from '../support/failures.ts';
import { fingerprintOf } from '../support/reviewing.ts';
import { accessRequest, actor, closedSnapshot, snapshot } from '../support/samples.ts';
import { sealAll } from '../support/sealed-trail.ts';
import type { UseCaseDesk } from '../support/use-case-desk.ts';

/** The requests of a dump, by what was in flight when it was taken. */
export const inFlight = {
  /** Kept, and not sent to the service. */
  submitted: 'submitted-1',
  /** Ana approved it; nothing was sent. */
  approved: 'approved-1',
  /** Ana’s approval was sent, and its answer was lost. */
  lost: 'lost-1',
  /** Ana asked something about it. */
  asked: 'asked-1',
  /** Ben withdrew it. */
  withdrawn: 'withdrawn-1',
  /** It was granted; the messages about it are not sent. */
  granted: 'granted-1',
} as const;

export const taskOf = (requestId: string): string => `task of ${requestId}`;
export const cardOf = (requestId: string): string => `card of ${requestId}`;

/** Brings work of every kind under way, all of it unfinished, and a trail that is sealed in part. */
export async function bringUnderWay(desk: UseCaseDesk): Promise<void> {
  for (const id of Object.values(inFlight)) {
    await desk.ask({ id, entitlementId: `ent-${id}` });
    if (id !== inFlight.submitted) await openTask(desk, openSnapshot(id));
  }
  await desk.store.transaction((tx) =>
    tx.enqueue({ kind: 'create-task', requestId: inFlight.submitted }),
  );
  await approve(desk, inFlight.approved);
  desk.governance.reviews.next(failing('timeout', false));
  await carryOut(desk, await approve(desk, inFlight.lost));
  desk.governance.tasks.set(taskOf(inFlight.lost), openSnapshot(inFlight.lost));
  await act(desk, 'ask', inFlight.asked, 'U0ANA');
  await act(desk, 'withdraw', inFlight.withdrawn, 'U0BEN');
  await sealAll(desk.kysely, () => null);
  await readGranted(desk, inFlight.granted);
}

/** Ben's open task, which Ana may decide. */
export function openSnapshot(requestId: string): ReturnType<typeof snapshot> {
  return snapshot({
    id: taskOf(requestId),
    sourceRequestId: requestId,
    actions: [
      'TASK_ACTION_TYPE_APPROVE',
      'TASK_ACTION_TYPE_DENY',
      'TASK_ACTION_TYPE_COMMENT',
      'TASK_ACTION_TYPE_CLOSE',
    ],
  });
}

/** A request whose task was made, with its card in #access-reviews. */
export async function openTask(
  desk: UseCaseDesk,
  task: ReturnType<typeof openSnapshot>,
): Promise<void> {
  const requestId = task.sourceRequestId ?? '';
  desk.governance.tasks.set(task.id, task);
  const before = await desk.kysely.selectFrom('cards').select('id').execute();
  await desk.store.transaction(async (tx) => {
    const created = { state: 'created', identityUserId: 'user-ben', taskId: task.id } as const;
    await tx.requests.save(requestId, { ...created, at: tx.at });
    const request = await tx.requests.find(requestId);
    if (request !== null) await recordReading(tx, desk.deps, request, task);
    await tx.cards.want(cardOf(requestId), requestId, 'C0REVIEWS');
    const ts = `177245${String(before.length)}.000100`;
    await tx.cards.markPosted(cardOf(requestId), { channel: 'C0REVIEWS', ts }, 'old');
  });
}

/** Ana approves it on its card. Returns the id of her action. */
export async function approve(desk: UseCaseDesk, requestId: string): Promise<string> {
  const shown = await desk.store.transaction((tx) => fingerprintOf(tx, cardOf(requestId)));
  await acceptReview(desk.deps, {
    verb: 'approve',
    by: actor('U0ANA'),
    reason: '',
    cardId: cardOf(requestId),
    stepId: 'step-1',
    shown,
    clicked: null,
  });
  const [decision] = await desk.store.transaction((tx) =>
    tx.actions.decisionsOn(taskOf(requestId)),
  );
  return decision?.id ?? '';
}

/** Once; whatever does not succeed is left to a job. */
export async function carryOut(desk: UseCaseDesk, actionId: string): Promise<void> {
  await carryOutAction(desk.deps, actionId).catch(() => undefined);
}

export async function act(
  desk: UseCaseDesk,
  verb: 'ask' | 'withdraw',
  requestId: string,
  userId: string,
): Promise<void> {
  const step = { stepId: 'step-1', occurrence: '', durationSeconds: null, people: [] };
  await acceptAction(desk.deps, {
    verb,
    requestId,
    by: actor(userId),
    reason: verb === 'ask' ? 'Which cluster?' : '',
    detail: verb === 'ask' ? step : null,
    channel: userId,
  });
}

/** The task was granted, as it was read. */
export async function readGranted(desk: UseCaseDesk, requestId: string): Promise<void> {
  const granted = { ...closedSnapshot({ id: taskOf(requestId) }), sourceRequestId: requestId };
  desk.governance.tasks.set(granted.id, granted);
  await desk.store.transaction(async (tx) => {
    const request = await tx.requests.find(requestId);
    if (request !== null) await recordReading(tx, desk.deps, request, granted);
  });
}

/** What the service answers to the request that is still to be sent. */
export function createdTask(): ReturnType<typeof snapshot> {
  const { entitlementId } = accessRequest({ entitlementId: `ent-${inFlight.submitted}` });
  const task = openSnapshot(inFlight.submitted);
  const entitlements = task.entitlements.map((one) => ({ ...one, id: entitlementId }));
  return { ...task, entitlements };
}
