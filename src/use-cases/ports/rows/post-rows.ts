import type { StepWatch } from '../../../domain/due/step-watch.ts';
import type { Place } from '../../../domain/message/place.ts';
import type { KeptNews, RequestWait, ToldRequest } from '../../../domain/telling/told-request.ts';
import type { HolderRow } from './subject-rows.ts';
import type { RequestView } from './view-rows.ts';

/** A message of which its reader has one. */
export interface ToldTo {
  /** The first of the requests that it is about; null = it lists what waits for its reader. */
  readonly askingId: string | null;
  /** Empty for a list. */
  readonly workspaceId: string;
  /** Slack id. */
  readonly readerId: string;
}

/** A post that another one followed or is a copy of, with what it was posted for. */
export interface EarlierPost extends Place {
  readonly headline: string;
  /** In ISO 8601. */
  readonly postedAt: string;
  /** It says what another post says, too. */
  readonly isCopy?: boolean;
}

/** What is known of such a message. */
export interface PostRow extends ToldTo {
  /** Its reader's conversation with the bot; null before the first post. */
  readonly channel: string | null;
  /** null before it is posted, and where it is gone. */
  readonly place: Place | null;
  readonly headline: string | null;
  readonly hash: string | null;
  /** The mark of whoever posts right now; null where nobody does. */
  readonly claim: string | null;
  readonly toClose: readonly EarlierPost[];
  /** All headlines that they were ever told. */
  readonly told: readonly string[];
  /** Ids of the requests that a list shows, or is about to, in their order. */
  readonly shown: readonly string[];
}

/** A request with all that its people are shown of it, read at one moment. */
export interface AskedView extends RequestView, HolderRow {
  readonly request: HolderRow['request'];
  /** When its recipient hears that the access is going to end; null before that is known. */
  readonly warnAt: Date | null;
  /** Who was told what of all that was asked for in one go; with the first of it alone. */
  readonly posts: readonly PostRow[];
  readonly news: readonly KeptNews[];
  readonly wait: RequestWait | null;
  /** An act that is accepted or being sent. */
  readonly beingEnded: ToldRequest['beingEnded'];
  /** What was done because it waits, at any of its steps. */
  readonly watch: StepWatch | null;
  /** When its state was last written. */
  readonly changedAt: Date;
}

/** Why a reviewer is called. */
export interface ListCall {
  readonly requestId: string;
  /** Names the occurrence: each is told once. */
  readonly occasion: string;
  readonly at: Date;
}
