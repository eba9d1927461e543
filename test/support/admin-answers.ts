import { endpoints } from '../../conformance/interface.ts';
import { ok } from '../../src/domain/result.ts';
import type { GovernanceClient } from '../../src/service/client/client.ts';
import { sampleOf } from '../conformance/table/sample.ts';

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

/** One answer of each endpoint, by its number, with nothing set in it. */
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
