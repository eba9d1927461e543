import type { Place } from '../../../domain/message/place.ts';
import type { Result } from '../../../domain/result.ts';
import type { ThreadLine } from '../../../domain/telling/thread-lines.ts';
import type { CardModel } from '../card-contents.ts';
import type { ChatRefusal } from './chat-refusal.ts';

/** A line with the card in whose thread it goes. */
export interface LineContent {
  readonly line: ThreadLine;
  readonly card: CardModel;
  /** Link to the card; null where nobody can tell it. */
  readonly cardUrl: string | null;
  readonly emergency: { readonly channel: string | null; readonly onCall: string | null };
}

/** Lines in the threads of cards. Both methods throw `OutwardFailure` when the call failed. */
export interface LineChat {
  /** @param claim carried as metadata, by which it is found again */
  postLine(thread: Place, content: LineContent, claim: string): Promise<Result<Place, ChatRefusal>>;
  /** Looks for a line that was perhaps posted; null where it is not found, or nobody can look; `thread-gone` where it stands in the channel. */
  findLine(
    thread: Place,
    sought: { readonly claim: string; readonly since: Date },
  ): Promise<Result<Place, ChatRefusal> | null>;
}
