/**
 * Messages about requests that nobody decides. Long because each stands here with its words and what leads
 * to it.
 */

import type { Called, NextCall, Reminded } from '../../due/calls.ts';
import { isDecisionUntold } from '../../request/awaited-decision.ts';
import type { ListedRequest } from '../message-context.ts';
import { message } from '../message-object.ts';
import { inLines, inOneLine, type Phrase, say } from '../phrase.ts';

/** A request, with the step that waited when the message was made. */
export interface StepSeen {
  readonly requestId: string;
  /** Empty where the service tells no step. */
  readonly stepId: string;
}

/** Above the requests that wait: what they wait for. */
const headings = {
  list: {
    decisions: ['This is waiting for your decision:', 'Das wartet auf deine Entscheidung:'],
    setUps: ['This is waiting for you to set it up:', 'Das musst du noch einrichten:'],
    /** If the service does not say what became of it. */
    untold: [
      'As far as I know, this is waiting for your decision:',
      'Soweit ich weiß, wartet das auf deine Entscheidung:',
    ],
  },
  overdue: {
    decisions: [
      'Nobody had decided on this by {when:moment}:',
      'Bis {when:moment} hat darüber niemand entschieden:',
    ],
    setUps: [
      'Nobody had set this up by {when:moment}:',
      'Bis {when:moment} hat das niemand eingerichtet:',
    ],
    untold: [
      'By {when:moment} I did not know of a decision on this:',
      'Bis {when:moment} war mir hierzu keine Entscheidung bekannt:',
    ],
  },
} as const;

type Waiting = readonly Pick<ListedRequest, 'task'>[];

/** Which heading of each fits. */
function waitOf(group: Waiting): 'decisions' | 'setUps' | 'untold' {
  const areSetUps = group.every(({ task }) => task?.delivered?.kind === 'provision');
  if (areSetUps) return 'setUps';
  return group.some(isUntold) ? 'untold' : 'decisions';
}

export function waitingHeading(group: Waiting): Phrase {
  return say(listSentences.headings[waitOf(group)]);
}

/** Whether the service does not tell if somebody has decided. */
function isUntold({ task }: Pick<ListedRequest, 'task'>): boolean {
  return task !== null && isDecisionUntold(task);
}

/** Who was called, and who is called next. */
export const calls = {
  next: [
    'If nobody decides by {when:moment}, I tell {people:called}.',
    'Wenn bis {when:moment} niemand entscheidet, sage ich {people:called} Bescheid.',
  ],
  reminded: [
    'Reminder {count:count}, after {seconds:duration} without a decision.',
    'Erinnerung {count:count}, nach {seconds:duration} ohne Entscheidung.',
  ],
  lastReminded: [
    'Reminder {count:count}, the last one, after {seconds:duration} without a decision.',
    'Erinnerung {count:count}, die letzte, nach {seconds:duration} ohne Entscheidung.',
  ],
  nobodyAfter: ['Nobody else is told after this.', 'Danach sage ich niemandem mehr Bescheid.'],
} as const;

/** What a list says above its requests. */
export const listSentences = { headings: headings.list, calls } as const;

/** "If nobody decides by 03:20, I tell Hana."; null if nobody is left. */
export function nextCallPhrase(next: NextCall | null): Phrase | null {
  if (next === null || isNobody(next)) return null;
  return say(calls.next, { when: new Date(next.atMs), people: next });
}

export function isNobody({ people, count, channels }: Called): boolean {
  return people.length === 0 && channels.length === 0 && count === 0;
}

/** In seconds; at least one. */
export function wholeMinutes(seconds: number): number {
  return Math.max(1, Math.floor(seconds / 60)) * 60;
}

/** The how-manyth reminder of an emergency this is, and what follows the last one. */
export function remindedPhrase(reminded: Reminded | undefined): Phrase | null {
  if (reminded === undefined) return null;
  const { count, waitedSeconds, isLast, next } = reminded;
  const seconds = wholeMinutes(waitedSeconds);
  if (!isLast) return say(calls.reminded, { count, seconds });
  const then = nextCallPhrase(next) ?? say(calls.nobodyAfter);
  return inOneLine(say(calls.lastReminded, { count, seconds }), then);
}

/** Offers the requester emergency access. */
export const emergencyOffer = [
  'If it cannot wait, ask for emergency access on my Home tab.',
  'Wenn es nicht warten kann, frag auf meinem Home-Tab Notfallzugriff an.',
] as const;

/**
 * To the people whom a tier of the escalation names: nobody had decided on these. `group`: mentioned;
 * `at`: in ISO 8601.
 */
export const overdue = message<{
  readonly about: readonly StepSeen[];
  readonly group: string | null;
  readonly at: string;
}>()({
  kind: 'overdue',
  links: 'none',
  quotes: null,
  readers: 'escalation-tier',
  sentences: {
    called: ['[[{group:group}: ]]{heading:phrase}', '[[{group:group}: ]]{heading:phrase}'],
    waiting: ['{waiting}', '{waiting}'],
    headings: headings.overdue,
  },
  says: ({ group, at: when }, context, { called, waiting }) => {
    const heading = say(headings.overdue[waitOf(context.group)], { when });
    return [inLines(say(called, { group, heading }), say(waiting))];
  },
});
