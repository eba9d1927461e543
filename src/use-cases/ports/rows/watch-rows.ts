import type { TaskWatch } from '../../../domain/due/task-watch.ts';

/** A task that is read again soon. */
export interface WatchedTask extends TaskWatch {
  readonly taskId: string;
  readonly nextAt: Date;
}
