import { canEscalate } from '../domain/holder-action.ts';
import type { OptionalOperation } from '../domain/optional-operation.ts';
import type { TaskSnapshot } from '../domain/task-snapshot.ts';

/** Whether the bot can make an emergency of a task: the service offers it, and the tenant has what it takes. */
export function mayEscalate(operations: ReadonlySet<OptionalOperation>, task: TaskSnapshot): boolean {
  const canRead = operations.has('taskSearch') || operations.has('taskRead');
  return operations.has('taskActions') && canRead && canEscalate(task);
}
