import type { Reminded } from '../../../domain/due/calls.ts';
import type { HomeReview } from '../home-contents.ts';
import type { RenderedPost } from './post-chat.ts';

/** One of the requests that wait for a reviewer. */
export interface ListedReview extends HomeReview {
  /** How often they were reminded of it, where it is an emergency; null before the first time. */
  readonly reminded: Reminded | null;
}

/** What waits for a reviewer, before it is in words. */
export interface ListContent {
  /** Slack id. */
  readonly readerId: string;
  readonly emergency: { readonly channel: string | null; readonly onCall: string | null };
  /** Emergencies first, then what they were called for, then the oldest. */
  readonly reviews: readonly ListedReview[];
  /** How many wait beside those. */
  readonly left: number;
}

/** The message that tells a reviewer what waits for them; it is sent and edited as a post. */
export interface ListChat {
  renderList(content: ListContent): Promise<RenderedPost>;
}
