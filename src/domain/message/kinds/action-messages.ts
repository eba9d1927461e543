/**
 * Messages about what people do beside deciding. Long because each stands here with its words and what leads
 * to it.
 */

import { type ActionKind, actionKinds } from '../../action/action.ts';
import type { ActionDetail } from '../../action/holder-action.ts';
import type { DecisionKind } from '../../action/review.ts';
import { isUnread } from '../../task/task-snapshot.ts';
import { entry } from '../fact-object.ts';
import { type MessageContext, reviewersOf } from '../message-context.ts';
import { type Phrase, say } from '../phrase.ts';
import { stepPhrase, stepSentence } from './request-messages.ts';

/** Who did what. */
const acts = {
  withdraw: ['{who:actor} withdrew {request}.', '{who:actor} hat {request} zurückgezogen.'],
  nudge: [
    '{who:actor} asks for a decision on {request}.',
    '{who:actor} bittet um eine Entscheidung über {request}.',
  ],
  /** Below the question. */
  ask: [
    '{who:actor} asks this about {request}.',
    '{who:actor} stellt diese Rückfrage. Es geht um {request}.',
  ],
  answer: [
    '{who:actor} answered about {request}:',
    '{who:actor} hat geantwortet. Es geht um {request}:',
  ],
  comment: ['{who:actor} commented on {request}:', '{who:actor} hat {request} kommentiert:'],
  reassign: [
    '{who:actor} handed {request} to others.',
    '{who:actor} hat {request} anderen übergeben.',
  ],
  shorten: ['{who:actor} shortened {request}.', '{who:actor} hat die Dauer verkürzt: {request}.'],
  'fill-in': [
    '{who:actor} filled in the form for {request}.',
    '{who:actor} hat das Formular für {request} ausgefüllt.',
  ],
  'set-up': [
    '{who:actor} set up the access for {request}.',
    '{who:actor} hat den Zugriff eingerichtet: {request}.',
  ],
  'cannot-set-up': [
    '{who:actor} could not set up the access for {request}.',
    '{who:actor} konnte den Zugriff nicht einrichten: {request}.',
  ],
  'skip-step': [
    '{who:actor} skipped a step of {request}.',
    '{who:actor} hat einen Schritt von {request} übersprungen.',
  ],
  restart: [
    '{who:actor} restarted the review of {request}.',
    '{who:actor} hat die Prüfung von {request} neu begonnen.',
  ],
  'retry-provisioning': [
    '{who:actor} retried the set-up of {request}.',
    '{who:actor} hat die Einrichtung neu angestoßen. Es geht um {request}.',
  ],
  close: ['{who:actor} closed {request}.', '{who:actor} hat {request} geschlossen.'],
  escalate: [
    '{who:actor} asked for emergency access to {whatForWhom}.',
    '{who:actor} hat Notfallzugriff auf {whatForWhom} angefragt.',
  ],
} as const;

/** To whoever did it. */
const ownActs = {
  withdraw: ['You withdrew {request}.', 'Du hast {request} zurückgezogen.'],
  nudge: [
    'I asked the reviewers again for a decision on {request}.',
    'Ich habe noch einmal um eine Entscheidung über {request} gebeten.',
  ],
  escalate: [
    'You asked for emergency access to {whatForWhom}.',
    'Du hast Notfallzugriff auf {whatForWhom} angefragt.',
  ],
} as const;

/** A withdrawal that somebody did not choose as such, but by what they did. */
const insteadOfWithdrawn = {
  /** It makes room for a corrected request. */
  corrected: {
    own: [
      'You corrected {request}. The corrected one follows.',
      'Du hast {request} berichtigt. Die berichtigte folgt.',
    ],
    others: [
      '{who:actor} corrected {request}. The corrected one follows.',
      '{who:actor} hat {request} berichtigt. Die berichtigte folgt.',
    ],
  },
  /** It was a request for more time with that access. */
  givenBack: {
    own: [
      'You gave the access back, so {request} is withdrawn.',
      'Du hast den Zugriff zurückgegeben. Damit ist {request} zurückgezogen.',
    ],
    others: [
      '{who:actor} gave the access back, so {request} is withdrawn.',
      '{who:actor} hat den Zugriff zurückgegeben. Damit ist {request} zurückgezogen.',
    ],
  },
} as const;

