/**
 * What happened, as the stand-ins know it: tasks and what was done to them, cards, messages, pings.
 * Nothing is asked of the bot.
 */
import type { ShownMessage } from '../../sandbox/workspace/client.ts';
import { wordsOf } from '../support/asking.ts';
import type { ClickableWorld, SlackWorld } from '../support/bot-world.ts';

type Counts = ReadonlyMap<string, number>;

export interface Truth {
  /** Tasks by kind, state and outcome, and everything that was done to them. */
  readonly tasks: Counts;
  /** By conversation. */
  readonly cards: Counts;
  /** What cards say. */
  readonly cardWords: Counts;
  /** What everybody in a channel or a thread reads, pings among it. */
  readonly channelWords: Counts;
  /** What one person reads: direct messages, and answers that only they see. */
  readonly personalWords: Counts;
}

/** Everybody who has a part in a case. */
export const people = ['U0BEN', 'U0ANA', 'U0FATIMA', 'U0CHEN', 'U0GORAN', 'U0HANA'] as const;

export function truthOf(world: ClickableWorld, shows: readonly string[] = []): Truth {
  const tasks: string[] = [];
  for (const task of world.governance.tasks()) {
    tasks.push(`a ${task.kind} task, ${task.state}, ${task.outcome}`);
    for (const { what } of task.events) tasks.push(`${task.kind}: ${what}`);
  }
  const cards: string[] = [];
  const cardWords: string[] = [];
  const channelWords: string[] = [];
  const personalWords: string[] = [...shows];
  const seen = new Set<string>();
  for (const person of people) {
    for (const { id, kind } of world.client.conversations(person)) {
      const where = kind === 'dm' ? person : id;
      for (const message of world.client
        .messages(person, id)
        .flatMap((one) => [one, ...one.replies])) {
        const key = `${id} ${message.ts} ${message.ephemeral ? person : ''}`;
        if (seen.has(key) || message.author.kind !== 'bot') continue;
        seen.add(key);
        if (message.metadata?.event_type === 'access_card') {
          cards.push(`a card in ${where}`);
          cardWords.push(`card in ${where}: ${plain(wordsOf(message))}`);
        } else if (kind === 'dm' || message.ephemeral)
          personalWords.push(`${person} reads: ${wordsIn(message)}`);
        else channelWords.push(`${where} reads: ${wordsIn(message)}`);
      }
    }
  }
  return {
    tasks: counted(tasks),
    cards: counted(cards),
    cardWords: counted(cardWords),
    channelWords: counted(channelWords),
    personalWords: counted(personalWords),
  };
}

const wordsIn = (message: ShownMessage): string => plain(message.text);

const unkept = /This click was not saved|not certain that this was saved/;

/** Whether somebody reads that what they did was not saved, although Slack got its ack. */
export const isUnkept = (words: string): boolean => unkept.test(words);

/** What a person reads below messages, or directly, of clicks that were not saved. */
export function unkeptClicks(world: SlackWorld, person: string): readonly string[] {
  return world.client
    .conversations(person)
    .flatMap(({ id }) => world.client.messages(person, id))
    .flatMap((one) => [one, ...one.replies])
    .filter((one) => one.author.kind === 'bot' && isUnkept(one.text))
    .map((one) => one.text);
}

/** Without what differs from run to run: times, numbers, addresses. */
function plain(words: string): string {
  return (
    words
      .replaceAll(/<!date\^[^>]*>/g, 'TIME')
      .replaceAll(/https?:\/\/[^|>\s]+/g, 'URL')
      .replaceAll(/task-[\w-]+/g, 'TASK')
      .replaceAll(/\d+/g, '#')
      // What is left of an hour is told by the minute: "2 hours" a moment earlier is "1 hour 59
      // minutes".
      .replaceAll(/# (?:day|hour|minute|second)s?(?: # (?:day|hour|minute|second)s?)*/g, 'LENGTH')
      .replaceAll(/\s+/g, ' ')
  );
}

function counted(all: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** What there is less of than there should be. */
export function missing(expected: Counts, actual: Counts): readonly string[] {
  return [...expected].filter(([key, count]) => (actual.get(key) ?? 0) < count).map(([key]) => key);
}

/** What there is more than once, and more often than it should be. */
export function tooMany(expected: Counts, actual: Counts): readonly string[] {
  return [...actual]
    .filter(([key, count]) => count > Math.max(1, expected.get(key) ?? 0))
    .map(([key]) => key);
}

/** A message that is sent after its card was deleted has no link to it. */
export function withoutLinksToCards(counts: Counts): Counts {
  const shorter = new Map<string, number>();
  for (const [words, count] of counts) {
    const key = words.replace('<URL|See request> · ', '');
    shorter.set(key, (shorter.get(key) ?? 0) + count);
  }
  return shorter;
}
