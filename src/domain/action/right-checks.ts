/**
 * What is checked before the bot acts for a person, in this order, each check with the attack or the
 * rule that it answers. `docs/security.md` shows the same list. The service sees only the bot's
 * credentials (docs/spec/deployments.md#token), which may do everything, so these checks alone stand
 * between a click and what it does. They are pure: `use-cases/action/check-right.ts` reads what they
 * look at. Long because every check stands in the one list.
 */

import { type IdentityPerson, namesOf } from '../people/identity-person.ts';
import { isParty } from '../request/access-request.ts';
import { unsureReason } from '../request/doubt.ts';
import type { DecidedField } from '../request/fingerprint.ts';
import { foreignPart, type RequestHolder } from '../request/grant-agreement.ts';
import type { IdentityRefusal } from '../request/request-refusals.ts';
import type { Subject } from '../request/subject.ts';
import type { LateEnd } from '../request/task-period.ts';
import { areReviewersUntold } from '../request/untold.ts';
import { ok, type Result, refuse } from '../result.ts';
import { actionNames, isOpen, isStepOf, type TaskSnapshot } from '../task/task-snapshot.ts';
import { isBlank } from '../text/foreign-text.ts';
import {
  type ActionRight,
  type AuthorizationFacts,
  allowsOwn,
  type EarlierDecisions,
  isBarredToParties,
  isOwn,
  isOwnPerhaps,
  needsStepUp,
  reviewersBeside,
  rules,
} from './authorization.ts';
import { isOverByWithdrawal } from './holder-action.ts';
import type { ReviewRefusal } from './refusals.ts';

type RefusalKind = ReviewRefusal['kind'];
type RefusalOf<Kind extends RefusalKind> = Extract<ReviewRefusal, { readonly kind: Kind }>;

/** What the table in `docs/security.md` shows of a check. */
export interface ListedCheck {
  readonly name: string;
  /** The attack or the rule that it answers. */
  readonly answers: string;
  readonly refuses: RefusalKind;
}

/** A check of what it is given; null where nothing speaks against the action. */
interface RightCheck<Facts, Kind extends RefusalKind> extends ListedCheck {
  readonly refuses: Kind;
  refusal(facts: Facts): RefusalOf<NoInfer<Kind>> | null;
}

/** A check that hands on what the checks after it need. */
interface Admission<Facts, Admitted, Kind extends RefusalKind> extends ListedCheck {
  readonly refuses: Kind;
  admit(facts: Facts): Result<Admitted, RefusalOf<Kind>>;
}

/** Holds each check to the kind of refusal that it names. */
function check<Kind extends RefusalKind>(
  one: RightCheck<AuthorizationFacts, Kind>,
): ListedCheck & { refusal(facts: AuthorizationFacts): ReviewRefusal | null } {
  return one;
}

const inConsole = (why: RefusalOf<'in-console'>['why']): RefusalOf<'in-console'> => ({
  kind: 'in-console',
  why,
});

/** Before anything is read. */
export const actsHere: RightCheck<{ readonly isActedOnHere: boolean }, 'in-console'> = {
  name: 'acts-here',
  answers:
    'The button is of a card from before the bot could not act any more. Such a tenant takes answers to delivered steps from here, and what holders do',
  refuses: 'in-console',
  refusal: ({ isActedOnHere }) => (isActedOnHere ? null : inConsole('mode')),
};

/** When the person was read. */
export const isIdentified: Admission<
  Result<IdentityPerson, IdentityRefusal>,
  IdentityPerson,
  'identity'
> = {
  name: 'is-identified',
  answers:
    'A guest, somebody of another company, somebody who left, or an email that nobody confirmed',
  refuses: 'identity',
  admit: (identity) =>
    identity.ok ? identity : refuse({ kind: 'identity', refusal: identity.refusal }),
};

interface Readings<Task, Request> {
  readonly task: Task;
  readonly request: Request;
}

/** When the task was read. */
export const isTaskThere: Admission<
  Readings<TaskSnapshot | null, Subject | null>,
  Readings<TaskSnapshot, Subject>,
  'gone'
> = {
  name: 'is-there',
  answers:
    'A task that was deleted. A holder may give access back all the same, and withdraws by the last reading where the tenant tells nothing',
  refuses: 'gone',
  admit: ({ task, request }) =>
    task === null || request === null ? refuse({ kind: 'gone' }) : ok({ task, request }),
};

/** When the identities of the request were read. */
export const isSamePerson: RightCheck<{ readonly changed: IdentityRefusal | null }, 'identity'> = {
  name: 'is-same-person',
  answers: 'A Slack account that has passed to somebody else since the request was made',
  refuses: 'identity',
  refusal: ({ changed }) => (changed === null ? null : { kind: 'identity', refusal: changed }),
};

