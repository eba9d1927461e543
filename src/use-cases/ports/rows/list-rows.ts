import type { Place } from '../../../domain/message/place.ts';

/** What is known of the message that tells a reviewer what waits for them. */
export interface WaitingListRow {
  /** null before it is posted, and where it is gone. */
  readonly place: Place | null;
  /** Their conversation with the bot; null before the first post. */
  readonly channel: string | null;
  readonly postedAt: Date | null;
  readonly hash: string | null;
  /** The mark of whoever posts right now; null where nobody does. */
  readonly claim: string | null;
  /** Ids of the requests that it shows, or is about to, in their order. */
  readonly shown: readonly string[];
}

/** Why a reviewer is called. */
export interface ListCall {
  readonly requestId: string;
  /** Names the occurrence: each is told once. */
  readonly occasion: string;
  readonly at: Date;
}
