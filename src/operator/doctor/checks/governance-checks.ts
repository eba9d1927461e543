import type { CatalogueEntitlement } from '../../../domain/catalogue/entitlement.ts';
import type { ServiceRefusal } from '../../../domain/outward/service-refusal.ts';
import type { Result } from '../../../domain/result.ts';
import {
  type AccessSettings,
  optionalOperations,
} from '../../../domain/settings/access-settings.ts';
import { listCatalogs } from '../../../service/client/catalog-operations.ts';
import type { GovernanceClient } from '../../../service/client/client.ts';
import {
  getTask,
  introspect,
  listApps,
  listEntitlementHolders,
  listRiskLevels,
  listTaskAudits,
  listUserAccounts,
  readGrantsFeed,
  readRequestSchema,
  readUser,
  readUserGrants,
  searchAppEntitlements,
  searchAutomationExecutions,
  searchGrants,
  searchRoleSuggestions,
  searchTasks,
  searchUsers,
} from '../../../service/client/optional-operations.ts';
import type { AnyEndpoint, CallInput } from '../../../service/client/wire/endpoint.ts';
import type { AccessGovernance } from '../../../use-cases/ports/ports.ts';
import { credentialExpiry, expiryWords } from '../../health/credential-expiry.ts';
import { type Check, check, Finding, notChecked } from '../check.ts';
import { ownApprovalsCheck } from './own-approvals-check.ts';

interface GovernanceCheckDeps extends Pick<AccessSettings, 'apps'> {
  readonly client: GovernanceClient;
  readonly governance: AccessGovernance;
  readonly credential: AccessSettings['governance']['credential'];
  readonly now: () => Date;
}

/** When the bot's credentials run out. */
async function expiryCheck({ client, credential, now }: GovernanceCheckDeps): Promise<Check> {
  const expiresAt = await credentialExpiry(client, { credential });
  return { what: 'credentials', ...expiryWords(expiresAt, now()) };
}

/** The tenant, the rights of the bot's credentials, and what access.yaml names. */
export async function governanceChecks(deps: GovernanceCheckDeps): Promise<readonly Check[]> {
  const { client, governance, apps, now } = deps;
  const reached = await check(
    'governance tenant',
    async () => {
      const answer = await client.call(introspect, { path: {} });
      if (answer.ok) return `answers; the bot's credentials belong to ${answer.value.userId}`;
      if (answer.refusal.kind === 'not-found')
        return 'answers; it does not tell whose the bot’s credentials are';
      throw new Finding('error', `answers, but refuses: ${wordsOf(answer.refusal)}.`);
    },
    'Look at GOVERNANCE_BASE_URL, GOVERNANCE_CLIENT_ID and GOVERNANCE_CLIENT_SECRET, and whether this machine reaches the tenant.',
  );
  if (reached.state === 'error') return [reached];
  const probes = new Map(
    probesOf(apps[0]?.id ?? nothing, now()).map((probe) => [probe[0].operation, probe]),
  );
  const operationChecks = await Promise.all(
    optionalOperations.map((one) =>
      operationCheck(client, one, governance.operations.has(one), probes.get(one)),
    ),
  );
  const appChecks = await Promise.all(apps.map((app) => appCheck(governance, app)));
  const ownApprovals = await ownApprovalsCheck({ client, governance, apps });
  return [reached, ...operationChecks.flat(), ...appChecks, ownApprovals, await expiryCheck(deps)];
}

const wordsOf = ({ kind, message }: ServiceRefusal) =>
  message === '' ? kind : `${kind}, “${message}”`;

/** An id that does not exist, because the check is only whether the call is allowed. */
const nothing = 'access-request-bot-doctor';

type Probe = readonly [one: AnyEndpoint, input: CallInput<string>];

/** A call of each operation that has one which changes nothing. */
function probesOf(appId: string, now: Date): readonly Probe[] {
  const holder = { app_id: appId, app_entitlement_id: nothing, identity_user_id: nothing };
  return [
    [getTask, { path: { task_id: nothing } }],
    [searchTasks, { path: {}, body: { openerOrSubjectUserId: nothing } }],
    [listTaskAudits, { path: {}, body: { taskId: nothing } }],
    [searchUsers, { path: {}, body: { email: `${nothing}@example.invalid` } }],
    [readUser, { path: { id: nothing } }],
    [listApps, { path: {} }],
    [searchAppEntitlements, { path: {}, body: { appIds: [appId] } }],
    [introspect, { path: {} }],
    [listRiskLevels, { path: {} }],
    [readGrantsFeed, { path: {}, body: { after: now.toISOString(), appRefs: [{ id: appId }] } }],
    [readUserGrants, { path: holder }],
    [searchGrants, { path: {}, body: { userId: nothing, appIds: [appId] } }],
    [listUserAccounts, { path: { app_id: appId, user_id: nothing } }],
    [listCatalogs, { path: {} }],
    [readRequestSchema, { path: { request_schema_id: nothing } }],
    [listEntitlementHolders, { path: holder }],
    [searchAutomationExecutions, { path: {}, body: {} }],
    [searchRoleSuggestions, { path: {}, body: {} }],
  ];
}

/** An operation missing in access.yaml is reported only if the tenant certainly has it. */
async function operationCheck(
  client: GovernanceClient,
  operation: string,
  isConfigured: boolean,
  probe?: Probe,
) {
  const what = `operation ${operation}`;
  if (probe === undefined)
    return isConfigured ? [notChecked(what, 'it cannot be tried without changing something.')] : [];
  const mend =
    'Give the owner of the credentials that right, or take it out of governance.operations.';
  const result = await check(
    what,
    async () => {
      const answer = await client.call(...probe);
      if (answer.ok)
        return isConfigured
          ? 'answers'
          : 'the tenant has it: add it to governance.operations to use it';
      const isOfNothing =
        ['not-found', 'invalid'].includes(answer.refusal.kind) &&
        JSON.stringify(probe[1]).includes(nothing);
      if (isOfNothing && isConfigured)
        return `answers “${answer.refusal.kind}” to an id that nothing has`;
      throw new Finding('error', `the tenant refuses: ${wordsOf(answer.refusal)}. ${mend}`);
    },
    mend,
  );
  return isConfigured || result.state === 'ok' ? [result] : [];
}

function answered<T>(answer: Result<T, ServiceRefusal>, what: string): T {
  if (answer.ok) return answer.value;
  throw new Finding(
    'error',
    `${what} cannot be read: ${wordsOf(answer.refusal)}. Correct it in access.yaml.`,
  );
}

function appCheck(
  governance: AccessGovernance,
  app: AccessSettings['apps'][number],
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
