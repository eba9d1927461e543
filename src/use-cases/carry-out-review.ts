/**
 * Long because a decision is checked, sent, looked up after a lost answer and told in one place.
 */
import { isConfidential } from '../domain/access-settings.ts';
import { nameAndEmail } from '../domain/foreign-text.ts';
import type { IdentityPerson } from '../domain/identity-person.ts';
import type { NotYet } from '../domain/job.ts';
import { decisionNext } from '../domain/notice.ts';
import { OutwardFailure, toldFailure } from '../domain/outward-failure.ts';
import { fateOf, isUndecided, type ReviewRefusal } from '../domain/review.ts';
import { acts } from '../domain/task-act.ts';
import { actionNames, isOpen, isStepOf, type TaskSnapshot } from '../domain/task-snapshot.ts';
import { isShorter } from './carry-out-act.ts';
import { botIdentityId, checkReview } from './check-review.ts';
import type { UseCaseDeps } from './deps.ts';
import { isLate, sendBefore, whileFresh } from './fresh-verdict.ts';
import { tellMissingRight } from './missing-right.ts';
import { record, settleDecision } from './record.ts';
import { recordReading } from './record-reading.ts';
import { readBack } from './refresh-tasks.ts';
import { isExpired, refuseAct, sending, trailComment } from './refuse-act.ts';
import { wasGivenUp } from './reopen-late-decision.ts';
import type { ReviewRow } from './store-ports.ts';

/**
 * Checks a kept decision against the service's truth of this moment and carries it out: one winner
 * a step, whoever comes later is told who won. Can be done again: a POST names its step, so that a
 * repetition cannot decide the next one. Whatever was not carried out is checked anew as a whole,
 * because meanwhile the person may have lost the right.
 */
export async function carryOutReview(deps: UseCaseDeps, reviewId: string): Promise<NotYet | void> {
  try {
    return await whileFresh(() => checkAndSend(deps, reviewId));
  } catch (error) {
    if (error instanceof OutwardFailure) await tellWaiting(deps, reviewId, error);
    throw error;
  }
}

async function checkAndSend(deps: UseCaseDeps, reviewId: string): Promise<NotYet | void> {
  const row = await deps.store.transaction((tx) => tx.reviews.find(reviewId));
  if (row === null || row.state === 'done' || row.state === 'refused') return;
  if (row.state === 'acting' && (await conclude(deps, row)) === 'settled') return;
  const stop = stopOf(deps, row);
  if (stop !== null) return refused(deps, row, givingUp(row, stop));
  const claimed = await claim(deps, row);
  if ('row' in claimed) return act(deps, claimed, row.state === 'acting');
  if (claimed.refusal !== 'taken-back')
    await refused(deps, row, givingUp(row, claimed.refusal), claimed.task);
}

/**
 * Of a call without an answer nobody is told that it was not sent: the service may still be
 * carrying it out.
 */
function givingUp(row: ReviewRow, refusal: ReviewRefusal): ReviewRefusal {
  return row.state === 'acting' ? { kind: 'perhaps-sent', why: refusal.kind } : refusal;
}

/** Why a decision that was not carried out is not tried (again). */
function stopOf(deps: UseCaseDeps, row: ReviewRow): ReviewRefusal | null {
  if (row.withdrawn) return { kind: 'withdrawn' };
  return isExpired(deps, row) ? { kind: 'expired' } : null;
}

interface Claimed {
  readonly row: ReviewRow;
  readonly reviewer: IdentityPerson;
  readonly task: TaskSnapshot | null;
  /** When the reading arrived that everything else rests on. */
  readonly readAt: Date;
}

/**
 * Makes this review the one winner of its step, or says why not; `taken-back`: its person was told
 * so.
 */
async function claim(
  deps: UseCaseDeps,
  row: ReviewRow,
): Promise<
  Claimed | { readonly refusal: ReviewRefusal | 'taken-back'; readonly task: TaskSnapshot | null }
