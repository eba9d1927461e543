/** Keeps steps that the service handed over and that cannot be read, and tells of them. */

import { DateTime } from 'luxon';
import { moment } from '../../../slack/platform/text.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import type { UseCaseDeps } from '../../../use-cases/deps.ts';
import type { WordsToPerson } from '../../../use-cases/ports/chat-ports.ts';
import { record } from '../../../use-cases/record/record.ts';
import { deliveriesIn, type WebhookDelivery } from '../delivery-tables.ts';

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
  const day = dayOf(receivedAt, settings);
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

/** `next`: when the day after it begins. */
function dayOf(at: Date, { timeZone }: Pick<UseCaseDeps['settings'], 'timeZone'>) {
  const local = DateTime.fromJSDate(at, { zone: timeZone });
  const from = local.startOf('day');
  const next = from.plus({ days: 1 }).toJSDate();
  return { from: from.toJSDate(), to: local.endOf('day').toJSDate(), next };
}

/**
 * A message of its own, because no request is known that it could be about. Cut off after Slack
 * took it, it is sent again: twice is better than never.
 */
export async function tellUnreadable(
  { store, chat, world, settings }: Pick<UseCaseDeps, 'store' | 'chat' | 'world' | 'settings'>,
  { webhookId, slackUserId }: { readonly webhookId: string; readonly slackUserId: string },
): Promise<void> {
  const delivery = await store.transaction((tx) => deliveriesIn(tx).find(webhookId));
  if (delivery === null) return;
  const answer = await chat.tellPerson(slackUserId, unreadableWords(delivery, settings));
  if (answer.ok) return;
  const { refusal } = answer;
  world.log.warn({ webhookId, slackUserId, refusal }, 'an administrator cannot be told');
}

/** Moments are in Slack's words. */
const textsIn = textsOfExtra({
  decision: [
    'The access service asked for a decision ({received}). I cannot read which step of which request that is, so nobody in Slack is asked.',
    'Der Zugriffsdienst hat um eine Entscheidung gebeten ({received}). Ich kann nicht lesen, um welchen Schritt welcher Anfrage es geht. Deshalb wird in Slack niemand gefragt.',
  ],
  setUp: [
    'The access service asked for access to be set up by hand ({received}). I cannot read which step of which request that is, so nobody in Slack is asked.',
    'Der Zugriffsdienst hat darum gebeten, einen Zugriff von Hand einzurichten ({received}). Ich kann nicht lesen, um welchen Schritt welcher Anfrage es geht. Deshalb wird in Slack niemand gefragt.',
  ],
  denied: ['I will deny this step: {when}.', 'Ich lehne diesen Schritt ab: {when}.'],
  left: [
    'I will not answer it. When the access service stops waiting, its policy goes on without an answer.',
    'Ich antworte nicht darauf. Wartet der Zugriffsdienst nicht mehr, geht seine Richtlinie ohne Antwort weiter.',
  ],
  help: [
    'In the governance console, look for the request that waits for my webhook, and close or restart it there if need be. My log names the delivery, and `doctor` counts such steps. I will not report another of this kind before {next}.',
    'Such in der Zugriffsverwaltung die Anfrage, die auf meinen Webhook wartet, und schließe sie dort oder starte sie neu, wenn das nötig ist. Mein Log nennt die Zustellung, und `doctor` zählt solche Schritte. Weitere dieser Art melde ich erst ab {next} wieder.',
  ],
} as const);

/** To an administrator. Has no word of the tenant's in it: nothing of the delivery could be read. */
export function unreadableWords(
  { event, receivedAt, deniedAt }: Pick<WebhookDelivery, 'event' | 'receivedAt' | 'deniedAt'>,
  settings: Pick<UseCaseDeps['settings'], 'timeZone'>,
): WordsToPerson {
  const received = moment(receivedAt);
  const help = { next: moment(dayOf(receivedAt, settings).next) };
  const wordsIn = (language: keyof WordsToPerson): string => {
    const texts = textsIn({ language });
    const opening =
      event === 'provision-step' ? texts.setUp({ received }) : texts.decision({ received });
    const next = deniedAt === null ? texts.left : texts.denied({ when: moment(deniedAt) });
    return [opening, next, texts.help(help)].join(' ');
  };
  return { en: wordsIn('en'), de: wordsIn('de') };
}
