/**
 * Long because each rule of who may do what stands in one place, in the order in which it is asked.
 */

import { type IdentityPerson, namesOf } from '../people/identity-person.ts';
import {
  type AccessRequest,
  type ActingPerson,
  isParty,
  type RequestParties,
} from '../request/access-request.ts';
import { areReviewersUntold } from '../request/untold.ts';
import { ok, type Result, refuse } from '../result.ts';
import type { AccessSettings } from '../settings/access-settings.ts';
import { setUpActions } from '../task/delivered-step.ts';
import type { LinkReason, UnsureReason } from '../task/link-reason.ts';
import {
  actionNames,
  askedPeople,
  isOpen,
  isStepOf,
  type TaskSnapshot,
} from '../task/task-snapshot.ts';
import { isBlank } from '../text/foreign-text.ts';
import type { ReviewRefusal } from './review.ts';

/**
 * What the service can be told to do with a task, and giving access back: who may, and which
 * TaskActionType must be offered, null where the service has none for it.
 */
const rules = {
  approve: { role: 'reviewer', action: 'APPROVE', ofStep: true },
  deny: { role: 'reviewer', action: 'DENY', ofStep: true },
  ask: { role: 'reviewer', action: 'COMMENT', ofStep: false },
  reassign: { role: 'reviewer', action: 'REASSIGN', ofStep: true },
  shorten: { role: 'reviewer', action: 'UPDATE_GRANT_DURATION', ofStep: false },
  'fill-in': { role: 'form-filler', action: 'UPDATE_REQUEST_DATA', ofStep: true },
  'set-up': { role: 'provisioner', action: setUpActions.done, ofStep: true },
  'cannot-set-up': { role: 'provisioner', action: setUpActions.failed, ofStep: true },
  comment: { role: 'reviewer-or-party', action: 'COMMENT', ofStep: false },
  withdraw: { role: 'party', action: 'CLOSE', ofStep: false },
  escalate: { role: 'party', action: 'ESCALATE_TO_EMERGENCY_ACCESS', ofStep: false },
  'skip-step': { role: 'administrator', action: 'SKIP_STEP', ofStep: true },
  // It undoes the steps before: on a later step it would undo what was approved since.
  restart: { role: 'administrator', action: 'RESTART', ofStep: true },
  reset: { role: 'administrator', action: 'HARD_RESET', ofStep: false },
  close: { role: 'administrator', action: 'CLOSE', ofStep: false },
  process: { role: 'administrator', action: 'PROCESS_NOW', ofStep: false },
  'retry-provisioning': { role: 'administrator', action: 'RETRY_PROVISIONING', ofStep: true },
  // More time is a new request, which is decided like any other.
  lengthen: { role: 'nobody', action: null, ofStep: false },
  'give-back': { role: 'holder-or-administrator', action: null, ofStep: false },
} as const satisfies Readonly<
  Record<string, { role: keyof typeof roles; action: string | null; ofStep: boolean }>
>;
export type ActionRight = keyof typeof rules;

/** About the step that the person saw: on a later one it is refused. */
export const isAboutStep = (verb: ActionRight): boolean => rules[verb].ofStep;

/** Who decided an earlier step of the task, as far as it is known. */
export interface EarlierDecisions {
  readonly by: readonly {
    readonly slackUserId: string | null;
    readonly identityUserId: string | null;
  }[];
  /**
   * The service shows decisions of the bot, or of nobody it names, of which the bot does not know
   * whose they were.
   */
  readonly isIncomplete: boolean;
}

export const noEarlierDecisions: EarlierDecisions = { by: [], isIncomplete: false };

/**
 * Everything that the right to act rests on. `task` and the person's identity must have been read
 * fresh.
 */
export interface AuthorizationFacts {
  readonly verb: ActionRight;
  readonly person: ActingPerson & { readonly teamId: string; readonly isAdministrator: boolean };
  /**
   * `teamId`: for a task made elsewhere, the workspace of the bot, because no other shows the task.
   */
  readonly request: RequestParties & { readonly teamId: string };
  readonly task: TaskSnapshot;
  /** The step that the person saw; null for verbs that are not about one. */
  readonly step: { readonly stepId: string; readonly occurrence: string } | null;
  readonly reason: string;
  readonly earlier: EarlierDecisions;
  /**
   * Why decisions on this task are made in the console alone; null where the bot carries them out.
   */
  readonly link: LinkReason | null;
}

