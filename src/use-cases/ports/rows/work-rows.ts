import type { WorkLine } from '../../../domain/worklist/reviewer-work.ts';

/** What waits for somebody in the service and is not decided here, as it was last read. */
export interface WorkReading {
  readonly identityUserId: string;
  readonly lines: readonly WorkLine[];
  /** Whether there is more than was read. */
  readonly isCut: boolean;
  readonly readAt: Date;
}

export interface WorkRows {
  reading(slackUserId: string): Promise<WorkReading | null>;
  keep(slackUserId: string, reading: WorkReading): Promise<void>;
}
