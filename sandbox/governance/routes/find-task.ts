import type { StoredTask } from '../entities/stored-task.ts';
import { notFound } from '../errors.ts';
import type { World } from '../world.ts';

/**
 * The task that a path parameter names: by its id, or by its numericId
 * (docs/spec/interface.md#task).
 * @throws ServiceError 404
 */
export function taskByPath(world: World, idOrNumber: string): StoredTask {
  const found = /^\d+$/.test(idOrNumber)
    ? world.state.tasks.find((task) => task.numericId === idOrNumber)
    : world.state.task(idOrNumber);
  if (found === undefined) throw notFound('task', idOrNumber);
  return found;
}
