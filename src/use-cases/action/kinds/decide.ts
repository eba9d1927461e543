/**
 * Carries out a decision on a step: one winner a step, and the others are told who won. Long because
 * an answer that was lost is credited here, too.
 */

import { actions, type Decision, isOver } from '../../../domain/action/action.ts';
import { isOverByWithdrawal } from '../../../domain/action/holder-action.ts';
import { isUndecided, outcomeOfAnswered, traceOfLost } from '../../../domain/action/review.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import { ofService, type Refusal } from '../../../domain/refusals/refusals.ts';
import { isRequest } from '../../../domain/request/subject.ts';
import { isConfidential } from '../../../domain/settings/access-settings.ts';
import type { StepOfTask } from '../../../domain/task/task-snapshot.ts';
import {
  actionNames,
  isOpen,
  isStepOf,
  type TaskSnapshot,
} from '../../../domain/task/task-snapshot.ts';
import { nameAndEmail } from '../../../domain/text/foreign-text.ts';
import type { UseCaseDeps } from '../../deps.ts';
import type { ActionView } from '../../ports/rows/view-rows.ts';
import type { StoreTransaction } from '../../ports/store-ports.ts';
import { record } from '../../record/record.ts';
import { recordReading } from '../../task/record-reading.ts';
import { readBack, taskToActOn, wasGivenUp, watchTask } from '../../task/watch-task.ts';
import { botIdentityId, checkRight } from '../check-right.ts';
import {
  givenUp,
  isExpired,
  noteAnswered,
  sending,
  tellDone,
  trailComment,
} from '../settle-action.ts';
import { isShorter } from './act-on-task.ts';
import { type CarriedOut, carriedOut, lateApproval, type Outcome, refused } from './outcome.ts';

const unshown = { kind: 'waits', why: 'unshown' } as const;

/** How a decision stands: its request, and the decision that won its step, which may be this one. */
type Standing = Pick<ActionView, 'request' | 'winner'>;

/**
 * Checks a kept decision against the service's truth of this moment and sends it. A POST names its
 * step, so a repetition cannot decide the next one.
 */
export async function decide(
  deps: UseCaseDeps,
  decision: Decision,
  atStart: Standing,
): Promise<Outcome> {
  const wasSent = decision.state === 'sending';
  const outcome = wasSent ? await lookUp(deps, decision) : 'open';
  if (outcome !== 'open') return outcome;
  if (isExpired(deps, decision)) return refused(givenUp(decision, { code: 'expired' }));
  const claimed = await claim(deps, decision, atStart);
  if ('decision' in claimed)
    return approveForLess(deps, { ...claimed, request: atStart.request }, wasSent);
  if (claimed.refusal === 'over') return { kind: 'settled' };
  return refused(givenUp(decision, claimed.refusal), claimed.task);
}

interface Claimed {
  readonly decision: Decision;
  readonly reviewer: IdentityPerson;
  readonly task: TaskSnapshot | null;
  /** Nothing that depends on the check may be sent after this. */
  readonly endsAt: Date;
}

/** `request`: as it was when the attempt began; its wanted end never changes. */
type ToSend = Claimed & Pick<Standing, 'request'>;

interface NotClaimed {
  /** `over`: a later click took its place. */
  readonly refusal: Refusal | 'over';
  readonly task: TaskSnapshot | null;
}

/** Makes this decision the one winner of its step, or says why not. */
async function claim(
  deps: UseCaseDeps,
  decision: Decision,
  atStart: Standing,
): Promise<Claimed | NotClaimed> {
  // Saves the check; the winner is looked up again once the step's row is locked.
  const early = winnerRefusal(deps, decision, atStart);
  if (early !== null) return { refusal: early, task: null };
  const { verdict, task, endsAt } = await check(deps, decision);
  if (!verdict.ok) {
    const now = await deps.store.transaction((tx) => tx.views.ofAction(decision.id));
    const byWinner = now === null ? null : winnerRefusal(deps, decision, now);
    return { refusal: byWinner ?? verdict.refusal, task };
  }
  const reviewer = verdict.value;
  const allowed = { identityUserId: reviewer.id, occurrence: task?.stepOccurrence ?? '' };
  const refusal = await deps.store.transaction(async (tx) => {
    await tx.tasks.lock(decision.taskId);
    const decisions = await tx.actions.decisionsOn(decision.taskId);
    const winner = winnerAmong(decisions, { ...decision, ...allowed });
    if (winner !== null && winner.id !== decision.id) return alreadyDecided(winner);
    if (await isEndedMeanwhile(tx, deps, decision, task))
      return { code: 'request-withdrawn' } as const;
    const begun = await tx.actions.beginDecision(decision.id, allowed);
    if (begun === null) return 'over';
    if (begun.renderedAt !== null && !isShownAlready(decisions, decision))
      tx.marks.mark(decision.requestId);
    return null;
  });
  // From now on it may be shown even if the person was not known as a reviewer before.
  if (refusal === null && decision.renderedAt === null) deps.showUnlessOver(decision.id);
  return refusal === null
    ? { decision: { ...decision, ...allowed }, reviewer, task, endsAt }
    : { refusal, task: null };
}