export const isStillWanted: RightCheck<
  Readings<TaskSnapshot, Subject> & { readonly verb: ActionRight },
  'request-withdrawn'
> = {
  name: 'is-still-wanted',
  answers: 'A withdrawn request that the service could not close is not approved any more',
  refuses: 'request-withdrawn',
  refusal: ({ verb, request, task }) =>
    isOverByWithdrawal(verb, request, task) ? { kind: 'request-withdrawn' } : null,
};

const ofTheTask = [
  check({
    name: 'same-workspace',
    answers: 'A payload of another workspace, or a copied button in a shared channel',
    refuses: 'other-workspace',
    refusal: ({ person, request }) =>
      person.teamId === request.teamId ? null : { kind: 'other-workspace' },
  }),
  check({
    name: 'open-task',
    answers:
      'A closed task takes comments only. Access can be given back whatever became of its task',
    refuses: 'closed',
    refusal: (facts) =>
      !isAboutTask(facts) || isOpen(facts.task) || facts.verb === 'comment'
        ? null
        : { kind: 'closed' },
  }),
  check({
    name: 'step-told',
    answers: 'The service does not tell which step the task is at',
    refuses: 'in-console',
    refusal: (facts) =>
      isAtOtherStep(facts) && facts.task.untold?.includes('step') === true
        ? inConsole('untold')
        : null,
  }),
  check({
    name: 'same-step',
    answers: 'An old card that would decide a later step, or a step that began again',
    refuses: 'step-moved-on',
    refusal: (facts) => (isAtOtherStep(facts) ? { kind: 'step-moved-on' } : null),
  }),
];

const ofTheRole = [
  check({
    name: 'administrator',
    answers: 'Skip, restart, reset, close, process and retry are for `admins`',
    refuses: 'not-administrator',
    refusal: ({ verb, person }) =>
      rules[verb].role === 'administrator' && !person.isAdministrator
        ? { kind: 'not-administrator' }
        : null,
  }),
  check({
    name: 'not-own',
    answers:
      'Deciding on one’s own request, by Slack account or by identity, as it was and as it is now; the policy of the step may allow it to reviewers',
    refuses: 'own-request',
    refusal: (facts) => (isBarredFromOwn(facts) ? { kind: 'own-request' } : null),
  }),
  check({
    name: 'decided-by-people',
    answers: 'A webhook or an agent decides the step: no person is named for it',
    refuses: 'in-console',
    refusal: (facts) =>
      mustReview(facts) && facts.task.stepPolicy?.approver === 'service'
        ? inConsole('policy')
        : null,
  }),
  check({
    name: 'reviewers-told',
    answers: 'The service does not tell who reviews the step',
    refuses: 'in-console',
    refusal: (facts) =>
      mustReview(facts) && areReviewersUntold(facts.task) ? inConsole('untold') : null,
  }),
  check({
    name: 'reviewer',
    answers:
      'A click in place of a reviewer, or by one who lost the step since: only who reviews it now',
    refuses: 'not-reviewer',
    refusal: (facts) =>
      mustReview(facts) && !isReviewer(facts)
        ? { kind: 'not-reviewer', reviewers: otherReviewers(facts) }
        : null,
  }),
  check({
    name: 'provisioner',
    answers: 'Only the people who were asked to set access up say that they did, or cannot',
    refuses: 'not-reviewer',
    refusal({ verb, task, person }) {
      if (rules[verb].role !== 'provisioner') return null;
      const people = peopleAskedFor(task, 'set-up-by-hand');
      const isAsked = people.some((one) => one.id === person.identityUserId);
      return isAsked ? null : { kind: 'not-reviewer', reviewers: namesOf(people) };
    },
  }),
  check({
    name: 'asked-to-fill-in',
    answers:
      'A form of somebody else: only the people asked, the requester and the target fill it in',
    refuses: 'not-yours',
    refusal(facts) {
      if (rules[facts.verb].role !== 'form-filler' || isOwn(facts)) return null;
      const people = peopleAskedFor(facts.task, 'form');
      const isAsked = people.some((one) => one.id === facts.person.identityUserId);
      return isAsked ? null : { kind: 'not-yours' };
    },
  }),
  check({
    name: 'party',
    answers: 'Withdrawing or escalating what somebody else requested',
    refuses: 'not-yours',
    refusal: (facts) =>
      rules[facts.verb].role === 'party' && !isOwn(facts) ? { kind: 'not-yours' } : null,
  }),
  check({
    name: 'holder',
    answers:
      'Giving back somebody else’s access: it belongs to the person who holds it, not to the one who requested it',
    refuses: 'not-yours',
    refusal: ({ verb, person, request }) =>
      rules[verb].role !== 'holder-or-administrator' ||
      person.isAdministrator ||
      isParty(request.target, person)
        ? null
        : { kind: 'not-yours' },
  }),
];

