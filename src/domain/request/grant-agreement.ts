import { isOtherAccount } from '../catalogue/app-account.ts';
import { type GrantPart, grantParts, type TaskSnapshot } from '../task/task-snapshot.ts';
import type { AccessRequest } from './access-request.ts';

/** The grant that the bot asked for. */
export interface OrderedGrant extends Pick<AccessRequest, 'appId' | 'entitlementId' | 'account'> {
  readonly requestId: string;
  readonly identityUserId: string;
}

/** Whose request it is; null where that is not known, or nobody picked an account. */
export type RequestHolder = Pick<AccessRequest, 'identityUserId' | 'account'>;

/**
 * A later reading of a request's task. One for another person or account than the request counts as
 * a contradiction: who approves it would give them what the requester asked for.
 */
export function withForeignPerson(task: TaskSnapshot, request: RequestHolder): TaskSnapshot {
  const foreign = foreignPart(task, request);
  if (foreign === null) return task;
  const parts = new Set<GrantPart>([...(task.contradictions ?? []), foreign]);
  return { ...task, contradictions: grantParts.filter((part) => parts.has(part)) };
}

/** What of the task is not the request's; null where person and account are, as far as it tells. */
export function foreignPart(
  task: Pick<TaskSnapshot, 'target' | 'accountId'>,
  request: RequestHolder,
): 'person' | 'account' | null {
  if (isForAnother(task, request.identityUserId)) return 'person';
  return isOtherAccount(request, task.accountId) ? 'account' : null;
}

function isForAnother(
  { target }: Pick<TaskSnapshot, 'target'>,
  identityUserId: string | null,
): boolean {
  return identityUserId !== null && target !== null && target.id !== identityUserId;
}

/**
 * The parts in which a task differs from the grant that the bot asked for; empty if it agrees. A
 * part that the service leaves out is no difference. A task that differs may belong to somebody
 * else, so it is neither shown for a decision nor closed.
 */
export function disagreementsOf(task: TaskSnapshot, ordered: OrderedGrant): readonly GrantPart[] {
  const parts = new Set<GrantPart>(task.contradictions ?? []);
  if (task.target !== null && task.target.id !== ordered.identityUserId) parts.add('person');
  if (isOtherAccount(ordered, task.accountId)) parts.add('account');
  if (task.appId !== '' && task.appId !== ordered.appId) parts.add('app');
  for (const { appId, id } of task.entitlements) {
    // Ids of entitlements are unique only within their app.
    if (appId !== '' && appId !== ordered.appId) parts.add('app');
    if (id !== ordered.entitlementId) parts.add('entitlement');
  }
  if (task.sourceRequestId !== null && task.sourceRequestId !== ordered.requestId)
    parts.add('request');
  return grantParts.filter((part) => parts.has(part));
}
