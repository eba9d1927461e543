import { z } from 'zod';
import { ifRefused, unlessFailing } from '../../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { quotedName } from '../../../domain/text/foreign-text.ts';
import type { CompleteGovernance } from '../../../service/capabilities.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { introspect, readAppOwnerIds } from '../../../service/client/optional-operations.ts';
import { endpoint } from '../../../service/client/wire/endpoint.ts';
import { collect, pages } from '../../../service/client/wire/paging.ts';
import { list, text } from '../../../service/client/wire/wire-fields.ts';
import { type Check, check, Finding, type Look, someAtOnce } from '../check.ts';
import { operationsLook, refusalInWords, requestLook } from './operation-checks.ts';

interface GovernanceCheckDeps extends Pick<AccessSettings, 'apps'> {
  readonly client: Pick<GovernanceClient, 'call'>;
  readonly governance: CompleteGovernance;
  readonly tenant: Pick<AccessSettings['governance'], 'operations'>;
  readonly now: () => Date;
  readonly ends: AbortSignal;
}

/** An address with the interface's own path behind it: every call would go to a path twice as long. */
export function apiPathCheck(baseUrl: string): Check | null {
  const [ending] = /\/api(?:\/v\d+)?$/.exec(baseUrl) ?? [];
  if (ending === undefined) return null;
  const right = baseUrl.slice(0, -ending.length);
  const says = `GOVERNANCE_BASE_URL ends in ${ending}, which the bot adds itself. Set it to ${right}.`;
  return { what: 'governance tenant', state: 'error', says };
}

/** Whether the tenant takes the bot's credentials. */
export function tenantCheck(client: Pick<GovernanceClient, 'call'>): Promise<Check> {
  return check({
    what: 'governance tenant',
    async ask() {
      const answer = await client.call(introspect, { path: {} });
      if (answer.ok) return `answers; the bot's credentials belong to ${answer.value.userId}`;
      if (answer.refusal.kind === 'not-found')
        return 'answers; it does not tell whose the bot’s credentials are';
      throw new Finding('error', `answers, but refuses: ${refusalInWords(answer.refusal)}.`);
    },
    mend: 'Look at GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, and whether this machine reaches the tenant.',
  });
}

/** The rights of the bot's credentials, and what access.yaml names. */
export function governanceLooks(deps: GovernanceCheckDeps): readonly Look[] {
  const { governance, apps, tenant } = deps;
  return [
    requestLook(deps),
    operationsLook({ ...deps, configured: new Set(tenant.operations), appId: apps[0]?.id }),
    ...apps.map((app) => appLook(governance, app)),
    ownApprovalsLook(deps),
  ];
}

const unreadable = (what: string) =>
  ifRefused(({ refusal }): never => {
    throw new Finding(
      'error',
      `${what} cannot be read: ${refusalInWords(refusal)}. Correct it in access.yaml.`,
    );
  });

type LookedAtApp = Pick<AccessSettings['apps'][number], 'id' | 'name' | 'resources' | 'fields'>;
type Entitlements = Pick<CompleteGovernance, 'listEntitlements' | 'searchEntitlements'>;

/** Whether there is something to ask for in an app. */
export function appLook(governance: Entitlements, app: LookedAtApp): Look {
  const ask = async () => {
    const ids = new Set<string>();
    for (const resource of app.resources) {
      const name = `its resource ${resource.resourceTypeId}/${resource.resourceId}`;
      const listing = governance.listEntitlements({ appId: app.id, ...resource });
      const there = await listing.catch(unreadable(name));
      if (there.length === 0)
        throw new Finding('warning', `${name} has no entitlement. Look whether the ids are right.`);
      for (const { id } of there) ids.add(id);
    }
    if (app.resources.length === 0)
      for (const { id } of await governance.searchEntitlements(app.id).catch(unreadable('it')))
        ids.add(id);
    const named = app.fields.flatMap(({ entitlements }) => entitlements ?? []);
    const missing = named.filter((id) => !ids.has(id));
    if (missing.length > 0)
      throw new Finding(
        'error',
        `has no entitlement ${missing.join(', ')}. Correct apps[].fields[].entitlements.`,
      );
    if (ids.size > 0) return `${app.name} has ${ids.size} entitlements to ask for`;
    throw new Finding(
      'error',
      'has no entitlement. Correct its id in access.yaml, or name its resources.',
    );
  };
  return { what: `app ${app.id}`, ask, mend: 'Look at its id and resources in access.yaml.' };
}

