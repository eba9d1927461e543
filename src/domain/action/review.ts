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

/** A new reading of a task, and the one before it. */
export interface NewReading {
  /** The reading before; null for the first one. */
  readonly before: TaskSnapshot | null;
  readonly task: TaskSnapshot;
  /** The step that the task was in before; null where that is not known. */
  readonly lastStepId: string | null;
  /** The account under which the service records the bot's acts. */
  readonly botId: string;
  /**
   * Decisions made through the bot that were allowed: each of them may have reached the service.
   */
  readonly allowed: readonly (SeenStep & { readonly verb: DecisionKind })[];
  /** The bot may have skipped a step. Without a history that looks like an approval. */
  readonly mayHaveSkipped: boolean;
}

/**
 * Ids of the steps that this reading newly shows as approved with the bot's account although nobody
 * approved them through the bot. The service counts a request as its requester's approval where the
 * requester is a reviewer, and the bot requests for everybody. The id is empty where the service
 * does not tell the step.
 */
export function selfApprovedSteps(reading: NewReading): readonly string[] {
  const { before, task, botId } = reading;
  const wasNamed = before !== null && isApprover(before, botId);
  if (task.decisions === undefined) {
    return isApprover(task, botId) && !wasNamed && isUnexplained(reading)
      ? [reading.lastStepId ?? '']
      : [];
  }
  // The reading before told no history and named the bot: it was judged then.
  if (wasNamed && before.decisions === undefined) return [];
  const earlierDecisions = before?.decisions ?? [];
  const unexplained = task.decisions
    .filter(({ verb, identityUserId }) => verb === 'approve' && identityUserId === botId)
    .filter((one) => !earlierDecisions.some((other) => isSame(one, other)));
  return unexplainedBy(reading, unexplained).map(({ stepId }) => stepId);
}

function isApprover(task: TaskSnapshot, botId: string): boolean {
  return task.approvers.some(({ id }) => id === botId);
}

function isSame(one: PastDecision, other: PastDecision): boolean {
  return one.stepId === other.stepId && one.position === other.position;
}

/**
 * Whether nothing explains that the bot is among those who decided. A reading without a history
 * tells no more than that: the bot may have approved, denied or closed the request.
 */
function isUnexplained({ task, allowed, mayHaveSkipped }: NewReading): boolean {
  const wasApproved = task.outcome !== 'denied' && task.outcome !== 'cancelled';
  return allowed.length === 0 && !mayHaveSkipped && wasApproved;
}

/**
 * Each decision made through the bot explains one approval: its step may come again after a
 * restart.
 */
function unexplainedBy(
  { allowed }: NewReading,
  approvals: readonly PastDecision[],
): readonly PastDecision[] {
  const unexplained = [...approvals];
  const approved = allowed.filter(({ verb }) => verb === 'approve');
  for (const { stepId, occurrence } of approved) {
    const explained = unexplained.findIndex(
      (one) => one.stepId === stepId && one.position >= positionOf(occurrence),
    );
    if (explained !== -1) unexplained.splice(explained, 1);
  }
  return unexplained;
}
