import { periodOf, type TaskPeriod } from '../../src/domain/request/granted-by-task.ts';
import type { TaskSnapshot } from '../../src/domain/task/task-snapshot.ts';

/** The period of a task, by whatever a reading of it tells. */
export function periodIn(
  task: Partial<TaskSnapshot> | null,
  request: Parameters<typeof periodOf>[1],
): TaskPeriod {
  return periodOf(task === null ? null : { grantDurationSeconds: null, ...task }, request);
}
