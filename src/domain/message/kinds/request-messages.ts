/**
 * Messages about a request that is with its reviewers. Long because each stands here with its words and what leads
 * to it.
 */

import type { RequestedAccess } from '../../request/access-request.ts';
import { isDecisionUntold } from '../../request/awaited-decision.ts';
import { askedEnd } from '../../request/time-text.ts';
import { areReviewersUntold } from '../../request/untold.ts';
import { type GrantOutcome, isUnread, type OtherStep } from '../../task/task-snapshot.ts';
import { sentenceFor } from '../../text/sentence.ts';
import { entry, type Nothing, news, tell } from '../fact-object.ts';
import {
  type ListedRequest,
  type MessageContext,
  outcomeOfSubject,
  recipientOf,
  reviewersOf,
} from '../message-context.ts';
import { type MessageButton, message } from '../message-object.ts';
import { inLines, inOneLine, type Phrase, say } from '../phrase.ts';
import { emergencyPhrase, saidToBeEmergency } from './emergency-messages.ts';
import { trouble } from './trouble-messages.ts';

const whileOpen: readonly MessageButton[] = ['escalate', 'withdraw', 'correct', 'nudge'];
/** What can be done with all that was asked for in one go. */
const withAll: readonly MessageButton[] = ['withdraw-all', 'nudge-all'];

/** Said of a request whose task the bot does not read again. */
const notFollowed = [
  'You will find the decision in the governance console.',
  'Die Entscheidung steht in der Zugriffsverwaltung.',
] as const;

/** A form that no modal can hold is filled in in the console. */
export function isFormInConsole(
  task: Pick<NonNullable<MessageContext['task']>, 'otherStep'> | null,
): boolean {
  const step = task?.otherStep;
  return step?.kind === 'form' && step.inConsole;
}

/** Who decides. */
export const deciders = {
  untold: [
    'The access service does not say who decides.',
    'Der Zugriffsdienst sagt nicht, wer entscheidet.',
  ],
  named: ['{people:deciders} will decide.', 'Darüber entscheidet {people:deciders}.'],
  absent: ['[[{people:absent}.]]', '[[{people:absent}.]]'],
  deniedUnlessDecided: [
    'If nobody decides, I will deny it: {when:moment}.',
    'Ohne Entscheidung lehne ich sie ab: {when:moment}.',
  ],
} as const;

/** Which of the reviewers are away. */
export function absentPhrase(context: Pick<ListedRequest, 'task' | 'request'>): Phrase {
  return say(deciders.absent, { people: reviewersOf(context) });
}

/** Who decides next; null if the service names nobody. */
export function decidersPhrase(context: Pick<ListedRequest, 'task' | 'request'>): Phrase | null {
  const { task } = context;
  const people = reviewersOf(context);
  if (people.length > 0) return inOneLine(say(deciders.named, { people }), absentPhrase(context));
  return task !== null && areReviewersUntold(task) ? say(deciders.untold) : null;
}

/** When a delivered step is denied because nobody decided; null if it is not. */
export function denialAheadPhrase({ task }: Pick<ListedRequest, 'task'>): Phrase | null {
  const { kind, deniedAt = null } = task?.delivered ?? {};
  if (kind !== 'approval' || deniedAt === null) return null;
  return say(deciders.deniedUnlessDecided, { when: deniedAt });
}

/** What a request waits for that is no review, or the words of a policy that decided by itself. */
export const stepSentence = { step: ['{step:step}', '{step:step}'] } as const;

export function stepPhrase(step: OtherStep): Phrase {
  return say(stepSentence.step, { step });
}

/** At the end of a sentence: "until today, 18:41", "for 4 hours", "until revoked". */
export const lengths = {
  until: ['{end:end}', '{end:end}'],
  lasts: ['{period:period}', '{period:period}'],
} as const;

/** Until when, as far as that can be told. */
export function grantedTime({ grant, period }: Pick<MessageContext, 'grant' | 'period'>): Phrase {
  if (period.kind === 'unreadable' || grant === null) return say(lengths.lasts, { period });
  return say(lengths.until, { end: grant.endsAt ?? 'until-revoked' });
}

/**
 * How a request ended, by the task's outcome. `granted` stands only in the first message: another
 * one says what was granted.
 */
export const closed = {
  granted: [
    '{opening}{number} was granted {time:phrase}.',
    '{opening}{number} wurde {time:phrase} gewährt.',
  ],
  denied: ['{opening}{number} was denied.', '{opening}{number} wurde abgelehnt.'],
  error: [
    '{opening} was approved, but access could not be set up. Ask {helpers}.',
    '{opening} wurde genehmigt, aber der Zugriff ließ sich nicht einrichten. Wende dich an {helpers}.',
  ],
  'left-open': [
    '{opening} is withdrawn here, and still open in the access service.',
    '{opening} ist hier zurückgezogen und im Zugriffsdienst noch offen.',
  ],
  otherwise: ['{opening} is over: {ended:outcome}.', '{opening} ist vorbei: {ended:outcome}.'],
} as const;