const ofThePolicy = [
  check({
    name: 'reassignment-rules-known',
    answers: 'Reassigning against a policy that the bot cannot read',
    refuses: 'in-console',
    refusal: ({ verb, task }) =>
      verb === 'reassign' && task.stepPolicy === null ? inConsole('policy') : null,
  }),
  check({
    name: 'reassignment-allowed',
    answers: 'A policy that names nobody to reassign to',
    refuses: 'not-offered',
    refusal: ({ verb, task }) =>
      verb === 'reassign' && task.stepPolicy?.reassignTo?.length === 0
        ? { kind: 'not-offered' }
        : null,
  }),
  check({
    name: 'offered',
    answers:
      'What the service does not offer on this task now; and more time without a decision, which is a new request',
    refuses: 'not-offered',
    refusal: (facts) => (isOffered(facts) ? null : { kind: 'not-offered' }),
  }),
  check({
    name: 'distinct-person',
    answers: 'One person who decides two steps of a policy that wants distinct people',
    refuses: 'decided-before',
    refusal: (facts) =>
      wantsDistinctPeople(facts) && facts.earlier.by.some((one) => isOf(facts.person, one))
        ? { kind: 'decided-before' }
        : null,
  }),
  check({
    name: 'earlier-people-known',
    answers: 'The same, where nobody can tell who decided the earlier steps',
    refuses: 'in-console',
    refusal: (facts) =>
      wantsDistinctPeople(facts) && facts.earlier.isIncomplete ? inConsole('policy') : null,
  }),
  check({
    name: 'rules-known',
    answers: 'Deciding by a policy that the bot cannot read',
    refuses: 'in-console',
    refusal: (facts) =>
      isDecision(facts) && facts.task.stepPolicy === null ? inConsole('policy') : null,
  }),
  check({
    name: 'decided-here',
    answers:
      'Mode, risk and emergency that the operator leaves to the console, also by an old card and by skipping the step',
    refuses: 'in-console',
    refusal: (facts) =>
      (isDecision(facts) || facts.verb === 'skip-step') && facts.link !== null
        ? inConsole(facts.link)
        : null,
  }),
  check({
    name: 'clear-task',
    answers: 'Approving what the service contradicts itself about, cannot be read, or is not told',
    refuses: 'in-console',
    refusal({ verb, task }) {
      const why = verb === 'approve' ? unsureReason(task) : null;
      return why === null ? null : inConsole(why);
    },
  }),
  check({
    name: 'surely-not-own',
    answers:
      'Approving what may be one’s own request, because the service tells nobody it is for or by',
    refuses: 'in-console',
    refusal: (facts) =>
      facts.verb === 'approve' && isOwnPerhaps(facts) ? inConsole('untold') : null,
  }),
  check({
    name: 'no-step-up',
    answers:
      'An approval that takes a confirmation in the browser, which the bot cannot give for a person',
    refuses: 'in-console',
    refusal: ({ verb, task }) =>
      verb === 'approve' && needsStepUp(task) ? inConsole('step-up') : null,
  }),
  check({
    name: 'reason-given',
    answers: 'A policy that wants a reason',
    refuses: 'reason-needed',
    refusal: (facts) =>
      needsReason(facts) && isBlank(facts.reason) ? { kind: 'reason-needed' } : null,
  }),
];

/** What may be done with a task as it is now, and by whom. */
const authorizationChecks = [...ofTheTask, ...ofTheRole, ...ofThePolicy];

/** What differs from the clicked card; null where the action is bound to no card. */
export interface CardDifference {
  readonly fields: readonly DecidedField[];
  readonly secondsBefore?: number;
  readonly late?: LateEnd;
}

/** Last, so that strangers do not learn what changed. */
const isAsShown: RightCheck<{ readonly difference: CardDifference | null }, 'changed'> = {
  name: 'is-as-shown',
  answers:
    'A request that was changed underneath an open card, so that the reviewer approves something else',
  refuses: 'changed',
  refusal: ({ difference }) => (difference === null ? null : { kind: 'changed', ...difference }),
};

/** The card shows the other person by now: nobody approves for them what somebody else requested. */
const isForTheSame: RightCheck<
  Readings<TaskSnapshot, RequestHolder> & { readonly verb: ActionRight },
  'in-console'
