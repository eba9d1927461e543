import type { ProfileItem, ProfileProgress } from '../../../domain/profiles/profile-progress.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';

/** A request for an access profile. */
export interface ProfileRequest extends ProfileProgress {
  readonly requestId: string;
  /** The catalog that the profile is. */
  readonly catalogId: string;
}

/** One that somebody has joined, and that is followed. */
export interface FollowedProfile extends ProfileRequest {
  readonly request: AccessRequest;
  /** When the person joined. */
  readonly startedAt: Date;
}

export interface ProfileRows {
  /** Keeps that a request is for a profile. */
  keep(profile: Pick<ProfileRequest, 'requestId' | 'catalogId' | 'name' | 'items'>): Promise<void>;
  of(requestIds: readonly string[]): Promise<readonly ProfileRequest[]>;
  /** Ids of the requests by which somebody has one of these profiles. */
  heldOf(catalogIds: readonly string[]): Promise<readonly string[]>;
  /** Has what came of this person's profiles looked at now, where that was read before `since`. */
  wakeOf(slackUserId: string, at: Date, since: Date): Promise<void>;
  /** Joined, not left since, not ended, and due to be looked at. */
  due(now: Date, limit: number): Promise<readonly FollowedProfile[]>;
  save(
    requestId: string,
    change: {
      readonly items: readonly ProfileItem[];
      readonly lookAt: Date;
      readonly readAt?: Date;
      readonly endedAt: Date | null;
    },
  ): Promise<void>;
  /** Notes which tasks the service opened for it; those that were not known. */
  link(requestId: string, taskIds: readonly string[]): Promise<readonly string[]>;
  /** The name of a profile for which the service opened this task; null where there is none. */
  nameOfTask(taskId: string): Promise<string | null>;
  /** Has the profiles of this task looked at now. */
  wake(taskId: string, at: Date): Promise<void>;
}
