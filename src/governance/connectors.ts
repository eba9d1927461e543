import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import { text } from './wire/fields.ts';

/** ConnectorView, with paths into the `expanded` of its answer. The connector is passed on as the service sent it. */
const connectorView = z.looseObject({
  connector: z.looseObject({ id: text }),
  appPath: text,
  usersPath: text,
});

/**
 * The fields of a connector that a caller may set (interface.md, Connector), by their path, and what each takes. Everything else is
 * read-only and never sent.
 */
export const settableConnectorFields = {
  displayName: 'text',
  description: 'text',
  'connectorSyncCronSchedule.cronSpec': 'text',
  'connectorSyncCronSchedule.timezone': 'text',
  'connectorSyncCronSchedule.start': 'time',
  'syncConfig.syncResourceTypeIds': 'list',
  parallelSyncWorkerCount: 'number',
  canResumeSync: 'yes or no',
  disableCheckBadSync: 'yes or no',
  syncDisabledCategory: 'text',
  syncDisabledReason: 'text',
  userIds: 'list',
  profileAllowList: 'list',
  profileIgnoreList: 'list',
  config: 'typed object',
  catalogId: 'text',
  'status.lastError': 'text',
  'status.startedAt': 'time',
  'status.updatedAt': 'time',
  'status.completedAt': 'time',
  /** Empty in requests. */
  oauthAuthorizedAs: 'empty object',
} as const;
export type SettableConnectorField = keyof typeof settableConnectorFields;

const connectorAnswer = z.object({ connectorView, expanded: expandedField });
type ConnectorAnswer = z.output<typeof connectorAnswer>;

const updateDelegatedConnectorEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/apps/{connector_app_id}/connectors/{connector_id}/delegated',
  effect: 'write',
  answer: connectorAnswer,
});

/** What is set of a connector, by path; at least one field. */
export type ConnectorChanges = ReadonlyMap<SettableConnectorField, unknown>;

/**
 * Endpoint 5: updates a delegated connector. Only the fields given are sent, and `updateMask` names exactly them, so that the rest of
 * a message stays as it is. Answers the connector as it became. Refusals: `not-found`, `forbidden`, `invalid`.
 */
export function updateDelegatedConnector(
  client: GovernanceClient,
  request: { readonly connectorAppId: string; readonly connectorId: string; readonly changes: ConnectorChanges },
): Promise<Result<ConnectorAnswer, ServiceRefusal>> {
  const { connectorAppId, connectorId, changes } = request;
  return client.call(updateDelegatedConnectorEndpoint, {
    path: { connector_app_id: connectorAppId, connector_id: connectorId },
    body: {
      connector: { id: connectorId, appId: connectorAppId, ...messageOf(changes) },
      expandMask: { paths: ['*'] },
      updateMask: [...changes.keys()].join(','),
    },
  });
}

/** `status.lastError` becomes a member of `status`; no field lies deeper. */
function messageOf(changes: ConnectorChanges): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  const inner: Record<string, Record<string, unknown>> = {};
  for (const [path, value] of changes) {
    const [name = '', member] = path.split('.');
    if (member === undefined) message[name] = value;
    else message[name] = inner[name] = { ...inner[name], [member]: value };
  }
  return message;
}
