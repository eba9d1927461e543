/**
 * Messages about decisions, and about what comes of a request. Long because each stands here with its words and what leads
 * to it.
 */

import type { DecisionKind } from '../../action/review.ts';
import type { SlackActor } from '../../request/access-request.ts';
import type { LateEnd } from '../../request/task-period.ts';
import {
  type GrantOutcome,
  isOpen,
  type OtherStep,
  type TaskSnapshot,
} from '../../task/task-snapshot.ts';
import {
  asItSays,
  entry,
  type FactAbout,
  type FactOf,
  type Key,
  type Nothing,
  news,
  type Occasion,
  type ReadyMessage,
  type Shape,
  tell,
} from '../fact-object.ts';
import { hasIt, type MessageContext, outcomeOfSubject, recipientOf } from '../message-context.ts';
import { type BodyOf, message } from '../message-object.ts';
import { inOneLine, type Phrase, type Phrases, say } from '../phrase.ts';
import { accessOverPhrase, endOfAccess, notEnded } from './access-messages.ts';
import { type ActedBody, shortened, shortenedPhrase } from './action-messages.ts';
import {
  closed,
  closedPhrase,
  deciders,
  decidersPhrase,
  denialAheadPhrase,
  grantedTime,
  lengths,
  stepPhrase,
  stepSentence,
} from './request-messages.ts';
import { trouble } from './trouble-messages.ts';

/**
 * What comes of a decision: another step, the access being set up, or the end of the request.
 * `pending`: not known yet; it is settled before the message is sent.
 */
export type DecisionNext =
  | { readonly kind: 'step' | 'set-up' | 'pending' }
  /** The request waits for something that is no review. */
  | { readonly kind: 'other-step'; readonly step: OtherStep }
  | { readonly kind: 'ended'; readonly outcome: GrantOutcome };

/**
 * What comes of a decision by this reading. `isStepDecided`: the step it shows is decided already,
 * because readings lag.
 */
export function decisionNext(task: TaskSnapshot, isStepDecided: boolean): DecisionNext {
  if (!isOpen(task)) return { kind: 'ended', outcome: task.outcome };
  const { otherStep } = task;
  if (otherStep !== undefined && otherStep.kind !== 'set-up')
    return { kind: 'other-step', step: otherStep };
  return { kind: task.stepApprovers.length > 0 && !isStepDecided ? 'step' : 'pending' };
}

/** The thread says what to do after any other outcome. */
function isPlainOutcome(outcome: GrantOutcome): boolean {
  return outcome === 'granted' || outcome === 'denied';
}

interface DecidedFields {
  readonly verb: DecisionKind;
  readonly by: SlackActor;
  readonly reason: string;
  readonly next: DecisionNext;
  /** For how long it was approved, where that is less than was asked for. */
  readonly durationSeconds?: number | null;
}

