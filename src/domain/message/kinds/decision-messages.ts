/** Messages about decisions, and about what comes of a request. */

import type { DecisionKind } from '../../action/review.ts';
import type { SlackActor } from '../../request/access-request.ts';
import {
  type GrantOutcome,
  isOpen,
  type OtherStep,
  type TaskSnapshot,
} from '../../task/task-snapshot.ts';
import { type MessageButton, message } from '../message-object.ts';

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

/** Ends after which the same can be asked for again, perhaps for less or with a better reason. */
const repeatableOutcomes: readonly GrantOutcome[] = ['denied', 'wait-timed-out', 'deleted'];

function buttonsAfterEnd(outcome: GrantOutcome): readonly MessageButton[] {
  if (repeatableOutcomes.includes(outcome)) return ['again'];
  return outcome === 'granted' ? ['give-back'] : [];
}

/** Of any other outcome the thread says what to do. */
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

export const decided = message<DecidedFields>()({
  kind: 'decided',
  buttons: ({ verb, next }) => {
    if (verb === 'approve') return next.kind === 'ended' ? buttonsAfterEnd(next.outcome) : [];
    return isDenial(next) ? ['again'] : [];
  },
  links: 'request-and-console',
  quotes: ({ reason }) => (reason === '' ? null : { kind: 'reason', text: reason }),
  readers: 'concerned',
  waitsFor: ({ next }) => (next.kind === 'pending' ? 'outcome' : 'nothing'),
  isOncePerGroup: false,
  reviewers: ({ next }) => (next.kind === 'step' ? 'named-with-absences' : 'left-out'),
  // An updated card calls nobody: the reviewers of the next step are called in its thread.
  calls: ({ next }) => (next.kind === 'step' ? 'reviewers' : 'nobody'),
  changesWith: ({ next }) => (isGranted(next) ? ['access', 'under-way'] : ['under-way']),
  needlessOnce: (body) => (isOnCard(body) ? 'card-shows-it' : 'never'),
});

/** Whether a denial ends the request, as far as the bot knows. */
function isDenial(next: DecisionNext): boolean {
  if (next.kind === 'ended') return repeatableOutcomes.includes(next.outcome);
  return next.kind !== 'step' && next.kind !== 'other-step';
}

function isGranted(next: DecisionNext): boolean {
  return next.kind === 'ended' && next.outcome === 'granted';
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
  buttons: ({ outcome, isUndecided = false }) =>
    isUndecided ? ['again'] : buttonsAfterEnd(outcome),
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ({ outcome }) => (outcome === 'granted' ? ['access'] : []),
  needlessOnce: ({ outcome, isUndecided = false }) =>
    !isUndecided && isPlainOutcome(outcome) ? 'card-shows-it' : 'never',
});

/**
 * To the reviewer who decided: the call got no answer and was given up, but it was carried out
 * after all.
 */
export const decisionArrived = message()({
  kind: 'decision-arrived',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});

/** To the administrators: a step approved itself, because the bot's account is one of its reviewers. */
export const selfApproved = message()({
  kind: 'self-approved',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});
