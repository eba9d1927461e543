import { type AccessSettings, type OptionalOperation, optionalOperations } from '../domain/access-settings.ts';
import { type Check, check, Finding, notChecked } from '../domain/check.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { AccessGovernance } from '../use-cases/ports.ts';
import { createAccessGovernance } from './access-governance.ts';
import type { GovernanceClient } from './client.ts';
import { introspect } from './optional-operations.ts';

export interface GovernanceCheckDeps {
  readonly client: GovernanceClient;
  readonly settings: Pick<AccessSettings, 'apps' | 'governance'>;
  readonly now: () => Date;
}

/** The tenant, the rights of the bot's credentials, and what access.yaml names. */
export async function governanceChecks(deps: GovernanceCheckDeps): Promise<readonly Check[]> {
  const { client, settings } = deps;
  const reached = await check(
    'governance tenant',
    async () => {
      const told = await client.call(introspect, { path: {} });
      if (told.ok) return `answers; the bot's credentials belong to ${told.value.userId}`;
      if (told.refusal.kind === 'not-found') return 'answers; it does not tell whose the bot’s credentials are';
      throw new Finding('error', `answers, but refuses: ${wordsOf(told.refusal)}.`);
    },
    'Look at GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, and whether this machine reaches the tenant.',
  );
  if (reached.state === 'error') return [reached];
  const configured = new Set(settings.governance.operations);
  const operations = await Promise.all(
    optionalOperations.map((one) => (configured.has(one) ? operationCheck(deps, one) : unusedCheck(deps, one))),
  );
  const apps = settings.apps.map((app) => appCheck(createAccessGovernance(client, { operations: configured }), app));
  return [reached, ...operations.filter((one) => one !== null), ...(await Promise.all(apps))];
}

const wordsOf = ({ kind, message }: ServiceRefusal) => (message === '' ? kind : `${kind}, “${message}”`);

/** An id that nothing has: what is asked for is whether the question is allowed. */
const nothing = 'access-request-bot-doctor';

type Probe = (governance: AccessGovernance, appId: string, now: Date) => Promise<unknown>;

/** A call that changes nothing, for operations that have one and tell a question that is refused from one that finds nothing. */
const probes: Readonly<Partial<Record<OptionalOperation, Probe>>> = {
  taskSearch: (governance) => governance.findTaskOfRequest(nothing, nothing),
  userSearch: (governance) => governance.findPersonByEmail(`${nothing}@example.invalid`),
  appList: (governance) => governance.listApps().then(granted),
  entitlementSearch: (governance, appId) => governance.searchEntitlements(appId).then(granted),
  whoAmI: (governance) => governance.ownUserId(),
  riskLevels: (governance) => governance.riskLevels().then(granted),
  grantsFeed: (governance, appId, now) => governance.accessEvents(now, [appId]),
};

function probed({ client, settings, now }: GovernanceCheckDeps, operation: OptionalOperation, probe: Probe) {
  const governance = createAccessGovernance(client, { operations: new Set([operation]) });
  return probe(governance, settings.apps[0]?.id ?? nothing, now());
}

/** An operation that the tenant has and access.yaml does not name; null where it does not show. */
async function unusedCheck(deps: GovernanceCheckDeps, operation: OptionalOperation): Promise<Check | null> {
  const probe = probes[operation];
  if (probe === undefined) return null;
  const says = 'the tenant has it: add it to governance.operations to use it';
  return probed(deps, operation, probe).then(
    () => ({ what: `operation ${operation}`, state: 'ok', says }),
    () => null,
  );
}

function granted<T>(answer: Result<T, ServiceRefusal>): T {
  if (answer.ok) return answer.value;
  throw new Finding(
    'error',
    `the tenant refuses: ${wordsOf(answer.refusal)}. Give the owner of the credentials that right, or take it out of governance.operations.`,
  );
}

function operationCheck(deps: GovernanceCheckDeps, operation: OptionalOperation): Promise<Check> {
  const what = `operation ${operation}`;
  const probe = probes[operation];
  if (probe === undefined) {
    return Promise.resolve(notChecked(what, 'it cannot be tried without changing, or knowing, something.'));
  }
  const look = () => probed(deps, operation, probe).then(() => 'answers');
  return check(what, look, 'Give the owner of the credentials that right, or take it out of governance.operations.');
}

function appCheck(governance: AccessGovernance, app: AccessSettings['apps'][number]): Promise<Check> {
  const look = async () => {
    const found: CatalogueEntitlement[] = [];
    for (const resource of app.resources) {
      const told = await governance.listEntitlements({ appId: app.id, ...resource });
      const { resourceTypeId: type, resourceId: id } = resource;
      if (!told.ok)
        throw new Finding(
          'error',
          `its resource ${type}/${id} cannot be read: ${wordsOf(told.refusal)}. Correct it in access.yaml.`,
        );
      if (told.value.length === 0)
        throw new Finding('warning', `its resource ${type}/${id} has no entitlement. Look whether the ids are right.`);
      found.push(...told.value);
    }
    if (app.resources.length === 0) found.push(...granted(await governance.searchEntitlements(app.id)));
    const ids = new Set(found.map(({ id }) => id));
    const named = app.fields.flatMap(({ entitlements }) => entitlements ?? []);
    const missing = named.filter((id) => !ids.has(id));
    if (missing.length > 0)
      throw new Finding('error', `has no entitlement ${missing.join(', ')}. Correct apps[].fields[].entitlements.`);
    if (found.length === 0)
      throw new Finding('error', 'has no entitlement. Correct its id in access.yaml, or name its resources.');
    return `${app.name} has ${found.length} entitlements to ask for`;
  };
  return check(`app ${app.id}`, look, 'Look at its id and resources in access.yaml.');
}
