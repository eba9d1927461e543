import { type Decision, isOver } from '../../domain/action/action.ts';
import { outcomeOfAnswered, traceOfLost } from '../../domain/action/review.ts';
import type { StepOfTask } from '../../domain/task/step-of-task.ts';
import { isStepOf, soleAccount, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { tell } from '../record/tell.ts';

interface LateReading {
  readonly task: TaskSnapshot;
  readonly botAccounts: readonly string[];
  readonly allowed: () => Promise<readonly Decision[]>;
}

/**
 * Takes up a decision again that the bot had given up and that arrived after all. Its call had got
 * no answer, and then the person took it back, lost the right or was shown a changed request. The
 * decision's job finds out whose it is and credits it: otherwise nobody would have approved what
 * was granted. If the calls of two people may have arrived, both are told that nobody can tell.
 *
 * @param step the step that was current before this reading; null if there was none
 * @param reading.allowed reads the decisions on the task that were ever allowed
 */
export async function reopenLateDecision(
  tx: StoreTransaction,
  step: StepOfTask | null,
  { task, botAccounts, allowed }: LateReading,
): Promise<void> {
  if (step === null) return;
  const shownStep = { currentStepId: step.stepId, stepOccurrence: step.occurrence };
  const ofStep = (await allowed()).filter((row) => isStepOf(row, shownStep));
  if (ofStep.some(({ state }) => state === 'sending' || state === 'done')) return;
  const late = ofStep.filter(
    (row) => isOver(row) && wasGivenUp(row) && mayBeIts(task, row, botAccounts),
  );
  const [only] = late;
  if (only !== undefined && late.every(({ by }) => by.userId === only.by.userId)) {
    await tx.actions.save(only.id, { state: 'sending' });
    await tx.enqueue({ kind: 'carry-out-action', actionId: only.id });
    return;
  }
  for (const { id: actionId, requestId, by } of late) {
    const target = { kind: 'direct', slackUserId: by.userId } as const;
    const body = { kind: 'action-refused', refusal: { code: 'perhaps-decided' } } as const;
    await tell(tx, target, { key: `perhaps-arrived:${actionId}`, requestId, body });
  }
}

export function wasGivenUp({ refusal }: Decision): boolean {
  return refusal?.code === 'perhaps-sent';
}

function mayBeIts(task: TaskSnapshot, row: Decision, botAccounts: readonly string[]): boolean {
  const identityUserId = soleAccount(botAccounts);
  if (row.answeredAt !== null) return outcomeOfAnswered(task, row, identityUserId) === 'ours';
  return traceOfLost(task, row, identityUserId) === 'unknown';
}
