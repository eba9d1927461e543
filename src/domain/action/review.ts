import {
  isOpen,
  isStepOf,
  type PastDecision,
  positionOf,
  type SeenStep,
  type TaskSnapshot,
} from '../task/task-snapshot.ts';

export type DecisionKind = 'approve' | 'deny';

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
