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
 * What a fresh reading tells of a decision whose answer was lost: `not-yet` while its step is the
 * current one, `elsewhere` where somebody else decided. `unknown` where the bot's account may have
 * made it: the account may have done so for another person, or by itself. Only the comments in the
 * service's trail prove whose it is.
 *
 * @param botId the account under which the service records what the bot does; null where that is
 * not known
 */
export function traceOfLost(
  task: TaskSnapshot,
  lost: SeenStep & { readonly verb: DecisionKind },
  botId: string | null,
): 'elsewhere' | 'unknown' | 'not-yet' {
  if (isUndecided(task, lost)) return 'not-yet';
  const past = botId === null ? undefined : pastDecision(task, lost);
  if (past !== undefined) {
    return past.verb === lost.verb && past.identityUserId === botId ? 'unknown' : 'elsewhere';
  }
  // Where the service does not tell who decided, it may have been anybody.
  const isUntold = botId === null || task.untold?.includes('approvers') === true;
  const mayBeBot = isUntold || task.approvers.some((person) => person.id === botId);
  return mayBeBot && fits(task, lost.verb) ? 'unknown' : 'elsewhere';
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
