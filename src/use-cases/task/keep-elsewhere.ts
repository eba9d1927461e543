/** Tasks that nobody asked for through the bot, and their cards. */

import { notAskedHere, type Subject, type TaskElsewhere } from '../../domain/request/subject.ts';
import { isConfidential } from '../../domain/settings/access-settings.ts';
import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import { cardIdOf, wantCard } from '../card/request-cards.ts';
import type { UseCaseDeps } from '../deps.ts';
import type { CardRow } from '../ports/rows/card-rows.ts';
import type { StoreTransaction } from '../ports/store-ports.ts';

/**
 * A task that nobody asked for through the bot, from now on.
 *
 * @param foundAt stands for the time at which it was made where the service does not tell that
 */
export async function keepElsewhere(
  tx: StoreTransaction,
  task: TaskSnapshot,
  foundAt: Date,
): Promise<TaskElsewhere> {
  const [entitlement] = task.entitlements;
  const elsewhere: TaskElsewhere = {
    ...notAskedHere,
    id: tx.newId(),
    taskId: task.id,
    elsewhere: {
      kind: task.takesAway === true ? 'revoke' : 'grant',
      requesterName: task.createdBy?.name ?? null,
    },
    requesterIdentityId: task.createdBy?.id ?? null,
    identityUserId: task.target?.id ?? null,
    appId: task.appId,
    appName: task.appName,
    entitlementId: entitlement?.id ?? '',
    entitlementName: entitlement?.name ?? '',
    justification: task.justification,
    durationSeconds: task.grantDurationSeconds,
    // A reading that tells it later counts; until then decisions are left to the console.
    emergency: task.emergency ?? false,
    createdAt: task.createdAt === undefined ? foundAt : new Date(task.createdAt),
  };
  await tx.subjects.insertElsewhere(elsewhere);
  return elsewhere;
}

/**
 * In the app's channel. The reviewers of taking access away are called directly, because a channel
 * would learn of a dismissal before the person does.
 */
export async function wantCardElsewhere(
  tx: StoreTransaction,
  { settings }: Pick<UseCaseDeps, 'settings'>,
  subject: Subject,
): Promise<void> {
  const app = settings.apps.find(({ id }) => id === subject.appId);
  const channel = app?.channel ?? null;
  const isPrivate = subject.elsewhere?.kind === 'revoke' || isConfidential(settings, subject.appId);
  if (channel !== null && !isPrivate) return wantCard(tx, subject, channel);
  const { id } = await wantHidden(tx, subject);
  await tx.cards.save(id, { state: 'unreachable' });
  await tx.enqueue({ kind: 'sync-card', cardId: id });
}

/** The card of a task that no channel shows: the buttons in lists and on Home hang on it. */
export function wantHidden(tx: StoreTransaction, { id }: Subject): Promise<CardRow> {
  return tx.cards.want(cardIdOf(id, ''), id, '');
}

/** Whether it was made through the bot: then its requester hears of it anyway. */
export async function isRequestOfBot(
  tx: StoreTransaction,
  { id, sourceRequestId }: TaskSnapshot,
): Promise<boolean> {
  const row = await tx.tasks.find(id);
  const requestId = row?.requestId ?? sourceRequestId;
  return requestId !== null && (await tx.requests.find(requestId)) !== null;
}
