/** Long because cards, Home, lists and messages take their words for a task from one place. */

import { namedReviewers } from '../../domain/action/authorization.ts';
import { callNameOf, type IdentityPerson } from '../../domain/people/identity-person.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { ShownTask } from '../../domain/request/task-period.ts';
import { isToCome } from '../../domain/request/task-to-come.ts';
import { areReviewersUntold } from '../../domain/request/untold.ts';
import {
  type GrantOutcome,
  isOpen,
  isStepOf,
  type OtherStep,
  type TaskSnapshot,
} from '../../domain/task/task-snapshot.ts';
import type { CardModel, Reach, ReviewRecord } from '../../use-cases/ports/card-contents.ts';
import type { NoticeContext } from '../../use-cases/ports/chat-ports.ts';
import { cardUrlLength, namedPeople } from '../platform/limits.ts';
import {
  bracketedNumber,
  link,
  listed,
  mention,
  moment,
  name,
  namesCounted,
  oneLine,
} from '../platform/text.ts';
import type { Texts } from '../texts.ts';

/** "#1042", or nothing if the service gives no number. */
export function taskNumber(task: Pick<TaskSnapshot, 'numericId'>): string {
  return task.numericId === '' ? '' : `#${task.numericId}`;
}

/** " (#1042)" behind what it is the number of, or nothing. */
export function numbered(task: Pick<TaskSnapshot, 'numericId'>): string {
  return bracketedNumber(task.numericId);
}

/** "#1042 GitHub", in plain text. */
export function behindNumber(task: Pick<TaskSnapshot, 'numericId'>, words: string): string {
  return task.numericId === '' ? words : `${taskNumber(task)} ${words}`;
}

/** The requested access in plain text: app and entitlement. */
export function accessName(task: Pick<TaskSnapshot, 'appName' | 'entitlements'>): string {
  const entitlements = task.entitlements.map((one) => one.name).filter((one) => one.trim() !== '');
  return [task.appName, entitlements.join(', ')].filter((part) => part.trim() !== '').join(' · ');
}

/** "#1042 Ben Okafor, GitHub · Platform: write": which request a button is about, in plain text. */
export function subjectWords({ card: words }: Texts, card: CardModel): string {
  const { task, request, requesterName } = card;
  const who = task.takesAway === true ? (task.target?.name ?? '') : requesterName;
  const what = accessName(task) || `${request.appName} · ${request.entitlementName}`;
  return behindNumber(task, `${who || words.somebodyElse}, ${what}`);
}

/**
 * An unknown outcome is shown as the service names it. A request that its requester cancelled is
 * shown as withdrawn.
 */
export function outcomeWords(
  { card }: Texts,
  outcome: GrantOutcome,
  { state }: Pick<AccessRequest, 'state'>,
): string {
  const named = outcome === 'cancelled' && state === 'withdrawn' ? state : outcome;
  return known(card.outcomes, named) ?? card.otherOutcome({ outcome });
}

/** The words for a name of the service, if it is known. */
export function known<Word>(
  words: Readonly<Record<string, Word>>,
  named: string,
): Word | undefined {
  return Object.hasOwn(words, named) ? words[named] : undefined;
}

/**
 * People by mention if they are known in Slack, else by name or email; the rest is counted. An id
 * is no name: if nobody can be named, it is "somebody". Empty without people.
 */
export function peopleWords(
  texts: Texts,
  people: readonly IdentityPerson[],
  mentions: ReadonlyMap<string, string>,
  last: 'and' | 'or',
): string {
  const nameable = people.flatMap((person) => {
    const slackUserId = mentions.get(person.id);
    if (slackUserId !== undefined) return [mention(slackUserId)];
    const callName = callNameOf(person);
    return callName === null ? [] : [name(callName, 80)];
  });
  if (nameable.length === 0) return people.length === 0 ? '' : texts.steps.somebody;
  const firstPeople = nameable.slice(0, namedPeople);
  if (people.length > firstPeople.length) firstPeople.push(`${firstPeople.pop()} …`);
  return listedAndMore(texts, firstPeople, people.length, last);
}

/** "Ana, Ben, Cho, Dee, Eva or 3 more". */
export function listedAndMore(
  texts: Texts,
  shown: readonly string[],
  all: number,
  last: 'and' | 'or',
): string {
  const more = all === shown.length ? [] : [texts.lists.more({ count: all - shown.length })];
  return listed(texts, [...shown, ...more], last);
}

/** The people who may decide and are not away; if all are away, all of them. */
export function waitedFor(
  people: readonly IdentityPerson[],
  { away }: Pick<Reach, 'away'>,
): readonly IdentityPerson[] {
  const present = people.filter((one) => !away.has(one.id));
  return present.length === 0 ? people : present;
}

/** Which of these people are away; never why. Empty where all of them are there. */
export function awayWords(
  texts: Texts,
  people: readonly IdentityPerson[],
  { mentions, away }: Reach,
): string {
  const gone = people.filter((one) => away.has(one.id));
  if (gone.length === 0) return '';
  const who = peopleWords(texts, gone, mentions, 'and');
  return gone.length === people.length ? texts.steps.awayAll({ who }) : texts.steps.away({ who });
}

