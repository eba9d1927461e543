import type { RequestRefusal, SlackActor } from './access-request.ts';
import type { GrantEnd } from './grant.ts';
import type { HolderActionKind, HolderActionRefusal } from './holder-action.ts';
import type { OtherStep } from './other-step.ts';
import type { ReviewRefusal, ReviewVerb } from './review.ts';
import type { TaskAct } from './task-act.ts';
import { type GrantOutcome, isOpen, type TaskSnapshot } from './task-snapshot.ts';

/** To whom a message goes. */
export type NoticeTarget =
  | { readonly kind: 'direct'; readonly slackUserId: string }
  /** Seen by one person only, in the conversation where they clicked. */
  | { readonly kind: 'ephemeral'; readonly channel: string; readonly slackUserId: string }
  /** Right in a channel, where there is no card to hang it on. */
  | { readonly kind: 'channel'; readonly channel: string }
  /** In the thread of a card; waits for the card. */
  | { readonly kind: 'thread'; readonly cardId: string };

/**
 * What comes of a decision: another step, the access being set up, or the end of the request. `pending`: not known yet; it is settled
 * before the message is sent.
 */
export type DecisionNext =
  | { readonly kind: 'step' | 'set-up' | 'pending' }
  /** The request waits for something that is no review. */
  | { readonly kind: 'other-step'; readonly step: OtherStep }
  | { readonly kind: 'ended'; readonly outcome: GrantOutcome };

/** A request, with the step that waited when the message was made: where it was decided since, the message leaves it out. */
export interface StepSeen {
  readonly requestId: string;
  /** Empty where the service tells no step. */
  readonly stepId: string;
}

/** What a message says. Data only: the words are made when it is sent. */
export type NoticeBody =
  | { readonly kind: 'request-open' }
  /** Those asked for in one go: one message for all of them. */
  | { readonly kind: 'group-open' }
  | { readonly kind: 'request-refused'; readonly refusal: RequestRefusal }
  | { readonly kind: 'request-waiting' }
  /** To those who answer emergencies: the service does not answer, so there is nothing to decide on yet. */
  | { readonly kind: 'emergency-waiting' }
  | { readonly kind: 'request-uncertain' }
  | {
      readonly kind: 'decided';
      readonly verb: ReviewVerb;
      readonly by: SlackActor;
      readonly reason: string;
      readonly next: DecisionNext;
    }
  | { readonly kind: 'ended'; readonly outcome: GrantOutcome; readonly byNames: readonly string[] }
  | { readonly kind: 'review-refused'; readonly verb: ReviewVerb; readonly refusal: ReviewRefusal }
  /** `reviewId`: what can be taken back while it waits; messages that were kept earlier have none. */
  | { readonly kind: 'review-waiting'; readonly verb: ReviewVerb; readonly reviewId?: string }
  /** To the administrators, once: the service refused what it offers. */
  | { readonly kind: 'missing-right'; readonly verb: ReviewVerb }
  | { readonly kind: 'escalated'; readonly by: SlackActor }
  /** Somebody did this with the task; a question has a button to answer it. */
  | {
      readonly kind: 'acted';
      readonly act: TaskAct | 'withdraw' | 'nudge';
      readonly by: SlackActor;
      readonly text: string;
    }
  | { readonly kind: 'holder-action-refused'; readonly action: HolderActionKind; readonly refusal: HolderActionRefusal }
  | { readonly kind: 'holder-action-waiting'; readonly action: HolderActionKind }
  /** To those who have to fill in a form before it goes on. */
  | { readonly kind: 'form-due' }
  /** To those who had it; `extended` in threads alone. */
  | { readonly kind: 'access-ended'; readonly end: GrantEnd }
  /** To the holder, before the end, which is in ISO 8601. */
  | { readonly kind: 'ending-soon'; readonly endsAt: string }
  /** To the holder: who takes the access away, where that is somebody in Slack, and why. */
  | { readonly kind: 'taking-away'; readonly by: string | null; readonly reason: string }
  /** To holders and administrators: what should take the access away ended otherwise; `still-held`: it did not take it away. */
  | { readonly kind: 'not-gone'; readonly outcome: GrantOutcome | 'still-held' }
  /** The follow-up in the thread of an emergency: who had what, why, how long. Times in ISO 8601. */
  | { readonly kind: 'emergency-ended'; readonly end: GrantEnd; readonly startedAt: string; readonly endedAt: string }
  /**
   * To a reviewer: these wait for them. To whom a tier of the escalation names: nobody has decided on these; `group` is mentioned.
   */
  | {
      readonly kind: 'reminder' | 'overdue';
      readonly about: readonly StepSeen[];
      readonly group: string | null;
    }
  /** To the requester: who was told that nobody has decided. Slack ids of people and channels. */
  | {
      readonly kind: 'overdue-told';
      readonly about: readonly StepSeen[];
      readonly people: readonly string[];
      readonly channels: readonly string[];
      readonly offersEmergency: boolean;
    }
  | { readonly kind: 'card-elsewhere'; readonly channel: string; readonly reviewers: number };

