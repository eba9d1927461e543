import { canEscalate } from '../domain/holder-action.ts';
import type { OptionalOperation } from '../domain/optional-operation.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';
import { tasksAreRead } from './tasks-are-read.ts';

/** Whether the bot can make an emergency of a task: the service offers it, and the tenant has what it takes. */
export function mayEscalate(operations: ReadonlySet<OptionalOperation>, task: TaskSnapshot): boolean {
  return operations.has('taskActions') && tasksAreRead(operations) && canEscalate(task);
}
