import type { MessageReader } from '../../../domain/message/message-context.ts';
import type { Place } from '../../../domain/message/place.ts';
import type { LeavingProfile } from '../../../domain/profiles/access-profile.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';
import type { TaskPeriod } from '../../../domain/request/granted-by-task.ts';
import type { Result } from '../../../domain/result.ts';
import type { TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import type { AskingSection } from '../../../domain/telling/asking-post.ts';
import type { PostButton } from '../../../domain/telling/post-parts.ts';
import type { Reach } from '../card-contents.ts';
import type { ToldTo } from '../rows/post-rows.ts';
import type { ChatRefusal } from './chat-refusal.ts';

/** What a section is about, and how its sentences name it. */
export interface SpokenRequest {
  readonly request: AccessRequest;
  readonly task: TaskSnapshot | null;
  readonly period: TaskPeriod;
  readonly lapse: AskingSection['told']['lapse'];
  readonly moreTime: TaskSnapshot | null;
  /** Link to the request's card; null where there is none yet. */
  readonly cardUrl: string | null;
  readonly consoleUrl: string | null;
  /** Link to the request that this one is a duplicate of. */
  readonly existingUrl: string | null;
  readonly leaving: LeavingProfile | null;
}

export interface PostSection
  extends SpokenRequest,
    Pick<AskingSection, 'says' | 'quote' | 'remarks' | 'question'> {
  /** All that it speaks of, where these are several. */
  readonly together: readonly SpokenRequest[];
  /** It is the line that is left of an earlier post. */
  readonly isPast: boolean;
  /** Those that the reader can use now. */
  readonly buttons: readonly PostButton[];
}

/** What a post says to its reader, before it is in words. */
export interface PostContent extends Reach {
  /** Slack id. */
  readonly readerId: string;
  readonly reader: MessageReader;
  readonly emergency: { readonly channel: string | null; readonly onCall: string | null };
  readonly sections: readonly PostSection[];
}

/** As it would be sent: equal ones are the same post. */
export interface RenderedPost {
  readonly text: string;
  readonly blocks: readonly object[];
}

/** The messages that people have about what was asked for. */
export interface PostChat {
  renderPost(content: PostContent): Promise<RenderedPost>;
  /** The other methods throw `OutwardFailure` when the call failed. */
  sendPost(
    to: Omit<ToldTo, 'workspaceId'> & { readonly isUrgent: boolean; readonly claim: string },
    post: RenderedPost,
  ): Promise<Result<Place, ChatRefusal>>;
  /**
   * Looks for a post that was perhaps sent; `cannot-look` where no history scope was granted.
   * `channel`: the conversation with its reader.
   */
  findPost(sought: {
    readonly channel: string;
    readonly claim: string;
    readonly since: Date;
  }): Promise<Place | 'none' | 'cannot-look'>;
  updatePost(
    place: Place,
    post: RenderedPost,
    isUrgent: boolean,
  ): Promise<Result<unknown, ChatRefusal>>;
}
