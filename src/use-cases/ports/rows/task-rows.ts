import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';

export interface TaskRow {
  /** The id of its request, or of the subject that the task is where it was made elsewhere. */
  readonly requestId: string;
  readonly snapshot: TaskSnapshot;
}

/** A task that waits for somebody. */
export interface WaitingRow extends TaskRow {
  readonly isUrgent: boolean;
}

/** `total`: how many there are, those beyond the limit included. */
export interface CountedTasks {
  readonly rows: readonly WaitingRow[];
  readonly total: number;
}
