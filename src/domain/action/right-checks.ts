/**
 * What is checked before the bot acts for a person, in this order, each check with the attack or the
 * rule that it answers. `docs/security.md` shows the same list. The service sees only the bot's
 * credentials (docs/spec/deployments.md#token), which may do everything, so these checks alone stand
 * between a click and what it does. They are pure: `use-cases/action/check-right.ts` reads what they
 * look at. Long because every check stands in the one list.
 */

import { type IdentityPerson, namesOf } from '../people/identity-person.ts';
import type { PersonRefusal, Refusal, RefusalCode, RefusalKind } from '../refusals/refusals.ts';
import { isParty } from '../request/access-request.ts';
import { foreignPart, type RequestHolder } from '../request/granted-by-task.ts';
import type { Subject } from '../request/subject.ts';
import { areReviewersUntold, isUnclear } from '../request/untold.ts';
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

/** What the table in `docs/security.md` shows of a check. */
export interface ListedCheck {
  readonly name: string;
  /** The attack or the rule that it answers. */
  readonly answers: string;
  /** The one code, or the kind of several. */
  readonly refuses: RefusalCode | RefusalKind;
}

/** A check of what it is given: whether that speaks against the action, or what does. */
type RightCheck<Facts> = ListedCheck &
  (
    | { readonly refuses: RefusalCode; isAgainst(facts: Facts): boolean }
    | { refusal(facts: Facts): Refusal | null }
  );

/** What speaks against the action; null where nothing does. */
export function refusalBy<Facts>(check: RightCheck<Facts>, facts: Facts): Refusal | null {
  if ('refusal' in check) return check.refusal(facts);
  return check.isAgainst(facts) ? { code: check.refuses } : null;
}

/** A check that hands on what the checks after it need. */
interface Admission<Facts, Admitted> extends ListedCheck {
  admit(facts: Facts): Result<Admitted, Refusal>;
}

/** Before anything is read. */
export const actsHere: RightCheck<{ readonly isActedOnHere: boolean }> = {
  name: 'acts-here',
  answers:
    'The button is of a card from before the bot could not act any more. Such a tenant takes answers to delivered steps from here, and what holders do',
  refuses: 'mode',
  isAgainst: ({ isActedOnHere }) => !isActedOnHere,
};

/** When the person was read. */
export const isIdentified: Admission<Result<IdentityPerson, PersonRefusal>, IdentityPerson> = {
  name: 'is-identified',
  answers:
    'A guest, somebody of another company, somebody who left, or an email that nobody confirmed',
  refuses: 'person',
  admit: (identity) => identity,
};

interface Readings<Task, Request> {
  readonly task: Task;
  readonly request: Request;
}

/** When the task was read. */
export const isTaskThere: Admission<
  Readings<TaskSnapshot | null, Subject | null>,
  Readings<TaskSnapshot, Subject>
> = {
  name: 'is-there',
  answers:
    'A task that was deleted. A holder may give access back all the same, and withdraws by the last reading where the tenant tells nothing',
  refuses: 'gone',
  admit: ({ task, request }) =>
    task === null || request === null ? refuse({ code: 'gone' }) : ok({ task, request }),
};

/** When the identities of the request were read. */
export const isSamePerson: RightCheck<{ readonly changed: PersonRefusal | null }> = {
  name: 'is-same-person',
  answers: 'A Slack account that has passed to somebody else since the request was made',
  refuses: 'person',
  refusal: ({ changed }) => changed,
};

export const isStillWanted: RightCheck<
  Readings<TaskSnapshot, Subject> & { readonly verb: ActionRight }
> = {
  name: 'is-still-wanted',
  answers: 'A withdrawn request that the service could not close is not approved any more',
  refuses: 'request-withdrawn',
  isAgainst: ({ verb, request, task }) => isOverByWithdrawal(verb, request, task),
};

const ofTheTask: readonly RightCheck<AuthorizationFacts>[] = [
  {
    name: 'same-workspace',
    answers: 'A payload of another workspace, or a copied button in a shared channel',
    refuses: 'other-workspace',
    isAgainst: ({ person, request }) => person.teamId !== request.teamId,
  },
  {
    name: 'open-task',
    answers:
      'A closed task takes comments only. Access can be given back whatever became of its task',
    refuses: 'closed',
    isAgainst: (facts) => isAboutTask(facts) && !isOpen(facts.task) && facts.verb !== 'comment',
  },
  {
    name: 'step-told',
    answers: 'The service does not tell which step the task is at',
    refuses: 'unclear',
    isAgainst: (facts) => isAtOtherStep(facts) && facts.task.untold?.includes('step') === true,
  },
  {
    name: 'same-step',
    answers: 'An old card that would decide a later step, or a step that began again',
    refuses: 'step-moved-on',
    isAgainst: (facts) => isAtOtherStep(facts),
  },
];

