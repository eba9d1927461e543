/** Long because a decision that may have been carried out is told from one that was not, in one place. */
import { type AccessSettings, isConfidential } from '../domain/access-settings.ts';
import type { NotYet } from '../domain/job.ts';
import { decisionNext } from '../domain/notice.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import { nameAndEmail } from '../domain/quoted-name.ts';
import { fateOf, type ReviewRefusal } from '../domain/review.ts';
import { acts } from '../domain/task-act.ts';
import { actionNames, type IdentityPerson, isOpen, isStepOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { isShorter } from './carry-out-act.ts';
import { botIdentityId, type CheckReviewDeps, checkReview } from './check-review.ts';
import { notifyAll, notifyClicker, notifyPeople, settleDecision, syncCards } from './notices.ts';
import type { World } from './ports.ts';
import { recordReading, tellEndLeftTo } from './record-reading.ts';
import type { ReviewRow, StoreTransaction } from './store-ports.ts';

export interface CarryOutDeps extends CheckReviewDeps {
  readonly settings: CheckReviewDeps['settings'] & Pick<AccessSettings, 'emergency'>;
}

/**
 * Checks a kept decision against the service's truth of this moment and carries it out: one winner a step, whoever comes
 * later is told who won. Can be done again: a POST names its step, so that a repetition cannot decide the next one. Whatever was not
 * carried out is checked anew as a whole, because meanwhile the person may have lost the right.
 */
export async function carryOutReview(deps: CarryOutDeps, reviewId: string): Promise<NotYet | void> {
  const row = await deps.store.transaction((tx) => tx.reviews.find(reviewId));
  if (row === null || row.state === 'done' || row.state === 'refused') return;
  try {
    if (row.state === 'acting' && (await conclude(deps, row)) === 'settled') return;
    const stop = stopOf(deps, row);
    if (stop !== null) return void (await refused(deps, row, stop));
    const claimed = await claim(deps, row);
    if (claimed !== null) return await act(deps, claimed, row.state === 'acting');
  } catch (error) {
    if (error instanceof OutwardFailure) await tellWaiting(deps, row.id);
    throw error;
  }
}

/** Why a decision that was not carried out is not tried (again). */
function stopOf(deps: CarryOutDeps, row: ReviewRow): ReviewRefusal | null {
  if (row.withdrawn) return { kind: 'withdrawn' };
  const ageMs = deps.world.now().getTime() - row.at.getTime();
  return ageMs > deps.settings.review.expireAfterSeconds * 1_000 ? { kind: 'expired' } : null;
}

/** Makes this review the one winner of its step, or refuses it; null where it was refused, or taken back meanwhile. */
async function claim(deps: CarryOutDeps, row: ReviewRow) {
  const early = await whoWon(deps, row);
  if (early !== null) return refused(deps, row, early);
  const { verdict, task } = await checkReview(deps, row);
  if (!verdict.ok) return refused(deps, row, (await whoWon(deps, row)) ?? verdict.refusal, task);
  const occurrence = task?.stepOccurrence ?? '';
  const identityUserId = verdict.value.id;
  const outcome = await deps.store.transaction(async (tx) => {
    await tx.tasks.lock(row.taskId);
    const faster = await tx.reviews.winner({ ...row, occurrence });
    if (faster !== null && faster.id !== row.id) return faster;
    if (!(await tx.reviews.markActing(row.id, { identityUserId, occurrence }))) return 'stopped';
    await syncCards(tx, row.requestId);
    return 'claimed';
  });
  if (outcome === 'stopped') return null;
  if (outcome !== 'claimed') return refused(deps, row, alreadyDecided(outcome));
  return { row: { ...row, occurrence, identityUserId }, reviewer: verdict.value, task };
}

/** Somebody else's decision on this step explains more than that the step is over. Of a confidential app strangers do not hear whose it is. */
async function whoWon(deps: CarryOutDeps, row: ReviewRow): Promise<ReviewRefusal | null> {
  return deps.store.transaction(async (tx) => {
    const winner = await tx.reviews.winner(row);
    if (winner === null || winner.id === row.id) return null;
    const request = await tx.requests.find(row.requestId);
    const isHidden = !row.likely && request !== null && isConfidential(deps.settings, request.appId);
    return isHidden ? { kind: 'already-decided', winner: null } : alreadyDecided(winner);
  });
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

interface Claimed {
  readonly row: ReviewRow;
  readonly reviewer: IdentityPerson;
  readonly task: TaskSnapshot | null;
}

/**
 * Sets the time that it is approved for; again changes nothing. Why that is not possible; null where it is done or not wanted; `not-yet`
 * where the service agreed and does not show it: approved now, it would be granted for as long as it was asked for.
 */
async function shorten(
  deps: CarryOutDeps,
  row: ReviewRow,
  task: TaskSnapshot | null,
): Promise<ReviewRefusal | NotYet | null> {
  const { durationSeconds, taskId, stepId } = row;
  if (durationSeconds === null || task === null || task.grantDurationSeconds === durationSeconds) return null;
  const isOffered = actionNames(task).has('UPDATE_GRANT_DURATION');
  if (!isOffered || !isShorter(durationSeconds, task)) return { kind: 'not-offered' };
  const order = { taskId, act: 'shorten', stepId, comment: '', newReviewerIds: [], durationSeconds } as const;
  const answer = await sending(deps, row, () => deps.governance.act(order));
  if (!answer.ok) return { kind: 'service', refusal: answer.refusal };
  // It stays shortened where the approval is refused after all.
  const detail = { reason: row.reason, stepId, durationSeconds };
  const entry = {
    kind: 'shorten.done',
    at: deps.world.now(),
    requestId: row.requestId,
    taskId,
    actor: row.by.userId,
    detail,
  };
  await deps.store.transaction((tx) => tx.audit.append(entry));
  return (await readBack(deps, row))?.grantDurationSeconds === durationSeconds ? null : 'not-yet';
}

/** `again`: an earlier POST of this decision may have arrived after all. */
async function act(deps: CarryOutDeps, { row, reviewer, task }: Claimed, again: boolean): Promise<NotYet | void> {
  const obstacle = await shorten(deps, row, task);
  if (obstacle === 'not-yet') {
    await tellWaiting(deps, row.id);
    return obstacle;
  }
  if (obstacle !== null) return void (await refused(deps, row, obstacle));
  const answer = await post(deps, row, reviewer);
  if (answer.ok) return done(deps, row);
  const { kind } = answer.refusal;
  const isOver = kind === 'step-moved-on' || kind === 'closed';
  if (again && isOver) {
    if ((await conclude(deps, row)) === 'settled') return;
    // The service says that the step is over, and its readings do not show it yet.
    await tellWaiting(deps, row.id);
    return 'not-yet';
  }
  if (kind === 'forbidden') await tellMissingRight(deps, row);
  await refused(deps, row, isOver ? { kind } : { kind: 'service', refusal: answer.refusal }, await readBack(deps, row));
}

function post(deps: CarryOutDeps, row: ReviewRow, reviewer: IdentityPerson) {
  const { taskId, verb, stepId } = row;
  return sending(deps, row, () => deps.governance.review({ taskId, verb, stepId, comment: comment(row, reviewer) }));
}

async function sending<T>(deps: CarryOutDeps, row: ReviewRow, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    // Certainly not carried out: the step is free again, and the next turn checks everything anew.
    if (error instanceof OutwardFailure && error.certainlyNotDone) {
      await deps.store.transaction((tx) => tx.reviews.markChecking(row.id));
    }
    throw error;
  }
}

/** What became of a POST whose answer was lost: settles it, or says that it was not carried out. */
async function conclude(deps: CarryOutDeps, row: ReviewRow): Promise<'settled' | 'open'> {
  const task = await readFresh(deps, row);
  const fate = task === null ? 'elsewhere' : await whose(deps, row, task);
  if (fate === 'not-yet') return 'open';
  if (fate === 'ours') await done(deps, row);
  else await refused(deps, row, endedOtherwise(task), task);
  return 'settled';
}

async function whose(deps: CarryOutDeps, row: ReviewRow, task: TaskSnapshot): Promise<ReturnType<typeof fateOf>> {
  const bot = await botIdentityId(deps, { id: row.requestId }, task);
  const kept = await deps.store.transaction((tx) => tx.reviews.ofTask(row.taskId));
  const others = kept.filter((one) => one.state === 'done' && one.id !== row.id);
  const fate = fateOf(task, row, { identityUserId: bot, decidedOtherSteps: others.length > 0 });
  if (fate !== 'elsewhere' || bot === null || !deps.governance.operations.has('taskAudit')) return fate;
  const said = await deps.governance.commentsBy(row.taskId, bot);
  const isTheirs = (words: string) => words.startsWith(saidBefore(row)) && accountIn.exec(words)?.[1] === row.by.userId;
  // The same person may have decided another step in the same words.
  const known = others.filter((one) => one.verb === row.verb && one.by.userId === row.by.userId);
  return said.filter(isTheirs).length > known.length ? 'ours' : 'elsewhere';
}

function endedOtherwise(task: TaskSnapshot | null): ReviewRefusal {
  if (task === null) return { kind: 'gone' };
  const wasDecided = isOpen(task) || ['granted', 'denied', 'error'].includes(task.outcome);
  return { kind: wasDecided ? 'decided-elsewhere' : 'closed' };
}

const saidBefore = ({ verb }: ReviewRow) => `${acts[verb].trail} in Slack by `;

/** No name and no reason passes for the account: the one is in quotes, the other follows. */
const accountIn = /^\w+ in Slack by "[^"]*"(?: \(\S*\))?, Slack user (\w+)\./;

