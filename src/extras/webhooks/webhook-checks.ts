/**
 * Whether steps that the service hands to the bot reach it, and are answered in time; and by whom,
 * were one delivered at this moment.
 */
import { z } from 'zod';
import { readVaultKeys, type WebhookEnvironment } from '../../config/webhook-environment.ts';
import type { ResourceKey } from '../../domain/catalogue/entitlement.ts';
import { callNameOf } from '../../domain/people/identity-person.ts';
import type { AccessSettings } from '../../domain/settings/access-settings.ts';
import { Finding, type Look } from '../../operator/doctor/check.ts';
import type { GovernanceClient } from '../../service/client/client.ts';
import { endpoint } from '../../service/client/wire/endpoint.ts';
import { list, parseDuration, text } from '../../service/client/wire/wire-fields.ts';
import type { Database } from '../../store/platform/database.ts';
import type { Resolved } from '../../use-cases/people/resolve-identity.ts';
import type { AccessGovernance, World } from '../../use-cases/ports/ports.ts';
import type { Store } from '../../use-cases/ports/store-ports.ts';
import {
  type AnswerNeed,
  configuredAnswerers,
  lookForAnswerers,
  nameOfSource,
} from './answerers/find-answerers.ts';
import type { NobodyReason } from './answerers/reviewer-choice.ts';
import type { ReviewerLists } from './answerers/reviewer-lists.ts';
import { deliveriesIn, type ReviewerSource, type WebhookTables } from './delivery-tables.ts';
import { type CallbackVault, createCallbackVault } from './step-callbacks.ts';
import { type WebhookLog, webhookPath } from './webhook-receiver.ts';

const weekMs = 7 * 86_400_000;

