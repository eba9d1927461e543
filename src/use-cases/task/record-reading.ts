/** Long because everything that a new reading of a task changes is told here. */

import { isDeepStrictEqual } from 'node:util';
import { grantPeriod, isEndUnreadable } from '../../domain/access/grant.ts';
import type { Decision } from '../../domain/action/action.ts';
import { namedReviewers } from '../../domain/action/authorization.ts';
import { holders } from '../../domain/action/holder-action.ts';
import { selfApprovedSteps } from '../../domain/action/review.ts';
import { stepBeganMs, stepDue, wallClock } from '../../domain/due/step-watch.ts';
import type { FormQuestions } from '../../domain/form/request-answers.ts';
import type { GrantedDetail } from '../../domain/record/facts.ts';
import { foreignPart, withForeignPerson } from '../../domain/request/granted-by-task.ts';
import { isRequest, type Subject } from '../../domain/request/subject.ts';
import {
  areReviewersUntold,
  awaitsDecision,
  isUnclear,
  shownReading,
} from '../../domain/request/untold.ts';
import { waitingSettings } from '../../domain/settings/access-settings.ts';
import {
  askedPeople,
  botAccountsOf,
  currentStep,
  isOpen,
  isRemoved,
  type TaskSnapshot,
  taskChanges,
} from '../../domain/task/task-snapshot.ts';
import { beginAccess } from '../access/begin-access.ts';
import { wantCard } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { AccessGovernance } from '../ports/ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record, tellEach } from '../record/record.ts';
import { reopenLateDecision, watchCarryingOut } from './watch-task.ts';

/**
 * Keeps a reading of a task: what is new is shown wherever the request is, and an emergency gets its
 * card in the emergency channel.
 */
export async function recordReading(
  tx: StoreTransaction,
  deps: ReadingDeps,
  request: Subject,
  read: TaskSnapshot,
): Promise<void> {
  // The group's lock before the task's, in the order in which the group's other cards take them.
  if (request.groupId !== null) await tx.requests.lock(request.groupId);
  const before = await tx.tasks.lock(read.id);
  const task = withForeignPerson(shownReading(read, before?.snapshot ?? null), request);
  const isShown = before === null || !isDeepStrictEqual(before.snapshot, task);
  await tx.tasks.save(request.id, task, tx.at, { isShown });
  if (!isShown) return;
  const foreign = foreignPart(task, request);
  if (foreign !== null && before?.snapshot.contradictions?.includes(foreign) !== true)
    await noteForeignPerson(tx, deps, request, task, foreign);
  const readings = { before: before?.snapshot ?? null, task };
  logUnclear(deps, request, readings);
  const allowed = readOnce(() => tx.actions.allowedOn(task.id));
  const botAccounts = botAccountsOf(task, request.id, deps.governance.knownOwnUserId());
  await noteSelfApproval(tx, deps, request, { ...readings, botAccounts, allowed });
  await noteGrant(tx, request, task);
  await watchCarryingOut(tx, request, readings);
  await askToFillIn(tx, request, task);
  await noteDue(tx, deps, request, readings);
  const identities = [
    ...reviewersOf(task),
    ...(before === null ? [] : reviewersOf(before.snapshot)),
    ...askersElsewhere(request),
  ];
  tx.marks.markHomes({ slackUsers: holders(request), identities });
  if (before !== null && isRemoved(task) && !isRemoved(before.snapshot))
    await tx.enqueue({ kind: 'tell-removed', requestId: request.id });
  // Who joined a profile hears of its items together.
  if (request.elsewhere !== undefined) await deps.profiles.lookAtTask(tx, task.id);
  const { channel } = deps.settings.emergency;
  // Also where it is granted at once: on-call hears of it, and its end is followed up there.
  const wasOver = before !== null && !isOpen(before.snapshot) && !isOpen(task);
  // A channel would learn of a dismissal before the person does.
  const isRemoval = task.takesAway === true || request.elsewhere?.kind === 'revoke';
  if ((task.emergency || request.emergency) && !isRemoval && !wasOver && channel !== null) {
    await wantCard(tx, request, channel);
  }
  const changes = taskChanges(before?.snapshot ?? null, task);
  const lastStep = currentStep(before?.snapshot);
  if (changes.length > 0) await reopenLateDecision(tx, lastStep, { task, botAccounts, allowed });
  for (const change of changes) {
    const { state, outcome, currentStepId: stepId } = task;
    const granted = change === 'closed' ? grantedDetail(task, tx.at) : {};
    const detail = { state, outcome, stepId, ...granted };
    await record(tx, {
      kind: `task.${change}`,
      requestId: request.id,
      taskId: request.taskId,
      detail,
    });
    if (change === 'closed') await noteWithdrawal(tx, request, task);
  }
}

