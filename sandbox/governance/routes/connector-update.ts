import { z } from 'zod';
import { expandMask, readBody, text } from '../bodies.ts';
import { type Connector, connector, keptConfig } from '../entities/connector.ts';
import {
  type Fields,
  maskedPaths,
  patched,
  refuseOtherConnector,
} from '../entities/connector-patch.ts';
import { connectorAnswer, connectorExpansion } from '../entities/connector-view.ts';
import { failedPrecondition, invalidArgument, notFound } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import type { Call, Route } from '../route.ts';
import { timestamp, type World } from '../world.ts';

const words = z.string().nullish();
const list = z.array(z.string()).nullish();
const moment = z.iso.datetime({ offset: true }).nullish();

/** The writable fields, and nothing else: what the service sets itself is refused as unknown. */
const writable = z.strictObject({
  id: words,
  appId: words,
  catalogId: words,
  displayName: words,
  description: words,
  syncDisabledCategory: words,
  syncDisabledReason: words,
  canResumeSync: z.boolean().nullish(),
  disableCheckBadSync: z.boolean().nullish(),
  parallelSyncWorkerCount: z.int().nonnegative().nullish(),
  profileAllowList: list,
  profileIgnoreList: list,
  userIds: list,
  config: z.looseObject({ '@type': z.string() }).nullish(),
  connectorSyncCronSchedule: z
    .strictObject({ cronSpec: words, start: moment, timezone: words })
    .nullish(),
  oauthAuthorizedAs: z.strictObject({}).nullish(),
  status: z
    .strictObject({ completedAt: moment, startedAt: moment, updatedAt: moment, lastError: words })
    .nullish(),
  syncConfig: z.strictObject({ syncResourceTypeIds: list }).nullish(),
});

const updateBody = z.strictObject({ connector: writable.nullish(), expandMask, updateMask: text });

function updateConnector(world: World, call: Call): object {
  requirePermission(call.caller, 'administer');
  const body = readBody(updateBody, call.body);
  const wants = connectorExpansion(body.expandMask);
  const [appId, id] = [call.path('connector_app_id'), call.path('connector_id')];
  const current = world.state.changedConnector(appId, id) ?? world.catalog.connector(appId, id);
  if (current === undefined) throw notFound('connector', id);
  const patch: Fields = body.connector ?? {};
  refuseOtherConnector(current, patch);
  const paths = maskedPaths(body.updateMask, patch);
  if (current.deletedAt !== null) {
    if (paths.length > 0) throw failedPrecondition('connector is deleted');
    return connectorAnswer(world, current, wants);
  }
  const now = timestamp(world);
  const next = connector.safeParse(patched(current, patch, paths));
  if (!next.success)
    throw invalidArgument(`invalid connector: ${next.error.issues[0]?.path.join('.') ?? ''}`);
  for (const userId of next.data.userIds) world.catalog.requireUser(userId);
  const changed: Connector = {
    ...next.data,
    updatedAt: now,
    config: next.data.config === null ? null : keptConfig(current.config, next.data.config),
    configUpdatedAt: paths.includes('config') ? now : current.configUpdatedAt,
  };
  world.state.change(() => world.state.putConnector(changed));
  return connectorAnswer(world, changed, wants);
}

/**
 * Endpoint 5: updates a delegated connector. `updateMask` is a protobuf field mask,
 * `displayName,syncConfig`; without one, every field that the body sets is changed. A deleted
 * connector is shown, and changed no more.
 */
export const connectorRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/apps/{connector_app_id}/connectors/{connector_id}/delegated',
    operation: 5,
    handle: updateConnector,
  },
];
