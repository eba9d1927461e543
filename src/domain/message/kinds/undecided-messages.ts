/**
 * Messages about requests that nobody decides. Long because each stands here with its words and what leads
 * to it.
 */

import type { Called, NextCall, Reminded } from '../../due/calls.ts';
import { namesOf } from '../../people/identity-person.ts';
import { isDecisionUntold } from '../../request/awaited-decision.ts';
import { asItSays, type KeyedMessage, news, tell } from '../fact-object.ts';
import {
  type ListedRequest,
  type MessageContext,
  outcomeOfSubject,
  reviewersOf,
  type SettledRequest,
} from '../message-context.ts';
import { type BodyOf, message } from '../message-object.ts';
import { inLines, inOneLine, type Phrase, type Phrases, say } from '../phrase.ts';

/**
 * A request, with the step that waited when the message was made: where it was decided since, the
 * message leaves it out.
 */
export interface StepSeen {
  readonly requestId: string;
  /** Empty where the service tells no step. */
  readonly stepId: string;
  /** Only in reminders of an emergency. */
  readonly reminded?: Reminded;
  /** Only in reminders: as whom the reader decides. */
  readonly reviewerId?: string;
}

interface ListedSteps {
  readonly about: readonly StepSeen[];
}

/** `group`: mentioned. */
interface ListForGroup extends ListedSteps {
  readonly group: string | null;
}

/** Above the requests that wait: what they wait for. */
const headings = {
  decisions: {
    reminder: ['This is waiting for your decision:', 'Das wartet auf deine Entscheidung:'],
    overdue: ['Nobody has decided on this yet:', 'Darüber hat noch niemand entschieden:'],
  },
  setUps: {
    reminder: ['This is waiting for you to set it up:', 'Das musst du noch einrichten:'],
    overdue: ['Nobody has set this up yet:', 'Das hat noch niemand eingerichtet:'],
  },
  /** If the service does not say what became of it. */
  untold: {
    reminder: [
      'As far as I know, this is waiting for your decision:',
      'Soweit ich weiß, wartet das auf deine Entscheidung:',
    ],
    overdue: [
      'I do not know of a decision on this yet:',
      'Hierzu ist mir noch keine Entscheidung bekannt:',
    ],
  },
} as const;

export function waitingHeading(
  kind: 'reminder' | 'overdue',
  group: readonly ListedRequest[],
): Phrase {
  const areSetUps = group.every(({ task }) => task?.delivered?.kind === 'provision');
  if (areSetUps) return say(headings.setUps[kind]);
  return say(headings[group.some(isUntold) ? 'untold' : 'decisions'][kind]);
}

/** Whether the service does not tell if somebody has decided. */
function isUntold({ task }: Pick<ListedRequest, 'task'>): boolean {
  return task !== null && isDecisionUntold(task);
}

/** What became of a request that a message said was waiting. */
const settled = {
  approve: [
    '{who:mention} approved this {when:moment}.',
    '{who:mention} hat das {when:moment} genehmigt.',
  ],
  deny: [
    '{who:mention} denied this {when:moment}.',
    '{who:mention} hat das {when:moment} abgelehnt.',
  ],
  movedOn: [
    'this step is over, and the next one waits.',
    'dieser Schritt ist vorbei, und der nächste wartet.',
  ],
  handedOn: ['{names:people} will decide.', 'Darüber entscheidet {names:people}.'],
  ended: ['{ended:outcome}.', '{ended:outcome}.'],
  /** A line for each. */
  list: ['{settled}', '{settled}'],
} as const;

/** Who decided and when; then how it ended, if the decision does not say so. */
export function settledPhrase(subject: SettledRequest): Phrase {
  const { request, decision } = subject;
  if (subject.isHandedOn === true) {
    const names = namesOf(reviewersOf(subject));
    return names.length === 0 ? say(settled.movedOn) : say(settled.handedOn, { names });
  }
  const outcome = outcomeOfSubject(subject);
  const end = outcome === null ? null : say(settled.ended, { ended: { outcome, request } });
  if (decision === null) return end ?? say(settled.movedOn);
  const { verb, by, at } = decision;
  const isSaid = outcome === (verb === 'deny' ? 'denied' : 'granted');
  return inOneLine(say(settled[verb], { who: by.userId, when: at }), isSaid ? null : end);
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

/** A single request's count comes first: then no two reminders begin alike. */
function remindedAbove(group: readonly RemindedRequest[]): Phrase | null {
  const [first, ...others] = group;
  return others.length > 0 ? null : remindedPhrase(first?.reminded);
}

/** One of several requests has its count of reminders in its own line. */
export function remindedInLine(
  { reminded }: RemindedRequest,
  group: readonly RemindedRequest[],
): Phrase | null {
  return group.length > 1 ? remindedPhrase(reminded) : null;
}

type RemindedRequest = Pick<MessageContext['group'][number], 'reminded'>;

/** The list of what waits, below what it waits for. */
const list = {
  called: ['[[{group:group}: ]]{heading:phrase}', '[[{group:group}: ]]{heading:phrase}'],
  waiting: ['{waiting}', '{waiting}'],
  headings,
  settled,
  calls,
} as const;

/** Undecided requests, for a reviewer or for the people of an escalation tier. */
function listPhrases(
  kind: 'reminder' | 'overdue',
  { group }: ListForGroup,
  context: MessageContext,
): Phrases {
  if (context.group.length === 0) return [say(settled.list)];
  const heading = inOneLine(remindedAbove(context.group), waitingHeading(kind, context.group));
  return [inLines(say(list.called, { group, heading }), say(list.waiting), say(settled.list))];
}

/** To a reviewer: these wait for them. */
export const reminder = message<ListForGroup>()({
  kind: 'reminder',
  buttons: ['decide', 'snooze'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  changesWith: ['requests', 'settled'],
  sentences: list,
  says: (body, context) => listPhrases('reminder', body, context),
});

/** Offers the requester emergency access. */
export const emergencyOffer = [
  'If it cannot wait, ask for emergency access on my Home tab.',
  'Wenn es nicht warten kann, frag auf meinem Home-Tab Notfallzugriff an.',
] as const;

/** To the people whom a tier of the escalation names: nobody has decided on these. */
export const overdue = message<ListForGroup>()({
  kind: 'overdue',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'escalation-tier',
  waitsFor: 'nothing',
  changesWith: ['requests', 'settled'],
  sentences: list,
  says: (body, context) => listPhrases('overdue', body, context),
});

type ListingBody = BodyOf<typeof reminder | typeof overdue>;

export const undecidedFacts = {
  /** A card in a channel that names nobody calls nobody, so its reviewers are told directly. */
  'reviewers.called': news<{ stepId: string; occasion: string }, 'people'>()({
    tells: [
      tell('people', reminder, {
        key: ({ context: { occasion } }, { requestId }) => `waits:${requestId}:${occasion}`,
        body: ({ requestId, context: { stepId } }) => ({
          about: [{ requestId: requestId ?? '', stepId }],
          group: null,
        }),
      }),
    ],
  }),
  /** What is due by the clock. */
  'step.waiting': news<KeyedMessage<ListingBody>, 'place'>()({
    tells: [asItSays('place', ({ context: { key } }) => key)],
  }),
};
