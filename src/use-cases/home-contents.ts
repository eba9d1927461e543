import type { Action } from '../domain/action.ts';
import type { HolderOffer, Standing } from '../domain/holder-action.ts';
import type { HolderRow } from './store-ports.ts';

/** The requests on somebody's Home, with what they may do about each. */
export interface HomeRequests {
  /** The moment at which it was so. */
  readonly at: Date;
  /** What is open or there first, then the rest; newest first. */
  readonly shown: readonly HomeRequest[];
  /** How many there are beside those shown. */
  readonly left: Readonly<Record<Standing, number>>;
}

export interface HomeRequest extends HolderRow {
  /** Link to the task in the service's own console; null where there is none. */
  readonly consoleUrl: string | null;
  readonly can: Readonly<Record<HolderOffer, boolean>>;
  /** null where nobody nudged, or where nobody decides any more. */
  readonly nudge: LastNudge | null;
}

/** What came of the last click on *Nudge*. */
export interface LastNudge extends Pick<Action, 'state' | 'refusal' | 'at'> {
  /** When the reviewers were nudged last; null where they never were. */
  readonly doneAt: Date | null;
}
