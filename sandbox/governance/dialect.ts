/**
 * Two spellings of one service. `interface` writes names and values as the interface does;
 * `deployed` as the published deployments do (docs/spec/deployments.md#names-and-values,
 * docs/spec/deployments.md#paging). Everything else is the same in both.
 */
import type { Route } from './route.ts';

export type Dialect = 'interface' | 'deployed';

/** Names of fields, by that of the interface. */
const deployedNames: Readonly<Record<string, string>> = {
  matchSyncerId: 'matchBatonId',
  providerAEnabled: 'googleEnabled',
  providerAHostedDomains: 'googleHostedDomains',
  providerBEnabled: 'microsoftEnabled',
  providerBTenantIds: 'microsoftTenantIds',
  cloudAccessKeyId: 'awsAccessKeyId',
  cloudSecretAccessKeyConfigured: 'awsSecretAccessKeyConfigured',
  cloudSessionTokenConfigured: 'awsSessionTokenConfigured',
  chatChannel: 'slackChannel',
};

/** Values, by the field that holds them and what the interface calls them. */
const deployedValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  origin: {
    TASK_ORIGIN_CHATAPP: 'TASK_ORIGIN_SLACK',
    TASK_ORIGIN_TICKETING: 'TASK_ORIGIN_JIRA',
    TASK_ORIGIN_ASSISTANT: 'TASK_ORIGIN_COPILOT',
  },
  externalRefSource: { TICKETING: 'JIRA' },
};

/** Objects whose member names belong to the tenant. */
const freeForm: ReadonlySet<string> = new Set([
  'config',
  'configFieldValues',
  'data',
  'annotations',
  'args',
  'context',
]);

/** Lists without any query parameter: deployments declare none, so a cursor does not move there. */
const withoutParameters: ReadonlySet<Route['operation']> = new Set([14, 15, 16]);

/**
 * The value of a parameter of a GET, under the name that the dialect takes; "" where there is none.
 */
export function parameterOf(
  dialect: Dialect,
  { operation }: Pick<Route, 'operation'>,
  query: (name: string) => string | undefined,
  name: string,
): string {
  if (dialect === 'interface') return query(name) ?? '';
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return withoutParameters.has(operation) ? '' : (query(snake) ?? '');
}

/**
 * An answer as the dialect writes it. Deployments send null for lists without entries, but for the
 * list of a page.
 */
export function inDialect(dialect: Dialect, answer: object): object {
  return dialect === 'interface' ? answer : deployedFields(answer);
}

function deployedFields(message: object): object {
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => [
      deployedNames[name] ?? name,
      deployedValue(name, value),
    ]),
  );
}

function deployedValue(name: string, value: unknown): unknown {
  if (typeof value === 'string') return deployedValues[name]?.[value] ?? value;
  if (Array.isArray(value)) {
    return value.length === 0 && name !== 'list'
      ? null
      : value.map((one) => deployedValue('', one));
  }
  return typeof value === 'object' && value !== null && !freeForm.has(name)
    ? deployedFields(value)
    : value;
}
