/** Keeps steps that the service handed over and that cannot be read, and tells of them. */
import { DateTime } from 'luxon';
import type { UseCaseDeps } from '../../../use-cases/deps.ts';
import { record } from '../../../use-cases/record/record.ts';
import { deliveriesIn, type WebhookDelivery } from '../delivery-tables.ts';
import { unreadableWords } from './unreadable-texts.ts';

/**
 * Nobody can tell which step it is, so nobody is asked. Its callback is kept so that it can be
 * denied in time: without an answer the policy could go on without anybody. Administrators hear of
 * the first of its kind in a day: the tenant could send thousands.
 *
 * @param step.taskId empty where not even the task is told
 * @param step.deniedAt null where it is left; of a task that is known it is kept all the same,
 *   because a withdrawal ends it
 */
export async function keepUnreadable(
  { store, settings, world }: UseCaseDeps,
  delivery: WebhookDelivery,
  { taskId, deniedAt }: Pick<WebhookDelivery, 'taskId' | 'deniedAt'>,
): Promise<void> {
  const { webhookId, event, receivedAt } = delivery;
  world.log.error({ webhookId, event, taskId }, 'a delivery tells no step that can be read');
  const received = DateTime.fromJSDate(receivedAt, { zone: settings.timeZone });
  const day = { from: received.startOf('day').toJSDate(), to: received.endOf('day').toJSDate() };
  const change =
    deniedAt === null && taskId === ''
      ? ({ state: 'over', callback: null } as const)
      : ({ state: 'open', taskId, deniedAt } as const);
  await store.transaction(async (tx) => {
    const isFirst = await deliveriesIn(tx).isFirstUnreadable(delivery, day);
    await deliveriesIn(tx).save(webhookId, { ...change, isUnreadable: true });
    const detail = { webhookId, event, deniedAt: deniedAt?.toISOString() ?? null };
    await record(tx, { kind: 'delivery.unreadable', detail });
    if (!isFirst) return;
    for (const slackUserId of settings.admins)
      await tx.enqueue({ kind: 'tell-unreadable', webhookId, slackUserId });
  });
}

/**
 * A message of its own, because no request is known that it could be about. Cut off after Slack
 * took it, it is sent again: twice is better than never.
 */
export async function tellUnreadable(
  { store, chat, world }: Pick<UseCaseDeps, 'store' | 'chat' | 'world'>,
  { webhookId, slackUserId }: { readonly webhookId: string; readonly slackUserId: string },
): Promise<void> {
  const delivery = await store.transaction((tx) => deliveriesIn(tx).find(webhookId));
  if (delivery === null) return;
  const answer = await chat.tellPerson(slackUserId, unreadableWords(delivery));
  if (answer.ok) return;
  const { refusal } = answer;
  world.log.warn({ webhookId, slackUserId, refusal }, 'an administrator cannot be told');
}
