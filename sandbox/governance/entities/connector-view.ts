import { invalidArgument } from '../errors.ts';
import { ExpandedObjects } from '../expanded.ts';
import type { World } from '../world.ts';
import { type Connector, publicConnector } from './connector.ts';

/**
 * Entries of the expand mask, one for each path of ConnectorView. The interface does not show their
 * names.
 */
const connectorExpandEntries: ReadonlySet<string> = new Set(['app_id', 'capabilities', 'user_ids']);

/**
 * The entries that a request asks for.
 * @throws ServiceError 400 naming the first that does not exist
 */
export function connectorExpansion(paths: readonly string[]): ReadonlySet<string> {
  const unknown = paths.find((path) => path !== '*' && !connectorExpandEntries.has(path));
  if (unknown !== undefined)
    throw invalidArgument(`invalid expand mask path ${JSON.stringify(unknown)}`);
  return paths.includes('*') ? connectorExpandEntries : new Set(paths);
}

function capabilitiesOf(one: Connector): object {
  return {
    connectorCapabilities: ['CAPABILITY_SYNC', 'CAPABILITY_PROVISION'],
    resourceTypeCapabilities: (one.syncConfig?.syncResourceTypeIds ?? []).map((resourceTypeId) => ({
      resourceTypeId,
      capabilities: ['CAPABILITY_SYNC'],
    })),
  };
}

/** `{connectorView, expanded}`: a connector, and what `wants` names of what belongs to it. */
export function connectorAnswer(world: World, one: Connector, wants: ReadonlySet<string>): object {
  const expanded = new ExpandedObjects();
  const users = one.userIds.flatMap((id) => world.catalog.user(id) ?? []);
  const connectorView = {
    connector: publicConnector(one),
    appPath: wants.has('app_id')
      ? expanded.add('app', one.appId, world.catalog.requireApplication(one.appId))
      : '',
    capabilitiesPath: wants.has('capabilities')
      ? expanded.add('connectorCapabilities', one.id, capabilitiesOf(one))
      : '',
    usersPath: wants.has('user_ids') ? expanded.addAll('user', users, (user) => user.id) : '',
  };
  return { connectorView, expanded: expanded.list };
}
