import { holderOf } from '../../domain/action/holder-action.ts';
import type { IdentityPerson } from '../../domain/people/identity-person.ts';
import type { AccessRequest } from '../../domain/request/access-request.ts';
import { withOrder } from '../../domain/request/untold.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/** What was sent for a request. */
export interface SentGrant {
  /** null = until revoked; undefined where it is not known any more what was sent. */
  readonly durationSeconds: number | null | undefined;
}

/**
 * What was sent, where a task that was looked up is the bot's own by the account that made it; null
 * otherwise, because anybody who may create tasks can write the id of a request into one.
 */
export async function sentForOwnTask(
  { governance }: UseCaseDeps,
  { extendsRequestId, durationSeconds }: AccessRequest,
  task: TaskSnapshot,
): Promise<SentGrant | null> {
  if (task.createdBy === undefined) return null;
  if ((await governance.ownUserId()) !== task.createdBy.id) return null;
  // An extension was sent with the time that was left added to it, so the duration is not known any
  // more.
  return { durationSeconds: extendsRequestId === null ? durationSeconds : undefined };
}

interface MadeTask {
  readonly task: TaskSnapshot;
  readonly sent: SentGrant | null;
  /** Absent where the person was not looked up. */
  readonly holder?: IdentityPerson;
}

/** The task that the service made of a request, with what was sent where it tells nothing. */
export async function withWhatWasSent(
  tx: StoreTransaction,
  request: AccessRequest,
  identityUserId: string,
  { task, sent, holder }: MadeTask,
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
