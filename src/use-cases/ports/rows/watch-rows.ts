import type { TaskWatch } from '../../../domain/due/task-watch.ts';

/** A task that is read again soon. */
export interface WatchedTask extends TaskWatch {
  readonly taskId: string;
  readonly nextAt: Date;
}

export interface WatchRows {
  /** Puts it in the place of an earlier watch of this task. False where tasks are not read. */
  begin(watched: WatchedTask): Promise<boolean>;
  /** The watches that are due by this time, the longest due first. */
  due(now: Date, limit: number): Promise<readonly WatchedTask[]>;
  /**
   * Notes when it is read next; null ends the watch. Changes nothing where it was begun anew since
   * `watched` was read.
   */
  advance(watched: WatchedTask, nextAt: Date | null): Promise<boolean>;
  /** The watch that is due next; null if there is none. */
  next(): Promise<WatchedTask | null>;
}