export function closedPhrase(
  context: Pick<MessageContext, 'grant' | 'period' | 'request'>,
  outcome: GrantOutcome,
): Phrase {
  const { period, request } = context;
  // The period that was granted stays true; the end is told if the person had typed an end. Of more
  // time the period counts what was left as well.
  const isEnd = askedEnd(request, period) !== null || request.extendsRequestId !== null;
  const time = isEnd ? grantedTime(context) : say(lengths.lasts, { period });
  return say(sentenceFor(closed, outcome), { time, ended: { outcome, request } });
}

export const requestOpen = message()({
  kind: 'request-open',
  buttons: whileOpen,
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'named-with-absences',
  calls: 'nobody',
  changesWith: ['card', 'on-call'],
  needlessOnce: 'never',
  sentences: {
    open: ['{opening} is with the reviewers.', '{opening} liegt zur Prüfung vor.'],
    /** Instead of `open`, before what it waits for. */
    sent: ['{opening} was sent.', '{opening} ist gesendet.'],
    saidToBeEmergency,
    stepSentence,
    deciders,
    notFollowed,
    closed,
    lengths,
  },
  // It is rendered again when the request is over, and then says how it ended.
  says: (_body, context, { open, sent }) => {
    const outcome = outcomeOfSubject(context);
    if (outcome !== null) return [closedPhrase(context, outcome)];
    const { task } = context;
    const unfollowed = isUnread(task) ? say(notFollowed) : null;
    const step = task?.otherStep;
    const emergency = emergencyPhrase(context);
    if (step !== undefined) return [say(sent), emergency, stepPhrase(step), unfollowed];
    const isUntold = task !== null && isDecisionUntold(task);
    const opening = say(isUntold ? sent : open);
    const decider = decidersPhrase(context);
    return [opening, emergency, decider, denialAheadPhrase(context), unfollowed];
  },
});

/** Those asked for in one go: one message for all of them. */
export const groupOpen = message()({
  kind: 'group-open',
  buttons: withAll,
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: true,
  reviewers: 'named-with-absences',
  calls: 'nobody',
  changesWith: ['on-call'],
  needlessOnce: 'never',
  sentences: {
    /** Above the requests, each with its reviewers. */
    open: {
      requester: {
        one: ['Your request is with the reviewers:', 'Deine Anfrage liegt zur Prüfung vor:'],
        other: [
          'Your {count:count} requests are with the reviewers:',
          'Deine {count:count} Anfragen liegen zur Prüfung vor:',
        ],
      },
      reader: [
        '{requester} asked for this for you, and it is with the reviewers:',
        '{requester} hat das für dich angefragt, und es liegt zur Prüfung vor:',
      ],
      other: {
        one: [
          'Your request for {holder} is with the reviewers:',
          'Deine Anfrage für {holder} liegt zur Prüfung vor:',
        ],
        other: [
          'Your {count:count} requests for {holder} are with the reviewers:',
          'Deine {count:count} Anfragen für {holder} liegen zur Prüfung vor:',
        ],
      },
    },
    sent: {
      requester: {
        one: ['Your request was sent:', 'Deine Anfrage wurde gesendet:'],
        other: [
          'Your {count:count} requests were sent:',
          'Deine {count:count} Anfragen wurden gesendet:',
        ],
      },
      reader: ['{requester} asked for this for you:', '{requester} hat das für dich angefragt:'],
      other: {
        one: ['Your request for {holder} was sent:', 'Deine Anfrage für {holder} wurde gesendet:'],
        other: [
          'Your {count:count} requests for {holder} were sent:',
          'Deine {count:count} Anfragen für {holder} wurden gesendet:',
        ],
      },
    },
    /** When none of the requests waits any more. */
    over: ['What became of these requests:', 'Was aus diesen Anfragen wurde:'],
    overForOther: [
      'What became of these requests for {holder}:',
      'Was aus diesen Anfragen für {holder} wurde:',
    ],
    list: ['{requests:requests}', '{requests:requests}'],
    saidToBeEmergency,
    notFollowed,
    card: ['{card}', '{card}'],
  },
  says: (_body, context, sentences) => {
    const { group } = context;
    const open = group.filter((one) => one.task !== null && outcomeOfSubject(one) === null);
    const isOver = open.length === 0;
    const recipient = recipientOf(context);
    const isUntold = open.some(({ task }) => task !== null && isDecisionUntold(task));
    const openings = isUntold ? sentences.sent : sentences.open;
    const over = recipient === 'other' ? sentences.overForOther : sentences.over;
    return [
      inLines(
        isOver ? say(over) : say(openings[recipient], { count: open.length }),
        say(sentences.list, { requests: isOver ? group : open }),
        isOver ? null : emergencyPhrase(context),
        open.some(({ task }) => isUnread(task)) ? say(notFollowed) : null,
        say(sentences.card),
      ),
    ];
  },
});

