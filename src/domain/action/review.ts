import type { ServiceRefusal } from '../outward/service-refusal.ts';
import type { IdentityRefusal } from '../request/access-request.ts';
import type { DecidedField } from '../request/fingerprint.ts';
import type { LinkReason } from '../task/link-reason.ts';
import {
  isOpen,
  isStepOf,
  type PastDecision,
  positionOf,
  type SeenStep,
  type TaskSnapshot,
} from '../task/task-snapshot.ts';

export type DecisionKind = 'approve' | 'deny';

/** Who decided a step first, for the message to those who come later. */
export interface ReviewWinner {
  readonly slackUserId: string;
  readonly verb: DecisionKind;
  /** ISO 8601, because it is stored as JSON. */
  readonly at: string;
}

/** Why a click does not decide. The person who clicked is told, and it is audited. */
export type ReviewRefusal =
  /** `slackUserId`: of another person than the one who clicked. */
  | { readonly kind: 'identity'; readonly refusal: IdentityRefusal; readonly slackUserId?: string }
  | { readonly kind: 'other-workspace' }
  | { readonly kind: 'own-request' }
  | { readonly kind: 'not-reviewer'; readonly reviewers: readonly string[] }
  | { readonly kind: 'already-decided'; readonly winner: ReviewWinner | null }
  | { readonly kind: 'step-moved-on' }
  /** The service takes no answer to the delivered step any more: it was given, or has expired. */
  | { readonly kind: 'answer-refused' }
  | { readonly kind: 'closed' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'not-offered' }
  | { readonly kind: 'not-yours' }
  | { readonly kind: 'not-administrator' }
  /** They may, and the bot must not do it for them: it is done in the service's console. */
  | { readonly kind: 'in-console'; readonly why: LinkReason }
  /** The policy wants somebody else than the person who decided an earlier step. */
  | { readonly kind: 'decided-before' }
  | { readonly kind: 'reason-needed' }
  /**
   * The answer to the bot's own decision was lost, and the service does not show it as the bot's.
   */
  | { readonly kind: 'decided-elsewhere' }
  /**
   * The answer was lost, and the bot's account decided this step: nobody can tell whether by this
   * decision.
   */
  | { readonly kind: 'perhaps-decided' }
  /**
   * Not sent again, for this reason; an earlier call got no answer and may still be carried out.
   */
  | { readonly kind: 'perhaps-sent'; readonly why: string }
  /** Waited longer than `review.expireAfter`. */
  | { readonly kind: 'expired' }
  | { readonly kind: 'withdrawn' }
  /** The requester does not want it any more, and the service could not close it. */
  | { readonly kind: 'request-withdrawn' }
  /**
   * The request differs from what the clicked card showed. `fields`: what changed; empty if an
   * earlier version of the bot posted the card, whose buttons have no fingerprint.
   */
  | {
      readonly kind: 'changed';
      readonly fields: readonly DecidedField[];
      /**
       * The duration in seconds that the card showed; only if it changed from one duration to
       * another.
       */
      readonly secondsBefore?: number;
    }
  /** The same person decided again on the refreshed card; nobody is told of the first click. */
  | { readonly kind: 'replaced' }
  /** Only told: more of this person's clicks are refused than are answered one by one. */
  | { readonly kind: 'further' }
  /** The bot failed; the reference finds the cause in the log. */
  | { readonly kind: 'failed'; readonly reference: string }
  | { readonly kind: 'service'; readonly refusal: ServiceRefusal };

/**
 * Whether the step may still be undecided by this reading: the task is still at the step, or the
 * reading tells no step. A decision that no reading shows is credited to nobody.
 */
export function isUndecided(task: TaskSnapshot, step: SeenStep): boolean {
  return isOpen(task) && (isStepOf(step, task) || task.untold?.includes('step') === true);
}

/**
 * What became of a review whose answer was lost, by a fresh reading: `not-yet` while its step is
 * the current one, else whether the service shows the bot's own decision. What it does not show is
 * not claimed: somebody else decided, or, where the bot's account may have decided for more than
 * one person, it is `unknown` who did.
 *
 * @param lost the review
 * @param bot.identityUserId the account under which the service records what the bot does; null
 * where that is not known
 * @param bot.decidedOtherSteps the bot carried out another decision on this task, so that
 * `approvers` names it anyway
 * @param bot.triedForOthers the bot began the same decision on this step for another person, and
 * never learned what became of it
 */
export function outcomeOfLost(
  task: TaskSnapshot,
  lost: SeenStep & { readonly verb: DecisionKind },
  bot: {
    readonly identityUserId: string | null;
    readonly decidedOtherSteps: boolean;
    readonly triedForOthers: boolean;
  },
): 'ours' | 'elsewhere' | 'unknown' | 'not-yet' {
  if (isUndecided(task, lost)) return 'not-yet';
  const ours = bot.triedForOthers ? 'unknown' : 'ours';
  if (bot.identityUserId === null) return fits(task, lost.verb) ? 'unknown' : 'elsewhere';
  const past = pastDecision(task, lost);
  if (past !== undefined) {
    return past.verb === lost.verb && past.identityUserId === bot.identityUserId
      ? ours
      : 'elsewhere';
  }
  // The service does not tell who decided, so it may have been anybody.
  if (task.untold?.includes('approvers') === true)
    return fits(task, lost.verb) ? 'unknown' : 'elsewhere';
  const isNamed = task.approvers.some((person) => person.id === bot.identityUserId);
  if (!isNamed || !fits(task, lost.verb)) return 'elsewhere';
  return bot.decidedOtherSteps ? 'unknown' : ours;
}

/**
 * What became of a review that the service said it took, by a fresh reading; null where none can be
 * had. It is the bot's own unless the reading names another decision on its step: a service that
 * agrees and does nothing has been seen.
 *
 * @param identityUserId the bot's account; null where that is not known
 */
export function outcomeOfAnswered(
  task: TaskSnapshot | null,
  answered: SeenStep & { readonly verb: DecisionKind },
  identityUserId: string | null,
): 'ours' | 'elsewhere' | 'not-yet' {
  if (task === null) return 'ours';
  if (isUndecided(task, answered)) return 'not-yet';
  const past = pastDecision(task, answered);
  if (past === undefined) return 'ours';
  const isUntold = identityUserId === null || past.identityUserId === '';
  const isByBot = isUntold || past.identityUserId === identityUserId;
  return past.verb === answered.verb && isByBot ? 'ours' : 'elsewhere';
}

/** The decision on this step in the service's history, as far as that is told. */
function pastDecision(
  { decisions }: TaskSnapshot,
  { stepId, occurrence }: SeenStep,
): PastDecision | undefined {
  const position = positionOf(occurrence);
  return decisions?.find((one) => one.stepId === stepId && one.position >= position);
}

/** Whether the task went the way that the verb leads. */
function fits(task: TaskSnapshot, verb: DecisionKind): boolean {
  if (isOpen(task)) return verb === 'approve';
  const wasDenied = task.outcome === 'denied';
  return verb === 'deny' ? wasDenied : !wasDenied && task.outcome !== 'cancelled';
}