/** Messages about requests that wait for a decision. */
export type WaitingBody = Extract<NoticeBody, { about: unknown }>;

/** A message that is sent once. `key` names the occasion: a second notice with the same key is not made. */
export interface Notice {
  readonly id: string;
  readonly key: string;
  readonly requestId: string;
  readonly target: NoticeTarget;
  readonly body: NoticeBody;
}

/** What decides whether a message still offers what its buttons do. */
export interface OfferFacts {
  readonly canEscalate: boolean;
  readonly isUncertain: boolean;
  /** The same was asked for again, for the same person. */
  readonly isAskedAgain: boolean;
  /** The access is there, and nothing is being done about it. */
  readonly isRunning: boolean;
  readonly canGiveBack: boolean;
  /** Of a duplicate: the request that it repeats is over. */
  readonly isRepeatedOver: boolean;
  /** Of a question: it can still be answered, and was not. */
  readonly isQuestionOpen: boolean;
}

/** Ends without anybody's decision: the same can be asked for again. */
export const endedUndecided: readonly GrantOutcome[] = ['wait-timed-out', 'deleted'];

/** Whether a message says that the access is there. */
export function isGranting(body: NoticeBody): boolean {
  const ended = body.kind === 'decided' && body.verb === 'approve' ? body.next : body;
  return ended.kind === 'ended' && ended.outcome === 'granted';
}

/** Whether what a direct message offers can still be done; null where it offers nothing, or for as long as it waits. */
export function isOffered(body: NoticeBody, facts: OfferFacts): boolean | null {
  const { kind } = body;
  if (kind === 'request-open') return facts.canEscalate;
  if (kind === 'overdue-told') return body.offersEmergency && facts.canEscalate;
  if (kind === 'request-uncertain') return facts.isUncertain;
  if (kind === 'acted' && body.act === 'ask') return facts.isQuestionOpen;
  if (kind === 'request-refused') return !facts.isAskedAgain && !facts.isRepeatedOver;
  if (kind === 'ending-soon') return facts.isRunning && !facts.isAskedAgain;
  if (isGranting(body)) return facts.isRunning && facts.canGiveBack;
  const canBeAskedAgain = kind === 'access-ended' || (kind === 'ended' && endedUndecided.includes(body.outcome));
  return canBeAskedAgain ? !facts.isAskedAgain : null;
}

/** What comes of a decision by this reading. `isStepDecided`: the step it shows is decided already, because readings lag. */
export function decisionNext(task: TaskSnapshot, isStepDecided: boolean): DecisionNext {
  if (!isOpen(task)) return { kind: 'ended', outcome: task.outcome };
  const { otherStep } = task;
  if (otherStep !== undefined && otherStep.kind !== 'set-up') return { kind: 'other-step', step: otherStep };
  return { kind: task.stepApprovers.length > 0 && !isStepDecided ? 'step' : 'pending' };
}
