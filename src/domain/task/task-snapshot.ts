/** Long because it describes every part of a task that a card or a rule needs. */
import type { CatalogueEntitlement } from '../catalogue/entitlement.ts';
import type { FormQuestions } from '../form/request-answers.ts';
import type { IdentityPerson } from '../people/identity-person.ts';
import type { DeliveredStep, StepDeadline } from './step-of-task.ts';

/**
 * Outcome of a task; `none` while there is none, `deleted` if the task was deleted without one. A
 * value that nobody knows yet is kept as it is.
 */
export type GrantOutcome =
  | 'none'
  | 'granted'
  /** A task took access away. */
  | 'revoked'
  | 'denied'
  | 'error'
  | 'cancelled'
  /**
   * Withdrawn by its requester, but still open in the service. Set by the bot; the service has no
   * such state.
   */
  | 'left-open'
  /** What becomes of a request that has no task (`taskToCome`). */
  | 'not-sent'
  | 'no-answer'
  | 'wait-timed-out'
  | 'deleted'
  | (string & {});

/** The parts of a grant that a task can get wrong, in the order in which messages list them. */
export const grantParts = ['person', 'account', 'app', 'entitlement', 'request'] as const;
export type GrantPart = (typeof grantParts)[number];

/** `name`: the id where there is no display name. */
export interface SnapshotEntitlement
  extends Pick<CatalogueEntitlement, 'appId' | 'id' | 'name' | 'description'> {
  /** `riskLevelValueId`, empty where none is set; null where it cannot be read. */
  readonly riskLevel: string | null;
}

/** The answer to one question of a request's form. */
export interface TaskAnswerValue {
  readonly id: string;
  /** The question; null where it is not told. */
  readonly label: string | null;
  /** People by their identity. */
  readonly value: string | number | boolean | readonly string[];
}

/**
 * What an open task waits for where no person reviews it
 * (docs/spec/deployments.md#policy-and-steps). People may be unknown: then none is named.
 */
export type OtherStep =
  /** These people fill in questions; where that is not possible here, in the console. */
  | ({ readonly kind: 'form'; readonly people: readonly IdentityPerson[] } & FormQuestions)
  /** Until a moment (ISO 8601), or, where that is null, for what is named. */
  | { readonly kind: 'wait'; readonly until: string | null; readonly what: string }
  | { readonly kind: 'set-up' }
  | { readonly kind: 'set-up-by-hand'; readonly people: readonly IdentityPerson[] }
  /** By a ticket or a webhook. */
  | { readonly kind: 'set-up-elsewhere' }
  /** A webhook or an agent decides. */
  | { readonly kind: 'decided-elsewhere' }
  | { readonly kind: 'automation' }
  /** The policy decided by itself; `said`: its own words. The only kind that a closed task has. */
  | { readonly kind: 'accepted' | 'rejected'; readonly said?: string }
  /** The service says that it is at work, and not at what. */
  | { readonly kind: 'processing' }
  /** A kind of step that nobody knows yet. */
  | { readonly kind: 'unknown' };

/**
 * What the policy says of deciding the current step (docs/spec/deployments.md#policy-and-steps).
 */
export interface StepPolicy {
  /**
   * `self`: the person it is for; `service`: a webhook or an agent, no person; `people`: everything
   * else.
   */
  readonly approver: 'people' | 'self' | 'service';
  readonly allowSelfApproval: boolean;
  /** A person who decided an earlier step does not decide this one. */
  readonly requireDistinctApprovers: boolean;
  readonly requireApprovalReason: boolean;
  readonly requireDenialReason: boolean;
  /** `requiresStepUpProviderId`: an approval is confirmed in the browser. */
  readonly needsStepUp: boolean;
  /** Ids of those to whom the step may be passed on; nobody where empty, anybody where absent. */
  readonly reassignTo?: readonly string[];
}

