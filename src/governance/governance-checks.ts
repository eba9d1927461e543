import { type AccessSettings, type OptionalOperation, optionalOperations } from '../domain/access-settings.ts';
import { type Check, check, Finding, notChecked } from '../domain/check.ts';
import type { CatalogueEntitlement } from '../domain/entitlement.ts';
import { OutwardFailure } from '../domain/outward-failure.ts';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { AccessGovernance } from '../use-cases/ports.ts';
import type { GovernanceClient } from './client.ts';
import { introspect } from './users.ts';

export interface GovernanceCheckDeps {
  readonly client: GovernanceClient;
  readonly governance: AccessGovernance;
  readonly settings: Pick<AccessSettings, 'apps' | 'governance'>;
  readonly now: () => Date;
}

/** The tenant, the rights of the bot's credentials, and what access.yaml names. */
export async function governanceChecks(deps: GovernanceCheckDeps): Promise<readonly Check[]> {
  const { client, governance, settings } = deps;
  const reached = await check(
    'governance tenant',
    async () => {
      const told = await introspect(client);
      if (told.ok) return `answers; the bot's credentials belong to ${told.value.userId}`;
      if (told.refusal.kind === 'not-found') return 'answers; it does not tell whose the bot’s credentials are';
      throw new Finding('error', `answers, but refuses: ${wordsOf(told.refusal)}.`);
    },
    'Look at GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, and whether this machine reaches the tenant.',
  );
  if (reached.state === 'error') return [reached];
  const operations = optionalOperations.filter((operation) => governance.operations.has(operation));
  return [
    reached,
    ...(await Promise.all(operations.map((operation) => operationCheck(deps, operation)))),
    ...(await Promise.all(settings.apps.map((app) => appCheck(deps, app)))),
  ];
}

const wordsOf = ({ kind, message }: ServiceRefusal) => (message === '' ? kind : `${kind}, “${message}”`);

/** An id that nothing has: what is asked for is whether the question is allowed. */
const nothing = 'access-request-bot-doctor';

/** A call that changes nothing, for each operation that has one. */
const probes: Readonly<
  Partial<Record<OptionalOperation, (deps: GovernanceCheckDeps, appId: string) => Promise<unknown>>>
> = {
  taskRead: ({ governance }) => governance.readTasks([nothing]),
  taskSearch: ({ governance }) => governance.openGrantsFor(nothing),
  taskAudit: ({ governance }) => governance.commentsBy(nothing, nothing),
  userSearch: ({ governance }) => governance.findPersonByEmail(`${nothing}@example.invalid`),
  userRead: ({ governance }) => governance.findPersonById(nothing),
  appList: ({ governance }) => governance.listApps().then(granted),
  entitlementSearch: ({ governance }, appId) => governance.searchEntitlements(appId).then(granted),
  whoAmI: ({ governance }) => governance.ownUserId(),
  riskLevels: ({ governance }) => governance.riskLevels().then(granted),
  userGrants: ({ governance }, appId) => governance.holding({ appId, entitlementId: nothing, identityUserId: nothing }),
  grantsFeed: ({ governance, now }, appId) => governance.accessEvents(now(), [appId]),
};

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
  if (probe === undefined) return Promise.resolve(notChecked(what, 'it cannot be tried without changing something.'));
  const look = async () => {
    try {
      await probe(deps, deps.settings.apps[0]?.id ?? nothing);
    } catch (error) {
      if (!(error instanceof OutwardFailure && error.httpStatus === 404)) throw error;
      throw new Finding('warning', 'answers 404: either it is not there, or it says so of an id that nothing has.');
    }
    return 'answers';
  };
  return check(what, look, 'Give the owner of the credentials that right, or take it out of governance.operations.');
}

function appCheck(deps: GovernanceCheckDeps, app: AccessSettings['apps'][number]): Promise<Check> {
  const { governance } = deps;
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
