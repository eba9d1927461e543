import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import type { Result } from '../../../domain/result.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import type { CompleteGovernance } from '../../../service/capabilities.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import { introspect } from '../../../service/client/optional-operations.ts';
import { credentialExpiry, expiryWords } from '../../health/credential-expiry.ts';
import { asOneLine, type Check, check, Finding, type Looks, type Tell } from '../check.ts';
import { operationLooks, refusalInWords } from './operation-checks.ts';
import { ownApprovalsCheck } from './own-approvals-check.ts';

interface GovernanceCheckDeps extends Pick<AccessSettings, 'apps'> {
  readonly client: Pick<GovernanceClient, 'call'>;
  readonly governance: CompleteGovernance;
  readonly tenant: Pick<AccessSettings['governance'], 'operations' | 'credential'>;
  readonly now: () => Date;
  readonly baseUrl: string;
}

/** An address with the interface's own path behind it: every call would go to a path twice as long. */
export function apiPathCheck(baseUrl: string): Check | null {
  const [ending] = /\/api(?:\/v\d+)?$/.exec(baseUrl) ?? [];
  if (ending === undefined) return null;
  const right = baseUrl.slice(0, -ending.length);
  const says = `GOVERNANCE_BASE_URL ends in ${ending}, which the bot adds itself. Set it to ${right}.`;
  return { what: 'governance tenant', state: 'error', says };
}

/** When the bot's credentials run out. */
function expiryCheck({ client, tenant, now }: GovernanceCheckDeps): Promise<Check> {
  const look = async () => {
    const { state, says } = expiryWords(await credentialExpiry(client, tenant), now());
    if (state === 'ok') return says;
    throw new Finding(state, says);
  };
  return check('credentials', look, '');
}

/**
 * Tells of the tenant, and begins to look at the rights of the bot's credentials and at what
 * access.yaml names. null where the tenant fails as a whole.
 */
export async function governanceLooks(
  deps: GovernanceCheckDeps,
  tell: Tell,
): Promise<Looks | null> {
  const { client, governance, apps, now } = deps;
  const reached = apiPathCheck(deps.baseUrl) ?? (await tenantCheck(client));
  await tell(reached);
  if (reached.state === 'error') return null;
  const begin = async () =>
    operationLooks({
      client,
      configured: new Set(deps.tenant.operations),
      appId: apps[0]?.id,
      now,
    });
  const ofOperations = await begin().catch((error: unknown) => [
    Promise.resolve(asOneLine('operations')(error)),
  ]);
  const isSearched = deps.tenant.operations.includes('taskSearch');
  return [
    ...ofOperations,
    ...apps.map((app) => appCheck(governance, app)),
    ownApprovalsCheck({ client, governance, apps, isSearched }),
    expiryCheck(deps),
  ];
}

/** Whether the tenant takes the bot's credentials. */
export function tenantCheck(client: Pick<GovernanceClient, 'call'>): Promise<Check> {
  return check(
    'governance tenant',
    async () => {
      const answer = await client.call(introspect, { path: {} });
      if (answer.ok) return `answers; the bot's credentials belong to ${answer.value.userId}`;
      if (answer.refusal.kind === 'not-found')
        return 'answers; it does not tell whose the bot’s credentials are';
      throw new Finding('error', `answers, but refuses: ${refusalInWords(answer.refusal)}.`);
    },
    'Look at GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, and whether this machine reaches the tenant.',
  );
}

function answered<T>(answer: Result<T, ServiceRefusal>, what: string): T {
  if (answer.ok) return answer.value;
  throw new Finding(
    'error',
    `${what} cannot be read: ${refusalInWords(answer.refusal)}. Correct it in access.yaml.`,
  );
}

/** Whether there is something to ask for in an app. */
export function appCheck(
  governance: Pick<CompleteGovernance, 'listEntitlements' | 'searchEntitlements'>,
  app: Pick<AccessSettings['apps'][number], 'id' | 'name' | 'resources' | 'fields'>,
): Promise<Check> {
  const look = async () => {
    const entitlements: CatalogueEntitlement[] = [];
    for (const resource of app.resources) {
      const name = `its resource ${resource.resourceTypeId}/${resource.resourceId}`;
      const there = answered(
        await governance.listEntitlements({ appId: app.id, ...resource }),
        name,
      );
      if (there.length === 0)
        throw new Finding('warning', `${name} has no entitlement. Look whether the ids are right.`);
      entitlements.push(...there);
    }
    if (app.resources.length === 0)
      entitlements.push(...answered(await governance.searchEntitlements(app.id), 'it'));
    const ids = new Set(entitlements.map(({ id }) => id));
    const missing = app.fields
      .flatMap(({ entitlements }) => entitlements ?? [])
      .filter((id) => !ids.has(id));
    if (missing.length > 0)
      throw new Finding(
        'error',
        `has no entitlement ${missing.join(', ')}. Correct apps[].fields[].entitlements.`,
      );
    if (entitlements.length === 0)
      throw new Finding(
        'error',
        'has no entitlement. Correct its id in access.yaml, or name its resources.',
      );
    return `${app.name} has ${entitlements.length} entitlements to ask for`;
  };
  return check(`app ${app.id}`, look, 'Look at its id and resources in access.yaml.');
}
