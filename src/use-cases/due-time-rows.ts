import type { StepWatch } from '../domain/step-watch.ts';

/** A request that waits for a decision, with what is stored of its step. */
export interface DueRow {
  readonly requestId: string;
  readonly taskId: string;
  /** When the task was read last. */
  readonly readAt: Date;
  readonly dueAt: Date;
  /** null before it was looked at the first time. */
  readonly watch: StepWatch | null;
}

export interface DueTimeRows {
  /** Those to look at by this time, the longest due first. */
  due(now: Date, limit: number): Promise<readonly DueRow[]>;
  /** The row, held until the transaction ends; null where there is none. */
  lock(requestId: string): Promise<{ readonly dueAt: Date | null; readonly watch: StepWatch | null } | null>;
  /** When the request is looked at next; null = not at all. What is stored of its step stays where none is given. */
  set(requestId: string, dueAt: Date | null, watch?: StepWatch): Promise<void>;
  /** When the next request is to be looked at, or the next grant ends; null where there is neither. */
  next(): Promise<Date | null>;
  /** True once for each day, whichever process asks. */
  beginDigest(day: string): Promise<boolean>;
}