> {
  const early = await whoWon(deps, row);
  if (early !== null) return { refusal: early, task: null };
  const { verdict, task, readAt } = await check(deps, row);
  if (!verdict.ok) return { refusal: (await whoWon(deps, row)) ?? verdict.refusal, task };
  const reviewer = verdict.value;
  const allowed = { identityUserId: reviewer.id, occurrence: task?.stepOccurrence ?? '' };
  const refusal = await deps.store.transaction(async (tx) => {
    await tx.tasks.lock(row.taskId);
    const faster = await tx.reviews.winner({ ...row, ...allowed });
    if (faster !== null && faster.id !== row.id) return alreadyDecided(faster);
    if (!(await tx.reviews.markActing(row.id, allowed))) return 'taken-back';
    await record(tx, { kind: 'decision.begun', requestId: row.requestId });
    return null;
  });
  return refusal === null
    ? { row: { ...row, ...allowed }, reviewer, task, readAt }
    : { refusal, task: null };
}

/** A decision counts only for what its card showed. */
function check(deps: UseCaseDeps, row: ReviewRow): ReturnType<typeof checkReview> {
  const bound = { shown: row.shown, shortenedTo: row.durationSeconds };
  return checkReview(deps, { ...row, bound });
}

/**
 * Somebody else's decision on this step explains more than that the step is over. Of a confidential
 * app strangers do not hear whose it is.
 */
async function whoWon(deps: UseCaseDeps, row: ReviewRow): Promise<ReviewRefusal | null> {
  return deps.store.transaction(async (tx) => {
    const winner = await tx.reviews.winner(row);
    if (winner === null || winner.id === row.id) return null;
    const request = await tx.requests.find(row.requestId);
    const isHidden =
      !row.likely && request !== null && isConfidential(deps.settings, request.appId);
    return isHidden ? { kind: 'already-decided', winner: null } : alreadyDecided(winner);
  });
}

function alreadyDecided({ by, verb, at }: ReviewRow): ReviewRefusal {
  return {
    kind: 'already-decided',
    winner: { slackUserId: by.userId, verb, at: at.toISOString() },
  };
}

/**
 * Sets the time that it is approved for; again changes nothing. Why that is not possible; `not-yet`
 * where the service agreed and does not show it: approved now, it would be granted for as long as
 * it was asked for.
 */
async function shorten(
  deps: UseCaseDeps,
  { row, task, readAt }: Claimed,
): Promise<ReviewRefusal | NotYet | 'shortened' | 'unchanged'> {
  const { durationSeconds, taskId, requestId, stepId, reason } = row;
  if (durationSeconds === null || task === null || task.grantDurationSeconds === durationSeconds)
    return 'unchanged';
  const isOffered = actionNames(task).has('UPDATE_GRANT_DURATION');
  const request = await deps.store.transaction((tx) => tx.requests.find(requestId));
  if (!isOffered || !isShorter(durationSeconds, task, request)) return { kind: 'not-offered' };
  const order = {
    taskId,
    act: 'shorten',
    durationSeconds,
    sendBefore: sendBefore(readAt),
  } as const;
  const answer = await sending(deps, row, () => deps.governance.act(order));
  if (!answer.ok) return { kind: 'service', refusal: answer.refusal };
  // It stays shortened where the approval is refused after all.
  const detail = { reason, stepId, durationSeconds };
  await deps.store.transaction(async (tx) => {
    await record(tx, { kind: 'shorten.done', requestId, taskId, actor: row.by.userId, detail });
  });
  return (await readBack(deps, taskId))?.grantDurationSeconds === durationSeconds
    ? 'shortened'
    : 'not-yet';
}

/** `again`: an earlier POST of this decision may have arrived after all. */
async function act(deps: UseCaseDeps, claimed: Claimed, again: boolean): Promise<NotYet | void> {
  const { row } = claimed;
  const shortened = await shorten(deps, claimed);
  if (shortened === 'not-yet') return tellWaiting(deps, row.id);
  if (typeof shortened !== 'string') return refused(deps, row, shortened, null, 'shorten');
  if (shortened === 'unchanged') return decide(deps, claimed, again);
  // Shortening took time and changed the request, so everything is checked once more.
  const { verdict, task, readAt } = await check(deps, row);
  if (!verdict.ok) return refused(deps, row, givingUp(row, verdict.refusal), task);
  return decide(deps, { row, reviewer: verdict.value, task, readAt }, again);
}