/** A step that somebody approved or denied, by the history of the task's policy. */
export interface PastDecision {
  readonly stepId: string;
  /** Its place in the history. */
  readonly position: number;
  readonly verb: 'approve' | 'deny';
  /** Empty where the service does not say who. */
  readonly identityUserId: string;
  /** Made since the last restart, under the present policy. */
  readonly counts: boolean;
}

/**
 * A task as it was at one reading, in the bot's own terms: everything that a card or a rule needs,
 * nothing else. Source: docs/spec/interface.md#taskview; docs/spec/deployments.md#task-types and
 * docs/spec/deployments.md#policy-and-steps.
 */
export interface TaskSnapshot {
  readonly id: string;
  /** Human-usable number (int64 as a string); empty where the service sends none. */
  readonly numericId: string;
  /**
   * `closed` is the only sign of the end: an open task can already carry an error outcome. `untold`
   * where the service tells none; `unread` where open tasks are not read again, so that nobody
   * hears of its end; one that nobody knows is kept as it is.
   */
  readonly state: 'open' | 'closed' | 'untold' | 'unread' | (string & {});
  readonly outcome: GrantOutcome;
  /**
   * ISO 8601, when the outcome came about (`task.type.grant.outcomeTime`); null where the service
   * does not tell.
   */
  readonly outcomeAt: string | null;
  /** Raw TaskActionType values that the bot's credentials may perform; unknown values are kept. */
  readonly actions: readonly string[];
  /** `policy.current.id`; null where the service tells no step. */
  readonly currentStepId: string | null;
  /**
   * Tells the step from an earlier one with the same id, which a restart may bring; there only
   * where the service tells. Compare with `isStepOf`.
   */
  readonly stepOccurrence?: string;
  /** The current step's, perhaps past; absent where the service tells none that can be read. */
  readonly stepDeadline?: StepDeadline;
  /**
   * Rules of the current step; absent where the service tells none, null where it tells what the
   * bot cannot read.
   */
  readonly stepPolicy?: StepPolicy | null;
  /** Decisions so far, oldest first; absent where the service does not tell them. */
  readonly decisions?: readonly PastDecision[];
  /**
   * Which of the approvals this is, counted from 1; there only while a person decides and the
   * policy tells it.
   */
  readonly approvalStep?: { readonly number: number; readonly of: number };
  /**
   * What the task waits for while no person reviews it; absent while somebody does, and where the
   * service does not tell.
   */
  readonly otherStep?: OtherStep;
  /** Who had the current review before those who have it now: it was delegated, or passed on. */
  readonly handedOver?: { readonly from: IdentityPerson };
  /**
   * Who may review the current step (`stepApproversPath`, else `stepApproverIds`); nobody where it
   * is no review.
   */
  readonly stepApprovers: readonly IdentityPerson[];
  /** Who approved or denied any step (`approversPath`, else `approverIds`). */
  readonly approvers: readonly IdentityPerson[];
  /**
   * The creator by the service's account: for tasks made by the bot this is the bot. Absent where
   * it is not told; `name` is the id where only that is told.
   */
  readonly createdBy?: Pick<IdentityPerson, 'id'> & { readonly name?: string };
  /** The current step waits for the bot's answer; absent of every other step. */
  readonly delivered?: DeliveredStep;
  /** When it was made (ISO 8601); absent where that is not told. */
  readonly createdAt?: string;
  /** The task takes access away; absent where it gives access. */
  readonly takesAway?: true;
  /**
   * What is taken away as well, by id; absent if the service does not tell it, or if the task gives
   * access.
   */
  readonly alsoTaken?: readonly { readonly id: string; readonly name: string }[];
  /** The person whom the access is for. */
  readonly target: IdentityPerson | null;
  /** The target's `User.status` where it is told and is not enabled, such as `DISABLED`. */
  readonly targetStatus?: string;
  readonly appId: string;
  readonly appName: string;
  readonly entitlements: readonly SnapshotEntitlement[];
  /** Parts for which the service's answer has two different values; absent if there are none. */
  readonly contradictions?: readonly GrantPart[];
  readonly justification: string;
  /** The service tells that there is none; absent where it tells one, or nothing. */
  readonly hasNoJustification?: true;
  /** The answers to the request's form; absent if the service does not tell them. */
  readonly answers?: readonly TaskAnswerValue[];
  /** null = until revoked, or not told. */
  readonly grantDurationSeconds: number | null;
  /** The service tells what is granted, without an end. */
  readonly isPermanent?: true;
  /** The service tells a duration that the bot cannot read: neither a time, nor until revoked. */
  readonly hasUnreadableDuration?: true;
  /** Whether it is an emergency; null where the service does not tell. */
  readonly emergency: boolean | null;
  /**
   * The parts that the reading does not tell, where the value alone does not show that: an empty
   * list may be told as well (docs/security.md#what-the-service-does-not-tell). Absent if the
   * reading tells all of them. `type`: what the task is for, and with it the outcome.
   */
  readonly untold?: readonly ('type' | 'step' | 'reviewers' | 'approvers')[];
  /**
   * Parts that no reading has told so far: they are as the bot sent them. Absent if there is none.
   */
  readonly asSent?: readonly (
    | Exclude<GrantPart, 'request'>
    | 'period'
    | 'justification'
    | 'emergency'
  )[];
  /** Raw Task.origin. */
  readonly origin: string;
  /** Raw Task.recommendation without its prefix, lower case; null where unspecified. */
  readonly recommendation: string | null;
  /** Insight sentences located by `insightsPath`; empty where there are none. */
  readonly insights: readonly string[];
  /** ISO 8601, `appUserLastUsagePath`; null where unknown. */
  readonly lastUsedAt: string | null;
  /**
   * `TaskGrantSource.requestId` of the request that made the task; null where the task carries no
   * source.
   */
  readonly sourceRequestId: string | null;
  /** The account in the app that it is about; absent where the service does not tell one. */
  readonly accountId?: string;
  /** Absent where the service does not tell it. */
  readonly accountName?: string;
}

