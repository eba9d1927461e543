import type { OptionalOperation } from '../domain/optional-operation.ts';

/** Whether the tenant lets tasks be read, one or many a call: without, nothing is known of a task after it was made. */
export function tasksAreRead(operations: ReadonlySet<OptionalOperation>): boolean {
  return operations.has('taskSearch') || operations.has('taskRead');
}
