/**
 * Messages about a request that is with its reviewers. Long because each stands here with its words and what leads
 * to it.
 */

import { areReviewersUntold, isEmergency } from '../../request/untold.ts';
import type { GrantOutcome, OtherStep } from '../../task/task-snapshot.ts';
import { sentenceFor } from '../../text/sentence.ts';
import { type ListedRequest, type MessageContext, reviewersOf } from '../message-context.ts';
import { inOneLine, type Phrase, type Phrases, say } from '../phrase.ts';

/** Said of a request whose task the bot does not read again. */
export const notFollowed = [
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
function absentPhrase(context: Pick<ListedRequest, 'task' | 'request'>): Phrase {
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
export function stepPhrase(step: OtherStep): Phrase {
  return say(['{step:step}', '{step:step}'], { step });
}

/** How a request ended without access, by the task's outcome. */
export const closed = {
  denied: ['{opening}{number} was denied.', '{opening}{number} wurde abgelehnt.'],
  error: [
    '{opening} was approved, but access could not be set up. Ask {helpers}.',
    '{opening} wurde genehmigt, aber der Zugriff ließ sich nicht einrichten. Wende dich an {helpers}.',
  ],
  otherwise: ['{opening} is over: {outcome:outcome}.', '{opening} ist vorbei: {outcome:outcome}.'],
} as const;

export function closedPhrase(outcome: GrantOutcome): Phrase {
  return say(sentenceFor(closed, outcome), { outcome });
}

export const formSentences = {
  due: [
    '{opening} continues after you fill in a form.',
    '{opening} geht weiter, wenn du ein Formular ausgefüllt hast.',
  ],
  inConsole: [
    'Some of its questions can be answered in the governance console only.',
    'Einige der Fragen lassen sich nur in der Zugriffsverwaltung beantworten.',
  ],
} as const;

/** The reader has to fill in a form before it goes on. */
export function formPhrases(task: Parameters<typeof isFormInConsole>[0]): Phrases {
  return [say(formSentences.due), isFormInConsole(task) ? say(formSentences.inConsole) : null];
}

export const saidToBeEmergency = {
  called: [
    'It is an emergency: I told {channel:everybody}. If it cannot wait, ask there.',
    'Es ist ein Notfall: In {channel:everybody} habe ich Bescheid gesagt. Wenn es nicht warten kann, frag dort.',
  ],
  uncalled: ['It is an emergency.', 'Es ist ein Notfall.'],
} as const;

/**
 * Says that a request is an emergency, and where on-call reads of it: a person in need must not
 * assume that help is under way. null of any other request.
 */
export function emergencyPhrase({
  request,
  task,
  onCallCard,
}: Pick<MessageContext, 'request' | 'task'> & {
  readonly onCallCard: { readonly channel: string } | null;
}): Phrase | null {
  if (!(task === null ? request.emergency : isEmergency(task, request))) return null;
  if (onCallCard === null) return say(saidToBeEmergency.uncalled);
  return say(saidToBeEmergency.called, { channel: [onCallCard] });
}

export const hadEmergency = [
  '{holder} had emergency access to {what} for {seconds:duration}, from {from:moment}.',
  '{holder} hatte {seconds:duration} lang Notfallzugriff auf {what}, Beginn {from:moment}.',
] as const;

/** The follow-up of an emergency, before how it ended. */
export function hadEmergencyPhrase(from: Date, endedAt: Date): Phrase {
  const seconds = Math.max(0, Math.round((endedAt.getTime() - from.getTime()) / 1_000));
  return say(hadEmergency, { seconds, from });
}
