import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { taskAnswer } from '../../../service/client/endpoints.ts';
import type { PathTeller } from '../../../service/client/http/unusable-paths.ts';
import { taskSnapshot } from '../../../service/read/task/read-task-snapshot.ts';

/**
 * The task that a delivery is about (docs/spec/deployments.md#webhooks); null where it tells none
 * that can be read.
 *
 * @param tellPaths looks at the JSONPaths of what was read
 */
export function readDeliveredTask(payload: unknown, tellPaths: PathTeller): TaskSnapshot | null {
  const parsed = taskAnswer.safeParse(payload);
  if (parsed.success) tellPaths('webhook delivery', parsed.data);
  return parsed.success ? taskSnapshot(parsed.data.taskView, parsed.data.expanded) : null;
}
