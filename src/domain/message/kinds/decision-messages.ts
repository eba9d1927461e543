import { type GrantOutcome, isOpen, type TaskSnapshot } from '../../task/task-snapshot.ts';
import { hasIt, type MessageContext } from '../message-context.ts';
import { type Phrase, type Phrases, say } from '../phrase.ts';
import { accessOverPhrase, endOfAccess } from './access-messages.ts';
import { closed, closedPhrase, stepPhrase } from './request-messages.ts';

/** How a request ended. `deniedBy`: by the people who denied it, if known. */
export const endedSentences = {
  deniedBy: [
    '{opening} was denied by {people:everybody}.',
    '{opening} wurde von {people:everybody} abgelehnt.',
  ],
  closed,
  youHave: ['✅ You have {what} {time:phrase}.', '✅ Du hast {what} {time:phrase}.'],
  theyHave: ['✅ {holder} has {what} {time:phrase}.', '✅ {holder} hat {what} {time:phrase}.'],
  endOfAccess,
} as const;

/** `isOverdue`: where the reader is told of that. */
type GrantedContext = Pick<MessageContext, 'request' | 'reader' | 'grant' | 'period'> & {
  readonly isOverdue?: boolean;
};

function grantedPhrase(context: GrantedContext): Phrase {
  const { grant, period, isOverdue = false } = context;
  const over = accessOverPhrase({ grant, isOverdue });
  if (over !== null) return over;
  const { youHave, theyHave } = endedSentences;
  // Until when, as far as that can be told.
  const time =
    grant === null || period.kind === 'unreadable'
      ? say(['{period:period}', '{period:period}'], { period })
      : say(['{end:end}', '{end:end}'], { end: grant.endsAt ?? 'until-revoked' });
  return say(hasIt(context) ? youHave : theyHave, { time });
}

export function endedPhrase(
  context: GrantedContext,
  outcome: GrantOutcome,
  byNames: readonly string[],
): Phrase {
  if (outcome === 'granted') return grantedPhrase(context);
  const people = byNames.slice(0, 3).map((name) => ({ name }));
  if (outcome !== 'denied' || people.length === 0) return closedPhrase(outcome);
  return say(endedSentences.deniedBy, { people });
}

/** The words of a policy that decided automatically; null if it did not, or has not yet. */
export function verdictPhrase({ task }: Pick<MessageContext, 'task'>): Phrase | null {
  return task?.otherStep === undefined || isOpen(task) ? null : stepPhrase(task.otherStep);
}

export const decidedSentences = {
  undecided: [
    'Nobody decided in time, so I denied {request}.',
    'Niemand hat rechtzeitig entschieden. Darum habe ich abgelehnt: {request}.',
  ],
  oneMoreStep: ['One more step to go.', 'Ein Schritt fehlt noch.'],
} as const;

/** That a request ended, and without access. */
export function endOfRequestPhrase(task: TaskSnapshot, isUndecided: boolean): Phrases {
  if (isUndecided) return [say(decidedSentences.undecided)];
  return [closedPhrase(task.outcome), verdictPhrase({ task })];
}