/** "Ana, Ben or 3 more", of names that are not escaped yet. */
export function countedNames(texts: Texts, names: readonly string[], last: 'and' | 'or'): string {
  return namesCounted(countingIn(texts), names, last);
}

/** How lists and numbers are written. */
export function countingIn({ times, lists }: Texts): Parameters<typeof namesCounted>[0] {
  return { locale: times.locale, more: (count) => lists.more({ count }) };
}

/**
 * The decision on the step that the card shows, made or being made: with one, another click could
 * only lose.
 */
export function decisionOfStep({ reviews, task }: CardModel): ReviewRecord | undefined {
  const own = reviews.filter((review) => isStepOf(review, task));
  return (
    own.find((review) => review.state === 'done') ??
    own.find((review) => review.state === 'sending') ??
    own[0]
  );
}

/** "Approved by Ana, today at 10:14". */
export function reviewWords(texts: Texts, card: CardModel, review: ReviewRecord): string {
  const parts = { who: mention(review.by.userId), when: moment(review.at) };
  const { approvedBy, deniedBy, beforeEmergency } = texts.card;
  const words = review.verb === 'approve' ? approvedBy(parts) : deniedBy(parts);
  return isOfThisReview(card, review) ? words : beforeEmergency({ review: words });
}

/** An approval from before the request became an emergency is not why access is set up. */
function isOfThisReview({ becameEmergencyAt }: CardModel, { at }: ReviewRecord): boolean {
  return becameEmergencyAt === null || at >= becameEmergencyAt;
}

/** The governance console inside a sentence: a link if one is configured and short enough. */
export function consoleWords({ home }: Texts, consoleUrl: string | null): string {
  return consoleUrl === null || consoleUrl.length > cardUrlLength
    ? home.console
    : link(consoleUrl, home.console);
}

/** That it cannot be known what a request or an access is now. A channel reads it: it mentions nobody. */
export function cannotTellWords(texts: Texts, consoleUrl: string | null): string {
  return texts.card.unclear({ console: consoleWords(texts, consoleUrl) });
}

/**
 * "Risk: medium", by the tenant's word for it; without one by an id that is a word, like
 * `risk-medium`. Empty for any other id: people cannot read it.
 */
export function riskWords(texts: Texts, id: string, named: string | null): string {
  const risk = riskWord(texts, id, named);
  return risk === null ? '' : texts.card.risk({ risk: name(risk) });
}

/** The word for a risk, as it came; null where none is told. */
export function riskWord({ requestForm }: Texts, id: string, named: string | null): string | null {
  const { inId, level } = riskLevelOf(id, named);
  return known(requestForm.riskLevels, level.toLowerCase()) ?? (inId === undefined ? named : level);
}

function riskLevelOf(
  id: string,
  named: string | null,
): { readonly inId?: string | undefined; readonly level: string } {
  const [, inId] = /^risk(?:[-_ ]?level)?[-_ ]+(.+)$/i.exec(id) ?? [];
  return { inId, level: named ?? (inId ?? id).replace(/[-_]+/g, ' ') };
}

const risksUpwards: readonly string[] = ['low', 'medium', 'high', 'critical'];

/**
 * "Highest risk: high" for several. A tenant's own words have no known order, so they are all
 * named.
 */
export function highestRiskWords(
  texts: Texts,
  ids: readonly string[],
  names: Readonly<Record<string, string>>,
): string {
  const risks = ids.flatMap((id) => {
    const named = known(names, id) ?? null;
    const word = riskWord(texts, id, named);
    const rank = risksUpwards.indexOf(riskLevelOf(id, named).level.toLowerCase());
    return word === null ? [] : [{ word: name(word), rank }];
  });
  const [highest] = risks.toSorted((one, other) => other.rank - one.rank);
  if (highest === undefined) return '';
  const { wholeGroup } = texts.card;
  if (risks.every(({ rank }) => rank >= 0)) return wholeGroup.highest({ risk: highest.word });
  return wholeGroup.risks({
    risks: listed(texts, [...new Set(risks.map(({ word }) => word))], 'and'),
  });
}

/**
 * In a sentence, what a step without review waits for; the same for the requester and for
 * reviewers.
 */
export function stepWords(
  texts: Texts,
  step: OtherStep,
  mentions: ReadonlyMap<string, string> = new Map(),
): string {
  const { steps } = texts;
  if (step.kind === 'wait') {
    if (step.until !== null) return steps.waitUntil({ when: moment(new Date(step.until)) });
    return step.what.trim() === '' ? steps.waiting : steps.waitFor({ what: name(step.what, 150) });
  }
  if ('said' in step && step.said?.trim())
    return `${steps[step.kind]} ${steps.itSays({ said: name(step.said, 300) })}`;
  if (!('people' in step)) return steps[step.kind];
  const people = peopleWords(texts, step.people, mentions, 'or');
  if (step.kind === 'form') return steps.form({ people: people || steps.somebody });
  return ['', steps.somebody].includes(people) ? steps.setUpBySomebody : steps.setUpBy({ people });
}

