/** The people who would answer a step delivered to the bot at this moment. */

import type { ResourceKey } from '../../../domain/catalogue/entitlement.ts';
import { callNameOf } from '../../../domain/people/identity-person.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { Finding, type Look } from '../../../operator/doctor/check.ts';
import type { Resolved } from '../../../use-cases/people/resolve-identity.ts';
import type { AccessGovernance, World } from '../../../use-cases/ports/ports.ts';
import type { ReviewerSource } from '../delivery-tables.ts';
import {
  type AnswerNeed,
  configuredAnswerers,
  lookForAnswerers,
  nameOfSource,
} from './find-answerers.ts';
import type { NobodyReason } from './reviewer-choice.ts';
import type { ReviewerLists } from './reviewer-lists.ts';

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
