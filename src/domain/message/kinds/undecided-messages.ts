/**
 * Messages about requests that nobody decides. Long because each stands here with its words and what leads
 * to it.
 */

import type { Called, CallMade, NextCall, Reminded } from '../../due/calls.ts';
import { namesOf } from '../../people/identity-person.ts';
import { isDecisionUntold } from '../../request/awaited-decision.ts';
import { isOpen } from '../../task/task-snapshot.ts';
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
import { absentPhrase, deciders, decidersPhrase } from './request-messages.ts';

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
const calls = {
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
function nextCallPhrase(next: NextCall | null): Phrase | null {
  if (next === null || isNobody(next)) return null;
  return say(calls.next, { when: new Date(next.atMs), people: next });
}

function isNobody({ people, count, channels }: Called): boolean {
  return people.length === 0 && channels.length === 0 && count === 0;
}

/** The how-manyth reminder of an emergency this is, and what follows the last one. */
export function remindedPhrase(reminded: Reminded | undefined): Phrase | null {
  if (reminded === undefined) return null;
  const { count, waitedSeconds, isLast, next } = reminded;
  const seconds = Math.max(1, Math.floor(waitedSeconds / 60)) * 60;
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
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['requests', 'settled'],
  sentences: list,
  says: (body, context) => listPhrases('reminder', body, context),
});

/** To the people whom a tier of the escalation names: nobody has decided on these. */
export const overdue = message<ListForGroup>()({
  kind: 'overdue',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'escalation-tier',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['requests', 'settled'],
  sentences: list,
  says: (body, context) => listPhrases('overdue', body, context),
});

/** To a requester for whom an emergency is offered. */
export const emergencyOffer = [
  'If it cannot wait, ask for emergency access on my Home tab.',
  'Wenn es nicht warten kann, frag auf meinem Home-Tab Notfallzugriff an.',
] as const;

/**
 * To the requester: who was called because nobody has decided, and who is next.
 */
export const overdueTold = message<
  ListedSteps & {
    calls: readonly CallMade[];
    offersEmergency: boolean;
    /** null for any other request. */
    emergency: { readonly next: NextCall | null } | null;
  }
>()({
  kind: 'overdue-told',
  buttons: ({ offersEmergency, emergency }) => {
    if (emergency !== null) return ['nudge'];
    return offersEmergency ? ['escalate'] : [];
  },
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'named-with-absences',
  calls: 'nobody',
  changesWith: ['settled'],
  sentences: {
    undecided: [
      'Nobody has decided on {request} yet.',
      'Über {request} hat noch niemand entschieden.',
    ],
    untold: [
      'The access service does not say whether somebody has decided on {request}.',
      'Der Zugriffsdienst sagt nicht, ob schon entschieden wurde. Es geht um {request}.',
    ],
    called: {
      reminded: [
        '• {when:moment}: I reminded {people:called}.',
        '• {when:moment}: Ich habe {people:called} erinnert.',
      ],
      told: [
        '• {when:moment}: I told {people:called}.',
        '• {when:moment}: Ich habe {people:called} Bescheid gesagt.',
      ],
    },
    meanwhile: [
      'You can nudge the reviewers, or phone on-call.',
      'Du kannst an die Prüfung erinnern oder die Bereitschaft anrufen.',
    ],
    /** The last words, once everybody was called. */
    nobodyNext: [
      'Still urgent? Phone on-call, or message {helpers}.',
      'Immer noch dringend? Ruf die Bereitschaft an, oder wende dich an {helpers}.',
    ],
    nobodyToTell: [
      'I found nobody else to tell. Ask {helpers}.',
      'Sonst fand ich niemanden. Wende dich an {helpers}.',
    ],
    emergencyOffer,
    next: calls.next,
    deciders,
    settled,
  },
  says: (body, context, sentences) => {
    const { offersEmergency, emergency } = body;
    const { task, group } = context;
    const callLines = body.calls.map((call) =>
      say(sentences.called[call.kind], { when: new Date(call.atMs), people: call }),
    );
    if (group.length === 0 && context.settled.length > 0)
      return [inLines(say(settled.list), ...callLines)];
    const head = say(isUntold(context) ? sentences.untold : sentences.undecided);
    if (emergency !== null) {
      const next = nextCallPhrase(emergency.next);
      return [
        inLines(
          inOneLine(head, decidersPhrase(context)),
          ...callLines,
          next === null ? say(sentences.nobodyNext) : inOneLine(next, say(sentences.meanwhile)),
        ),
      ];
    }
    const isOffered = offersEmergency && task !== null && isOpen(task);
    return [
      inLines(
        inOneLine(head, absentPhrase(context)),
        ...callLines,
        callLines.length > 0 || offersEmergency ? null : say(sentences.nobodyToTell),
        isOffered ? say(emergencyOffer) : null,
      ),
    ];
  },
});

type ListingBody = BodyOf<typeof reminder | typeof overdue | typeof overdueTold>;

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