/** The words of a policy that decided automatically; empty if it did not, or has not yet. */
export function verdictWords(texts: Texts, task: ShownTask | null): string {
  return task?.otherStep === undefined || isOpen(task) ? '' : stepWords(texts, task.otherStep);
}

/** The reviewers or the current step, while the task is open. */
export function stateWords(texts: Texts, card: CardModel): string {
  const { state } = texts.card;
  const { task, waitCause } = card;
  if (isToCome(task)) return known(state.unsent, waitCause ?? '') ?? state.unsent.other;
  const decision = decisionOfStep(card);
  if (decision !== undefined) {
    const by = { who: mention(decision.by.userId) };
    if (decision.state === 'done') return stepDecisionWords(texts, task, decision);
    return decision.verb === 'approve' ? state.beingApprovedBy(by) : state.beingDeniedBy(by);
  }
  if (task.outcome === 'error') return state.failing;
  const { otherStep } = task;
  const doneReviews = card.reviews.filter(
    (one) => one.state === 'done' && isOfThisReview(card, one),
  );
  const wasApproved =
    task.approvers.length > 0 || doneReviews.some(({ verb }) => verb === 'approve');
  if (otherStep !== undefined && !(otherStep.kind === 'set-up' && wasApproved)) {
    return stepWords(texts, otherStep, card.mentions);
  }
  if (task.stepApprovers.length > 0) {
    const people = namedReviewers(task, card.request);
    if (people.length === 0) return state.nobody;
    const waiters = peopleWords(texts, waitedFor(people, card), card.mentions, 'or');
    const waiting = state.waitingFor({ people: waiters });
    return [waiting, handoverWords(texts, card), awayWords(texts, people, card)]
      .filter((words) => words !== '')
      .join('. ');
  }
  const last = doneReviews.at(-1);
  if (last !== undefined) return stepDecisionWords(texts, task, last);
  if (task.approvers.length > 0) return state.approved;
  if (!areReviewersUntold(task)) return state.nobody;
  return state.unclear({ unclear: cannotTellWords(texts, card.consoleUrl) });
}

/** The reviewer before and the reviewer now. */
function handoverWords(texts: Texts, { task, request, mentions }: CardModel): string {
  const { handedOver } = task;
  // In the name of somebody who is mentioned in the thread: the service knows the bot alone.
  if (handedOver?.how === 'reassigned' && handedOver.from.id === task.createdBy?.id) return '';
  const from =
    handedOver === undefined ? '' : peopleWords(texts, [handedOver.from], mentions, 'and');
  if (handedOver === undefined || from === '') return '';
  const people = peopleWords(texts, namedReviewers(task, request), mentions, 'or');
  return texts.steps[handedOver.how === 'delegated' ? 'inPlaceOf' : 'passedOn']({ people, from });
}

export type IsConfidential = (appId: string) => boolean;

type Subject = Pick<NoticeContext, 'request' | 'task'> & {
  readonly grant?: { readonly endedAt: Date | null } | null;
};

/**
 * All that a channel reads of a request for a confidential app: its number, its app, and its state.
 * In plain text.
 */
export function confidentialWords(texts: Texts, subject: Subject): string {
  const { request, task } = subject;
  const isUrgent = task === null ? request.emergency : task.emergency;
  return `${isUrgent ? '🚨' : '🔒'} ${confidentialSubject(subject)}: ${stateOf(texts, subject)}`;
}

/** "#1042 · Crew List", in plain text. */
export function confidentialSubject({
  request,
  task,
}: {
  readonly request: Pick<Subject['request'], 'appName'>;
  readonly task: Pick<TaskSnapshot, 'numericId'> | null;
}): string {
  const number = task === null ? '' : taskNumber(task);
  return [number, oneLine(request.appName).slice(0, 80)].filter((part) => part !== '').join(' · ');
}

function stateOf(texts: Texts, { request, task, grant = null }: Subject): string {
  const { card, home } = texts;
  if (task === null || (isToCome(task) && isOpen(task))) return home.untasked;
  if (grant !== null && grant.endedAt !== null) return home.groups.ended;
  if (!isOpen(task)) return oneLine(outcomeWords(texts, task.outcome, request)).slice(0, 40);
  return task.stepApprovers.length > 0 ? card.confidential.waiting : home.beingSetUp;
}

/** What somebody decided on the current step, whether it gives access or takes it away. */
function stepDecisionWords(
  { card: { state } }: Texts,
  { takesAway }: Pick<TaskSnapshot, 'takesAway'>,
  { verb, by }: ReviewRecord,
): string {
  const who = { who: mention(by.userId) };
  if (takesAway === true)
    return verb === 'approve' ? state.removalApprovedBy(who) : state.removalDeniedBy(who);
  return verb === 'approve' ? state.approvedBy(who) : state.deniedBy(who);
}
