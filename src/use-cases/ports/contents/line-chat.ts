import type { Place } from '../../../domain/message/place.ts';
import type { Result } from '../../../domain/result.ts';
import type { ThreadLine } from '../../../domain/telling/thread-lines.ts';
import type { CardModel } from '../card-contents.ts';
import type { ChatRefusal } from './chat-refusal.ts';

/** A line with the card in whose thread it goes. */
export interface LineContent {
  readonly line: ThreadLine;
  readonly card: CardModel;
  /** Names of those who acted, by Slack id. */
  readonly actorNames: ReadonlyMap<string, string>;
  /** Link to the card; null if not known. */
  readonly cardUrl: string | null;
  readonly emergency: { readonly channel: string | null; readonly onCall: string | null };
}

/** Lines in the threads of cards. Both methods throw `OutwardFailure` when the call failed. */
export interface LineChat {
  /** @param claim sent as metadata, so that `findLine` finds the line */
  postLine(thread: Place, content: LineContent, claim: string): Promise<Result<Place, ChatRefusal>>;
  /** Looks for a line that was perhaps posted. Returns null if it is not found or a scope is missing; refuses with `thread-gone` if Slack posted it into the channel. */
  findLine(
    thread: Place,
    sought: { readonly claim: string; readonly since: Date },
  ): Promise<Result<Place, ChatRefusal> | null>;
}