const ofTheRole: readonly RightCheck<AuthorizationFacts>[] = [
  {
    name: 'administrator',
    answers: 'Skip, restart, close and retry are for `admins`',
    refuses: 'not-administrator',
    isAgainst: ({ verb, person }) =>
      rules[verb].role === 'administrator' && !person.isAdministrator,
  },
  {
    name: 'not-own',
    answers:
      'Deciding on one’s own request, by Slack account or by identity, as it was and as it is now; the policy of the step may allow it to reviewers',
    refuses: 'own-request',
    isAgainst: (facts) => isBarredFromOwn(facts),
  },
  {
    name: 'decided-by-people',
    answers: 'A webhook or an agent decides the step: no person is named for it',
    refuses: 'policy',
    isAgainst: (facts) => mustReview(facts) && facts.task.stepPolicy?.approver === 'service',
  },
  {
    name: 'reviewers-told',
    answers: 'The service does not tell who reviews the step',
    refuses: 'unclear',
    isAgainst: (facts) => mustReview(facts) && areReviewersUntold(facts.task),
  },
  {
    name: 'reviewer',
    answers:
      'A click in place of a reviewer, or by one who lost the step since: only who reviews it now',
    refuses: 'not-reviewer',
    refusal: (facts) =>
      mustReview(facts) && !isReviewer(facts)
        ? { code: 'not-reviewer', reviewers: otherReviewers(facts) }
        : null,
  },
  {
    name: 'provisioner',
    answers: 'Only the people who were asked to set access up say that they did, or cannot',
    refuses: 'not-reviewer',
    refusal({ verb, task, person }) {
      if (rules[verb].role !== 'provisioner') return null;
      const people = peopleAskedFor(task, 'set-up-by-hand');
      const isAsked = people.some((one) => one.id === person.identityUserId);
      return isAsked ? null : { code: 'not-reviewer', reviewers: namesOf(people) };
    },
  },
  {
    name: 'asked-to-fill-in',
    answers:
      'A form of somebody else: only the people asked, the requester and the target fill it in',
    refuses: 'not-yours',
    isAgainst(facts) {
      if (rules[facts.verb].role !== 'form-filler' || isOwn(facts)) return false;
      const people = peopleAskedFor(facts.task, 'form');
      return people.every((one) => one.id !== facts.person.identityUserId);
    },
  },
  {
    name: 'party',
    answers: 'Withdrawing or escalating what somebody else requested',
    refuses: 'not-yours',
    isAgainst: (facts) => rules[facts.verb].role === 'party' && !isOwn(facts),
  },
  {
    name: 'holder',
    answers:
      'Giving back somebody else’s access: it belongs to the person who holds it, not to the one who requested it',
    refuses: 'not-yours',
    isAgainst: ({ verb, person, request }) =>
      rules[verb].role === 'holder-or-administrator' &&
      !person.isAdministrator &&
      !isParty(request.target, person),
  },
];

