import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import { taskAnswer } from '../endpoints.ts';
import { taskSnapshot } from '../snapshot/task-snapshot.ts';

/**
 * The task that a delivery is about (docs/spec/deployments.md#webhooks); null where it tells none
 * that can be read.
 */
export function readDeliveredTask(payload: unknown): TaskSnapshot | null {
  const read = taskAnswer.safeParse(payload);
  return read.success ? taskSnapshot(read.data.taskView, read.data.expanded) : null;
}
