import type { AccessSettings } from '../domain/access-settings.ts';
import type { NotYet } from '../domain/job.ts';
import { decisionNext } from '../domain/notice.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { nameAndEmail } from '../domain/quoted-name.ts';
import { carriedOut, type ReviewRefusal, review } from '../domain/review.ts';
import { type IdentityPerson, isOpen, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { notifyAll, notifyClicker, settleDecision, syncCards } from './notices.ts';
import type { World } from './ports.ts';
import { recordReading, tellEndLeftTo } from './record-reading.ts';
import { changedIdentity, requestParties } from './request-parties.ts';
import { type IdentityDeps, resolveIdentity } from './resolve-identity.ts';
import type { ReviewRow, StoreTransaction } from './store-ports.ts';

export interface CarryOutDeps extends IdentityDeps {
  readonly settings: IdentityDeps['settings'] & Pick<AccessSettings, 'review' | 'emergency'>;
}

/**
 * Checks a kept decision against the service's truth of this moment and carries it out: one winner a step, whoever comes
 * later is told who won. Can be done again: a POST names its step, so that a repetition cannot decide the next one.
 */
export async function carryOutReview(deps: CarryOutDeps, reviewId: string): Promise<NotYet | void> {
  const row = await deps.store.transaction((tx) => tx.reviews.find(reviewId));
  if (row === null || row.state === 'done' || row.state === 'refused') return;
  try {
    if (row.state === 'checking') {
      const reviewer = await claim(deps, row);
      if (reviewer !== null) return await act(deps, row, reviewer, 'first');
    } else {
      const identity = await resolveIdentity(deps, row.by, { fresh: false });
      // The claim was checked; an account that vanished since does not undo what may have been carried out.
      return await act(
        deps,
        row,
        identity.ok ? identity.value : { id: '', name: row.by.userName, email: null },
        'again',
      );
    }
  } catch (error) {
    if (error instanceof OutwardFailure) await tellWaiting(deps, row);
    throw error;
  }
}

/** Makes this review the one winner of its step, or refuses it; null where it was refused. */
async function claim(deps: CarryOutDeps, row: ReviewRow): Promise<IdentityPerson | null> {
  const early = await whoWon(deps, row);
  if (early !== null) return refused(deps, row, early);
  const identity = await resolveIdentity(deps, row.by, { fresh: true });
  if (!identity.ok) return refused(deps, row, { kind: 'identity', refusal: identity.refusal });
  const task = await readFresh(deps, row);
  if (task === null) return refused(deps, row, { kind: 'gone' });
  const request = await deps.store.transaction((tx) => tx.requests.find(row.requestId));
  if (request === null) return refused(deps, row, { kind: 'gone' });
  if (request.requester.teamId !== row.by.teamId) return refused(deps, row, { kind: 'other-workspace' });
  const by = { slackUserId: row.by.userId, identityUserId: identity.value.id };
  const changed = await deps.store.transaction((tx) => changedIdentity(tx, request, by));
  if (changed !== null) return refused(deps, row, { kind: 'identity', refusal: changed });
  const verdict = review(task, {
    verb: row.verb,
    by,
    stepId: row.stepId,
    parties: await requestParties(deps, request, task),
  });
  if (!verdict.ok) return refused(deps, row, (await whoWon(deps, row)) ?? verdict.refusal, task);
  const winner = await deps.store.transaction(async (tx) => {
    await tx.tasks.lock(row.taskId);
    const faster = await tx.reviews.winner(row.taskId, row.stepId);
    if (faster !== null) return faster;
    await tx.reviews.markActing(row.id);
    await syncCards(tx, row.requestId);
    return null;
  });
  if (winner !== null) return refused(deps, row, alreadyDecided(winner));
  return identity.value;
}

/** Somebody else's decision on this step explains more than that the step is over. */
async function whoWon(deps: CarryOutDeps, row: ReviewRow): Promise<ReviewRefusal | null> {
  const winner = await deps.store.transaction((tx) => tx.reviews.winner(row.taskId, row.stepId));
  return winner === null ? null : alreadyDecided(winner);
}

function alreadyDecided(winner: ReviewRow): ReviewRefusal {
  return {
    kind: 'already-decided',
    winner: { slackUserId: winner.by.userId, verb: winner.verb, at: winner.at.toISOString() },
  };
}

async function readFresh(deps: CarryOutDeps, row: ReviewRow): Promise<TaskSnapshot | null> {
  const tasks = await deps.governance.readTasks([row.taskId]);
  return tasks.get(row.taskId) ?? null;
}

async function act(
  deps: CarryOutDeps,
  row: ReviewRow,
  reviewer: IdentityPerson,
  turn: 'first' | 'again',
): Promise<NotYet | void> {
  if (turn === 'again' && (await conclude(deps, row, reviewer)) === 'settled') return;
  const answer = await post(deps, row, reviewer);
  if (answer.ok) return done(deps, row, reviewer);
  const { kind } = answer.refusal;
  const isOver = kind === 'step-moved-on' || kind === 'closed';
  if (turn === 'again' && isOver) {
    if ((await conclude(deps, row, reviewer)) === 'settled') return;
    // The service says that the step is over, and its readings do not show it yet.
    await tellWaiting(deps, row);
    return 'not-yet';
  }
  await refused(deps, row, isOver ? { kind } : { kind: 'service', refusal: answer.refusal }, await readBack(deps, row));
}

async function post(deps: CarryOutDeps, row: ReviewRow, reviewer: IdentityPerson) {
  try {
    return await deps.governance.review({
      taskId: row.taskId,
      verb: row.verb,
      stepId: row.stepId,
      comment: comment(row, reviewer),
    });
  } catch (error) {
    // Certainly not carried out: the step is free again, and the next turn checks everything anew.
    if (error instanceof OutwardFailure && error.certainlyNotDone) {
      await deps.store.transaction((tx) => tx.reviews.markChecking(row.id));
    }
    throw error;
  }
}

/** What became of a POST whose answer was lost: settles it, or says that it has to be sent again. */
async function conclude(deps: CarryOutDeps, row: ReviewRow, reviewer: IdentityPerson): Promise<'settled' | 'open'> {
  const task = await readFresh(deps, row);
  const verdict = task === null ? 'no' : carriedOut(task, row);
  switch (verdict) {
    case 'not-yet':
      return 'open';
    case 'yes':
      await done(deps, row, reviewer);
      return 'settled';
    case 'no':
      await refused(deps, row, { kind: endOf(task) }, task);
      return 'settled';
  }
}

function endOf(task: TaskSnapshot | null): 'gone' | 'closed' | 'step-moved-on' {
  if (task === null) return 'gone';
  return isOpen(task) ? 'step-moved-on' : 'closed';
}

/** The service sees the bot's credentials only: the comment is where its own trail learns who decided. */
function comment(row: ReviewRow, reviewer: IdentityPerson): string {
  const verb = row.verb === 'approve' ? 'Approved' : 'Denied';
  const head = `${verb} in Slack by ${nameAndEmail(reviewer)}, Slack user ${row.by.userId}.`;
  return row.reason === '' ? head : `${head} ${row.reason}`;
}

async function done(deps: CarryOutDeps, row: ReviewRow, reviewer: IdentityPerson): Promise<void> {
  // Read before the decision is noted as done: cut off in between, this runs again and ends here again.
  const task = await readBack(deps, row);
  const at = deps.world.now();
  await deps.store.transaction(async (tx) => {
    await tx.reviews.markDone(row.id, at);
    await syncCards(tx, row.requestId);
    const request = await tx.requests.find(row.requestId);
    if (request === null) return;
    await notifyAll(tx, deps.world, request, {
      key: `decided:${row.id}`,
      body: { kind: 'decided', verb: row.verb, by: row.by, reason: row.reason, next: { kind: 'pending' } },
    });
    if (task !== null) {
      // The task's lock before the audit trail's, as everywhere: else two could wait for each other.
      await recordReading(tx, deps, request, task);
      const next = decisionNext(task, task.currentStepId === row.stepId);
      if (next.kind !== 'pending') await settleDecision(tx, request.id, next);
    }
    await tx.audit.append({
      kind: row.verb === 'approve' ? 'review.approved' : 'review.denied',
      at,
      requestId: row.requestId,
      taskId: row.taskId,
      actor: row.by.userId,
      detail: { stepId: row.stepId, identityUserId: reviewer.id, reason: row.reason },
    });
  });
}

/** The answer of an action shows the task before the action (deployments.md), so it is read again; null where that failed. */
async function readBack(deps: CarryOutDeps, row: ReviewRow): Promise<TaskSnapshot | null> {
  try {
    return await readFresh(deps, row);
  } catch (error) {
    if (!(error instanceof OutwardFailure)) throw error;
    // The decision is carried out; the next round of readings brings the card up to date.
    deps.world.log.warn({ reviewId: row.id, taskId: row.taskId, err: error }, 'task not read after its review');
    return null;
  }
}

async function refused(
  deps: CarryOutDeps,
  row: ReviewRow,
  refusal: ReviewRefusal,
  task: TaskSnapshot | null = null,
): Promise<null> {
  await deps.store.transaction(async (tx) => {
    const request = task === null ? null : await tx.requests.find(row.requestId);
    if (task !== null && request !== null) await recordReading(tx, deps, request, task);
    await refuseReview(tx, deps.world, row, refusal);
  });
  return null;
}

/** Notes that a decision is not carried out, and tells whoever made it why. */
export async function refuseReview(tx: StoreTransaction, world: World, row: ReviewRow, refusal: ReviewRefusal) {
  const at = world.now();
  await tx.reviews.markRefused(row.id, refusal, at);
  await tellEndLeftTo(tx, world, row);
  await syncCards(tx, row.requestId);
  await notifyClicker(tx, world, row, 'review-refused', { kind: 'review-refused', verb: row.verb, refusal });
  await tx.audit.append({
    kind: 'review.refused',
    at,
    requestId: row.requestId,
    taskId: row.taskId,
    actor: row.by.userId,
    detail: { verb: row.verb, stepId: row.stepId, refusal },
  });
}

async function tellWaiting(deps: CarryOutDeps, row: ReviewRow): Promise<void> {
  await deps.store.transaction((tx) =>
    notifyClicker(tx, deps.world, row, 'review-waiting', { kind: 'review-waiting', verb: row.verb }),
  );
}