const ofThePolicy: readonly RightCheck<AuthorizationFacts>[] = [
  {
    name: 'reassignment-rules-known',
    answers: 'Reassigning against a policy that the bot cannot read',
    refuses: 'policy',
    isAgainst: ({ verb, task }) => verb === 'reassign' && task.stepPolicy === null,
  },
  {
    name: 'reassignment-allowed',
    answers: 'A policy that names nobody to reassign to',
    refuses: 'not-offered',
    isAgainst: ({ verb, task }) => verb === 'reassign' && task.stepPolicy?.reassignTo?.length === 0,
  },
  {
    name: 'offered',
    answers: 'What the service does not offer on this task now',
    refuses: 'not-offered',
    isAgainst: (facts) => !isOffered(facts),
  },
  {
    name: 'distinct-person',
    answers: 'One person who decides two steps of a policy that wants distinct people',
    refuses: 'decided-before',
    isAgainst: (facts) =>
      wantsDistinctPeople(facts) && facts.earlier.by.some((one) => isOf(facts.person, one)),
  },
  {
    name: 'earlier-people-known',
    answers: 'The same, where nobody can tell who decided the earlier steps',
    refuses: 'policy',
    isAgainst: (facts) => wantsDistinctPeople(facts) && facts.earlier.isIncomplete,
  },
  {
    name: 'rules-known',
    answers: 'Deciding by a policy that the bot cannot read',
    refuses: 'policy',
    isAgainst: (facts) => isDecision(facts) && facts.task.stepPolicy === null,
  },
  {
    name: 'decided-here',
    answers:
      'Mode, risk and emergency that the operator leaves to the console, also by an old card and by skipping the step',
    refuses: 'in-console',
    refusal: (facts) =>
      (isDecision(facts) || facts.verb === 'skip-step') && facts.link !== null
        ? { code: facts.link }
        : null,
  },
  {
    name: 'clear-task',
    answers: 'Approving what the service contradicts itself about, cannot be read, or is not told',
    refuses: 'unclear',
    isAgainst: ({ verb, task }) => verb === 'approve' && isUnclear(task),
  },
  {
    name: 'surely-not-own',
    answers:
      'Approving what may be one’s own request, because the service tells nobody it is for or by',
    refuses: 'unclear',
    isAgainst: (facts) => facts.verb === 'approve' && isOwnPerhaps(facts),
  },
  {
    name: 'no-step-up',
    answers:
      'An approval that takes a confirmation in the browser, which the bot cannot give for a person',
    refuses: 'step-up',
    isAgainst: ({ verb, task }) => verb === 'approve' && needsStepUp(task),
  },
  {
    name: 'reason-given',
    answers: 'A policy that wants a reason',
    refuses: 'reason-needed',
    isAgainst: (facts) => needsReason(facts) && isBlank(facts.reason),
  },
];

/** What may be done with a task as it is now, and by whom. */
const authorizationChecks = [...ofTheTask, ...ofTheRole, ...ofThePolicy];

/** What differs from the clicked card; null where the action is bound to no card. */
export type CardDifference = Omit<Refusal, 'code'>;

/** Last, so that strangers do not learn what changed. */
const isAsShown: RightCheck<{ readonly difference: CardDifference | null }> = {
  name: 'is-as-shown',
  answers:
    'A request that was changed underneath an open card, so that the reviewer approves something else',
  refuses: 'changed',
  refusal: ({ difference }) => (difference === null ? null : { code: 'changed', ...difference }),
};

/** The card shows the other person by now: nobody approves for them what somebody else requested. */
const isForTheSame: RightCheck<
  Readings<TaskSnapshot, RequestHolder> & { readonly verb: ActionRight }
> = {
  name: 'is-for-the-same',
  answers:
    'A task that names another person or account than the request: the wrong one would get it',
  refuses: 'unclear',
  isAgainst: ({ verb, task, request }) => verb === 'approve' && foreignPart(task, request) !== null,
};

/** Denying, and taking access away, need nobody to be there. */
const arePeopleThere: RightCheck<{
  readonly verb: ActionRight;
  readonly task: Pick<TaskSnapshot, 'takesAway'>;
  readonly unfit: PersonRefusal | null;
}> = {
  name: 'people-there',
  answers:
    'Access for, or asked for by, somebody who left since, or whose Slack account has passed to somebody else: it can only be denied',
  refuses: 'person',
  refusal: ({ verb, task, unfit }) =>
    unfit === null || verb !== 'approve' || task.takesAway === true ? null : unfit,
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
export function authorize(facts: AuthorizationFacts): Result<void, Refusal> {
  for (const one of authorizationChecks) {
    const refusal = refusalBy(one, facts);
    if (refusal !== null) return refuse(refusal);
  }
  return ok(undefined);
}

type FactsOf<Check> = Check extends RightCheck<infer Facts> ? Facts : never;

/** Whether what the person is allowed to do is what their card showed, for who is still there. */
export function compareWithCard(
  facts: FactsOf<typeof isAsShown> & FactsOf<typeof isForTheSame> & FactsOf<typeof arePeopleThere>,
): Refusal | null {
  return (
    refusalBy(isAsShown, facts) ??
    refusalBy(isForTheSame, facts) ??
    refusalBy(arePeopleThere, facts)
  );
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
