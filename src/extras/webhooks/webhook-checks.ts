/** Whether steps that the service hands to the bot reach it, and are answered in time. */
import { z } from 'zod';
import { readVaultKeys, type WebhookEnvironment } from '../../config/webhook-environment.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { type Check, check, Finding, notChecked } from '../../operator/doctor/check.ts';
import type { StatusMembers } from '../../operator/doctor/diagnose.ts';
import type { GovernanceClient } from '../../service/client/client.ts';
import { endpoint } from '../../service/client/wire/endpoint.ts';
import { list, parseDuration, text } from '../../service/client/wire/wire-fields.ts';
import type { Database } from '../../store/platform/database.ts';
import type { WebhookTables } from './delivery-tables.ts';
import { type CallbackVault, createCallbackVault } from './step-callbacks.ts';
import { webhookPath } from './webhook-receiver.ts';

/** What the running bot tells on `/status` of webhooks; null where it receives none. */
const receivedShape = z
  .object({
    /** null where none came, as far as it is kept. */
    lastReceivedAt: z.coerce.date().nullable(),
    /** Of the last seven days. */
    unreadable: z.int().default(0),
    /** What was wrong with the last one that was refused, if none was accepted since. */
    refused: z.string().nullable(),
  })
  .nullable()
  .default(null);
type Received = z.output<typeof receivedShape>;

/** How the service reaches the running bot, which may have other settings than this process. */
export function receivedCheck(members: StatusMembers, now: Date): Check | null {
  const what = 'webhooks';
  const parsed = receivedShape.safeParse(members['webhooks']);
  if (!parsed.success)
    return notChecked(what, 'the running bot tells of them in a way that is not read here.');
  return parsed.data === null ? null : checkOf(parsed.data, now);
}

function checkOf(received: NonNullable<Received>, now: Date): Check {
  const what = 'webhooks';
  const { lastReceivedAt, refused, unreadable } = received;
  if (refused !== null) return { what, state: 'error', says: refused };
  if (unreadable > 0) {
    const says = `${unreadable} of the last seven days told no task that I can read, so nobody was asked. The log of that time says why.`;
    return { what, state: 'error', says };
  }
  if (lastReceivedAt !== null) {
    const minutes = Math.round((now.getTime() - lastReceivedAt.getTime()) / 60_000);
    return { what, state: 'ok', says: `the tenant reached me ${minutes} minutes ago` };
  }
  const says =
    'the tenant never reached me. Have an administrator test the webhook in the tenant, and look at PUBLIC_URL.';
  return { what, state: 'warning', says };
}

/** The tenant's webhooks; administrators alone may list them. */
export const listWebhooks = endpoint(
  'GET',
  '/api/v1/webhooks',
  z.object({
    list: list(z.object({ url: text, displayName: text, callbackTimeout: z.string().nullish() })),
  }),
);

interface WebhookCheckDeps {
  readonly client: Pick<GovernanceClient, 'call'>;
  readonly settings: Pick<AccessSettings, 'webhook'>;
  readonly webhooks: WebhookEnvironment | null;
}

/** Whether the tenant has a webhook that leads here, and waits for an answer long enough. */
export async function webhookChecks({
  client,
  settings,
  webhooks,
}: WebhookCheckDeps): Promise<readonly Check[]> {
  const what = 'steps by webhook';
  if (webhooks === null) return [];
  const look = async (): Promise<string> => {
    const target = `${webhooks.publicUrl}${webhookPath}`;
    const answer = await client.call(listWebhooks, { path: {} });
    if (!answer.ok)
      throw new Finding(
        'warning',
        `not checked: the bot may not read the tenant’s webhooks. Compare the webhook’s callback timeout with webhook.answerWithin (${settings.webhook.answerWithinSeconds} s) by hand.`,
      );
    const here = answer.value.list.filter(({ url }) => url === target);
    const [first] = here;
    if (first === undefined)
      throw new Finding('error', `no webhook of the tenant leads to ${target}.`);
    const seconds = parseDuration(first.callbackTimeout ?? null);
    const { answerWithinSeconds } = settings.webhook;
    if (seconds !== null && seconds < answerWithinSeconds)
      throw new Finding(
        'error',
        `the tenant waits ${seconds} s for an answer, and webhook.answerWithin is ${answerWithinSeconds} s: set it to ${seconds}s or less, or a policy goes on without anybody.`,
      );
    return `the tenant has ${here.length} that lead to ${target}`;
  };
  return [await check(what, look, 'Look at the governance service above.')];
}

/** So many waiting steps are looked at, the newest first: a wrong key opens none of those before it. */
const mostLookedAt = 1_000;

/**
 * Whether the waiting steps can be answered with the keys that are set; nothing where none waits. A
 * wrong key is noticed here before somebody decides.
 */
export async function callbackChecks(
  { kysely }: Pick<Database, 'kysely'>,
  webhooks: WebhookEnvironment | null,
): Promise<readonly Check[]> {
  const what = 'answers to waiting steps';
  const rows = await kysely
    .withTables<WebhookTables>()
    .selectFrom('webhookDeliveries')
    .select(['callback', 'webhookId'])
    .where('callback', 'is not', null)
    .orderBy('receivedAt', 'desc')
    .limit(mostLookedAt)
    .execute();
  if (rows.length === 0) return [];
  const vault = createCallbackVault(webhooks === null ? [] : readVaultKeys(webhooks.key));
  const locked = rows.filter(
    ({ callback, webhookId }) => callback !== null && !opens(vault, callback, webhookId),
  );
  if (locked.length === 0)
    return [{ what, state: 'ok', says: `${rows.length} of ${rows.length} open with WEBHOOK_KEY` }];
  const says = `${locked.length} of ${rows.length} do not open with WEBHOOK_KEY, so decisions on these steps are kept and not sent. Set the key again with which they were sealed, behind the new one with a comma between.`;
  return [{ what, state: 'error', says }];
}

function opens(vault: CallbackVault, sealed: string, webhookId: string): boolean {
  try {
    vault.open(sealed, webhookId);
    return true;
  } catch {
    return false;
  }
}