/**
 * Whether the request was withdrawn since it was checked.
 *
 * @throws OutwardFailure while another answer to the delivered step is under way
 */
async function isEndedMeanwhile(
  tx: StoreTransaction,
  { deliveredSteps }: UseCaseDeps,
  decision: Decision,
  task: TaskSnapshot | null,
): Promise<boolean> {
  const request = await tx.subjects.find(decision.requestId);
  if (request !== null && task !== null && isOverByWithdrawal(decision.verb, request, task))
    return true;
  await deliveredSteps.waitForOtherAnswer(tx, decision);
  return false;
}

/** The decision that is being sent or done on this step; as `winner` of the rows. */
function winnerAmong(decisions: readonly Decision[], step: StepOfTask): Decision | null {
  const isWinner = ({ stepId, occurrence, state }: Decision) =>
    stepId === step.stepId &&
    step.occurrence.startsWith(occurrence) &&
    (state === 'sending' || state === 'done');
  return decisions.find(isWinner) ?? null;
}

/** Whether cards that were rendered for this decision say that this person is deciding, and nobody else may be. */
function isShownAlready(decisions: readonly Decision[], { id, likely }: Decision): boolean {
  if (!likely) return false;
  return decisions.every((one) => one.id === id || isOver(one));
}

/** A decision counts only for what its card showed. */
function check(deps: UseCaseDeps, decision: Decision): ReturnType<typeof checkRight> {
  const bound = { shown: decision.shown, shortenedTo: decision.durationSeconds };
  return checkRight(deps, { ...decision, bound });
}

/**
 * The refusal because of somebody else's decision on this step: it explains more than that the step is over. For a
 * confidential app, strangers do not hear who decided.
 */
function winnerRefusal(
  { settings }: UseCaseDeps,
  decision: Decision,
  { request, winner }: Standing,
): Refusal | null {
  if (winner === null || winner.id === decision.id) return null;
  const isSecret = isConfidential(settings, request.appId);
  if (isSecret && !decision.likely) return { code: 'already-decided' };
  return alreadyDecided(winner);
}

function alreadyDecided({ by, at }: Decision): Refusal {
  return { code: 'already-decided', slackUserId: by.userId, at: at.toISOString() };
}

/**
 * Sets the time that it is approved for before it is approved: the one that the reviewer chose, or
 * the one that keeps the end that was asked for.
 *
 * @param again an earlier POST of this decision may have arrived after all
 */
async function approveForLess(
  deps: UseCaseDeps,
  claimed: ToSend,
  again: boolean,
): Promise<Outcome> {
  const { decision } = claimed;
  const shortened = await shorten(deps, claimed);
  if (shortened === 'unchanged') return send(deps, claimed, again);
  // Approved now, it would be granted for as long as it was asked for.
  if (shortened === 'unshown') return unshown;
  if (shortened !== 'shortened') return { ...refused(shortened), needed: 'shorten' };
  // Shortening took time and changed the request, so everything is checked once more.
  const { verdict, task, endsAt } = await check(deps, decision);
  if (!verdict.ok) return refused(givenUp(decision, verdict.refusal), task);
  return send(deps, { decision, reviewer: verdict.value, task, endsAt }, again);
}