/** Said of a withdrawn request that is still open in the service. */
const leftOpen = {
  /** To reviewers. */
  closeIt: [
    'The access service has not closed it: deny it on its card, or close it in the governance console.',
    'Der Zugriffsdienst hat sie nicht geschlossen: Lehne sie auf ihrer Karte ab, oder schließe sie in der Zugriffsverwaltung.',
  ],
  /** To reviewers, calling them. */
  closeItPeople: [
    '{people:reviewers}: the access service has not closed it. Deny it on its card, or close it in the governance console.',
    '{people:reviewers}: Der Zugriffsdienst hat sie nicht geschlossen. Lehnt sie auf ihrer Karte ab, oder schließt sie in der Zugriffsverwaltung.',
  ],
  /** To the requester, and to the person it is for. */
  toHolders: [
    'The access service has not closed it: it stays open there until a reviewer closes or denies it.',
    'Der Zugriffsdienst hat sie nicht geschlossen: Dort bleibt sie offen, bis eine prüfende Person sie schließt oder ablehnt.',
  ],
  unread: [
    'I cannot tell whether the access service has closed it, or granted it before. Look in the governance console.',
    'Ob der Zugriffsdienst sie geschlossen oder vorher gewährt hat, kann ich nicht sagen. Sieh in der Zugriffsverwaltung nach.',
  ],
} as const;

/** The next step for a withdrawn request that the service could not close. */
export function leftOpenPhrase(
  context: Pick<MessageContext, 'request' | 'task' | 'reader'>,
): Phrase {
  // The service took the answer that ends the task, and does not show the end yet.
  if (context.task?.otherStep?.kind === 'processing') return stepPhrase({ kind: 'processing' });
  if (isUnread(context.task)) return say(leftOpen.unread);
  if (context.reader !== 'anybody') return say(leftOpen.toHolders);
  const people = reviewersOf(context);
  return people.length === 0 ? say(leftOpen.closeIt) : say(leftOpen.closeItPeople, { people });
}

export const shortened = {
  shortenedTo: ['The time is now {seconds:duration}.', 'Die Dauer ist jetzt: {seconds:duration}.'],
} as const;

export function shortenedPhrase(seconds: number | null): Phrase | null {
  return seconds === null ? null : say(shortened.shortenedTo, { seconds });
}

/** Above a question, when it was answered. */
const answeredQuestion = [
  'Answered: {who:actor} asked about {request}.',
  'Beantwortet. {who:actor} hatte eine Rückfrage, es ging um {request}.',
] as const;

/** For what people are shown of their own requests. */
export const actedSentences = {
  acts,
  ownActs,
  insteadOfWithdrawn,
  answeredQuestion,
  leftOpen,
  stepSentence,
} as const;

type OtherActionKind = Exclude<ActionKind, DecisionKind>;

/** How the trail says that somebody did it: “Ana commented on #1018”. */
const deeds = {
  ask: 'asked the requester about',
  answer: 'answered about',
  comment: 'commented on',
  reassign: 'reassigned',
  shorten: 'shortened',
  nudge: 'asked again for a decision on',
  withdraw: 'withdrew',
  escalate: 'escalated',
  'give-back': 'gave back the access of',
  'fill-in': 'filled in the form of',
  'set-up': 'set up by hand',
  'cannot-set-up': 'could not set up',
  'skip-step': 'skipped a step of',
  restart: 'restarted',
  'retry-provisioning': 'tried the set-up again of',
  close: 'closed',
} as const satisfies Readonly<Record<OtherActionKind, string>>;

const doneEntry = (kind: OtherActionKind) =>
  entry<{ reason: string } & Partial<ActionDetail>>({ deed: deeds[kind] });

type FactsOfActions = {
  readonly [Kind in `${OtherActionKind}.done`]: ReturnType<typeof doneEntry>;
};

/** One for each kind of action. The overload says what the compiler cannot follow through the names. */
function factsOfActions(): FactsOfActions;
function factsOfActions(): object {
  const kinds = actionKinds.filter((kind) => kind !== 'approve' && kind !== 'deny');
  return Object.fromEntries(kinds.map((kind) => [`${kind}.done`, doneEntry(kind)]));
}

export const actionFacts = {
  ...factsOfActions(),
  'let-end.done': entry({ deed: 'lets the access end of' }),
};
