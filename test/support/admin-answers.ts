import { type AdminAuditEntry, createAdminDesk } from '../../src/admin/desk.ts';
import type { AdminCaller, Administer, AdminPage } from '../../src/domain/admin-answer.ts';
import { ok } from '../../src/domain/result.ts';
import type { GovernanceClient } from '../../src/governance/client.ts';
import { endpoints } from '../conformance/table/interface.ts';
import { FakeWorld } from './fakes.ts';
import { mcpCatalogEntry, mcpServer } from './governance-mcp-records.ts';
import {
  automationExecution,
  connector,
  credentialPolicy,
  federationProvider,
  recoveryPolicy,
  roleSuggestion,
  routingRule,
} from './governance-policy-records.ts';
import { anaUser, entitlementOnTheWire } from './governance-records.ts';

const owner = {
  appId: 'app-github',
  entitlementId: 'ent-1',
  resourceId: 'platform',
  resourceTypeId: 'team',
  roleSlug: 'owner',
  createdAt: '2026-02-02T08:00:00Z',
};
const source = { ...owner, appEntitlement: entitlementOnTheWire };
const expanded = [
  { '@type': 'x/c1.api.app.v1.App', id: 'app-github', displayName: 'GitHub' },
  { ...anaUser, '@type': 'x/User' },
];
const view = { appEntitlement: entitlementOnTheWire, appPath: '$.expanded[0]' };

/** One full answer of each endpoint, by its number; lists hold their item `times` times. */
export function fullAnswers(times = 1): Readonly<Record<number, object>> {
  const listOf = (item: unknown) => ({ list: Array.from({ length: times }, () => item), nextPageToken: 'further' });
  return {
    2: { appEntitlementOwnerEntitlement: source },
    3: { appOwnerEntitlement: source },
    4: listOf(credentialPolicy),
    5: { connectorView: { connector, appPath: '$.expanded[0]', usersPath: '$.expanded[1]' }, expanded },
    6: { ...listOf(view), expanded },
    7: { catalogEntry: mcpCatalogEntry },
    8: listOf(mcpServer),
    9: { routingRule },
    10: listOf({ ...owner, user: anaUser }),
    11: listOf(recoveryPolicy),
    12: { ...listOf(anaUser), immutableUserIds: [anaUser.id, 'user-elsewhere'] },
    13: { appEntitlementOwnerUser: { ...owner, user: anaUser } },
    14: { automationExecutions: listOf(automationExecution).list, nextPageToken: 'further' },
    15: listOf(roleSuggestion),
    16: listOf(federationProvider),
  };
}

/** The same answers with nothing set in them. */
export const emptyAnswers: Readonly<Record<number, object>> = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => [
    index + 1,
    {
      list: [{}, {}],
      automationExecutions: [{}],
      catalogEntry: { authModes: [{}], configSchema: { fields: [{}] } },
      routingRule: { action: {}, dispatchers: [{}, { notify: {} }] },
      connectorView: { connector: {} },
      appEntitlementOwnerUser: {},
      appEntitlementOwnerEntitlement: {},
      appOwnerEntitlement: {},
    },
  ]),
);

/** Every text in an answer replaced; `@type`s too. */
export function withTexts(value: unknown, replace: () => string): unknown {
  if (typeof value === 'string') return replace();
  if (Array.isArray(value)) return value.map((one) => withTexts(one, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTexts(member, replace)]));
}

/** A client whose service gives these answers. */
export function answeringClient(answers: Readonly<Record<number, unknown>>): GovernanceClient {
  return {
    call: async (endpoint) => {
      const number = endpoints.find((one) => one.method === endpoint.method && one.path === endpoint.path)?.number;
      return ok(endpoint.answer.parse(answers[number ?? 0]));
    },
    close: async () => undefined,
  };
}

/** A command for each way to an endpoint, with words that are right. */
export const everyCommand: readonly (readonly string[])[] = [
  ['apps'],
  ['entitlements', 'app-github', 'team', 'platform'],
  ['owners', 'app-github', 'team', 'platform'],
  ['owners', 'app-github', 'team', 'platform', '--users', '--role', 'owner'],
  ['entitlement-owner', 'app-github', 'ent-1', 'owner', 'user-ana'],
  ['add-owner-source', 'entitlement', 'app-github', 'ent-1', 'owner', 'app-aws', 'ent-2'],
  ['add-owner-source', 'app', 'app-github', 'owner', 'app-aws', 'ent-2'],
  ['credential-policies', 'night', 'ferry'],
  ['recovery-policies'],
  ['update-connector', 'app-github', 'conn-github', '--set', 'displayName=GitHub'],
  ['mcp-catalog', 'mcp-code-forge'],
  ['mcp-servers', 'app-github'],
  ['routing-rule', 'rule-1'],
  ['executions'],
  ['role-suggestions'],
  ['federation-providers'],
];

export const operator: AdminCaller = { via: 'command line', name: 'hana' };

export interface TestDesk {
  readonly administer: Administer;
  readonly kept: AdminAuditEntry[];
}

/** The desk over a client, with one administrator (U0HANA), two apps and a trail that can be read. */
export function testDesk(client: GovernanceClient): TestDesk {
  const kept: AdminAuditEntry[] = [];
  const administer = createAdminDesk({
    client,
    admins: ['U0HANA'],
    apps: [
      { id: 'app-github', name: 'GitHub', resources: [{ resourceTypeId: 'team', resourceId: 'platform' }] },
      { id: 'app-beacon', name: 'Beacon', resources: [{ resourceTypeId: 'lamp', resourceId: 'north rock/lamp #1' }] },
    ],
    entitlementName: (_appId, id) => (id === 'ent-1' ? 'Platform: admin' : null),
    audit: async (entry) => void kept.push(entry),
    world: new FakeWorld(),
  });
  return { administer, kept };
}

/** What a command answers; changes are confirmed. Throws where it is not a page. */
export async function pageOf({ administer }: TestDesk, words: readonly string[]): Promise<AdminPage> {
  const answer = await administer(operator, words, 'confirmed');
  if (answer.kind !== 'page') throw new Error(JSON.stringify(answer));
  return answer.page;
}