/** When the access begins and ends, for the trail; nothing where none was granted. */
function grantedDetail(task: TaskSnapshot, readAt: Date): GrantedDetail {
  const period = grantPeriod(task, readAt);
  if (period === null) return {};
  const { startedAt, endsAt } = period;
  const endless = isEndUnreadable(period, task) ? 'unreadable' : 'until-revoked';
  return { startedAt: startedAt.toISOString(), endsAt: endsAt?.toISOString() ?? endless };
}

/**
 * A request that is new waits until somebody can be due; after any later news it is looked at once.
 */
async function noteDue(
  tx: StoreTransaction,
  { settings }: ReadingDeps,
  request: Subject,
  { before, task }: Readings,
): Promise<void> {
  const { id, appId, createdAt } = request;
  if (!awaitsDecision(task)) return tx.dueTimes.set(id, null);
  if (before !== null || task.emergency === true || request.emergency)
    return tx.dueTimes.set(id, tx.at);
  const { reminders, escalation } = waitingSettings(settings, { appId, isEmergency: false });
  const beganMs = stepBeganMs(task, createdAt, tx.at);
  // Working hours and absences, for which Slack has to be asked, only put off what is due.
  const { watch, lookMs } = stepDue(null, {
    task,
    emergency: false,
    beganMs,
    nowMs: beganMs,
    readMs: beganMs,
    reviewers: new Map(namedReviewers(task, request).map(({ id: one }) => [one, wallClock])),
    pace: reminders,
    tiers: escalation,
    tierClock: wallClock,
  });
  await tx.dueTimes.set(id, lookMs === null ? null : new Date(lookMs), watch);
}

/** People read that nobody can tell; the operator finds here since when, and of what. */
function logUnclear({ world }: ReadingDeps, request: Subject, { before, task }: Readings): void {
  const isDoubtful = (one: TaskSnapshot) => isUnclear(one) || areReviewersUntold(one);
  if (!isDoubtful(task) || (before !== null && isDoubtful(before))) return;
  const { untold, contradictions, hasUnreadableDuration } = task;
  const about = { requestId: request.id, taskId: task.id, code: 'unclear' };
  const what = { untold, contradictions, hasUnreadableDuration };
  world.log.warn({ ...about, ...what }, 'the service does not tell clearly what the task is now');
}

/**
 * Says once, in the log and in the trail, that the service tells another person or account than
 * the one for whom the bot requested the access.
 */
async function noteForeignPerson(
  tx: StoreTransaction,
  { world }: ReadingDeps,
  request: Subject,
  { id: taskId, target, accountId }: TaskSnapshot,
  part: 'person' | 'account',
): Promise<void> {
  const mismatch = part === 'person' ? { identityUserId: target?.id ?? null } : { accountId };
  const entry = { requestId: request.id, taskId };
  world.log.error({ ...entry, told: mismatch }, `a task is for another ${part} than its request`);
  const detail = { parts: [part], told: mismatch };
  await record(tx, { kind: 'request.answer-disagrees', ...entry, detail });
}

/**
 * The questions of the form that a request waits for, and its step, by the last reading; no
 * questions where it waits for none.
 */
export async function formOf(
  tx: StoreTransaction,
  requestId: string,
): Promise<{
  readonly questions: FormQuestions['questions'];
  /** The identities that the step names to fill it in. */
  readonly fillerIds: readonly string[];
  readonly stepId: string;
}> {
  const taskId = (await tx.subjects.find(requestId))?.taskId ?? null;
  const task = taskId === null ? null : ((await tx.tasks.find(taskId))?.snapshot ?? null);
  const form = task?.otherStep?.kind === 'form' ? task.otherStep : null;
  const fillerIds = form?.people.map(({ id }) => id) ?? [];
  return { questions: form?.questions ?? [], fillerIds, stepId: task?.currentStepId ?? '' };
}

/**
 * A withdrawal that was sent and has no answer yet, perhaps because that was lost: when its job runs
 * again, it finds the request closed, and counts that as its own doing. Cards and messages about the
 * end are rendered once, from this state.
 */
async function noteWithdrawal(
  tx: StoreTransaction,
  request: Subject,
  { outcome }: TaskSnapshot,
): Promise<void> {
  if (outcome !== 'cancelled') return;
  const withdrawals = await tx.actions.withdrawals([request.id]);
  if (withdrawals.some(({ state }) => state === 'sending'))
    await tx.requests.save(request.id, { state: 'withdrawn', at: tx.at });
}

/** Notes what was granted and for how long. */
async function noteGrant(
  tx: StoreTransaction,
  request: Subject,
  task: TaskSnapshot,
): Promise<void> {
  // What was asked for elsewhere is followed where it was asked for.
  if (!isRequest(request)) return;
  const period = grantPeriod(task, tx.at);
  if (period === null) return;
  const prolonged =
    request.extendsRequestId === null ? null : await tx.requests.find(request.extendsRequestId);
  // A Slack account may stand for somebody else by now, and the one who had the access has it
  // still.
  const isSamePerson = task.target === null || task.target.id === prolonged?.identityUserId;
  await beginAccess(tx, request, { granted: period, task }, isSamePerson ? prolonged : null);
}

