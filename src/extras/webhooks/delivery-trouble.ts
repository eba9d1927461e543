/** Tells administrators of a delivered step that cannot be read, or not be answered. */

import type { OutwardJob } from '../../domain/outward/job.ts';
import { moment } from '../../slack/platform/text.ts';
import { textsOfExtra } from '../../slack/texts.ts';
import type { UseCaseDeps } from '../../use-cases/deps.ts';
import type { WordsToPerson } from '../../use-cases/ports/chat-ports.ts';
import type { StoreTransaction } from '../../use-cases/ports/store-ports.ts';
import { record } from '../../use-cases/record/record.ts';
import { type DeliveryTrouble, deliveriesIn, type WebhookDelivery } from './delivery-tables.ts';

const dayMs = 86_400_000;

/**
 * Nobody can tell which step it is, so nobody is asked: it is denied in time, because without an
 * answer the policy could go on without anybody, and administrators are told. Of a set-up the access
 * was approved already, and without an answer it falls back to a person.
 *
 * @param known.taskId empty where not even the task is told; of a task that is known a withdrawal
 *   ends it
 */
export async function keepUnreadable(
  { store, settings, world }: UseCaseDeps,
  { webhookId, event }: WebhookDelivery,
  { taskId, deniedAt }: { readonly taskId: string; readonly deniedAt: Date | null },
): Promise<void> {
  world.log.error({ webhookId, event, taskId }, 'a delivery tells no step that can be read');
  await store.transaction(async (tx) => {
    await deliveriesIn(tx).save(webhookId, { state: 'open', taskId, deniedAt });
    const detail = { webhookId, event, deniedAt: deniedAt?.toISOString() ?? null };
    await record(tx, { kind: 'delivery.unreadable', detail });
    await wantTold(tx, settings.admins, { webhookId, trouble: 'unreadable' });
  });
}

/** The first of its kind in a day is told: the tenant could send thousands. */
export async function wantTold(
  tx: StoreTransaction,
  admins: readonly string[],
  about: { readonly webhookId: string; readonly trouble: DeliveryTrouble },
): Promise<void> {
  const { webhookId, trouble } = about;
  const since = new Date(tx.at.getTime() - dayMs);
  if (!(await deliveriesIn(tx).tellOnce(webhookId, trouble, { at: tx.at, since }))) return;
  for (const slackUserId of admins)
    await tx.enqueue({ kind: 'tell-delivery', ...about, slackUserId });
}

/**
 * A message of its own, because no request need be known that it could be about. Cut off after
 * Slack took it, it is sent again: twice is better than never.
 */
export async function tellTrouble(
  { store, chat, world }: Pick<UseCaseDeps, 'store' | 'chat' | 'world'>,
  { webhookId, trouble, slackUserId }: Extract<OutwardJob, { kind: 'tell-delivery' }>,
): Promise<void> {
  const delivery = await store.transaction((tx) => deliveriesIn(tx).find(webhookId));
  if (delivery === null) return;
  const answer = await chat.tellPerson(slackUserId, troubleWords(delivery, trouble));
  if (answer.ok) return;
  const { refusal } = answer;
  world.log.warn({ webhookId, slackUserId, refusal }, 'an administrator cannot be told');
}

/** Moments are in Slack's words. */
const textsIn = textsOfExtra({
  unreadable: [
    'The access service handed me a step ({received}). I cannot read which step of which request that is, so nobody in Slack is asked. I will deny this step: {denied}. In the governance console, look for the request that waits for my webhook, and close or restart it there if need be.',
    'Der Zugriffsdienst hat mir einen Schritt übergeben ({received}). Ich kann nicht lesen, um welchen Schritt welcher Anfrage es geht. Deshalb wird in Slack niemand gefragt. Ich lehne diesen Schritt ab: {denied}. Such in der Zugriffsverwaltung die Anfrage, die auf meinen Webhook wartet, und schließe sie dort oder starte sie neu, wenn das nötig ist.',
  ],
  unreadableSetUp: [
    'The access service handed me access to set up ({received}). I cannot read which access that is, so nobody in Slack is asked. Without my answer it falls back to a person: look in the governance console for what waits for my webhook.',
    'Der Zugriffsdienst hat mir einen Zugriff zum Einrichten übergeben ({received}). Ich kann nicht lesen, welcher das ist. Deshalb wird in Slack niemand gefragt. Ohne meine Antwort fällt er an einen Menschen zurück: Sieh in der Zugriffsverwaltung nach, was auf meinen Webhook wartet.',
  ],
  locked: [
    'I cannot send the answer to a step that the access service handed me ({received}), because no WEBHOOK_KEY that is set opens the way back. I keep the answer. Set the old key again, behind the new one with a comma between, and restart me: then I send it.',
    'Ich kann die Antwort auf einen Schritt nicht senden, den mir der Zugriffsdienst übergeben hat ({received}), denn kein gesetzter WEBHOOK_KEY öffnet den Rückweg. Ich behalte die Antwort. Setz den alten Schlüssel wieder, hinter dem neuen mit einem Komma dazwischen, und starte mich neu: Dann sende ich sie.',
  ],
  help: [
    'My log names the delivery, and `doctor` counts such steps. I will not report another of this kind before {next}.',
    'Mein Log nennt die Zustellung, und `doctor` zählt solche Schritte. Weitere dieser Art melde ich erst ab {next} wieder.',
  ],
} as const);

/** To an administrator. Has no word of the tenant's in it. */
export function troubleWords(
  delivery: Pick<WebhookDelivery, 'receivedAt' | 'deniedAt' | `${DeliveryTrouble}ToldAt`>,
  trouble: DeliveryTrouble,
): WordsToPerson {
  const { receivedAt, deniedAt, [`${trouble}ToldAt` as const]: toldAt } = delivery;
  const at = { received: moment(receivedAt), denied: moment(deniedAt ?? receivedAt) };
  const next = moment(new Date((toldAt ?? receivedAt).getTime() + dayMs));
  const wordsIn = (language: keyof WordsToPerson): string => {
    const texts = textsIn({ language });
    const what = trouble === 'unreadable' && deniedAt === null ? 'unreadableSetUp' : trouble;
    return `${texts[what](at)} ${texts.help({ next })}`;
  };
  return { en: wordsIn('en'), de: wordsIn('de') };
}
