import type { Action } from '../../domain/action/action.ts';
import type { HolderButton, Standing } from '../../domain/action/holder-action.ts';
import type { OutwardJob } from '../../domain/outward/job.ts';
import type { LeavingProfile, ProfileProgress } from '../../domain/profiles/access-profile.ts';
import type { CardModel } from './card-contents.ts';
import type { HolderRow } from './rows/subject-rows.ts';

/** The requests on somebody's Home, with what they may do about each. */
export interface HomeRequests {
  /** The moment at which it was so. */
  readonly at: Date;
  /** Open requests, then access that is still held, then the rest; newest first in each. */
  readonly shown: readonly HomeRequest[];
  /** How many there are beside those shown. */
  readonly left: Readonly<Record<Standing, number>>;
}

export interface HomeRequest extends HolderRow {
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
  readonly can: Readonly<Record<HolderButton, boolean>>;
  /** When the reviewers were nudged last; null where they never were, or nobody decides any more. */
  readonly nudgedAt: Date | null;
  /** What its reviewers asked, and nobody answered; null where there is nothing. */
  readonly question: Pick<Action, 'id' | 'by'> | null;
  /** What giving it back does to what came with it; null where it is no access profile. */
  readonly leaving: LeavingProfile | null;
  /** Giving it back also withdraws an open request for more time. */
  readonly alsoWithdraws: boolean;
  /** What its people want done with it, while that is under way. */
  readonly beingEnded: 'withdraw' | 'give-back' | null;
  /** A corrected request took its place. */
  readonly isCorrected: boolean;
  /** Somebody could not be told of it; the administrators know. */
  readonly isUndelivered: boolean;
  /** What came of its items since; null where it is no access profile that somebody has. */
  readonly progress: ProfileProgress | null;
}

/** What is read for a part of Home that an extra shows. */
export interface HomeReader {
  /** The job that reads it when this person opens their Home; null if nothing can be read. */
  readonly reading: (slackUserId: string) => OutwardJob | null;
}

/** The part while what it shows can be read: whatever was read once is not shown any more. */
export function whileReadable<Shown>(
  isReadable: () => boolean,
  { reading, show }: HomeSection<Shown>,
): HomeSection<Shown> {
  return {
    reading: (slackUserId) => (isReadable() ? reading(slackUserId) : null),
    show: async (slackUserId) => (isReadable() ? show(slackUserId) : null),
  };
}

/** A part of Home that an extra shows. `Shown`: how it looks, which is the chat's own business. */
export interface HomeSection<Shown> extends HomeReader {
  /** What is there for this person by the last reading; null if that is nothing. */
  readonly show: (slackUserId: string) => Promise<Shown | null>;
}

/** A request that waits for somebody's decision, as Home and their list show it. */
export interface HomeReview {
  /** One of the request's cards, with what its buttons offer. */
  readonly card: CardModel;
  /** Link to the card; null where none is posted. */
  readonly cardUrl: string | null;
}