/** How the service reaches this bot. */
export function receivedLook({ trouble }: Pick<WebhookLog, 'trouble'>, store: Store): Look {
  const ask = async () => {
    if (trouble !== null) throw new Finding('error', trouble);
    const { lastReceivedAt, unreadable, at } = await store.transaction(async (tx) => ({
      at: tx.at,
      lastReceivedAt: await deliveriesIn(tx).lastReceivedAt(),
      unreadable: await deliveriesIn(tx).unreadableSince(new Date(tx.at.getTime() - weekMs)),
    }));
    if (unreadable > 0)
      throw new Finding(
        'error',
        `${unreadable} of the last seven days told no task that I can read, so nobody was asked. The log of that time says why.`,
      );
    if (lastReceivedAt !== null) {
      const minutes = Math.round((at.getTime() - lastReceivedAt.getTime()) / 60_000);
      return `the tenant reached me ${minutes} minutes ago`;
    }
    throw new Finding(
      'warning',
      'the tenant never reached me. Have an administrator test the webhook in the tenant, and look at PUBLIC_URL.',
    );
  };
  return { what: 'webhooks', ask, mend: 'Look at the database.' };
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
export function webhookLook({ client, settings, webhooks }: WebhookCheckDeps): Look {
  const ask = async () => {
    if (webhooks === null) return null;
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
  return { what: 'steps by webhook', ask, mend: 'Look at the governance service above.' };
}

/** So many waiting steps are looked at, the newest first: a wrong key opens none of those before it. */
const mostLookedAt = 1_000;

/**
 * Whether the waiting steps can be answered with the keys that are set; nothing where none waits. A
 * wrong key is noticed here before somebody decides.
 */
export function callbackLook(
  database: Pick<Database, 'kysely'>,
  environment: { readonly webhooks: WebhookEnvironment | null } | null,
): Look {
  const ask = async () =>
    environment === null ? null : callbacksSay(database, environment.webhooks);
  return { what: 'answers to waiting steps', ask, mend: 'Look at the database above.' };
}

async function callbacksSay(
  { kysely }: Pick<Database, 'kysely'>,
  webhooks: WebhookEnvironment | null,
): Promise<string | null> {
  const rows = await kysely
    .withTables<WebhookTables>()
    .selectFrom('webhookDeliveries')
    .select(['callback', 'webhookId'])
    .where('callback', 'is not', null)
    .orderBy('receivedAt', 'desc')
    .limit(mostLookedAt)
    .execute();
  if (rows.length === 0) return null;
  const vault = createCallbackVault(webhooks === null ? [] : readVaultKeys(webhooks.key));
  const locked = rows.filter(
    ({ callback, webhookId }) => callback !== null && !opens(vault, callback, webhookId),
  );
  if (locked.length === 0) return `${rows.length} of ${rows.length} open with WEBHOOK_KEY`;
  const says = `${locked.length} of ${rows.length} do not open with WEBHOOK_KEY, so decisions on these steps are kept and not sent. Set the key again with which they were sealed, behind the new one with a comma between.`;
  throw new Finding('error', says);
}

function opens(vault: CallbackVault, sealed: string, webhookId: string): boolean {
  try {
    vault.open(sealed, webhookId);
    return true;
  } catch {
    return false;
  }
}

interface AnswererCheckDeps {
  readonly reviewerLists: ReviewerLists;
  readonly governance: AccessGovernance;
  readonly settings: AccessSettings;
  readonly world: World;
  readonly identityOf: (slackUserId: string) => Promise<Resolved>;
  /** Whether the bot receives webhooks at all: then steps of every app may arrive. */
  readonly areStepsTaken: boolean;
}

type WebhookApp = AccessSettings['apps'][number];

/** Each look is some calls of the service and of Slack. */
const mostApps = 20;
const mostResources = 5;
const mostNames = 5;

/** Each app whose steps may be delivered; a limited number of them. */
export function answererLooks(deps: AnswererCheckDeps): readonly Look[] {
  const apps = deps.settings.apps.filter((app) => deps.areStepsTaken || app.webhook !== null);
  const rest = apps.length - mostApps;
  const ask = async () => {
    if (rest <= 0) return null;
    throw new Finding('warning', `not checked: ${rest} more apps of access.yaml.`);
  };
  return [
    ...apps
      .slice(0, mostApps)
      .flatMap((app) => [answererLook(deps, app, 'reviewers'), answererLook(deps, app, 'setUpBy')]),
    { what: 'delivered steps', ask, mend: '' },
  ];
}

const needs: Readonly<Record<AnswerNeed, string>> = {
  reviewers: 'who decides',
  setUpBy: 'who sets up',
};

function answererLook(deps: AnswererCheckDeps, app: WebhookApp, need: AnswerNeed): Look {
  const setting = app.webhook === null ? 'webhook' : `webhook of ${app.id}`;
  const mend = `Look at ${need} and fallback in ${setting}, and at the rights of the bot's credentials.`;
  const what = `delivered steps of ${app.name}, ${needs[need]}`;
  return { what, ask: () => look(deps, app, need), mend };
}

/** Lists that differ from step to step. */
const differing: Readonly<Partial<Record<ReviewerSource, string>>> = {
  manager: 'the manager of the target',
  'resource-owner': 'the owners of the resource',
  'entitlement-owner': 'the owners of the entitlement',
};

/** The resources of an app are looked at one by one; for any other setting, one check is enough. */
async function look(deps: AnswererCheckDeps, app: WebhookApp, need: AnswerNeed): Promise<string> {
  const choice = configuredAnswerers(deps.settings, app.id)[need];
  if (choice.length > 1) {
    const names = await namesNow(deps, app, need, { isReadNow: false });
    return `everybody of ${choice.map(({ kind }) => kind).join(', ')}; where these hold nobody ${names}`;
  }
  const [by] = choice.map(nameOfSource);
  if (by === 'resource-owner' && app.resources.length > 0) {
    const lines: string[] = [];
    for (const { resourceTypeId, resourceId } of app.resources.slice(0, mostResources)) {
      const resource = { appId: app.id, resourceTypeId, resourceId };
      const names = await namesNow(deps, app, need, { isReadNow: true, resource });
      lines.push(`${resourceTypeId}/${resourceId}: ${names}`);
    }
    const rest = app.resources.length - mostResources;
    return `${lines.join('; ')}${rest > 0 ? `; ${rest} more resources not checked` : ''}`;
  }
  const who = by && differing[by];
  const names = await namesNow(deps, app, need, { isReadNow: who === undefined });
  return who === undefined ? names : `${who}; without one ${names}`;
}

const reasons: Readonly<Record<NobodyReason, string>> = {
  empty: 'holds nobody, or the service hides it from the bot',
  'too-long': 'holds more than 128 people',
  inactive: 'holds only disabled people',
  'own-request': 'holds only requester and target',
};

/**
 * The names of the people who would answer. Throws a finding when nobody would, or when a readable
 * list leaves the answer to the fallback.
 */
async function namesNow(
  deps: AnswererCheckDeps,
  { id: appId }: WebhookApp,
  need: AnswerNeed,
  { isReadNow, resource }: { readonly isReadNow: boolean; readonly resource?: ResourceKey },
): Promise<string> {
  const resources = resource === undefined ? null : [resource];
  const step = { appId, entitlements: [], resources, target: null, without: [] };
  const { reviewers, lists } = await lookForAnswerers(deps, step, need);
  if (reviewers.length === 0) throw new Finding('error', nobodySays);
  const names = reviewers.slice(0, mostNames).map(({ person }) => callNameOf(person) ?? person.id);
  const more = reviewers.length > mostNames ? ` and ${reviewers.length - mostNames} more` : '';
  const all = `${names.join(', ')}${more}`;
  const reason = lists[0]?.nobody ?? null;
  if (reason === null || !isReadNow) return all;
  const of = resource === undefined ? '' : ` of ${resource.resourceTypeId}/${resource.resourceId}`;
  const says = `the list${of} ${reasons[reason]}, so the fallback answers: ${all}.`;
  throw new Finding('warning', says);
}

const nobodySays =
  'nobody: neither the list nor the fallback has somebody who may answer. Name people in webhook.fallback, or add admins who have an identity.';