type Verdict = Result<void, ReviewRefusal>;

/**
 * Whether this person may do this now: the one rule over all verbs. The service sees only the bot's
 * credentials (docs/spec/deployments.md#token), which may do everything, so this check alone stands
 * between a click and what it does. Where the person may but the bot must not, the refusal is
 * `in-console`.
 */
export function authorize(facts: AuthorizationFacts): Verdict {
  const { verb, person, request, task, step } = facts;
  const { role, action } = rules[verb];
  if (person.teamId !== request.teamId) return refuse({ kind: 'other-workspace' });
  // The holder may give access back, whatever became of the task that gave it.
  const isAboutTask = role !== 'holder-or-administrator';
  // A comment is possible on a closed task too.
  if (isAboutTask && !isOpen(task) && verb !== 'comment') return refuse({ kind: 'closed' });
  if (step !== null && !isStepOf(step, task)) {
    return task.untold?.includes('step') === true
      ? refuse({ kind: 'in-console', why: 'untold' })
      : refuse({ kind: 'step-moved-on' });
  }
  const refusal = roles[role].refusal(facts);
  if (refusal !== null) return refuse(refusal);
  if (verb === 'approve' || verb === 'deny') return mayDecide(facts, verb);
  if (verb === 'reassign' && task.stepPolicy === null)
    return refuse({ kind: 'in-console', why: 'policy' });
  if (verb === 'reassign' && task.stepPolicy?.reassignTo?.length === 0)
    return refuse({ kind: 'not-offered' });
  // The answer of a step that was handed to the bot ends the task.
  const isEndedByAnswer = verb === 'withdraw' && task.delivered !== undefined;
  if (isAboutTask && !isEndedByAnswer && (action === null || !actionNames(task).has(action)))
    return refuse({ kind: 'not-offered' });
  // Without the step there is no decision on it, so it is where the decision is.
  return verb === 'skip-step' && facts.link !== null
    ? refuse({ kind: 'in-console', why: facts.link })
    : ok(undefined);
}

/**
 * Whether somebody is shown the button of an act, by what a card knows of them; the person who
 * clicks is checked in full.
 */
export function isShown(verb: ActionRight, viewer: CardViewer): boolean {
  return roles[rules[verb].role].isShown(viewer);
}

/** What a card knows of the person who looks at it. */
type CardViewer = Readonly<Record<'isReviewer' | 'isParty' | 'isAdministrator', boolean>>;

interface Role {
  isShown(viewer: CardViewer): boolean;
  /** null for those who have the role. */
  refusal(facts: AuthorizationFacts): ReviewRefusal | null;
}

const roles = {
  reviewer: { isShown: ({ isReviewer }) => isReviewer, refusal: notReviewing },
  'reviewer-or-party': {
    isShown: ({ isReviewer, isParty }) => isReviewer || isParty,
    refusal: (facts) => (isOwn(facts) ? null : notReviewing(facts)),
  },
  'form-filler': {
    isShown: () => true,
    refusal(facts) {
      const { otherStep } = facts.task;
      const people = otherStep?.kind === 'form' ? otherStep.people : [];
      const isAsked = people.some((one) => one.id === facts.person.identityUserId);
      return isAsked || isOwn(facts) ? null : { kind: 'not-yours' };
    },
  },
  provisioner: {
    isShown: () => true,
    refusal(facts) {
      const { otherStep } = facts.task;
      const people = otherStep?.kind === 'set-up-by-hand' ? otherStep.people : [];
      if (isOwn(facts)) return { kind: 'own-request' };
      const isAsked = people.some((one) => one.id === facts.person.identityUserId);
      return isAsked ? null : { kind: 'not-reviewer', reviewers: namesOf(people) };
    },
  },
  party: {
    isShown: ({ isParty }) => isParty,
    refusal: (facts) => (isOwn(facts) ? null : { kind: 'not-yours' }),
  },
  administrator: {
    isShown: ({ isAdministrator, isParty }) => isAdministrator && !isParty,
    refusal(facts) {
      if (!facts.person.isAdministrator) return { kind: 'not-administrator' };
      return isOwn(facts) ? { kind: 'own-request' } : null;
    },
  },
  // Access belongs to the person who holds it, not to the one who asked for it.
  'holder-or-administrator': {
    isShown: () => true,
    refusal: ({ person, request }) =>
      person.isAdministrator || isParty(request.target, person) ? null : { kind: 'not-yours' },
  },
  nobody: { isShown: () => false, refusal: () => ({ kind: 'not-offered' }) },
} as const satisfies Readonly<Record<string, Role>>;