> = {
  name: 'is-for-the-same',
  answers:
    'A task that names another person or account than the request: the wrong one would get it',
  refuses: 'in-console',
  refusal({ verb, task, request }) {
    const part = verb === 'approve' ? foreignPart(task, request) : null;
    return part === null ? null : inConsole(`unclear-${part}`);
  },
};

/** Denying, and taking access away, need nobody to be there. */
const arePeopleThere: RightCheck<
  {
    readonly verb: ActionRight;
    readonly task: Pick<TaskSnapshot, 'takesAway'>;
    readonly unfit: Omit<RefusalOf<'identity'>, 'kind'> | null;
  },
  'identity'
> = {
  name: 'people-there',
  answers:
    'Access for, or asked for by, somebody who left since, or whose Slack account has passed to somebody else: it can only be denied',
  refuses: 'identity',
  refusal: ({ verb, task, unfit }) =>
    unfit === null || verb !== 'approve' || task.takesAway === true
      ? null
      : { kind: 'identity', ...unfit },
};

/**
 * All of them, as `checkRight` makes them.
 *
 * @public for the table in docs/security.md, which a test makes of it
 */
export const rightChecks: readonly ListedCheck[] = [
  actsHere,
  isIdentified,
  isTaskThere,
  isSamePerson,
  isStillWanted,
  ...authorizationChecks,
  isAsShown,
  isForTheSame,
  arePeopleThere,
];

/** The one rule over all verbs: whether this person may do this now. */
export function authorize(facts: AuthorizationFacts): Result<void, ReviewRefusal> {
  for (const one of authorizationChecks) {
    const refusal = one.refusal(facts);
    if (refusal !== null) return refuse(refusal);
  }
  return ok(undefined);
}

/** Whether what the person is allowed to do is what their card showed, for who is still there. */
export function compareWithCard(
  facts: Parameters<typeof isAsShown.refusal>[0] &
    Parameters<typeof isForTheSame.refusal>[0] &
    Parameters<typeof arePeopleThere.refusal>[0],
): ReviewRefusal | null {
  return isAsShown.refusal(facts) ?? isForTheSame.refusal(facts) ?? arePeopleThere.refusal(facts);
}

/** The holder may give access back, whatever became of the task that gave it. */
function isAboutTask({ verb }: AuthorizationFacts): boolean {
  return rules[verb].role !== 'holder-or-administrator';
}

function isAtOtherStep({ step, task }: AuthorizationFacts): boolean {
  return step !== null && !isStepOf(step, task);
}

function isDecision({ verb }: AuthorizationFacts): boolean {
  return verb === 'approve' || verb === 'deny';
}

/** Those who asked, or are to have the access, may comment without reviewing anything. */
function mustReview(facts: AuthorizationFacts): boolean {
  const { role } = rules[facts.verb];
  return role === 'reviewer' || (role === 'reviewer-or-party' && !isOwn(facts));
}

function isBarredFromOwn(facts: AuthorizationFacts): boolean {
  if (!isBarredToParties(facts.verb) || !isOwn(facts)) return false;
  return rules[facts.verb].role !== 'reviewer' || !allowsOwn(facts.task);
}

function isReviewer({ task, person }: AuthorizationFacts): boolean {
  return task.stepApprovers.some((one) => one.id === person.identityUserId);
}

function otherReviewers({ task, request: { requester, target } }: AuthorizationFacts): string[] {
  return namesOf(reviewersBeside(task, [...requester.identityUserIds, ...target.identityUserIds]));
}

function peopleAskedFor(
  { otherStep }: TaskSnapshot,
  kind: 'form' | 'set-up-by-hand',
): readonly IdentityPerson[] {
  return otherStep?.kind === kind ? otherStep.people : [];
}

function isOffered({ verb, task }: AuthorizationFacts): boolean {
  const { role, action } = rules[verb];
  if (role === 'holder-or-administrator') return true;
  // The answer of a step that was handed to the bot ends the task.
  if (verb === 'withdraw' && task.delivered !== undefined) return true;
  if (verb === 'approve' && needsStepUp(task)) return true;
  return action !== null && actionNames(task).has(action);
}

function wantsDistinctPeople(facts: AuthorizationFacts): boolean {
  return isDecision(facts) && facts.task.stepPolicy?.requireDistinctApprovers === true;
}

function isOf(
  person: AuthorizationFacts['person'],
  { slackUserId, identityUserId }: EarlierDecisions['by'][number],
): boolean {
  return slackUserId === person.slackUserId || identityUserId === person.identityUserId;
}

function needsReason({ verb, task: { stepPolicy } }: AuthorizationFacts): boolean {
  if (verb === 'approve') return stepPolicy?.requireApprovalReason === true;
  return verb === 'deny' && stepPolicy?.requireDenialReason === true;
}