async function decide(
  deps: UseCaseDeps,
  { row, reviewer, readAt }: Claimed,
  again: boolean,
): Promise<NotYet | void> {
  const { taskId, verb, stepId } = row;
  const comment = trailComment(acts[verb].trail, row, nameAndEmail(reviewer));
  const order = { taskId, act: verb, stepId, comment, sendBefore: sendBefore(readAt) };
  const answer = await sending(deps, row, () => deps.governance.act(order));
  if (answer.ok) return confirm(deps, row);
  const { kind } = answer.refusal;
  const isOver = kind === 'step-moved-on' || kind === 'closed';
  if (again && isOver) {
    // Where it is not settled, the service says that the step is over, and its readings do not show
    // it yet.
    return (await conclude(deps, row)) === 'settled' ? undefined : tellWaiting(deps, row.id);
  }
  const refusal: ReviewRefusal = isOver ? { kind } : { kind: 'service', refusal: answer.refusal };
  return refused(deps, row, givingUp(row, refusal), await readBack(deps, taskId));
}

/** A service that queues acts shows them within this time, and nobody needs to hear of the wait. */
const quietMs = 15_000;

/**
 * A 200 alone proves nothing: services queue acts, and have been seen to lose them. While a reading
 * still shows the step undecided nobody is told that it is decided; the next turn looks again, and
 * sends it again for the same step.
 */
async function confirm(deps: UseCaseDeps, row: ReviewRow): Promise<NotYet | void> {
  // Read before the decision is noted as done: cut off in between, this runs again and ends here
  // again.
  const task = await readBack(deps, row.taskId);
  if (task === null || !isUndecided(task, row)) return done(deps, row, task);
  const waitedMs = deps.world.now().getTime() - row.at.getTime();
  return waitedMs < quietMs ? 'not-yet' : tellWaiting(deps, row.id);
}

/** What became of a POST whose answer was lost: settles it, or says that it was not carried out. */
async function conclude(deps: UseCaseDeps, row: ReviewRow): Promise<'settled' | 'open'> {
  const task = (await deps.governance.readTasks([row.taskId])).get(row.taskId) ?? null;
  const fate = task === null ? 'elsewhere' : await whose(deps, row, task);
  if (fate === 'not-yet') return 'open';
  if (fate === 'ours') await done(deps, row, task);
  else
    await refused(
      deps,
      row,
      fate === 'unknown' ? { kind: 'perhaps-decided' } : endedOtherwise(task),
      task,
    );
  return 'settled';
}

async function whose(
  deps: UseCaseDeps,
  row: ReviewRow,
  task: TaskSnapshot,
): Promise<ReturnType<typeof fateOf>> {
  const bot = await botIdentityId(deps, row.requestId, task);
  const { kept, tried } = await deps.store.transaction(async (tx) => ({
    kept: await tx.reviews.ofTask(row.taskId),
    tried: await tx.reviews.perhapsSent(row),
  }));
  const others = kept.filter((one) => one.state === 'done' && one.id !== row.id);
  const triedForOthers = tried.some(
    (one) => one.verb === row.verb && one.by.userId !== row.by.userId,
  );
  const fate = fateOf(task, row, {
    identityUserId: bot,
    decidedOtherSteps: others.length > 0,
    triedForOthers,
  });
  if (fate === 'not-yet' || bot === null || !deps.governance.operations.has('taskAudit'))
    return fate;
  const said = (await deps.governance.commentsBy(row.taskId, bot)).filter((one) =>
    one.startsWith(acts[row.verb].trail),
  );
  const theirs = said.filter((one) => accountIn.exec(one)?.[1] === row.by.userId);
  // The same person may have decided another step in the same words.
  const known = others.filter((one) => one.verb === row.verb);
  if (theirs.length > known.filter((one) => one.by.userId === row.by.userId).length) return 'ours';
  // After a restore from a copy the bot may have decided for somebody of whom it does not know any
  // more.
  if (said.length > known.length) return 'elsewhere';
  // Every decision of the bot carries its words. Without them the account may have decided by
  // itself.
  return fate === 'ours' ? 'unknown' : fate;
}

