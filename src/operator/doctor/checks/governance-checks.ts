import { ifRefused } from '../../../domain/outward/outward-failure.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import type { CompleteGovernance } from '../../../service/capabilities.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { introspect } from '../../../service/client/optional-operations.ts';
import { type Check, check, Finding, type Look } from '../check.ts';
import { operationsLook, refusalInWords, requestLook } from './operation-checks.ts';
import { ownApprovalsLook } from './own-approvals-check.ts';

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
