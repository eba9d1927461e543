/**
 * Which role each right takes, what the rules look at, and where a decision is made.
 * `right-checks.ts` has the checks.
 */

import type { IdentityPerson } from '../people/identity-person.ts';
import {
  type AccessRequest,
  type ActingPerson,
  isParty,
  type RequestParties,
} from '../request/access-request.ts';
import type { AccessSettings } from '../settings/access-settings.ts';
import { setUpActions } from '../task/step-of-task.ts';
import { actionNames, askedPeople, type TaskSnapshot } from '../task/task-snapshot.ts';

/**
 * Why a decision is made in the service's console: every one is, this risk, an emergency, an extra
 * verification, the step's policy, or an answer that is not clear.
 */
export type LinkReason = 'mode' | 'risk' | 'emergency' | 'step-up' | 'policy' | 'unclear';

/**
 * What the service can be told to do with a task, and giving access back: who may, and which
 * TaskActionType must be offered, null where the service has none for it.
 */
export const rules = {
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
  close: { role: 'administrator', action: 'CLOSE', ofStep: false },
  'retry-provisioning': { role: 'administrator', action: 'RETRY_PROVISIONING', ofStep: true },
  'give-back': { role: 'holder-or-administrator', action: null, ofStep: false },
} as const satisfies Readonly<
  Record<string, { role: keyof typeof roles; action: string | null; ofStep: boolean }>
>;
export type ActionRight = keyof typeof rules;

/** About the step that the person saw: on a later one it is refused. */
export const isAboutStep = (verb: ActionRight): boolean => rules[verb].ofStep;

/** Whether the requester and the recipient may not do this; a policy may let them review. */
export const isBarredToParties = (verb: ActionRight): boolean =>
  ['reviewer', 'provisioner', 'administrator'].includes(rules[verb].role);

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

/**
 * Whether somebody is shown the button of an act, by what a card knows of them; the person who
 * clicks is checked in full.
 */
export function isShown(verb: ActionRight, viewer: CardViewer): boolean {
  return roles[rules[verb].role](viewer);
}

/** Whether only administrators have this right. */
export function isForAdministrators(verb: ActionRight): boolean {
  return rules[verb].role === 'administrator';
}

/** What a card knows of the person who looks at it. */
type CardViewer = Readonly<Record<'isReviewer' | 'isParty' | 'isAdministrator', boolean>>;

/** Who is shown the button of each role's actions; `right-checks.ts` says who has the role. */
const roles = {
  reviewer: ({ isReviewer }) => isReviewer,
  'reviewer-or-party': ({ isReviewer, isParty }) => isReviewer || isParty,
  'form-filler': () => true,
  provisioner: () => true,
  party: ({ isParty }) => isParty,
  administrator: ({ isAdministrator, isParty }) => isAdministrator && !isParty,
  // Access belongs to the person who holds it, not to the one who asked for it.
  'holder-or-administrator': () => true,
} as const satisfies Readonly<Record<string, (viewer: CardViewer) => boolean>>;

/** Whether the step's policy lets people decide on what they asked for or are to have. */
export function allowsOwn({ stepPolicy }: Pick<TaskSnapshot, 'stepPolicy'>): boolean {
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

/** Whether all that the step asks are those whose own request it is: nobody may decide on it. */
export function mayNobodyDecide(
  task: Parameters<typeof namedReviewers>[0],
  request: Parameters<typeof namedReviewers>[1],
): boolean {
  return askedPeople(task).length > 0 && namedReviewers(task, request).length === 0;
}

/** `own`: identities of those whose request it is. */
export function reviewersBeside(
  task: Parameters<typeof namedReviewers>[0],
  own: readonly (string | null | undefined)[],
): readonly IdentityPerson[] {
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
export function isOwn({ person, request, task }: AuthorizationFacts): boolean {
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
export function isOwnPerhaps({ request, task }: AuthorizationFacts): boolean {
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
function riskWordsOf(riskLevel: string): readonly string[] {
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

function folded(text: string): string {
  return text.trim().toLowerCase();
}

/** Words for risks at which an approval needs no confirmation. Other words may mean anything. */
const lesserRisks: ReadonlySet<string> = new Set([
  'none',
  'very low',
  'low',
  'medium',
  'moderate',
  'keins',
  'sehr gering',
  'gering',
  'niedrig',
  'mittel',
]);

/**
 * Whether an approval asks to confirm: the risk is critical or high, the bot does not know its
 * word, or the task has none although the tenant tells risks.
 */
export function isConfirmed(
  { entitlements }: Pick<TaskSnapshot, 'entitlements'>,
  names: RiskNames,
): boolean {
  // On a tenant without risks every approval would ask for confirmation.
  const tellsRisks =
    names === 'unreadable' || names.size > 0 || entitlements.some((one) => one.riskLevel);
  if (!tellsRisks) return false;
  const isLesserRisk = ({ riskLevel }: TaskSnapshot['entitlements'][number]) =>
    riskLevel === '' || isLesser(riskLevel, names);
  return entitlements.length === 0 || !entitlements.every(isLesserRisk);
}

function isLesser(riskLevel: string | null, names: RiskNames): boolean {
  if (riskLevel === null || names === 'unreadable') return false;
  // A tenant may call `risk-low` "Critical"; then the name counts, not the id.
  const name = names.get(riskLevel);
  const words = name === undefined ? riskWordsOf(riskLevel) : [name];
  return words.some((one) => lesserRisks.has(folded(one)));
}
