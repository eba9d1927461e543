import { z } from 'zod';
import { type Result, refuse } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { connectorView, type WritableConnector, writableFields } from './connector-fields.ts';
import { endpoint } from './wire/endpoint.ts';
import { expandedField } from './wire/expanded.ts';
import { unsendable } from './wire/unsendable.ts';

const connectorAnswer = z.object({ connectorView, expanded: expandedField });
export type ConnectorAnswer = z.output<typeof connectorAnswer>;

const updateDelegatedConnectorEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/apps/{connector_app_id}/connectors/{connector_id}/delegated',
  effect: 'write',
  answer: connectorAnswer,
});

/** Names that say which connector is meant, not what becomes of it. */
const identifying: ReadonlySet<string> = new Set(['id', 'appId']);

/**
 * Endpoint 5: updates a delegated connector. Only the fields given are sent, read-only ones never; `updateMask` names exactly them, in
 * camelCase, unless the caller writes its own. An update without any field is refused before it is sent. Answers the
 * connector as it became. Refusals: `not-found`, `forbidden`, `invalid`.
 */
export async function updateDelegatedConnector(
  client: GovernanceClient,
  request: {
    connectorAppId: string;
    connectorId: string;
    connector: WritableConnector;
    updateMask?: string;
    expandMask?: { readonly paths: readonly string[] };
  },
): Promise<Result<ConnectorAnswer, ServiceRefusal>> {
  const connector = writableFields(request.connector);
  const changed = Object.entries(connector).filter(([name, value]) => value !== undefined && !identifying.has(name));
  if (changed.length === 0) return refuse(unsendable('The update changes nothing.'));
  return client.call(updateDelegatedConnectorEndpoint, {
    path: { connector_app_id: request.connectorAppId, connector_id: request.connectorId },
    body: {
      connector,
      expandMask: request.expandMask,
      updateMask: request.updateMask ?? changed.map(([name]) => name).join(','),
    },
  });
}
