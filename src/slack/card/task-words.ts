/** Long because cards, Home, lists and messages take their words for a task from one place. */

import { addedTime } from '../../domain/access/grant.ts';
import { roughSeconds } from '../../domain/access/wanted-end.ts';
import { holderOf, requesterName } from '../../domain/action/holder-action.ts';
import type { ListedRequest } from '../../domain/message/message-context.ts';
import { callNameOf, type IdentityPerson } from '../../domain/people/identity-person.ts';
import type { AccessRequest, Drafter } from '../../domain/request/access-request.ts';
import type { TaskPeriod } from '../../domain/request/granted-by-task.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { askedEnd } from '../../domain/request/time-text.ts';
import type { GrantOutcome, OtherStep, TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { durationPhrase } from '../../domain/text/sentence.ts';
import type { CardModel, Reach } from '../../use-cases/ports/card-contents.ts';
import { cardUrlLength, namedPeople } from '../platform/limits.ts';
import {
  bracketedNumber,
  capitalised,
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

/** By what was asked for, where the service does not tell the requested access. */
export function whatOf({ request, task }: ListedRequest): string {
  const access = task === null ? '' : accessName(task);
  return access || `${request.appName} · ${request.entitlementName}`;
}

/** "*GitHub · Platform: write* (#1042)". */
export function titleWords({ request, task }: ListedRequest): string {
  return `*${name(whatOf({ request, task }), 200)}*${task === null ? '' : numbered(task)}`;
}

/** "#1042 Ben Okafor, GitHub · Platform: write": which request a button is about, in plain text. */
export function subjectWords({ card: words }: Texts, card: CardModel): string {
  const { task, requesterName } = card;
  const who = task.takesAway === true ? (task.target?.name ?? '') : requesterName;
  return behindNumber(task, `${who || words.somebodyElse}, ${whatOf(card)}`);
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
  const firstPeople: string[] = [];
  // There may be hundreds, and escaping a name takes its time.
  for (const person of people) {
    if (firstPeople.length === namedPeople) break;
    const slackUserId = mentions.get(person.id);
    const callName = callNameOf(person);
    if (slackUserId !== undefined) firstPeople.push(mention(slackUserId));
    else if (callName !== null) firstPeople.push(name(callName, 80));
  }
  if (firstPeople.length === 0) return people.length === 0 ? '' : texts.steps.somebody;
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
  const [, inId] = /^risk(?:[-_ ]?level)?[-_ ]+(.+)$/i.exec(id) ?? [];
  const level = named ?? (inId ?? id).replace(/[-_]+/g, ' ');
  return known(requestForm.riskLevels, level.toLowerCase()) ?? (inId === undefined ? named : level);
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
  const words = step.kind === 'form' ? steps.form : steps.setUpBy;
  return capitalised(words({ people: people || steps.somebody }));
}

/** "#1042 · Crew List", in plain text. */
export function confidentialSubject({
  request,
  task,
}: {
  readonly request: Pick<Subject, 'appName'>;
  readonly task: Pick<TaskSnapshot, 'numericId'> | null;
}): string {
  const number = task === null ? '' : taskNumber(task);
  return [number, oneLine(request.appName).slice(0, 80)].filter((part) => part !== '').join(' · ');
}

/** A mention, or the service's name for the person who asked elsewhere. */
export function requesterWords({ card }: Texts, subject: Subject): string {
  if (subject.requester !== null) return mention(subject.requester.userId);
  return name(requesterName(subject, null) || card.somebodyElse, 80);
}

/** A mention where the person is known in Slack, else the service's name for them. */
export function holderWords(
  { card }: Texts,
  subject: Subject,
  task: Pick<TaskSnapshot, 'target'> | null,
): string {
  const slackUserId = holderOf(subject);
  if (slackUserId !== null) return mention(slackUserId);
  return name(task?.target?.name ?? card.somebodyElse, 80);
}

/** Which agent drafted it; empty where the person wrote it. */
export function draftedWords({ card }: Texts, drafter: Drafter | null): string {
  if (drafter === null) return '';
  return drafter.kind === 'slackbot' ? card.drafted.slackbot : card.drafted.agent(drafter);
}

/** "4 hours"; null is "until revoked". */
export function durationWords({ times }: Pick<Texts, 'times'>, seconds: number | null): string {
  return seconds === null ? times.untilRevoked : durationPhrase(times.locale, seconds);
}

/** The end of what was granted, as an end of a sentence: "until today, 18:41", "until revoked". */
export function endWords(texts: Texts, endsAt: Date | null): string {
  return endsAt === null ? texts.times.untilRevoked : texts.home.until({ when: moment(endsAt) });
}

/** The period of a task, as an end of a sentence in plain text, which holds no date: "for 6 days". */
export function periodWords(
  texts: Texts,
  asked: Pick<AccessRequest, 'timeText' | 'durationSeconds' | 'createdAt'>,
  period: TaskPeriod,
): string {
  const { times } = texts;
  if (period.kind === 'unreadable') return times.unreadable;
  if (period.kind === 'until-revoked') return times.untilRevoked;
  const { seconds } = period;
  const isLength = askedEnd(asked, period) === null;
  const duration = durationWords(texts, isLength ? seconds : roughSeconds(seconds));
  return times.forSoLong({ duration });
}

/** As a card says it: of a request for more time "for 4 hours more", which is what was asked for. */
export function cardPeriodWords(texts: Texts, card: CardModel): string {
  const added = addedOnCard(card);
  if (added === null) return periodWords(texts, card.request, card.period);
  return texts.times.forSoMuchMore({ duration: durationWords(texts, added.seconds) });
}

/** What a request for more time adds, and until when; null of any other, and where it adds nothing. */
export function addedOnCard({
  heldUntil,
  request: { durationSeconds: askedSeconds },
  task,
  period,
}: CardModel): ReturnType<typeof addedTime> {
  if (heldUntil === null || askedSeconds === null || task.createdAt === undefined) return null;
  if (period.kind !== 'lasts') return null;
  const sentAt = new Date(task.createdAt);
  return addedTime(heldUntil, { sentAt, seconds: period.seconds, askedSeconds });
}