/**
 * Home is updated for at most so many reviewers of a step. The others of a larger group see the
 * change when they open it.
 */
const reviewersAtHome = 20;

/** Identities of the reviewers of the step whose Homes are updated. */
function reviewersOf(task: TaskSnapshot): readonly string[] {
  return askedPeople(task)
    .slice(0, reviewersAtHome)
    .map(({ id }) => id);
}

/** Identities of those whose Home shows a request that was made elsewhere as theirs. */
function askersElsewhere({
  elsewhere,
  requesterIdentityId,
  identityUserId,
}: Subject): readonly string[] {
  if (elsewhere?.kind !== 'grant') return [];
  return [requesterIdentityId, identityUserId].filter((id) => id !== null);
}

/**
 * Asks the people whom the step names, and who are known in Slack, to fill in its form, once a step.
 * The parties read it in their own message.
 */
async function askToFillIn(
  tx: StoreTransaction,
  request: Subject,
  task: TaskSnapshot,
): Promise<void> {
  if (task.otherStep?.kind !== 'form') return;
  const slackIds = await tx.identities.slackIdsOf(task.otherStep.people.map(({ id }) => id));
  // The parties are shown it with their request.
  const people = slackIds.filter((id) => !holders(request).has(id));
  const step = `${task.currentStepId ?? ''}:${task.stepOccurrence ?? ''}`;
  const { id: requestId } = request;
  await tellEach(tx, people, {
    key: `form:${requestId}:${step}`,
    requestId,
    body: { kind: 'form-due' },
  });
}

/** What it takes to record a reading. */
interface ReadingDeps
  extends Pick<UseCaseDeps, 'settings' | 'world' | 'deliveredSteps' | 'profiles'> {
  readonly governance: Pick<AccessGovernance, 'knownOwnUserId'>;
}

/** What is read where somebody asks for it, and then once. */
function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null;
  return () => (reading ??= read());
}

/** Two readings of one task, one after the other. */
interface Readings {
  readonly before: TaskSnapshot | null;
  readonly task: TaskSnapshot;
}

interface ReadingToCompare extends Readings {
  /** The accounts under which the service may name the bot. */
  readonly botAccounts: readonly string[];
  readonly allowed: () => Promise<readonly Decision[]>;
}

/**
 * Says so where a step was approved with the bot's account and nobody approved it through the bot:
 * in the log, in the trail, and to the administrators, once a step. Otherwise a bot whose account
 * is a reviewer would approve everything in silence.
 */
async function noteSelfApproval(
  tx: StoreTransaction,
  deps: ReadingDeps,
  request: Subject,
  { before, task, botAccounts, allowed }: ReadingToCompare,
): Promise<void> {
  const [botId] = botAccounts;
  const deciders = [
    ...task.approvers.map(({ id }) => id),
    ...(task.decisions ?? []).map((one) => one.identityUserId),
  ];
  if (botId === undefined || !deciders.includes(botId)) return;
  const reading = {
    before,
    task,
    lastStepId: before?.currentStepId ?? null,
    botId,
    allowed: await allowed(),
  };
  // For most approvals this alone shows who made them in Slack.
  if (selfApprovedSteps({ ...reading, mayHaveSkipped: false }).length === 0) return;
  if (await mayLackDecisions(tx, request, before)) return;
  const mayHaveSkipped = await tx.actions.mayHaveDone(request.id, 'skip-step');
  const stepIds = selfApprovedSteps({ ...reading, mayHaveSkipped });
  for (const stepId of stepIds) {
    if (!(await tx.tasks.markSelfApproved(task.id, stepId))) continue;
    const detail = { stepId, identityUserId: botId };
    const about = { requestId: request.id, taskId: request.taskId };
    deps.world.log.warn(
      { ...about, ...detail },
      'a step approved itself: the bot is one of its reviewers',
    );
    await record(tx, { kind: 'review.self-approved', ...about, detail });
    await tellEach(tx, deps.settings.admins, {
      key: `self-approved:${about.taskId}:${detail.stepId}`,
      requestId: about.requestId,
      body: { kind: 'trouble', what: 'self-approved' },
    });
  }
}

/**
 * A database that was restored from a copy does not know who decided through the bot after the copy
 * was made.
 */
async function mayLackDecisions(
  tx: StoreTransaction,
  { createdAt }: Subject,
  before: TaskSnapshot | null,
): Promise<boolean> {
  return before === null ? tx.restores.isOlderThanAny(createdAt) : tx.restores.isUnsettled();
}
