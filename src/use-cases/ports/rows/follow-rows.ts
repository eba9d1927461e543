import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';

/** A person hears of the end of a request that was made elsewhere. */
export interface Follower {
  readonly slackUserId: string;
  /** Whether they made it, by identity. */
  readonly isCreator: boolean;
  /** Whether it is for them, by identity. */
  readonly isTarget: boolean;
}

/** A request that was made elsewhere, and one who follows it. */
export interface Followed extends Follower {
  readonly taskId: string;
  /** As it was read when they began. */
  readonly snapshot: TaskSnapshot;
  readonly readAt: Date;
  /** How often in a row it was not there. */
  readonly missedTimes: number;
  /** null where it was there the last time. */
  readonly missedSince: Date | null;
}

export interface FollowRows {
  /** Changes nothing where this person follows it already. */
  add(followed: Omit<Followed, 'missedTimes' | 'missedSince'>): Promise<void>;
  /** Those of so many tasks that were read before then, the longest ago first. */
  due(before: Date, tasks: number): Promise<readonly Followed[]>;
  markRead(
    taskId: string,
    read: Pick<Followed, 'readAt' | 'missedTimes' | 'missedSince'>,
  ): Promise<void>;
  remove(taskId: string): Promise<void>;
}
