import type { TaskSnapshot } from '../../domain/task-snapshot.ts';
import { taskAnswer } from '../endpoints.ts';
import { taskSnapshot } from '../snapshot/read-task-snapshot.ts';
import type { PathTeller } from '../wire/unusable-paths.ts';

/**
 * The task that a delivery is about (docs/spec/deployments.md#webhooks); null where it tells none
 * that can be read.
 *
 * @param tellPaths looks at the JSONPaths of what was read
 */
export function readDeliveredTask(payload: unknown, tellPaths: PathTeller): TaskSnapshot | null {
  const read = taskAnswer.safeParse(payload);
  if (read.success) tellPaths('webhook delivery', read.data);
  return read.success ? taskSnapshot(read.data.taskView, read.data.expanded) : null;
}