function notReviewing(facts: AuthorizationFacts): ReviewRefusal | null {
  const { task, person } = facts;
  const { stepPolicy } = task;
  if (isOwn(facts) && !allowsOwn(task)) return { kind: 'own-request' };
  // A webhook or an agent decides: no person is named, and the console shows what goes on.
  if (stepPolicy?.approver === 'service') return { kind: 'in-console', why: 'policy' };
  if (!task.stepApprovers.some((one) => one.id === person.identityUserId)) {
    if (areReviewersUntold(task)) return { kind: 'in-console', why: 'untold' };
    const { requester, target } = facts.request;
    const others = reviewersBeside(task, [...requester.identityUserIds, ...target.identityUserIds]);
    return { kind: 'not-reviewer', reviewers: namesOf(others) };
  }
  return null;
}

/** What the service cannot check, because it sees one approver: the bot. */
function mayDecide(facts: AuthorizationFacts, verb: 'approve' | 'deny'): Verdict {
  const { task, person, earlier, reason, link } = facts;
  const offered = actionNames(task);
  const policy = task.stepPolicy;
  const withStepUp = verb === 'approve' && needsStepUp(task);
  if (!withStepUp && !offered.has(rules[verb].action)) return refuse({ kind: 'not-offered' });
  if (policy?.requireDistinctApprovers === true) {
    const isPerson = ({ slackUserId, identityUserId }: EarlierDecisions['by'][number]) =>
      slackUserId === person.slackUserId || identityUserId === person.identityUserId;
    if (earlier.by.some(isPerson)) return refuse({ kind: 'decided-before' });
    if (earlier.isIncomplete) return refuse({ kind: 'in-console', why: 'policy' });
  }
  if (policy === null) return refuse({ kind: 'in-console', why: 'policy' });
  if (link !== null) return refuse({ kind: 'in-console', why: link });
  const unsure = verb === 'approve' ? unsureReason(task) : null;
  if (unsure !== null) return refuse({ kind: 'in-console', why: unsure });
  if (verb === 'approve' && isOwnPerhaps(facts))
    return refuse({ kind: 'in-console', why: 'untold' });
  if (withStepUp) return refuse({ kind: 'in-console', why: 'step-up' });
  const needsReason =
    verb === 'approve' ? policy?.requireApprovalReason : policy?.requireDenialReason;
  return needsReason === true && isBlank(reason)
    ? refuse({ kind: 'reason-needed' })
    : ok(undefined);
}

/** Whether the step's policy lets people decide on what they asked for or are to have. */
function allowsOwn({ stepPolicy }: Pick<TaskSnapshot, 'stepPolicy'>): boolean {
  return stepPolicy?.approver === 'self' || stepPolicy?.allowSelfApproval === true;
}

/**
 * The people to name as those who decide: nobody on their own request, unless the step's policy
 * lets them. `request`: null where the task was not asked for through the bot.
 */
export function namedReviewers(
  task: Pick<TaskSnapshot, 'stepApprovers' | 'stepPolicy' | 'target' | 'otherStep' | 'delivered'>,
  request: Pick<AccessRequest, 'identityUserId' | 'requesterIdentityId'> | null,
): readonly IdentityPerson[] {
  return reviewersBeside(task, [request?.identityUserId, request?.requesterIdentityId]);
}

/** `own`: identities of those whose request it is. */
function reviewersBeside(
  task: Parameters<typeof namedReviewers>[0],
  own: readonly (string | null | undefined)[],
) {
  if (allowsOwn(task)) return askedPeople(task);
  return askedPeople(task).filter(({ id }) => id !== task.target?.id && !own.includes(id));
}

/**
 * Whether an approval takes a confirmation in the browser, which the bot cannot give for a person.
 */
export function needsStepUp(task: Pick<TaskSnapshot, 'actions' | 'stepPolicy'>): boolean {
  const offered = actionNames(task);
  return (
    task.stepPolicy?.needsStepUp === true ||
    (offered.has('APPROVE_WITH_STEP_UP') && !offered.has('APPROVE'))
  );
}

/**
 * Whether the request is this person's, or for them: by Slack account or by identity, because
 * either may have changed hands.
 */
