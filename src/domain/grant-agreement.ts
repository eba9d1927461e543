import type { AccessRequest } from './access-request.ts';
import { type GrantPart, grantParts, type TaskSnapshot } from './task-snapshot.ts';

/** The grant that the bot asked for. */
export interface OrderedGrant extends Pick<AccessRequest, 'appId' | 'entitlementId'> {
  readonly requestId: string;
  readonly identityUserId: string;
}

/**
 * A later reading of a request's task. One for another person than the request counts as a
 * contradiction: who approves it would give that person what the requester asked for.
 */
export function withForeignPerson(
  task: TaskSnapshot,
  { identityUserId }: Pick<AccessRequest, 'identityUserId'>,
): TaskSnapshot {
  if (!isForAnother(task, identityUserId)) return task;
  const parts = new Set<GrantPart>([...(task.contradictions ?? []), 'person']);
  return { ...task, contradictions: grantParts.filter((part) => parts.has(part)) };
}

/** `identityUserId`: whose request it is; null where that is not known. */
export function isForAnother(
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
