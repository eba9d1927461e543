import type { TaskSnapshot } from '../../domain/task/task-snapshot.ts';
import type { AccessGovernance } from '../ports/ports.ts';
import type { Catalogue } from './catalogue.ts';

export type CatalogueNames = Pick<Catalogue, 'appById' | 'entitlement'>;
type TaskReadings = Pick<AccessGovernance, 'findTaskOfRequest' | 'readTasks' | 'tasksToActOn'>;

/** A task that is read by its id, rather than found by a search, need not bring names. */
export function readTasksWithNames(
  governance: TaskReadings,
  catalogue: () => CatalogueNames,
): TaskReadings {
  const named = (task: TaskSnapshot) => namedByCatalogue(task, catalogue());
  const all = (tasks: Awaited<ReturnType<TaskReadings['readTasks']>>) =>
    tasks && new Map([...tasks].map(([id, task]) => [id, named(task)]));
  return {
    async findTaskOfRequest(requestId, identityUserId) {
      const task = await governance.findTaskOfRequest(requestId, identityUserId);
      return task === null || task === 'none' ? task : named(task);
    },
    readTasks: async (taskIds, progress) => all(await governance.readTasks(taskIds, progress)),
    tasksToActOn: async (taskIds, progress) =>
      all(await governance.tasksToActOn(taskIds, progress)),
  };
}

/**
 * The task with the names that the catalogue has for what is told by its id only: a delivery need
 * not name anything (docs/spec/deployments.md#webhooks).
 */
export function namedByCatalogue(task: TaskSnapshot, catalogue: CatalogueNames): TaskSnapshot {
  const { appId, appName } = task;
  return {
    ...task,
    appName: appName === appId ? (catalogue.appById(appId)?.name ?? appName) : appName,
    entitlements: task.entitlements.map((one) => {
      const entry = one.name === one.id ? catalogue.entitlement(one.appId, one.id) : null;
      return entry === null ? one : { ...one, name: entry.name };
    }),
  };
}
