import type { CardModel, ReviewRecord } from '../../domain/card.ts';
import {
  type GrantOutcome,
  type IdentityPerson,
  isNamed,
  isStepOf,
  type TaskSnapshot,
} from '../../domain/task-snapshot.ts';
import { cardUrlLength, namedPeople } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { link, listed, mention, moment, name } from './text.ts';

/** "#1042", or nothing where the service tells no number. */
export function taskNumber(task: Pick<TaskSnapshot, 'numericId'>): string {
  return task.numericId === '' ? '' : `#${task.numericId}`;
}

/** " (#1042)" behind what it is the number of, or nothing. */
export function numbered(task: Pick<TaskSnapshot, 'numericId'>): string {
  return task.numericId === '' ? '' : ` (${name(taskNumber(task), 40)})`;
}

/** What is asked for, in plain text: app and entitlement. */
export function accessName(task: TaskSnapshot): string {
  const entitlements = task.entitlements.map((one) => one.name).filter((one) => one.trim() !== '');
  return [task.appName, entitlements.join(', ')].filter((part) => part.trim() !== '').join(' · ');
}

/** An outcome that nobody knows yet is shown as the service names it. */
export function outcomeWords({ card }: Texts, outcome: GrantOutcome): string {
  return known(card.outcomes, outcome) ?? card.otherOutcome({ outcome });
}

/** The words of what the service names, where they are known. */
export function known<Word>(words: Readonly<Record<string, Word>>, named: string): Word | undefined {
  return Object.hasOwn(words, named) ? words[named] : undefined;
}

/**
 * People by mention where they are known in Slack, else by name; the rest is counted. An id is no name: where nobody can be named, it is
 * "somebody". Empty without people.
 */
export function peopleWords(
  texts: Texts,
  people: readonly IdentityPerson[],
  mentions: ReadonlyMap<string, string>,
  last: 'and' | 'or',
): string {
  const words = people.flatMap((person) => {
    const slackUserId = mentions.get(person.id);
    if (slackUserId !== undefined) return [mention(slackUserId)];
    return isNamed(person) ? [name(person.name, 80)] : [];
  });
  if (words.length === 0) return people.length === 0 ? '' : texts.steps.somebody;
  const shown = words.slice(0, namedPeople);
  const count = people.length - shown.length;
  if (count === 0) return listed(texts, shown, last);
  return `${shown.join(', ')} … ${texts.lists[last]} ${texts.lists.more({ count })}`;
}

/** Which of these people are away, and who decides instead; never why. Empty where all of them are there. */
export function awayWords(
  texts: Texts,
  people: readonly IdentityPerson[],
  { mentions, away }: Pick<CardModel, 'mentions' | 'away'>,
): string {
  const gone = people.filter((one) => away.has(one.id));
  const present = people.filter((one) => !away.has(one.id));
  if (gone.length === 0) return '';
  const who = peopleWords(texts, gone, mentions, 'and');
  if (present.length === 0) return texts.steps.awayAll({ who });
  return texts.steps.away({ who, people: peopleWords(texts, present, mentions, 'or') });
}

/** A sentence names so many people before it counts. */
const namesInSentence = 5;

/** "Ana or Ben", "Ana, Ben, Cho, Dee, Eva or 3 more": names that are not escaped yet. */
export function countedNames(texts: Texts, names: readonly string[], last: 'and' | 'or'): string {
  const shown = names.slice(0, namesInSentence).map((one) => name(one, 80));
  const count = names.length - shown.length;
  if (count === 0) return listed(texts, shown, last);
  return `${shown.join(', ')} ${texts.lists[last]} ${texts.lists.more({ count })}`;
}

/** The decision on the step that the card shows, made or being made: with one, another click could only lose. */
export function decisionOfStep({ reviews, task }: CardModel): ReviewRecord | undefined {
  const own = reviews.filter((review) => isStepOf(review, task));
  return own.find((review) => review.state === 'done') ?? own.find((review) => review.state === 'acting') ?? own[0];
}

/** "Approved by Ana, today at 10:14". */
export function reviewWords(texts: Texts, review: ReviewRecord): string {
  const parts = { who: mention(review.by.userId), when: moment(texts, review.at) };
  return review.verb === 'approve' ? texts.card.approvedBy(parts) : texts.card.deniedBy(parts);
}

/** The governance console inside a sentence: as a link where one is configured whose length fits. */
export function consoleWords({ home }: Texts, consoleUrl: string | null): string {
  return consoleUrl === null || consoleUrl.length > cardUrlLength ? home.console : link(consoleUrl, home.console);
}

/**
 * "Risk: medium", by the tenant's word for it; without one by an id that is a word, like `risk-medium`. Empty for any other id: people
 * cannot read it.
 */
export function riskWords({ card, requestForm }: Texts, id: string, named: string | null): string {
  const [, inId] = /^risk(?:[-_ ]?level)?[-_ ]+(.+)$/i.exec(id) ?? [];
  const level = named ?? (inId ?? id).replace(/[-_]+/g, ' ');
  const risk = known(requestForm.riskLevels, level.toLowerCase()) ?? (inId === undefined ? named : level);
  return risk === null ? '' : card.risk({ risk: name(risk) });
}