/** What was granted. */
const granted = {
  youHave: ['✅ You have {what} {time:phrase}.', '✅ Du hast {what} {time:phrase}.'],
  theyHave: ['✅ {holder} has {what} {time:phrase}.', '✅ {holder} hat {what} {time:phrase}.'],
  late: [
    'That is {seconds:duration} later than you asked for.',
    'Das ist {seconds:duration} später als angefragt.',
  ],
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

/** `late`, `isOverdue`: where the reader is told of that. */
type GrantedContext = Pick<MessageContext, 'request' | 'reader' | 'grant' | 'period'> & {
  readonly late?: LateEnd | null;
  readonly isOverdue?: boolean;
};

function grantedPhrase(context: GrantedContext): Phrase {
  const { reader, late = null, isOverdue = false } = context;
  const over = accessOverPhrase({ ...context, isOverdue });
  if (over !== null) return over;
  const have = hasIt(context) ? granted.youHave : granted.theyHave;
  const time = grantedTime(context);
  const isLate = late !== null && reader !== 'anybody';
  return inOneLine(say(have, { time }), isLate ? say(granted.late, late) : null);
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
  approved: ['{who:mention} approved {request}.', '{who:mention} hat {request} genehmigt.'],
  denied: ['{who:mention} denied {request}.', '{who:mention} hat {request} abgelehnt.'],
  undecided: [
    'Nobody decided in time, so I denied {request}.',
    'Niemand hat rechtzeitig entschieden. Darum habe ich abgelehnt: {request}.',
  ],
  oneMoreStep: ['One more step to go.', 'Ein Schritt fehlt noch.'],
} as const;

const { approved: approvedRequest, oneMoreStep } = decidedSentences;

export const decided = message<DecidedFields>()({
  kind: 'decided',
  buttons: [],
  links: 'request-and-console',
  quotes: ({ reason }) => (reason === '' ? null : { kind: 'reason', text: reason }),
  readers: 'concerned',
  waitsFor: ({ next }) => (next.kind === 'pending' ? 'outcome' : 'nothing'),
  isOncePerGroup: false,
  reviewers: ({ next }) => (next.kind === 'step' ? 'named-with-absences' : 'left-out'),
  // An updated card calls nobody: the reviewers of the next step are called in its thread.
  calls: ({ next }) => (next.kind === 'step' ? 'reviewers' : 'nobody'),
  changesWith: ['under-way'],
  needlessOnce: (body) => (isOnCard(body) ? 'card-shows-it' : 'never'),
  sentences: {
    approved: approvedRequest,
    denied: ['{who:mention} denied {request}.', '{who:mention} hat {request} abgelehnt.'],
    oneMoreStep,
    shortened,
    deciders,
    over,
  },
  says: (body, context, { denied }) => {
    const { verb, next, durationSeconds = null } = body;
    const who = body.by.userId;
    if (verb === 'deny') return [say(denied, { who })];
    if (next.kind === 'ended') return approvedAndEnded(context, who, next.outcome);
    const approved = [say(approvedRequest, { who }), shortenedPhrase(durationSeconds)];
    // Another message says how it ended.
    if (outcomeOfSubject(context) !== null) return approved;
    if (next.kind === 'step') return [...approved, ...nextStepPhrases(context)];
    return [...approved, stepPhrase(next.kind === 'other-step' ? next.step : { kind: 'set-up' })];
  },
});

/** The next step, of a request that is under way. */
function nextStepPhrases(context: MessageContext): Phrases {
  const step = context.task?.otherStep;
  if (step !== undefined) return [stepPhrase(step)];
  return [say(oneMoreStep), decidersPhrase(context), denialAheadPhrase(context)];
}

function approvedAndEnded(context: MessageContext, who: string, outcome: GrantOutcome): Phrases {
  const isGranted = outcome === 'granted';
  // The sentence about the access names it, and usually the requester.
  const isNamed = isGranted && context.reader === 'anybody' && recipientOf(context) === 'requester';
  const approved = say(
    approvedRequest,
    { who },
    { request: isNamed ? 'theRequest' : 'bareRequest' },
  );
  // The card above names the access.
  if (context.isUnderCard === true && isGranted) return [approved];
  const endOfRequest = endedPhrase(context, outcome, []);
  const verdict = verdictPhrase(context);
  // People look for the access first. An outcome other than the decision comes last.
  return isGranted ? [endOfRequest, approved, verdict] : [approved, endOfRequest, verdict];
}

/** Whether the card says all of it: who decided, and what came of that. It calls nobody. */
function isOnCard({ reason, next }: DecidedFields): boolean {
  if (reason !== '') return false;
  return next.kind === 'set-up' || (next.kind === 'ended' && isPlainOutcome(next.outcome));
}

/**
 * `isUndecided`: the bot denied it, because nobody decided in time. `follower`: only of a request
 * made elsewhere, to one who asked for the same here: whether they made it, and are to have it.
 */
export const ended = message<{
  outcome: GrantOutcome;
  byNames: readonly string[];
  isUndecided?: true;
  follower?: { readonly isCreator: boolean; readonly isTarget: boolean };
}>()({
  kind: 'ended',
  buttons: [],
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: ({ outcome, isUndecided = false }) =>
    !isUndecided && isPlainOutcome(outcome) ? 'card-shows-it' : 'never',
  sentences: {
    undecided: [
      'Nobody decided in time, so I denied {request}.',
      'Niemand hat rechtzeitig entschieden. Darum habe ich abgelehnt: {request}.',
    ],
    over,
  },
  says: ({ outcome, byNames, isUndecided = false }, context, { undecided }) =>
    isUndecided
      ? [say(undecided)]
      : [endedPhrase(context, outcome, byNames), verdictPhrase(context)],
});

interface DecisionDetail {
  readonly stepId: string;
  readonly identityUserId: string | null;
  readonly reason: string;
  readonly durationSeconds: number | null;
}

interface DecisionContext {
  readonly actionId: string;
  readonly by: SlackActor;
}

type DecisionMade = FactOf<Shape<DecisionDetail, DecisionContext>>;

/** Says that somebody decided; what came of it follows in the same message. */
function decision(verb: DecisionKind, deed: string) {
  const occasion: Occasion<DecisionMade, DecidedFields> = {
    key: ({ context: { actionId } }) => `decided:${actionId}`,
    body: ({ detail: { reason, durationSeconds }, context: { by } }) => ({
      verb,
      by,
      reason,
      durationSeconds,
      next: { kind: 'pending' },
    }),
  };
  return entry<DecisionDetail, DecisionContext>()(
    { deed },
    {
      tells: [tell('threads', decided, occasion)],
      shows: ['cards'],
    },
  );
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

const endOfRequest: Key<FactAbout> = (_, { requestId }) => `ended:${requestId}`;

export const decisionFacts = {
  'review.approved': decision('approve', 'approved'),
  'review.denied': decision('deny', 'denied'),
  'review.self-approved': entry<
    { stepId: string; identityUserId: string },
    Nothing,
    'administrators'
  >()(
    { event: 'has a step that the bot’s own account approved, and nobody in Slack' },
    {
      tells: [
        tell('administrators', trouble, {
          key: ({ detail: { stepId } }, { taskId }) => `self-approved:${taskId}:${stepId}`,
          body: () => ({ what: 'self-approved' }) as const,
        }),
      ],
    },
  ),
  /**
   * Somebody is deciding, and it is not over in a moment; or they may, and nobody was faster, and
   * cards say more than that already.
   */
  'decision.begun': news()({ shows: ['cards'] }),
  /** A decision or an act is over without being carried out, so others may be made. */
  'decision.released': news()({ shows: ['cards', 'actor-home'] }),
  /** Its person took it back after a call that got no answer: it is not sent again. */
  'decision.withheld': news()({ shows: ['offers'] }),
  'request.ended': news<ReadyMessage<BodyOf<typeof ended> | ActedBody>>()({
    tells: [asItSays('threads', endOfRequest)],
  }),
  /** A request that was made elsewhere is over; `people`: one who asked for the same here. */
  'elsewhere.ended': news<ReadyMessage<BodyOf<typeof ended>>, 'people'>()({
    tells: [asItSays('people', (_, { requestId }) => `ended:${requestId}`)],
  }),
  /** A request that was made elsewhere is shown from now on. */
  'task.found': entry<
    { origin: string; appId: string; entitlementId: string },
    Nothing,
    'people'
  >()(
    { event: 'was made elsewhere and is shown from now on' },
    { shows: ['cards', 'people-homes'] },
  ),
  'task.closed': entry<TaskDetail & GrantedDetail>()({ event: 'was closed' }),
  'task.reopened': entry<TaskDetail>()({ event: 'was opened again' }),
  'task.step-advanced': entry<TaskDetail>()('composed'),
  /** A reading differs from the one before. */
  'task.read': news<Nothing, 'people' | 'identities'>()({ shows: ['cards', 'people-homes'] }),
};
