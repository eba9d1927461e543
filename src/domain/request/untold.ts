/** What a reading of a task leaves untold, and what stands in for it. */

import type { IdentityPerson } from '../people/identity-person.ts';
import { isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { AccessRequest } from './access-request.ts';
import { toldPeriod } from './task-period.ts';

/** What the bot sent to the service; undefined if it sent nothing, or no longer knows what. */
export interface SentOrder
  extends Pick<AccessRequest, 'appId' | 'appName' | 'entitlementId' | 'entitlementName'> {
  readonly holder: IdentityPerson;
  /** null where none was picked. */
  readonly accountId: string | null;
  /** null = until revoked. */
  readonly durationSeconds: number | null | undefined;
  readonly justification: string | undefined;
  readonly emergency: boolean | undefined;
}

/** Whether the task is an emergency: what was asked for stands in where the service does not tell. */
export function isEmergency(
  task: Pick<TaskSnapshot, 'emergency'>,
  request: { readonly emergency: boolean },
): boolean {
  return task.emergency ?? request.emergency;
}

/** Whether nobody can say who decides, because no reading told it. */
export function areReviewersUntold(
  task: Pick<TaskSnapshot, 'stepApprovers' | 'otherStep' | 'untold'>,
): boolean {
  const isUntold = task.untold?.includes('reviewers') === true;
  return isUntold && task.stepApprovers.length === 0 && task.otherStep === undefined;
}

/**
 * Whether it cannot be known what a task grants, or granted: the service names two different values for a part
 * of it, tells a duration that cannot be read, or does not tell what is approved. An approval here
 * could grant something else than what the card shows.
 */
export function isUnclear(
  task: Pick<
    TaskSnapshot,
    'contradictions' | 'hasUnreadableDuration' | 'state' | 'outcome' | 'delivered' | 'entitlements'
  >,
): boolean {
  const { hasUnreadableDuration = false } = task;
  if (!isOpen(task)) return task.outcome === 'granted' && hasUnreadableDuration;
  if (task.contradictions !== undefined || hasUnreadableDuration) return true;
  // The open callback of a delivered step says that the task is open.
  const isOpenForSure = task.state === 'open' || task.delivered !== undefined;
  return !isOpenForSure || task.entitlements.length === 0;
}

function tellsJustification(task: TaskSnapshot): boolean {
  return task.justification !== '' || task.hasNoJustification === true;
}

/**
 * The answer to the bot's own order, or another reading of a task that is proven to be the bot's:
 * what it does not tell is as it was sent. What it tells stays as it is, also where that differs.
 * Nothing that gives a right is filled in: reviewers, actions, the step, the state, and whose task
 * it is have to be told.
 */
export function filledFromOrder(task: TaskSnapshot, order: SentOrder): TaskSnapshot {
  let filled = task;
  const fill = (part: SentPart, values: Partial<TaskSnapshot>): void => {
    filled = { ...filled, ...values, asSent: [...(filled.asSent ?? []), part] };
  };
  if (task.target === null) fill('person', { target: order.holder });
  if (task.accountId === undefined && order.accountId !== null)
    fill('account', { accountId: order.accountId });
  if (task.appId === '') fill('app', { appId: order.appId, appName: order.appName });
  if (task.entitlements.length === 0) fill('entitlement', { entitlements: [entitlementOf(order)] });
  if (toldPeriod(task) === null && order.durationSeconds !== undefined)
    fill('period', sentPeriod(order.durationSeconds));
  if (!tellsJustification(task) && order.justification !== undefined)
    fill('justification', justificationOf(order.justification));
  if (task.emergency === null && order.emergency !== undefined)
    fill('emergency', { emergency: order.emergency });
  return filled;
}

/** The same for the answer to an order that takes access away. */
export function filledFromRevocation(
  task: TaskSnapshot,
  request: AccessRequest & { readonly identityUserId: string },
): TaskSnapshot {
  const { identityUserId: id } = request;
  const filled = filledFromOrder(task, {
    ...request,
    holder: { id, name: id, email: null },
    accountId: request.account?.id ?? null,
    durationSeconds: undefined,
    justification: undefined,
    emergency: undefined,
  });
  return task.untold?.includes('type') === true ? { ...filled, takesAway: true } : filled;
}

/** Its risk is not known: the order carries none, and an unknown risk counts as a listed one. */
function entitlementOf({ appId, entitlementId, entitlementName }: SentOrder) {
  return { appId, id: entitlementId, name: entitlementName, description: '', riskLevel: null };
}

function sentPeriod(seconds: number | null): Partial<TaskSnapshot> {
  return seconds === null ? { isPermanent: true } : { grantDurationSeconds: seconds };
}

function justificationOf(justification: string): Partial<TaskSnapshot> {
  return justification === '' ? { hasNoJustification: true } : { justification };
}

/** The parts of a task that the bot sends with an order. */
export type SentPart = NonNullable<TaskSnapshot['asSent']>[number];

/**
 * A reading in which the task's last reading stands in for what is not told now: silence takes back
 * neither what was requested, nor a rule, nor an end. Used both to show the task and to check
 * rights; nothing that gives a right is filled in.
 */
export function filledFromLast(task: TaskSnapshot, last: TaskSnapshot | null): TaskSnapshot {
  if (last === null) return task;
  let filled = task;
  const sent: SentPart[] = [];
  const fill = (part: SentPart | null, values: Partial<TaskSnapshot>): void => {
    filled = { ...filled, ...values };
    if (part !== null && last.asSent?.includes(part) === true) sent.push(part);
  };
  const isTypeUntold = task.untold?.includes('type') === true;
  if (task.numericId === '') fill(null, { numericId: last.numericId });
  if (task.createdAt === undefined && last.createdAt !== undefined)
    fill(null, { createdAt: last.createdAt });
  if (task.createdBy === undefined && last.createdBy !== undefined)
    fill(null, { createdBy: last.createdBy });
  if (task.sourceRequestId === null) fill(null, { sourceRequestId: last.sourceRequestId });
  if (isTypeUntold && last.takesAway === true) fill(null, { takesAway: true });
  if (task.target === null && last.target !== null) fill('person', personOf(last));
  if (task.accountId === undefined && last.accountId !== undefined)
    fill('account', { accountId: last.accountId });
  if (task.appId === '' && last.appId !== '')
    fill('app', { appId: last.appId, appName: last.appName });
  if (task.entitlements.length === 0 && last.entitlements.length > 0)
    fill('entitlement', { entitlements: last.entitlements });
  if (toldPeriod(task) === null && toldPeriod(last) !== null) fill('period', lastPeriod(last));
  if (!tellsJustification(task) && tellsJustification(last))
    fill('justification', lastJustification(last));
  if (task.answers === undefined && last.answers !== undefined)
    fill(null, { answers: last.answers });
  if (task.emergency === null && last.emergency !== null)
    fill('emergency', { emergency: last.emergency });
  filled = {
    ...filled,
    ...lastEnd(task, last),
    ...lastRules(task, last),
    ...lastDoubts(task, last),
  };
  return sent.length === 0 ? filled : { ...filled, asSent: sent };
}

function personOf({ target, targetStatus, targetAtWork }: TaskSnapshot): Partial<TaskSnapshot> {
  return {
    target,
    ...(targetStatus === undefined ? {} : { targetStatus }),
    ...(targetAtWork === undefined ? {} : { targetAtWork }),
  };
}

function lastPeriod(last: TaskSnapshot): Partial<TaskSnapshot> {
  return {
    grantDurationSeconds: last.grantDurationSeconds,
    ...(last.isPermanent === true ? { isPermanent: true } : {}),
    ...(last.hasUnreadableDuration === true ? { hasUnreadableDuration: true } : {}),
  };
}

function lastJustification(last: TaskSnapshot): Partial<TaskSnapshot> {
  return {
    justification: last.justification,
    ...(last.hasNoJustification === true ? { hasNoJustification: true } : {}),
  };
}

/** A task that had ended does not begin anew because a reading tells no state. */
function lastEnd(task: TaskSnapshot, last: TaskSnapshot): Partial<TaskSnapshot> {
  const isStillClosed = !isOpen(task) || (task.state === 'untold' && !isOpen(last));
  if (isOpen(last) || !isStillClosed) return {};
  const isUntold = task.outcome === 'none';
  return {
    state: 'closed',
    ...(isUntold ? { outcome: last.outcome, outcomeAt: last.outcomeAt } : {}),
  };
}

/** The rules of a step stay in force if a later reading of the same step tells none. */
function lastRules(task: TaskSnapshot, last: TaskSnapshot): Partial<TaskSnapshot> {
  const isSameStep =
    task.currentStepId !== null &&
    task.currentStepId === last.currentStepId &&
    task.stepOccurrence === last.stepOccurrence;
  if (!isSameStep || task.stepPolicy !== undefined || last.stepPolicy === undefined) return {};
  return { stepPolicy: last.stepPolicy };
}

/** A contradiction stands until a reading tells the part again. */
function lastDoubts(task: TaskSnapshot, last: TaskSnapshot): Partial<TaskSnapshot> {
  const isUntold = {
    person: task.target === null,
    account: task.accountId === undefined,
    app: task.appId === '',
    entitlement: task.entitlements.length === 0,
    request: task.sourceRequestId === null,
  };
  const still = (last.contradictions ?? []).filter((part) => isUntold[part]);
  if (still.length === 0) return {};
  return { contradictions: [...new Set([...still, ...(task.contradictions ?? [])])] };
}

/**
 * What a card shows of a reading that does not tell the step or its people: the last ones that were
 * told. Only to show them: a decision needs a reading that tells who decides.
 */
export function shownReading(task: TaskSnapshot, last: TaskSnapshot | null): TaskSnapshot {
  const filled = filledFromLast(task, last);
  if (last === null || !isOpen(filled) || !isOpen(last)) return filled;
  const isUntold = (part: 'step' | 'reviewers' | 'approvers') =>
    task.untold?.includes(part) === true;
  const step = isUntold('step') && last.currentStepId !== null ? stepOf(last) : {};
  const isSameStep = { ...filled, ...step }.currentStepId === last.currentStepId;
  return {
    ...filled,
    ...step,
    ...(isUntold('reviewers') && isSameStep && task.stepApprovers.length === 0
      ? { stepApprovers: last.stepApprovers }
      : {}),
    ...(isUntold('approvers') ? { approvers: last.approvers } : {}),
    ...(filled.state === 'untold' ? { state: last.state } : {}),
  };
}

/**
 * A reading that does not tell the step, with the step that the service handed to the bot: its
 * callback takes no answer to another one.
 */
export function withStepOf(task: TaskSnapshot, last: TaskSnapshot | null): TaskSnapshot {
  if (last === null || task.untold?.includes('step') !== true) return task;
  const untold = task.untold.filter((part) => part !== 'step');
  return { ...task, ...stepOf(last), untold };
}

const stepFields = [
  'currentStepId',
  'stepOccurrence',
  'stepDeadline',
  'stepPolicy',
  'decisions',
  'approvalStep',
  'otherStep',
  'handedOver',
] as const satisfies readonly (keyof TaskSnapshot)[];

function stepOf(last: TaskSnapshot): Partial<TaskSnapshot> {
  return Object.fromEntries(
    stepFields.flatMap((field) => (last[field] === undefined ? [] : [[field, last[field]]])),
  );
}
