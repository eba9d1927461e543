/** What a reading of a task leaves untold, and what stands in for it. */

import type { IdentityPerson } from '../people/identity-person.ts';
import { askedPeople, grantParts, isOpen, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { AccessRequest } from './access-request.ts';

/** What the bot sent to the service; undefined if it sent nothing, or no longer knows what. */
export interface SentOrder
  extends Pick<AccessRequest, 'appId' | 'appName' | 'entitlementId' | 'entitlementName'> {
  readonly holder: IdentityPerson;
  /** The account that was picked; null where none was. */
  readonly accountId: string | null;
  /** null = until revoked. */
  readonly durationSeconds?: number | null | undefined;
  readonly justification?: string;
  readonly emergency?: boolean;
  /** It takes the access away. */
  readonly takesAway?: true;
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
 * Whether it cannot be known what a task grants, or granted: the service names two different values
 * for a part of it, tells a duration that cannot be read, or does not tell what is approved. An
 * approval here could grant something else than what the card shows.
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

/** The parts of a task that the bot sends with an order. */
type SentPart = NonNullable<TaskSnapshot['asSent']>[number];

interface Part {
  /** It is told where one of these is. */
  readonly told: readonly (keyof TaskSnapshot)[];
  /** What is said of it only together with them. */
  readonly beside?: readonly (keyof TaskSnapshot)[];
}

/** What silence leaves as it was. Nothing that gives a right is among it. */
const parts: Readonly<Record<SentPart | 'request', Part>> = {
  person: { told: ['target'], beside: ['targetStatus'] },
  account: { told: ['accountId'], beside: ['accountName'] },
  app: { told: ['appId'], beside: ['appName'] },
  entitlement: { told: ['entitlements'] },
  period: { told: ['grantDurationSeconds', 'isPermanent', 'hasUnreadableDuration'] },
  justification: { told: ['justification', 'hasNoJustification'] },
  emergency: { told: ['emergency'] },
  request: { told: ['sourceRequestId'] },
};

/** Parts that silence leaves as they were, and that no order carries and no reading contradicts. */
const otherParts: readonly Part[] = [
  { told: ['numericId'] },
  { told: ['createdAt'] },
  { told: ['createdBy'] },
  { told: ['answers'] },
];

/** An empty list of answers is told; an empty one of entitlements is not. */
function isTold({ told }: Part, task: TaskSnapshot): boolean {
  return told.some((field) => {
    const value = task[field] ?? '';
    return value !== '' && (field !== 'entitlements' || task.entitlements.length > 0);
  });
}

/** Whether it takes access away, or not, which its type tells. */
function isTypeTold({ takesAway, untold }: TaskSnapshot): boolean {
  return takesAway === true || untold?.includes('type') !== true;
}

/**
 * A reading, in which what was told or sent before stands in for what is not told now: silence takes
 * back neither what was requested, nor a rule, nor an end, nor a contradiction. What it tells stays
 * as it is, also where that differs. Used both to show the task and to check rights: reviewers,
 * actions and the step have to be told.
 */
export function mergeReading(task: TaskSnapshot, before: TaskSnapshot | null): TaskSnapshot {
  if (before === null) return task;
  const isKept = (part: Part) => !isTold(part, task) && isTold(part, before);
  const sent = before.asSent?.filter((part) => isKept(parts[part])) ?? [];
  const still = before.contradictions?.filter((part) => !isTold(parts[part], task)) ?? [];
  const fields = [...Object.values(parts), ...otherParts]
    .filter(isKept)
    .flatMap(({ told, beside = [] }) => [...told, ...beside]);
  return {
    ...task,
    ...fieldsOf(before, fields),
    ...(!isTypeTold(task) && isTypeTold(before) ? fieldsOf(before, ['takesAway']) : {}),
    ...endBefore(task, before),
    ...rulesBefore(task, before),
    ...(still.length > 0 && {
      contradictions: grantParts.filter((part) =>
        [...still, ...(task.contradictions ?? [])].includes(part),
      ),
    }),
    ...(sent.length > 0 && { asSent: sent }),
  };
}

function fieldsOf(
  task: TaskSnapshot,
  fields: readonly (keyof TaskSnapshot)[],
): Partial<TaskSnapshot> {
  return Object.fromEntries(
    fields.flatMap((field) => (task[field] === undefined ? [] : [[field, task[field]]])),
  );
}

/** A task that had ended does not begin anew because a reading tells no state. */
function endBefore(task: TaskSnapshot, before: TaskSnapshot): Partial<TaskSnapshot> {
  if (isOpen(before) || (isOpen(task) && task.state !== 'untold')) return {};
  const { outcome, outcomeAt } = task.outcome === 'none' ? before : task;
  return { state: 'closed', outcome, outcomeAt };
}

/** The rules of a step stay in force if a later reading of the same step tells none. */
function rulesBefore(task: TaskSnapshot, before: TaskSnapshot): Partial<TaskSnapshot> {
  const isSameStep =
    task.currentStepId !== null &&
    task.currentStepId === before.currentStepId &&
    task.stepOccurrence === before.stepOccurrence;
  return isSameStep && task.stepPolicy === undefined ? fieldsOf(before, ['stepPolicy']) : {};
}

/**
 * The answer to the bot's own order, or another reading of a task that is proven to be the bot's,
 * with what was sent for what it does not tell. The risk is not known: the order carries none, and
 * an unknown risk counts as a listed one.
 */
export function withOrder(task: TaskSnapshot, order: SentOrder): TaskSnapshot {
  const { appId, appName, entitlementId, durationSeconds, justification } = order;
  const entitlement = { id: entitlementId, name: order.entitlementName, description: '' };
  return mergeReading(task, {
    ...task,
    target: order.holder,
    ...(order.accountId !== null && { accountId: order.accountId }),
    appId,
    appName,
    entitlements: [{ appId, ...entitlement, riskLevel: null }],
    grantDurationSeconds: durationSeconds ?? null,
    ...(durationSeconds === null && { isPermanent: true }),
    justification: justification ?? '',
    ...(justification === '' && { hasNoJustification: true }),
    emergency: order.emergency ?? null,
    ...(order.takesAway && { takesAway: true }),
    asSent: ['person', 'account', 'app', 'entitlement', 'period', 'justification', 'emergency'],
  });
}

/** The answer to an order that takes access away, with what was sent for what it does not tell. */
export function withRevocation(
  task: TaskSnapshot,
  request: AccessRequest & { readonly identityUserId: string },
): TaskSnapshot {
  const { identityUserId: id, account, appId, appName, entitlementId, entitlementName } = request;
  const access = { appId, appName, entitlementId, entitlementName, accountId: account?.id ?? null };
  return withOrder(task, { ...access, holder: { id, name: id, email: null }, takesAway: true });
}

/**
 * What a card shows of a reading that does not tell the step or its people: the last ones that were
 * told. Only to show them: a decision needs a reading that tells who decides.
 */
export function shownReading(task: TaskSnapshot, last: TaskSnapshot | null): TaskSnapshot {
  const filled = mergeReading(task, last);
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
  return fieldsOf(last, stepFields);
}

/**
 * Whether it is people's turn to decide, or to set up what the service handed to the bot. If the
 * service does not tell who decides, the answer is yes: nobody may wait for an emergency without a
 * word.
 */
export function awaitsDecision(task: TaskSnapshot): boolean {
  const isPeoples =
    askedPeople(task).length > 0 || task.approvalStep !== undefined || areReviewersUntold(task);
  return isOpen(task) && isPeoples && task.stepPolicy?.approver !== 'service';
}

/**
 * Whether the service leaves open that somebody has decided: what is shown comes from an earlier
 * reading, so no message may say that nobody has decided.
 */
export function isDecisionUntold(
  task: Pick<TaskSnapshot, 'state' | 'stepApprovers' | 'otherStep' | 'untold'>,
): boolean {
  return isOpen(task) && (task.untold?.includes('step') === true || areReviewersUntold(task));
}