/** The service sees the bot's credentials only: the comment is where its own trail learns who decided. */
function comment(row: ReviewRow, reviewer: IdentityPerson): string {
  const head = `${saidBefore(row)}${nameAndEmail(reviewer)}, Slack user ${row.by.userId}.`;
  return row.reason === '' ? head : `${head} ${row.reason}`;
}

async function done(deps: CarryOutDeps, row: ReviewRow): Promise<void> {
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
      await recordReading(tx, deps, request, task);
      const next = decisionNext(task, isStepOf(row, task));
      if (next.kind !== 'pending') await settleDecision(tx, request.id, next);
    }
    await tx.audit.append({
      kind: row.verb === 'approve' ? 'review.approved' : 'review.denied',
      at,
      requestId: row.requestId,
      taskId: row.taskId,
      actor: row.by.userId,
      detail: {
        stepId: row.stepId,
        identityUserId: row.identityUserId,
        reason: row.reason,
        durationSeconds: row.durationSeconds,
      },
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
  if (row.channel === row.by.userId) await tx.enqueue({ kind: 'sync-home', slackUserId: row.by.userId });
  await notifyClicker(tx, world, row, 'review-refused', { kind: 'action-refused', refusal });
  await tx.audit.append({
    kind: 'review.refused',
    at,
    requestId: row.requestId,
    taskId: row.taskId,
    actor: row.by.userId,
    detail: { verb: row.verb, stepId: row.stepId, refusal },
  });
}

/** What is waited for, with a way to take the decision back; and once that it waited too long, be it that its outcome is not known yet. */
async function tellWaiting(deps: CarryOutDeps, reviewId: string): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const row = await tx.reviews.lock(reviewId);
    if (row === null) return;
    const stop = stopOf(deps, row);
    if (stop === null) {
      return notifyClicker(tx, deps.world, row, 'review-waiting', { kind: 'action-waiting', reviewId });
    }
    if (stop.kind === 'expired' && row.state === 'checking') return refuseReview(tx, deps.world, row, stop);
    await notifyClicker(tx, deps.world, row, 'review-refused', { kind: 'action-refused', refusal: stop });
  });
}

/** The service refuses what it offered: the bot's credentials lack a right. The administrators hear it once. */
async function tellMissingRight(deps: CarryOutDeps, row: ReviewRow): Promise<void> {
  await deps.store.transaction(async (tx) => {
    await notifyPeople(tx, deps.world, row.requestId, deps.settings.admins, {
      key: `missing-right:${row.verb}`,
      body: { kind: 'missing-right', verb: row.verb },
    });
  });
}
