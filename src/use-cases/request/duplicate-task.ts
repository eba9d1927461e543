import { namedReviewers } from '../../domain/action/authorization.ts';
import type { ServiceRefusal } from '../../domain/outward/service-refusal.ts';
import { namesOf } from '../../domain/people/identity-person.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import { readTask } from '../task/refresh-tasks.ts';

/**
 * The task that a request duplicates, read from the service or else from our last reading; null if
 * neither has it.
 */
export async function existingTask(
  deps: UseCaseDeps,
  refusal: ServiceRefusal,
): Promise<TaskSnapshot | null> {
  const { existingTaskId } = refusal;
  if (refusal.kind !== 'duplicate' || existingTaskId === null) return null;
  const task = await readTask(deps, existingTaskId);
  if (task !== null) return task;
  const row = await deps.store.transaction((tx) => tx.tasks.find(existingTaskId));
  return row?.snapshot ?? null;
}

/** What the requester may learn about that task. */
export async function whatIsKnownOf(
  { store }: UseCaseDeps,
  { requester, targetSlackId }: AccessRequest,
  task: TaskSnapshot | null,
): Promise<Pick<ServiceRefusal, 'existing'>> {
  if (task === null) return {};
  const { id, numericId } = task;
  const first = await store.transaction(async (tx) => {
    const row = await tx.tasks.find(id);
    return row === null ? null : tx.requests.find(row.requestId);
  });
  // Of a request that was not made through the bot we know only that it is for the same person.
  const isByOther =
    first === null ? targetSlackId !== null : first.requester.userId !== requester.userId;
  return { existing: { numericId, reviewers: namesOf(namedReviewers(task, first)), isByOther } };
}