/** To the requester: the card's channel cannot be used; so many reviewers got it directly. */
export const cardElsewhere = message<{ reviewers: number }>()({
  kind: 'card-elsewhere',
  buttons: [...whileOpen, ...withAll],
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: true,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
  sentences: {
    sentDirectly: [
      '{opening} went directly to its reviewers.',
      '{opening} ging direkt an die Prüfenden.',
    ],
    noReviewerKnown: [
      'I could not reach a reviewer of {request} in Slack. Tell {helpers}.',
      'Von den Personen, die über {request} entscheiden, konnte ich in Slack keine erreichen. Wende dich an {helpers}.',
    ],
    notFollowed,
  },
  says: ({ reviewers }, { task }, { sentDirectly, noReviewerKnown }) => [
    say(reviewers > 0 ? sentDirectly : noReviewerKnown),
    isUnread(task) ? say(notFollowed) : null,
  ],
});

/** To those who have to fill in a form before it goes on. */
export const formDue = message()({
  kind: 'form-due',
  buttons: ['fill-in'],
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
  sentences: {
    due: [
      '{opening} continues after you fill in a form.',
      '{opening} geht weiter, wenn du ein Formular ausgefüllt hast.',
    ],
    inConsole: [
      'Some of its questions can be answered in the governance console only.',
      'Einige der Fragen lassen sich nur in der Zugriffsverwaltung beantworten.',
    ],
  },
  says: (_body, { task }, { due, inConsole }) => [
    say(due),
    isFormInConsole(task) ? say(inConsole) : null,
  ],
});

export const requestFacts = {
  'request.asked': entry<
    Omit<RequestedAccess, 'requester' | 'account' | 'draftedBy'> &
      Partial<Pick<RequestedAccess, 'account' | 'draftedBy'>>
  >()('composed'),
  'request.created': entry<{ identityUserId: string | null; numericId: string; origin: string }>()({
    event: 'was created in the service',
  }),
  /** `asked`: the request, or the group that it was asked for in. */
  'request.open': news<{ asked: string }>()({
    tells: [
      tell('requester', requestOpen, {
        key: ({ context: { asked } }) => `open:${asked}`,
        // It said that the request waits for the service.
        updates: ({ context: { asked } }) => `waiting:${asked}`,
        body: () => ({}),
      }),
      tell('beneficiary', requestOpen, {
        key: ({ context: { asked } }) => `open:${asked}`,
        body: () => ({}),
      }),
    ],
  }),
  'group.open': news<{ asked: string }>()({
    tells: [
      tell('requester', groupOpen, {
        key: ({ context: { asked } }) => `open:${asked}`,
        // It said that the request waits for the service.
        updates: ({ context: { asked } }) => `waiting:${asked}`,
        body: () => ({}),
      }),
      tell('beneficiary', groupOpen, {
        key: ({ context: { asked } }) => `open:${asked}`,
        body: () => ({}),
      }),
    ],
  }),
  /** The requester is told where the card is instead. */
  'card.elsewhere': news<{ card: string; reviewers: number }>()({
    tells: [
      tell('requester', cardElsewhere, {
        key: ({ context: { card } }) => `elsewhere:${card}`,
        body: ({ context: { reviewers } }) => ({ reviewers }),
      }),
    ],
  }),
  /** Slack never took a card or a message for them. */
  'posting.given-up': news<{ channel: string }, 'administrators'>()({
    tells: [
      tell('administrators', trouble, {
        key: ({ context: { channel } }, { requestId }) => `undelivered:${requestId}:${channel}`,
        body: ({ context: { channel } }) => ({ what: 'undelivered', channel }) as const,
      }),
    ],
    shows: ['homes'],
  }),
  /** `was`, `is`: the identities of a Slack account with which this was asked for. */
  'account.passed-on': entry<
    { account: string; was: string; is: string },
    Nothing,
    'administrators'
  >()(
    { event: 'was asked for with a Slack account that somebody else has now' },
    {
      tells: [
        tell('administrators', trouble, {
          key: ({ detail: { account } }, { requestId }) => `passed-on:${requestId}:${account}`,
          body: ({ detail: { account } }) => ({ what: 'passed-on', account }) as const,
        }),
      ],
      shows: ['homes'],
    },
  ),
  'form.due': news<{ step: string }, 'people'>()({
    tells: [
      tell('people', formDue, {
        key: ({ context: { step } }, { requestId }) => `form:${requestId}:${step}`,
        body: () => ({}),
      }),
    ],
  }),
};