function isOwn({ person, request, task }: AuthorizationFacts): boolean {
  const isMadeElsewhere = request.requester.slackUserId === null;
  return (
    [request.requester, request.target].some((one) => isParty(one, person)) ||
    task.target?.id === person.identityUserId ||
    (isMadeElsewhere && task.createdBy?.id === person.identityUserId)
  );
}

/** Origins of tasks that a rule of the service made, and nobody asked for. */
const madeByRules: ReadonlySet<string> = new Set([
  'TASK_ORIGIN_PROFILE_MEMBERSHIP_AUTOMATION',
  'TASK_ORIGIN_PROFILE_MEMBERSHIP',
  'TASK_ORIGIN_AUTOMATION',
  'TASK_ORIGIN_ACCESS_REVIEW',
  'TASK_ORIGIN_TIME_REVOKE',
  'TASK_ORIGIN_NON_USAGE_REVOKE',
  'TASK_ORIGIN_CASCADE_DELETE',
]);

/**
 * Whether the task may be the person's own as far as anybody can tell: the service names neither
 * the person whom the access is for nor an account, or it does not name who requested the access
 * elsewhere.
 */
function isOwnPerhaps({ request, task }: AuthorizationFacts): boolean {
  if (allowsOwn(task)) return false;
  const isTargetUntold =
    request.target.identityUserIds.length === 0 &&
    request.target.slackUserId === null &&
    task.target === null &&
    task.accountId === undefined;
  const isRequesterUntold =
    request.requester.slackUserId === null &&
    request.requester.identityUserIds.length === 0 &&
    task.createdBy === undefined &&
    !madeByRules.has(task.origin);
  return isTargetUntold || isRequesterUntold;
}

/**
 * Why an approval is left to the console: the service's answer names two different values for a
 * part of the grant, or a duration that cannot be read here, or it does not tell what is approved.
 * An approval here could grant something else than what the card shows. null where the reading is
 * clear.
 */
export function unsureReason(
  task: Pick<
    TaskSnapshot,
    'contradictions' | 'hasUnreadableDuration' | 'untold' | 'state' | 'delivered' | 'entitlements'
  >,
): UnsureReason | null {
  const [part] = task.contradictions ?? [];
  if (part !== undefined) return `unclear-${part}`;
  if (task.hasUnreadableDuration === true) return 'unreadable-duration';
  // The open callback of a delivered step says that the task is open.
  const isOpenForSure = task.state === 'open' || task.delivered !== undefined;
  return isOpenForSure && task.entitlements.length > 0 ? null : 'untold';
}

/**
 * Words of risk levels by id; `unreadable` where the service has them and does not tell. Empty
 * where it is not asked.
 */
export type RiskNames = ReadonlyMap<string, string> | 'unreadable';

/**
 * Why no decision on this task is made through the bot by what the operator configured; null where
 * none is the reason. A step that was handed to the bot can be decided nowhere else.
 */
export function linkReason(
  { mode, linkWhen }: AccessSettings['review'],
  task: Pick<TaskSnapshot, 'emergency' | 'entitlements' | 'delivered'>,
  request: { readonly emergency: boolean },
  riskNames: RiskNames,
): LinkReason | null {
  if (task.delivered !== undefined) return null;
  if (mode === 'link') return 'mode';
  // A task may be an emergency unless the service says that it is none.
  if (linkWhen.emergency && (task.emergency !== false || request.emergency)) return 'emergency';
  return isListedRisk(linkWhen.risk, task.entitlements, riskNames) ? 'risk' : null;
}

/** Ids like `risk-high` say the name themselves. */
export function riskWordsOf(riskLevel: string): readonly string[] {
  return [riskLevel, riskLevel.replace(/^risk(?:[-_ ]?level)?[-_ ]+(?=.)/i, '')];
}

/** What cannot be read counts as listed: the bot must not decide because it knows too little. */
function isListedRisk(
  listed: readonly string[],
  entitlements: TaskSnapshot['entitlements'],
  names: RiskNames,
) {
  if (listed.length === 0) return false;
  if (entitlements.length === 0) return true;
  const listedNames = new Set(listed.map(folded));
  return entitlements.some(({ riskLevel }) => {
    if (riskLevel === '') return false;
    if (riskLevel === null || names === 'unreadable') return true;
    const name = names.get(riskLevel);
    const namesOfLevel = [...riskWordsOf(riskLevel), ...(name === undefined ? [] : [name])];
    return namesOfLevel.some((one) => listedNames.has(folded(one)));
  });
}

export function folded(text: string): string {
  return text.trim().toLowerCase();
}