/** `unshown`: the service agreed, and its reading does not show it yet. */
async function shorten(
  deps: UseCaseDeps,
  { decision, task, endsAt, request }: ToSend,
): Promise<Refusal | 'unshown' | 'shortened' | 'unchanged'> {
  const { taskId, requestId, stepId, reason, by } = decision;
  if (task === null) return 'unchanged';
  const late = await lateness(deps, { decision, request, task });
  const durationSeconds = decision.durationSeconds ?? late?.shorterSeconds ?? null;
  if (durationSeconds === null || task.grantDurationSeconds === durationSeconds) return 'unchanged';
  const isOffered = actionNames(task).has('UPDATE_GRANT_DURATION');
  if (!isOffered || !isShorter(durationSeconds, task, request)) return { code: 'not-offered' };
  const order = {
    taskId,
    act: 'shorten',
    durationSeconds,
    sendBefore: endsAt,
  } as const;
  const answer = await sending(deps, decision, () => deps.governance.act(order));
  if (!answer.ok)
    // What nobody chose is not said to have failed: the person is asked whether it may end later.
    return late === null ? ofService(answer.refusal) : { code: 'changed', late: late.end };
  // It stays shortened where the approval is refused after all.
  const detail = { reason, stepId, durationSeconds };
  await deps.store.transaction(async (tx) => {
    await record(tx, { kind: 'shorten.done', requestId, taskId, actor: by.userId, detail });
  });
  const after = await readBack(deps, taskId);
  return after?.grantDurationSeconds === durationSeconds ? 'shortened' : 'unshown';
}

/** Whether this approval would let access end later than was asked for. */
async function lateness(
  { store, world }: UseCaseDeps,
  {
    decision: { verb, durationSeconds, shown },
    request,
    task,
  }: Pick<ToSend, 'decision' | 'request'> & { readonly task: TaskSnapshot },
): Promise<ReturnType<typeof lateApproval>> {
  if (verb !== 'approve' || durationSeconds !== null) return null;
  const { extendsRequestId } = request;
  const former =
    extendsRequestId === null
      ? null
      : await store.transaction((tx) => tx.grants.find(extendsRequestId));
  return lateApproval(request, task, { former, shown, now: world.now() });
}

async function send(
  deps: UseCaseDeps,
  { decision, reviewer, endsAt }: Claimed,
  again: boolean,
): Promise<Outcome> {
  const { taskId, verb, stepId } = decision;
  const comment = trailComment(decision, nameAndEmail(reviewer));
  const { id: actionId } = decision;
  const order = { taskId, act: verb, stepId, comment, actionId, sendBefore: endsAt };
  const answer = await sending(deps, decision, () => deps.governance.act(order));
  if (answer.ok) return confirm(deps, decision);
  const { kind } = answer.refusal;
  const isStepOver = kind === 'step-moved-on' || kind === 'closed';
  if (again && isStepOver) {
    const outcome = await lookUp(deps, decision);
    // The service says that the step is over, and its readings do not show it yet.
    return outcome === 'open' ? unshown : outcome;
  }
  const isSpent = isStepOver && (await deps.deliveredSteps.isAnswerSpent(deps, decision));
  const refusal: Refusal = isSpent ? { code: 'answer-refused' } : ofService(answer.refusal);
  return refused(givenUp(decision, refusal), await readBack(deps, taskId));
}

/**
 * A 200 alone proves nothing: services queue acts, and have been seen to lose them. While a reading
 * still shows the step undecided nobody is told that it is decided; the next turn looks again, and
 * sends it again for the same step.
 */
async function confirm(deps: UseCaseDeps, decision: Decision): Promise<Outcome> {
  // Read before the decision is noted as done: cut off in between, this runs again and ends here
  // again.
  const task = await readBack(deps, decision.taskId);
  if (task === null || !isUndecided(task, decision)) return decided(deps, decision, task);
  if (decision.answeredAt === null) await noteAnswered(deps, decision);
  return unshown;
}

/** What became of a POST whose answer was lost; `open`: it was not carried out (yet). */
async function lookUp(deps: UseCaseDeps, decision: Decision): Promise<Outcome | 'open'> {
  const task = await taskToActOn(deps, decision.taskId);
  const answered = await deps.deliveredSteps.answerOf(deps, decision, task);
  if (answered === 'open') return 'open';
  if (answered === 'taken') return decided(deps, decision, task);
  if (answered !== null) return refused(answered, task);
  const credit = await creditOf(deps, decision, task);
  if (credit === 'not-yet') return 'open';
  if (credit === 'ours') return decided(deps, decision, task);
  return refused(refusalOfLost(credit, task), task);
}

