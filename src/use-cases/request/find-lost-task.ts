import type { AccessRequest } from '../../domain/request/access-request.ts';
import { disagreementsOf } from '../../domain/request/grant-agreement.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';

/**
 * The task of a request whose POST was sent and not answered; `none` where there seems to be none, null where
 * nobody can tell.
 *
 * A search may show a task late. One that is still open by then is found by the conflict with the
 * next POST. One that has granted already would be made again, so what the person has is looked
 * at, too, where that can be searched.
 */
export async function findLostTask(
  deps: UseCaseDeps,
  request: AccessRequest,
  identityUserId: string,
): Promise<TaskSnapshot | 'none' | null> {
  const { governance } = deps;
  const searched = await governance.findTaskOfRequest(request.id, identityUserId);
  if (searched === null) return null;
  const task =
    searched === 'none' ? await taskBehindGrant(deps, request, identityUserId) : searched;
  if (task === null || (await isForged(deps, task, request, identityUserId))) return 'none';
  return task;
}

async function taskBehindGrant(
  { governance }: UseCaseDeps,
  { id, appId, entitlementId }: AccessRequest,
  identityUserId: string,
): Promise<TaskSnapshot | null> {
  const taskIds = await governance.tasksBehindGrants(identityUserId, { appId, entitlementId });
  if (taskIds === null || taskIds.length === 0) return null;
  const tasks = [...((await governance.readTasks(taskIds))?.values() ?? [])];
  return tasks.find((task) => task.sourceRequestId === id) ?? null;
}

/**
 * Anybody who may create tasks can write our id into one. A task that differs from the request and
 * was created by another account is not the answer to the bot's POST.
 */
async function isForged(
  { governance }: UseCaseDeps,
  task: TaskSnapshot,
  request: AccessRequest,
  identityUserId: string,
): Promise<boolean> {
  const ordered = { ...request, requestId: request.id, identityUserId };
  if (disagreementsOf(task, ordered).length === 0 || task.createdBy === undefined) return false;
  const own = await governance.ownUserId();
  return own !== null && task.createdBy.id !== own;
}
