/**
 * Messages about requests that nobody decides. Long because each stands here with its words and what leads
 * to it.
 */

import type { Called, NextCall, Reminded } from '../../due/calls.ts';
import { isDecisionUntold } from '../../request/untold.ts';
import type { ListedRequest } from '../message-context.ts';
import { type Phrase, say } from '../phrase.ts';

/** A request, with the step that waited when the message was made. */
export interface StepSeen {
  readonly requestId: string;
  /** Empty where the service tells no step. */
  readonly stepId: string;
}

/** Above the requests that wait for their reader. */
export const waitingHeadings = {
  decisions: ['This is waiting for your decision:', 'Das wartet auf deine Entscheidung:'],
  setUps: ['This is waiting for you to set it up:', 'Das musst du noch einrichten:'],
  /** If the service does not say what became of it. */
  untold: [
    'As far as I know, this is waiting for your decision:',
    'Soweit ich weiß, wartet das auf deine Entscheidung:',
  ],
} as const;

/** Above those that nobody decided. */
export const overdueHeadings = {
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
} as const;

type Waiting = readonly Pick<ListedRequest, 'task'>[];

export function waitingHeading(group: Waiting): Phrase {
  return say(waitingHeadings[waitOf(group)]);
}

export function overdueHeading(group: Waiting, when: string): Phrase {
  return say(overdueHeadings[waitOf(group)], { when });
}

/** Which heading of each fits. */
function waitOf(group: Waiting): keyof typeof waitingHeadings {
  if (group.every(({ task }) => task?.delivered?.kind === 'provision')) return 'setUps';
  const isUntold = group.some(({ task }) => task !== null && isDecisionUntold(task));
  return isUntold ? 'untold' : 'decisions';
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
} as const;

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

/** The how-manyth reminder of an emergency this is. */
export function remindedPhrase({ count, waitedSeconds }: Reminded): Phrase {
  return say(calls.reminded, { count, seconds: wholeMinutes(waitedSeconds) });
}

/** Offers the requester emergency access. */
export const emergencyOffer = [
  'If it cannot wait, ask for emergency access on my Home tab.',
  'Wenn es nicht warten kann, frag auf meinem Home-Tab Notfallzugriff an.',
] as const;
