import { selfApprovedSteps } from '../../domain/action/self-approval.ts';
import type { Subject } from '../../domain/request/subject.ts';
import { botAccountsOf, type TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { AccessGovernance } from '../ports/ports.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';
import { record } from '../record/record.ts';

/** What it takes to record a reading. */
export interface ReadingDeps extends Pick<UseCaseDeps, 'settings' | 'world'> {
  readonly governance: Pick<AccessGovernance, 'operations' | 'knownOwnUserId'>;
}

/** Two readings of one task, one after the other. */
interface Readings {
  readonly before: TaskSnapshot | null;
  readonly task: TaskSnapshot;
}

/**
 * Says so where a step was approved with the bot's account and nobody approved it through the bot:
 * in the log, in the trail, and to the administrators, once a step. Otherwise a bot whose account
 * is a reviewer would approve everything in silence.
 */
export async function noteSelfApproval(
  tx: StoreTransaction,
  deps: ReadingDeps,
  request: Subject,
  readings: Readings,
): Promise<void> {
  const { before, task } = readings;
  const [botId] = botAccountsOf(task, request.id, deps.governance.knownOwnUserId());
  if (botId === undefined || !isNamed(task, botId)) return;
  if (await mayLackDecisions(tx, request, before)) return;
  const stepIds = selfApprovedSteps({
    before,
    task,
    lastStepId: before?.currentStepId ?? null,
    botId,
    allowed: await tx.actions.allowedOn(task.id),
    mayHaveSkipped: await tx.actions.mayHaveDone(request.id, 'skip-step'),
  });
  for (const stepId of stepIds) {
    if (!(await tx.tasks.markSelfApproved(task.id, stepId))) continue;
    const detail = { stepId, identityUserId: botId };
    const about = { requestId: request.id, taskId: request.taskId };
    deps.world.log.warn(
      { ...about, ...detail },
      'a step approved itself: the bot is one of its reviewers',
    );
    const named = { administrators: deps.settings.admins };
    await record(tx, { kind: 'review.self-approved', ...about, detail, named });
  }
}

function isNamed({ approvers, decisions = [] }: TaskSnapshot, botId: string): boolean {
  return (
    approvers.some(({ id }) => id === botId) ||
    decisions.some((one) => one.identityUserId === botId)
  );
}

/**
 * A database that was restored from a copy does not know who decided through the bot after the copy
 * was made.
 */
async function mayLackDecisions(
  tx: StoreTransaction,
  { createdAt }: Subject,
  before: TaskSnapshot | null,
): Promise<boolean> {
  return before === null ? tx.restores.isOlderThanAny(createdAt) : tx.restores.isUnsettled();
}
