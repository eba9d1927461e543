import { endpoints } from '../../conformance/interface.ts';
import type { TakenAway } from '../../src/domain/access/grant.ts';
import type { AdminCaller, Administer, AdminPage } from '../../src/domain/admin/admin-answer.ts';
import type { KnownPerson } from '../../src/domain/people/known-person.ts';
import type { AuditFilter, AuditLine } from '../../src/domain/record/audit-filter.ts';
import { ok } from '../../src/domain/result.ts';
import type { OptionalOperation } from '../../src/domain/settings/access-settings.ts';
import { type AdminDeskDeps, createAdminDesk } from '../../src/operator/admin/desk.ts';
import { TenantCapabilities } from '../../src/service/capabilities.ts';
import type { GovernanceClient } from '../../src/service/client/client.ts';
import { sampleOf } from '../conformance/table/sample.ts';
import { FakeWorld } from './fakes.ts';

/**
 * What the tests look for in a page; everything else is the field's place in the declared answer.
 */
const tides = {
  displayName: 'Tides',
  connectorId: 'connector-2',
  endpointUrl: 'https://tides.acme.example/mcp',
  authMethod: 'MCP_SERVER_AUTH_METHOD_OAUTH2',
  lastCalledAt: '2026-02-03T08:00:00.123456Z',
};

/**
 * One full answer of each endpoint, by its number; nothing in it is deleted, and lists hold their
 * item `times` times.
 */
export function fullAnswers(times = 1): Readonly<Record<number, object>> {
  const specialItems: Readonly<Record<number, object>> = { 8: tides, 12: { id: 'user-ana' } };
  const answerOf = ({ number, answer }: (typeof endpoints)[number]) => {
    const alive = JSON.stringify(sampleOf(answer), (name, value: unknown) =>
      name === 'deletedAt' ? null : value,
    );
    const members: Readonly<Record<string, unknown>> = JSON.parse(alive);
    const lists = Object.entries(members).flatMap(([name, value]) =>
      Array.isArray(value) && (name === 'list' || name === 'automationExecutions')
        ? [
            [
              name,
              Array.from({ length: times }, () => ({ ...value[0], ...specialItems[number] })),
            ] as const,
          ]
        : [],
    );
    const immutable = number === 12 ? { immutableUserIds: ['user-ana', 'user-elsewhere'] } : {};
    return { ...members, ...Object.fromEntries(lists), ...immutable, nextPageToken: 'further' };
  };
  return Object.fromEntries(endpoints.map((one) => [one.number, answerOf(one)]));
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
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withTexts(member, replace)]),
  );
}

/** A client whose service gives these answers. */
export function answeringClient(answers: Readonly<Record<number, unknown>>): GovernanceClient {
  return {
    call: async (endpoint) => {
      const number = endpoints.find(
        (one) => one.method === endpoint.method && one.path === endpoint.path,
      )?.number;
      return ok(endpoint.answer.parse(answers[number ?? 0]));
    },
    close: async () => undefined,
  };
}

/** A valid command line for each way to an endpoint. */
export const everyCommand: readonly (readonly string[])[] = [
  ['apps'],
  ['entitlements', 'app-github', 'team', 'platform'],
  ['owners', 'app-github', 'team', 'platform'],
  ['owners', 'app-github', 'team', 'platform', '--users'],
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
  readonly kept: Parameters<AdminDeskDeps['audit']>[0][];
  readonly takenAway: (TakenAway & { readonly taskId: string })[];
}

function auditRecord(seq: number, filter: AuditFilter): AuditLine {
  const at = '2026-11-02T10:00:00.000Z';
  const about = { seq, at, app: null, requestId: 'id-1', taskId: null };
  if ([20, 10, 5].includes(seq))
    return { ...about, kind: 'card.delivered', actor: null, detail: {} };
  const detail = { justification: 'for the release', filter };
  return { ...about, kind: 'request.asked', actor: 'U0ANA', detail };
}

/**
 * The desk over a client, with one administrator (U0HANA), two apps and a trail that can be read.
 */
export function testDesk(
  client: GovernanceClient,
  operations: ReadonlySet<OptionalOperation> = new Set(['entitlementHolders', 'taskRevoke']),
  known: readonly KnownPerson[] = [],
  change: Partial<AdminDeskDeps> = {},
): TestDesk {
  const kept: TestDesk['kept'] = [];
  const takenAway: TestDesk['takenAway'] = [];
  const administer = createAdminDesk({
    client,
    isAdministrator: async (slackUserId) => slackUserId === 'U0HANA',
    apps: [
      {
        id: 'app-github',
        name: 'GitHub',
        resources: [{ resourceTypeId: 'team', resourceId: 'platform' }],
      },
      {
        id: 'app-beacon',
        name: 'Beacon',
        resources: [{ resourceTypeId: 'lamp', resourceId: 'north rock/lamp #1' }],
      },
    ],
    entitlements: () => [{ id: 'ent-1', name: 'Platform: admin', alias: '' }],
    checks: async () => [{ what: 'Slack token', state: 'ok', says: 'works as access in Acme' }],
    capabilities: new TenantCapabilities(operations),
    operations: async () => [
      { operation: 'taskRead', state: 'found', says: 'found. What it brings: cards.' },
    ],
    tookAway: async (of, { taskView }) => void takenAway.push({ ...of, taskId: taskView.task.id }),
    owns: async (slackUserId, ...owned) =>
      slackUserId === 'U0FATIMA' && owned.join(' ') === 'app-github ent-1',
    knownPeople: async (typed) => known.filter((one) => Object.values(one).includes(typed)),
    auditEntries: async (filter, { seq, limit }) => {
      const newest = Math.min(seq, 26);
      const length = Math.min(limit, newest - 1);
      const lines = Array.from({ length }, (_, index) => auditRecord(newest - 1 - index, filter));
      return {
        lines,
        names: { people: new Map([['U0ANA', 'Ana Reyes']]), numbers: new Map([['id-1', '1018']]) },
      };
    },
    audit: async (entry) => void kept.push(entry),
    world: new FakeWorld(),
    ...change,
  });
  return { administer, kept, takenAway };
}

/** What a command answers; changes are confirmed. Throws where it is not a page. */
export async function pageOf(
  { administer }: TestDesk,
  words: readonly string[],
): Promise<AdminPage> {
  const answer = await administer(operator, words, 'confirmed');
  if (answer.kind !== 'page') throw new Error(JSON.stringify(answer));
  return answer.page;
}
