import type { GrantEnd, GrantPeriod, PendingRemoval } from '../../../domain/access/grant.ts';
import type { AccessThere } from '../../../domain/access/look.ts';
import type { StepWatch, TaskWatch } from '../../../domain/due/step-watch.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';

/** What was granted by a request. */
export interface GrantRow extends GrantPeriod, PendingRemoval {
  readonly requestId: string;
  /** When it ended, or a later request went on with it. */
  readonly endedAt: Date | null;
  /** How it ended; null before it has. */
  readonly endedBy: GrantEnd | null;
}

/** What the bot knows of the end of a grant, and when it acts on it. */
export interface GrantWatch {
  readonly revokedAt: AccessThere['revokedAt'];
  /** When it is to be looked at; null = when its time is over. */
  readonly checkAt: Date | null;
  /** How often the service was asked whether it is gone. */
  readonly checks: number;
  /** When the holder is to hear that it is going to end; null before that is known. */
  readonly warnAt: Date | null;
  readonly isWarned: boolean;
}

/** A grant that has not ended. */
export interface FollowedGrant extends GrantRow, GrantWatch {
  readonly request: AccessRequest;
}

/** A request that waits for a decision, with what is stored of its step. */
export interface DueRow {
  readonly requestId: string;
  readonly taskId: string;
  /** When the task was read last. */
  readonly readAt: Date | null;
  readonly dueAt: Date;
  /** null before it was looked at the first time. */
  readonly watch: StepWatch | null;
}

/** A task that is read again soon. */
export interface WatchedTask extends TaskWatch {
  readonly taskId: string;
  readonly nextAt: Date;
}
