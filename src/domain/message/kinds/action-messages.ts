/**
 * Messages about what people do beside deciding. Long because each stands here with its words and what leads
 * to it.
 */

import type { ActionKind } from '../../action/action.ts';
import type { ActionDetail } from '../../action/holder-action.ts';
import type { Refusal } from '../../refusals/refusals.ts';
import { isUnread } from '../../task/task-snapshot.ts';
import { entry, type FactObject } from '../fact-object.ts';
import { type MessageContext, reviewersOf } from '../message-context.ts';
import { type Phrase, say } from '../phrase.ts';
import type { HeldDetail } from './access-messages.ts';
import { stepPhrase } from './request-messages.ts';

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
  /** To reviewers, calling them. */
  closeIt: [
    '[[{people:reviewers}: ]]The access service has not closed it. Deny it on its card, or close it in the governance console.',
    '[[{people:reviewers}: ]]Der Zugriffsdienst hat sie nicht geschlossen. Bitte auf ihrer Karte ablehnen oder in der Zugriffsverwaltung schließen.',
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
  return say(leftOpen.closeIt, { people: reviewersOf(context) });
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
} as const;

/** `verb`: what was refused. */
interface RefusalDetail extends Partial<HeldDetail> {
  readonly verb: ActionKind | 'settlement';
  readonly refusal: Refusal;
  readonly stepId?: string;
}

/** `deed`: how the trail says that somebody did it: “Ana commented on #1018”. */
const doneEntry = (deed: string): FactObject<{ reason: string } & Partial<ActionDetail>> =>
  entry({ deed });

export const actionFacts = {
  'ask.done': doneEntry('asked the requester about'),
  'answer.done': doneEntry('answered about'),
  'comment.done': doneEntry('commented on'),
  'reassign.done': doneEntry('reassigned'),
  'shorten.done': doneEntry('shortened'),
  'nudge.done': doneEntry('asked again for a decision on'),
  'withdraw.done': doneEntry('withdrew'),
  'escalate.done': doneEntry('escalated'),
  'give-back.done': doneEntry('gave back the access of'),
  'fill-in.done': doneEntry('filled in the form of'),
  'set-up.done': doneEntry('set up by hand'),
  'cannot-set-up.done': doneEntry('could not set up'),
  'skip-step.done': doneEntry('skipped a step of'),
  'restart.done': doneEntry('restarted'),
  'retry-provisioning.done': doneEntry('tried the set-up again of'),
  'close.done': doneEntry('closed'),
  'let-end.done': entry({ deed: 'lets the access end of' }),
  /** What somebody wanted to do was not done, and why. */
  'click.refused': entry<RefusalDetail>('composed'),
};