interface OwnApprovalsDeps extends Pick<GovernanceCheckDeps, 'apps' | 'client'> {
  readonly governance: Pick<CompleteGovernance, 'listResourceOwners'>;
}

const policy = z.object({
  id: text,
  displayName: text,
  /** Steps by their key, as the service sent them, because people are named in many places. */
  policySteps: z.unknown().optional(),
});

/** Some searches of the service wrap what they list. */
function unwrapped(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'policy' in item ? item.policy : item;
}

/** All policies but those that belong to a single app or entitlement. */
export const searchPolicies = endpoint(
  'POST',
  '/api/v1/search/policies',
  z.object({ list: list(z.unknown().transform(unwrapped).pipe(policy)), nextPageToken: text }),
);

const why =
  'The service counts a request by a reviewer as approved by them, and the bot requests for everybody.';
const mend = 'Give the bot a service principal that approves nothing.';

/**
 * Whether the bot's own account reviews anything: then its requests approve themselves. Known are
 * the owners of the configured resources and their apps, and the policies that name the account.
 * Members of groups are not read.
 */
export function ownApprovalsLook(deps: OwnApprovalsDeps): Look {
  const ask = async (): Promise<string> => {
    const own = await unlessFailing(deps.client.call(introspect, { path: {} }), () => null);
    const ownId = own?.ok === true ? own.value.userId : '';
    if (ownId === '')
      throw new Finding(
        'warning',
        `not checked: the tenant does not tell whose the bot’s credentials are. ${mend}`,
      );
    const { duties, unread } = await dutiesOf(deps, ownId);
    const unseen = [...new Set(unread)].join(', ');
    if (duties.length > 0) {
      const rest = unseen === '' ? '' : ` Not checked: ${unseen}.`;
      throw new Finding('warning', `${ownId} ${duties.join(', and ')}. ${why} ${mend}${rest}`);
    }
    if (unseen !== '')
      throw new Finding('warning', `not checked: ${unseen} cannot be read. ${mend}`);
    return `none known: ${ownId} owns no resource and no app of access.yaml, and no policy names it`;
  };
  return { what: 'approvals by the bot itself', ask, mend };
}

/** As the end of a sentence about the account, "owns GitHub team/platform"; and the reads that failed. */
async function dutiesOf({ client, governance, apps }: OwnApprovalsDeps, ownId: string) {
  const duties: string[] = [];
  const unread: string[] = [];
  const ofApps = async ({ id: appId, name, resources }: AccessSettings['apps'][number]) => {
    const reading = client.call(readAppOwnerIds, { path: { app_id: appId } });
    const owners = await unlessFailing(reading, () => null);
    if (owners?.ok !== true) unread.push('the owners of apps');
    else if (owners.value.userIds.includes(ownId)) duties.push(`owns the app ${name}`);
    for (const resource of resources) {
      const list = governance.listResourceOwners({ appId, ...resource });
      const those = await unlessFailing(list, () => null);
      if (those === null) unread.push('the owners of resources');
      else if (those.some(({ id }) => id === ownId))
        duties.push(`owns ${name} ${resource.resourceTypeId}/${resource.resourceId}`);
    }
  };
  await someAtOnce(apps, ofApps, () => undefined);
  const all = pages(client, searchPolicies, { path: {}, body: {} });
  const reading = collect(all, (page) => page.list);
  const policies = await unlessFailing(reading, () => null);
  if (policies === null) unread.push('the policies');
  for (const { id, displayName, policySteps } of policies ?? [])
    if (holdsText(policySteps, ownId))
      duties.push(`is named in the policy ${quotedName(displayName.trim() || id)}`);
  return { duties, unread };
}

/** Deeper than any policy goes. */
const deepest = 20;

/**
 * Whether a text occurs anywhere in the value. The interface does not limit the places, and an id
 * matches nothing else by chance.
 */
function holdsText(value: unknown, searched: string, depth = 0): boolean {
  if (typeof value === 'string') return value === searched;
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  return Object.values(value).some((member) => holdsText(member, searched, depth + 1));
}
