import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * The task with the names that the catalogue has for what is told by its id only: a delivery need
 * not name anything (docs/spec/deployments.md#webhooks).
 */
export function namedByCatalogue(
  task: TaskSnapshot,
  catalogue: Pick<Catalogue, 'appById' | 'entitlement'>,
): TaskSnapshot {
  const { appId, appName } = task;
  return {
    ...task,
    appName: appName === appId ? (catalogue.appById(appId)?.name ?? appName) : appName,
    entitlements: task.entitlements.map((one) => {
      const known = one.name === one.id ? catalogue.entitlement(one.appId, one.id) : null;
      return known === null ? one : { ...one, name: known.name };
    }),
  };
}
