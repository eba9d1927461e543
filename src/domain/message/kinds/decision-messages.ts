import { type GrantOutcome, isOpen, type TaskSnapshot } from '../../task/task-snapshot.ts';
import { entry } from '../fact-object.ts';
import { hasIt, type MessageContext } from '../message-context.ts';
import { message } from '../message-object.ts';
import { type Phrase, type Phrases, say } from '../phrase.ts';
import { accessOverPhrase, endOfAccess, notEnded } from './access-messages.ts';
import {
  closed,
  closedPhrase,
  grantedTime,
  lengths,
  stepPhrase,
  stepSentence,
} from './request-messages.ts';

/** What was granted. */
const granted = {
  youHave: ['✅ You have {what} {time:phrase}.', '✅ Du hast {what} {time:phrase}.'],
  theyHave: ['✅ {holder} has {what} {time:phrase}.', '✅ {holder} hat {what} {time:phrase}.'],
  lengths,
  endOfAccess,
  notEnded,
} as const;

/** How a request ended. `byNames`: the people who denied it, if known. */
const over = {
  deniedBy: [
    '{opening} was denied by {people:everybody}.',
    '{opening} wurde von {people:everybody} abgelehnt.',
  ],
  closed,
  granted,
  stepSentence,
} as const;

/** `isOverdue`: where the reader is told of that. */
type GrantedContext = Pick<MessageContext, 'request' | 'reader' | 'grant' | 'period'> & {
  readonly isOverdue?: boolean;
};

function grantedPhrase(context: GrantedContext): Phrase {
  const over = accessOverPhrase({ ...context, isOverdue: context.isOverdue === true });
  const have = hasIt(context) ? granted.youHave : granted.theyHave;
  return over ?? say(have, { time: grantedTime(context) });
}

export function endedPhrase(
  context: GrantedContext,
  outcome: GrantOutcome,
  byNames: readonly string[],
): Phrase {
  if (outcome === 'granted') return grantedPhrase(context);
  const people = byNames.slice(0, 3).map((name) => ({ name }));
  if (outcome !== 'denied' || people.length === 0) return closedPhrase(context, outcome);
  return say(over.deniedBy, { people });
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
export function endOfRequestPhrase(
  { request, task }: Pick<MessageContext, 'request'> & { readonly task: TaskSnapshot },
  isUndecided: boolean,
): Phrases {
  if (isUndecided) return [say(decidedSentences.undecided)];
  return [closedPhrase({ request }, task.outcome), verdictPhrase({ task })];
}

/**
 * A request that was made elsewhere ended, to one who asked for the same here. `follower`: whether
 * they made it, and are to have it.
 */
export const ended = message<{
  outcome: GrantOutcome;
  byNames: readonly string[];
  follower: { readonly isCreator: boolean; readonly isTarget: boolean };
}>()({
  kind: 'ended',
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  sentences: over,
  says: ({ outcome, byNames }, context) => [
    endedPhrase(context, outcome, byNames),
    verdictPhrase(context),
  ],
});

interface DecisionDetail {
  readonly stepId: string;
  readonly identityUserId: string | null;
  readonly reason: string;
  readonly durationSeconds: number | null;
}

interface TaskDetail {
  readonly state: TaskSnapshot['state'];
  readonly outcome: GrantOutcome;
  readonly stepId: string | null;
}

/** When access began and ends, in ISO 8601; absent where none was granted. */
export interface GrantedDetail {
  readonly startedAt?: string;
  readonly endsAt?: string;
}

export const decisionFacts = {
  'review.approved': entry<DecisionDetail>({ deed: 'approved' }),
  'review.denied': entry<DecisionDetail>({ deed: 'denied' }),
  'review.self-approved': entry<{ stepId: string; identityUserId: string }>({
    event: 'has a step that the bot’s own account approved, and nobody in Slack',
  }),
  /** A request that was made elsewhere is shown from now on. */
  'task.found': entry<{ origin: string; appId: string; entitlementId: string }>({
    event: 'was made elsewhere and is shown from now on',
  }),
  'task.closed': entry<TaskDetail & GrantedDetail>({ event: 'was closed' }),
  'task.reopened': entry<TaskDetail>({ event: 'was opened again' }),
  'task.step-advanced': entry<TaskDetail>('composed'),
};