function endedOtherwise(task: TaskSnapshot | null): ReviewRefusal {
  if (task === null) return { kind: 'gone' };
  const wasDecided = isOpen(task) || ['granted', 'denied', 'error'].includes(task.outcome);
  return { kind: wasDecided ? 'decided-elsewhere' : 'closed' };
}

/** No name and no reason passes for the account: the one is in quotes, the other follows. */
const accountIn = /^\w+ in Slack by "[^"]*"(?: \(\S*\))?, Slack user (\w+)\./;

/** `task`: a reading from after the decision; null where nothing could be read. */
async function done(deps: UseCaseDeps, row: ReviewRow, task: TaskSnapshot | null): Promise<void> {
  const { id, requestId, taskId, verb, by, reason, stepId, identityUserId, durationSeconds } = row;
  await deps.store.transaction(async (tx) => {
    await tx.reviews.save(id, { state: 'done', refusal: null, at: tx.at });
    if (wasGivenUp(row)) {
      await record(tx, {
        kind: 'decision.arrived',
        requestId,
        actor: by.userId,
        context: { reviewId: id },
      });
    }
    const request = await tx.requests.find(requestId);
    if (request === null) return;
    // Before the reading, whose end may be told in the message of this decision.
    const decided = {
      kind: verb === 'approve' ? 'review.approved' : 'review.denied',
      requestId,
      taskId,
      actor: by.userId,
      detail: { stepId, identityUserId, reason, durationSeconds },
      context: { reviewId: id, by },
    } as const;
    await record(tx, decided, request);
    if (task !== null) {
      await recordReading(tx, deps, request, task);
      const next = decisionNext(task, isStepOf(row, task));
      if (next.kind !== 'pending') await settleDecision(tx, request.id, next);
    }
  });
}

/** `needed`: what the service was asked to do, where that was not the decision itself. */
async function refused(
  deps: UseCaseDeps,
  row: ReviewRow,
  refusal: ReviewRefusal,
  task: TaskSnapshot | null = null,
  needed: 'shorten' | ReviewRow['verb'] = row.verb,
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const request = task === null ? null : await tx.requests.find(row.requestId);
    if (task !== null && request !== null) await recordReading(tx, deps, request, task);
    await tellMissingRight(tx, deps, { requestId: row.requestId, verb: needed }, refusal);
    await refuseAct(tx, row, refusal, deps.settings.limits.refusals);
  });
}

/**
 * What is waited for, with a way to take the decision back; and once that it waited too long, be it
 * that its outcome is not known yet. `failure`: of this attempt; absent where the service lags.
 */
async function tellWaiting(
  deps: UseCaseDeps,
  reviewId: string,
  failure?: OutwardFailure,
): Promise<NotYet> {
  await deps.store.transaction(async (tx) => {
    const row = await tx.reviews.lock(reviewId);
    if (row === null) return;
    const stop = stopOf(deps, row);
    if (stop?.kind === 'expired' && row.state === 'checking') return refuseAct(tx, row, stop);
    if (stop !== null) {
      const message = { kind: 'action-refused', refusal: givingUp(row, stop) } as const;
      const context = { key: `review-refused:${row.id}`, message };
      await record(tx, {
        kind: 'act.refused',
        requestId: row.requestId,
        actor: row.by.userId,
        context,
      });
      return;
    }
    const system = failure === undefined ? 'governance' : toldFailure(failure);
    if (system === null) return;
    const why =
      failure === undefined ? { isUnshown: true } : isLate(failure) ? { isLate: true } : {};
    const message = { kind: 'action-waiting', reviewId, system, ...why } as const;
    const context = { key: `review-waiting:${row.id}`, message };
    await record(tx, {
      kind: 'act.waiting',
      requestId: row.requestId,
      actor: row.by.userId,
      context,
    });
  });
  return 'not-yet';
}