/**
 * The accounts under which the service may record the bot's acts: the one that it names as the
 * owner of the bot's credentials, and the creator of a task that the bot made. None where neither
 * is told, two where they differ.
 *
 * @param ownUserId the owner of the bot's credentials; null where that is not told
 */
export function botAccountsOf(
  { sourceRequestId, createdBy }: Pick<TaskSnapshot, 'sourceRequestId' | 'createdBy'>,
  requestId: string,
  ownUserId: string | null,
): readonly string[] {
  const creator = sourceRequestId === requestId ? (createdBy?.id ?? null) : null;
  return [...new Set([ownUserId, creator].filter((id) => id !== null))];
}

/**
 * The bot's account; null where it is not told, or two different ones are: with the wrong one, a
 * decision that somebody made in the console would count as made through the bot.
 */
export function soleAccount(accounts: readonly string[]): string | null {
  const [only, ...others] = accounts;
  return only === undefined || others.length > 0 ? null : only;
}

/**
 * The people who decided a step, without the bot's account: it acts for people who clicked, and
 * sometimes nobody knows for whom.
 */
export function decidingPeople(
  task: Pick<TaskSnapshot, 'approvers'>,
  botAccounts: readonly string[],
): readonly IdentityPerson[] {
  return task.approvers.filter(({ id }) => !botAccounts.includes(id));
}

/** Whether the access is for this person; not where the answer names somebody else, too. */
export function isFor(
  { target, contradictions }: Pick<TaskSnapshot, 'target' | 'contradictions'>,
  identityUserId: string,
): boolean {
  return target?.id === identityUserId && contradictions?.includes('person') !== true;
}

/** Whether the service says that this task took access away. */
export function isRemoved(task: Pick<TaskSnapshot, 'state' | 'outcome' | 'takesAway'>): boolean {
  return task.takesAway === true && !isOpen(task) && task.outcome === 'revoked';
}

export function isOpen(task: Pick<TaskSnapshot, 'state'>): boolean {
  return task.state !== 'closed';
}

