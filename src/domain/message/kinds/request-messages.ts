/** Messages about a request that is with its reviewers. */

import type { RequestedAccess } from '../../request/access-request.ts';
import { entry, news, tell } from '../fact-object.ts';
import {
  composedMessage,
  type MessageButton,
  type MessageState,
  message,
} from '../message-object.ts';

const whileOpen: readonly MessageButton[] = ['escalate', 'withdraw', 'correct', 'nudge'];
/** What can be done with all that was asked for in one go. */
const withAll: readonly MessageButton[] = ['withdraw-all', 'nudge-all'];

/** Of a request whose task the bot does not read again. */
export const notFollowed = [
  'You will find the decision in the governance console.',
  'Die Entscheidung steht in der Zugriffsverwaltung.',
] as const;

/** A form that no modal can hold is filled in in the console. */
export function isFormInConsole(task: MessageState['task']): boolean {
  const step = task?.otherStep;
  return step?.kind === 'form' && step.inConsole;
}

export const requestOpen = composedMessage()({
  kind: 'request-open',
  buttons: whileOpen,
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'named-with-absences',
  calls: 'nobody',
  changesWith: ['card'],
  needlessOnce: 'never',
});

/** Those asked for in one go: one message for all of them. */
export const groupOpen = composedMessage()({
  kind: 'group-open',
  buttons: withAll,
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: true,
  reviewers: 'named-with-absences',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
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
  says: ({ reviewers }, { isFollowed }) => [
    reviewers > 0 ? 'sentDirectly' : 'noReviewerKnown',
    ...(isFollowed ? [] : ['notFollowed' as const]),
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
  says: (_, { task }) => (isFormInConsole(task) ? ['due', 'inConsole'] : ['due']),
});

export const requestFacts = {
  'request.asked': entry<
    Omit<RequestedAccess, 'requester' | 'account'> & Partial<Pick<RequestedAccess, 'account'>>
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
  'form.due': news<{ step: string }, 'people'>()({
    tells: [
      tell('people', formDue, {
        key: ({ context: { step } }, { requestId }) => `form:${requestId}:${step}`,
        body: () => ({}),
      }),
    ],
  }),
};