/** `task`: a reading from after the decision; null where nothing could be read. */
function decided(deps: UseCaseDeps, decision: Decision, task: TaskSnapshot | null): CarriedOut {
  const { id, requestId, taskId, verb, by, reason, stepId } = decision;
  const { identityUserId, durationSeconds } = decision;
  return carriedOut(async (tx, request) => {
    await tx.actions.save(id, { state: 'done', refusal: null, at: tx.at });
    await tellDone(tx, decision, wasGivenUp(decision));
    const fact = {
      kind: verb === 'approve' ? 'review.approved' : 'review.denied',
      requestId,
      taskId,
      actor: by.userId,
      detail: { stepId, identityUserId, reason, durationSeconds },
    } as const;
    await record(tx, fact);
    if (task !== null) await recordReading(tx, deps, request, task);
    // Where tasks are not read, nothing later says that the access is removed.
    if (verb === 'approve' && request.elsewhere?.kind === 'revoke')
      await tx.enqueue({ kind: 'tell-removed', requestId });
    if (task !== null && !isOutcomePending(task, decision)) return;
    await watchTask(tx, { taskId, stepId, reason: 'carried-out' });
    if (isRequest(request)) tx.marks.showWith('outcome', request);
  });
}

/** Whether neither the next step nor the end is shown yet: the step that is shown may be decided already, because readings lag. */
function isOutcomePending(task: TaskSnapshot, decision: Decision): boolean {
  const { otherStep } = task;
  if (!isOpen(task) || (otherStep !== undefined && otherStep.kind !== 'set-up')) return false;
  return task.stepApprovers.length === 0 || isStepOf(decision, task);
}

/** Whose decision it is that was made while the answer to a call was lost. */
type Credit = 'ours' | ReturnType<typeof traceOfLost>;

/**
 * Whether the service shows the decision as made by this call. That the bot's account decided does
 * not prove it: the call may have been lost before it arrived, while the account decided by itself.
 * The comments in the service's own trail prove it, because each decision of the bot names its
 * person there.
 */
async function creditOf(
  deps: UseCaseDeps,
  decision: Decision,
  task: TaskSnapshot | null,
): Promise<Credit> {
  const bot = task === null ? null : await botIdentityId(deps, decision.requestId, task);
  if (decision.answeredAt !== null) return outcomeOfAnswered(task, decision, bot);
  if (task === null) return 'elsewhere';
  const trace = traceOfLost(task, decision, bot);
  if (trace === 'not-yet') return trace;
  const decisions = await deps.store.transaction((tx) => tx.actions.decisionsOn(decision.taskId));
  const comments = bot === null ? null : await deps.governance.commentsBy(decision.taskId, bot);
  if (comments === null) return trace;
  const isNoted = (one: Decision) =>
    one.state === 'done' && one.id !== decision.id && one.verb === decision.verb;
  return creditByComments(decision, decisions.filter(isNoted), comments) ?? trace;
}

/**
 * Whose decision the comments show it to be; null where they do not tell.
 *
 * @param noted the same decision on other steps, of which the bot knows that it carried them out
 */
function creditByComments(
  { verb, by }: Decision,
  noted: readonly Decision[],
  comments: readonly string[],
): 'ours' | 'elsewhere' | null {
  const decisionComments = comments.filter((one) => one.startsWith(actions[verb].trail));
  const theirs = decisionComments.filter((one) => accountIn.exec(one)?.[1] === by.userId);
  // The person may have decided another step in the same words.
  const notedTheirs = noted.filter((one) => one.by.userId === by.userId);
  if (theirs.length > notedTheirs.length) return 'ours';
  // After a restore from a copy the bot may have decided for somebody of whom it does not know any
  // more.
  return decisionComments.length > noted.length ? 'elsewhere' : null;
}

/** No name and no reason passes for the account: the one is in quotes, the other follows. */
const accountIn = /^\w+ in Slack by "[^"]*"(?: \(\S*\))?, Slack user (\w+)\./;

/** Why a decision whose answer was lost does not count as this person's. */
function refusalOfLost(
  credit: Exclude<Credit, 'not-yet' | 'ours'>,
  task: TaskSnapshot | null,
): Refusal {
  if (credit === 'unknown') return { code: 'perhaps-decided' };
  if (task === null) return { code: 'gone' };
  const wasDecided = isOpen(task) || ['granted', 'denied', 'error'].includes(task.outcome);
  return { code: wasDecided ? 'decided-elsewhere' : 'closed' };
}