/** Whether the bot does not hear what becomes of it. */
export function isUnread(task: Pick<TaskSnapshot, 'state'> | null): boolean {
  return task?.state === 'unread';
}

/**
 * `task.actions` without their prefix, each once: `APPROVE`, `DENY`, and whatever else the service
 * names.
 */
export function actionNames(task: Pick<TaskSnapshot, 'actions'>): ReadonlySet<string> {
  return new Set(task.actions.map((action) => action.replace(/^TASK_ACTION_TYPE_/, '')));
}

/** A task that is not there any more, by its last reading. One that had ended stays as it was. */
export function deletedTask(last: TaskSnapshot): TaskSnapshot {
  if (!isOpen(last)) return last;
  return {
    ...last,
    state: 'closed',
    outcome: 'deleted',
    actions: [],
    currentStepId: null,
    stepApprovers: [],
  };
}

/** The people whose turn it is: to decide, or to set up what the service handed to the bot. */
export function askedPeople(
  task: Pick<TaskSnapshot, 'stepApprovers' | 'otherStep' | 'delivered'>,
): readonly IdentityPerson[] {
  const { delivered, otherStep, stepApprovers } = task;
  const isSetUp = delivered?.kind === 'provision' && otherStep?.kind === 'set-up-by-hand';
  return isSetUp ? otherStep.people : stepApprovers;
}

/**
 * What people need to hear of between two readings. Changes of mere detail (names, usage) re-render
 * the card and are not listed here.
 */
export function taskChanges(
  before: TaskSnapshot | null,
  after: TaskSnapshot,
): readonly ('closed' | 'reopened' | 'step-advanced')[] {
  const wasOpen = before === null || isOpen(before);
  if (!isOpen(after)) return wasOpen ? ['closed'] : [];
  const { currentStepId } = after;
  const isNewStep =
    before !== null && currentStepId !== null && before.currentStepId !== currentStepId;
  return [
    ...(wasOpen ? [] : ['reopened' as const]),
    ...(isNewStep ? ['step-advanced' as const] : []),
  ];
}

/**
 * `{policy generation}/{steps in the history}/{assigned at}`: the last part may come later than the
 * others.
 */
export function stepOccurrence(generation: string, position: number, assignedAt: string): string {
  return `${generation}/${position}/${assignedAt}`;
}

/**
 * When the step of this occurrence was assigned, in milliseconds since 1970; not a number where the
 * service does not tell.
 */
export function assignedMs(occurrence: string): number {
  return Date.parse(occurrence.slice(occurrence.lastIndexOf('/') + 1));
}

/**
 * A step that somebody saw or decided. `occurrence`: as `TaskSnapshot.stepOccurrence`; empty where
 * the service does not tell.
 */
export interface SeenStep {
  readonly stepId: string;
  readonly occurrence: string;
}

/** A step of a task, told from others with its id. */
export interface StepOfTask extends SeenStep {
  readonly taskId: string;
}

/** The step that this reading shows; null where it shows none. */
export function currentStep(task: TaskSnapshot | undefined): StepOfTask | null {
  const stepId = task?.currentStepId ?? null;
  if (task === undefined || stepId === null) return null;
  return { taskId: task.id, stepId, occurrence: task.stepOccurrence ?? '' };
}

/**
 * Whether this was decided, or is to be, on the task's current step, not on an earlier one with its
 * id.
 */
export function isStepOf(
  decided: SeenStep,
  task: Pick<TaskSnapshot, 'currentStepId' | 'stepOccurrence'>,
): boolean {
  return (
    decided.stepId === task.currentStepId &&
    (task.stepOccurrence ?? '').startsWith(decided.occurrence)
  );
}

/**
 * Where in the history the step of this occurrence stands when it is over; 0 where that is not
 * known.
 */
export function positionOf(occurrence: string): number {
  return Number(/\/(\d+)\/[^/]*$/.exec(occurrence)?.[1] ?? 0);
}
