import { holderOf } from '../../domain/action/holder-action.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { disagreementsOf } from '../../domain/request/granted-by-task.ts';
import { withOrder } from '../../domain/request/untold.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

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

/**
 * What was sent, where a task that was looked up is the bot's own by the account that made it; null
 * otherwise, because anybody who may create tasks can write the id of a request into one.
 */
export async function sentForOwnTask(
  { governance }: UseCaseDeps,
  { extendsRequestId, durationSeconds }: AccessRequest,
  task: TaskSnapshot,
): Promise<AnsweredGrant['sent']> {
  if (task.createdBy === undefined) return null;
  if ((await governance.ownUserId()) !== task.createdBy.id) return null;
  // An extension was sent with the time that was left added to it, so the duration is not known any
  // more.
  return { durationSeconds: extendsRequestId === null ? durationSeconds : undefined };
}

/** A request, and the task that an answer of the service names. */
export interface AnsweredGrant {
  readonly request: AccessRequest;
  readonly identityUserId: string;
  /** The person with this identity; absent where they were not looked up. */
  readonly holder?: IdentityPerson;
  readonly task: TaskSnapshot;
  /**
   * What was sent; null where the task is not proven to be the bot's. A duration of null = until
   * revoked; undefined where it is not known any more what was sent.
   */
  readonly sent: { readonly durationSeconds: number | null | undefined } | null;
  /** The earliest time at which its card may have been posted. */
  readonly since?: Date;
}

/** The task that the service made of a request, with what was sent where it tells nothing. */
export async function withWhatWasSent(
  tx: StoreTransaction,
  { request, identityUserId, task, sent, holder }: AnsweredGrant,
): Promise<TaskSnapshot> {
  if (sent === null) return task;
  const person = holder ?? (await tx.identities.find(holderOf(request)))?.person;
  const unnamed = { id: identityUserId, name: identityUserId, email: null };
  return withOrder(task, {
    ...request,
    ...sent,
    holder: person?.id === identityUserId ? person : unnamed,
    accountId: request.account?.id ?? null,
  });
}
