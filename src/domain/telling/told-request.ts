/** What a post about a request is made from: what is stored, and nothing else. */

import type { GrantEnd, Lapse } from '../access/grant.ts';
import { type Action, type Decision, isDecision } from '../action/action.ts';
import type { StepWatch } from '../due/step-watch.ts';
import type { ProfileOutcome } from '../profiles/access-profile.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { AccessRequest } from '../request/access-request.ts';
import type { TaskPeriod } from '../request/granted-by-task.ts';
import {
  type GrantOutcome,
  isOpen,
  isStepOf,
  type OtherStep,
  type TaskSnapshot,
} from '../task/task-snapshot.ts';

export interface ToldGrant {
  readonly startedAt: Date;
  /** null = until revoked, or nobody can say. */
  readonly endsAt: Date | null;
  readonly endedAt: Date | null;
  /** How it ended; null while it has not, and where a later request goes on with it. */
  readonly endedBy: GrantEnd | null;
  /** When its recipient hears that it is going to end; null before that is known. */
  readonly warnAt: Date | null;
  readonly revocationPending: 'given-back' | 'taken-away' | null;
}

/**
 * Why a request is not in the service yet, and since when: the service does not answer, or refuses
 * the bot; Slack refuses what the bot needs; or the request that it corrects is not closed.
 */
export interface RequestWait {
  readonly cause: 'governance' | 'refused' | 'slack' | 'correction';
  readonly since: Date;
}

/**
 * What happened to access that its grant alone does not say.
 * - `taking-away`: somebody ordered it; `by`: Slack id, null on the command line
 * - `removed`: reviewers approved that; `by`: Slack ids of those who did here, `byNames`: who did
 *   elsewhere; `removedAt`: in ISO 8601, null = the bot does not learn when; `taken`: with what goes
 *   as well
 * - `not-gone`: the order did not take it away
 * - `profile-settled`: every item of an access profile is settled, or nobody looks any more
 */
export type AccessNews =
  | {
      readonly kind: 'taking-away';
      readonly detail: { readonly by: string | null; readonly reason: string };
    }
  | {
      readonly kind: 'removed';
      readonly detail: {
        readonly by: readonly string[];
        readonly byNames: readonly string[];
        readonly removedAt: string | null;
        readonly taken: readonly {
          readonly id: string;
          readonly name: string;
          /** Slack ids of those who are told of it with another request. */
          readonly toldTo: readonly string[];
        }[];
      };
    }
  | { readonly kind: 'profile-settled'; readonly detail: ProfileOutcome }
  | {
      readonly kind: 'not-gone';
      readonly detail: { readonly outcome: GrantOutcome | 'still-held' };
    };

/** `occurrence`: the order, or the removal. */
export type KeptNews = AccessNews & { readonly occurrence: string; readonly at: Date };

export interface ToldRequest {
  readonly request: AccessRequest;
  readonly task: TaskSnapshot | null;
  readonly period: TaskPeriod;
  readonly grant: ToldGrant | null;
  /** How the access went that a request for more time was to prolong. */
  readonly lapse: Lapse | null;
  /** What was done because its current step waits; null while nothing was. */
  readonly watch: StepWatch | null;
  /** A request for more time with this access, on which nobody has decided. */
  readonly moreTime: TaskSnapshot | null;
  /** It was withdrawn because a corrected request follows. */
  readonly isCorrected: boolean;
  /** Somebody asked for the same again. */
  readonly isAskedAgain: boolean;
  /** What people did with it, as far as it was carried out; oldest first. */
  readonly deeds: readonly Action[];
  /** Somebody withdraws it, or gives the access back, and that is not carried out yet. */
  readonly beingEnded: 'withdraw' | 'give-back' | null;
  /** Oldest first. */
  readonly news: readonly KeptNews[];
  /** null once the service has it, or said no. */
  readonly wait: RequestWait | null;
  /** It had to wait before the service had it. */
  readonly hasWaited: boolean;
  /** When its state was last written. */
  readonly changedAt: Date;
  /** Whether a card of it is posted. */
  readonly hasCard: boolean;
  /** No reviewer could be called, or nobody may decide. */
  readonly isUnreachable: boolean;
  /** Where the card of an emergency calls on-call; null where no such card is posted. */
  readonly onCallCard: { readonly channel: string } | null;
  /** Who denied it in the console, as far as that is known. */
  readonly deniedBy: readonly string[];
  /** The bot denied it, because nobody decided in time. */
  readonly isUndecided: boolean;
  /** It was an access profile when it was asked for. */
  readonly isProfile: boolean;
  readonly now: Date;
}

/** Where a request stands: exactly one of these. */
export type Stage =
  | { readonly kind: 'unsent' }
  | { readonly kind: 'waits'; readonly wait: RequestWait }
  /** It was sent, and nobody knows whether it arrived. */
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'in-review' }
  /** Open, and waiting for something that is no review. */
  | { readonly kind: 'other-step'; readonly step: OtherStep }
  /** Nobody wants it any more: it was never sent, or the service has not closed it. */
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'over'; readonly outcome: GrantOutcome }
  | { readonly kind: 'granted'; readonly grant: ToldGrant }
  /** `end`: null where a later request goes on with the access. */
  | { readonly kind: 'access-over'; readonly grant: ToldGrant; readonly end: GrantEnd | null };

export function stageOf(told: ToldRequest): Stage {
  const { request, task, grant, wait } = told;
  if (grant !== null)
    return grant.endedAt === null
      ? { kind: 'granted', grant }
      : { kind: 'access-over', grant, end: grant.endedBy };
  if (task !== null && !isOpen(task)) return { kind: 'over', outcome: task.outcome };
  const { state, refusal } = request;
  if (state === 'refused' && refusal !== null) return { kind: 'refused', refusal };
  if (state === 'uncertain') return { kind: state };
  if (state === 'abandoned' || state === 'withdrawn') return { kind: 'withdrawn' };
  if (task === null) return wait === null ? { kind: 'unsent' } : { kind: 'waits', wait };
  const step: OtherStep | null = task.otherStep ?? (isApproved(told) ? { kind: 'set-up' } : null);
  return step === null ? { kind: 'in-review' } : { kind: 'other-step', step };
}

/** Whether the step that the reading shows is approved, or it shows none after an approval. */
function isApproved({ task, deeds }: Pick<ToldRequest, 'task' | 'deeds'>): boolean {
  const last = deeds.findLast((one) => isDecision(one) || one.verb === 'restart');
  if (task === null || last?.verb !== 'approve') return false;
  return isStepOf(last, task) || task.stepApprovers.length === 0;
}

export function lastDecision({ deeds }: Pick<ToldRequest, 'deeds'>): Decision | null {
  return deeds.findLast(isDecision) ?? null;
}
