/**
 * Long because it has all that the use cases need of the chat. Words and layout are the chat's own
 * business.
 */

import type { ListedRequest } from '../../domain/message/message-context.ts';
import type { NoticeAbout, NoticeBody } from '../../domain/message/notice.ts';
import type { NoticeTarget, Place } from '../../domain/message/place.ts';
import type { Result } from '../../domain/result.ts';
import type { Language } from '../../domain/text/sentence.ts';
import type { CardModel } from './card-contents.ts';
import type { ChatRefusal } from './contents/chat-refusal.ts';
import type { LineChat } from './contents/line-chat.ts';
import type { ListChat } from './contents/list-chat.ts';
import type { PostChat } from './contents/post-chat.ts';
import type { HomeRequests, HomeReview } from './home-contents.ts';
import type { CardRow } from './rows/card-rows.ts';

/** One of the requests that a message is about, with what the reader needs to act on it. */
export interface NoticeSubject extends ListedRequest {
  /** Link to its card, else to the console; absent if the message does not link to each request. */
  readonly url?: string | null;
  /** Only its number, its app and its state may be shown. */
  readonly isHidden?: boolean;
}

/** What a line about a request is made from. */
export interface NoticeContext extends NoticeAbout {
  readonly noticeId: string;
  readonly body: NoticeBody;
  readonly group: readonly NoticeSubject[];
  /** Link to the request's card; null where there is none yet. */
  readonly cardUrl: string | null;
  readonly consoleUrl: string | null;
}

/**
 * Whether people of other companies read a channel, or are invited to; unknown where Slack does not
 * tell.
 */
export type Sharing = 'ours' | 'shared' | 'unknown';

/** Every method throws `OutwardFailure` when the call failed, unless it says otherwise. */
export interface Chat extends PostChat, ListChat, LineChat {
  /**
   * Changes exactly when what would be sent changes; a reader's other language alone is no reason
   * to send a card again.
   */
  fingerprint(card: CardModel): string;
  /**
   * Carries the card's id as metadata. `threadTs`: the message in whose thread it goes; null =
   * right in the channel.
   */
  postCard(
    channel: string,
    card: CardModel,
    threadTs: string | null,
  ): Promise<Result<Place, ChatRefusal>>;
  updateCard(place: Place, card: CardModel): Promise<Result<unknown, ChatRefusal>>;
  /** Looks for a card that was perhaps posted; `cannot-look` where no history scope was granted. */
  findCard(
    card: CardRow,
    since: Date,
    threadTs: string | null,
  ): Promise<Place | 'none' | 'cannot-look'>;
  /**
   * At most some seconds old, unless Slack limits the question. `unknown` if Slack refuses to tell;
   * throws if Slack does not answer.
   */
  sharing(channel: string): Promise<Sharing>;
  /**
   * Those of these people who are certainly not in a channel; nobody where Slack does not tell.
   * About a minute old. Never throws `OutwardFailure`.
   */
  absentFrom(channel: string, slackUserIds: readonly string[]): Promise<readonly string[]>;
  deleteMessage(place: Place): Promise<Result<unknown, ChatRefusal>>;
  /**
   * The link to a message without asking Slack; null where that takes asking (`permalink`).
   * `threadTs`: the message in whose thread it stands; null = right in the channel.
   */
  linkTo(place: Place, threadTs: string | null): string | null;
  permalink(place: Place): Promise<string | null>;
  /**
   * `isRepeated`: it was perhaps posted already; in channels it is looked for then,
   * where a history scope was granted. Returns where it was posted.
   */
  sendNotice(
    target: NoticeTarget,
    notice: NoticeContext,
    isRepeated: boolean,
  ): Promise<Result<Place, ChatRefusal>>;
  /** A message about no request to one person, in their language. */
  tellPerson(slackUserId: string, words: WordsToPerson): Promise<Result<Place, ChatRefusal>>;
}

/** `Shown`: how the part of an extra looks. */
export interface HomeChat<Shown> {
  /**
   * Publishes a Home unless it is what was published before. Throws as the methods of `Chat` do.
   *
   * @returns the fingerprint of what is there now
   */
  publishHome(
    slackUserId: string,
    home: HomeModel<Shown>,
    before: string | null,
  ): Promise<Result<string, ChatRefusal>>;
}

/** What a person is told, in each language. */
export type WordsToPerson = Readonly<Record<Language, string>>;

export interface HomeModel<Shown> {
  readonly slackUserId: string;
  /** The service refuses the bot's credentials: nothing new is read or sent. */
  readonly isServiceRefusing: boolean;
  /** The Slack user group that is called in an emergency; null where none is. */
  readonly onCall: string | null;
  readonly requests: HomeRequests;
  /** What extras show. */
  readonly besides: readonly Shown[];
  /** Waiting for this person's review by the last reading. */
  readonly reviews: {
    /** Emergencies first, then the oldest. */
    readonly shown: readonly HomeReview[];
    /** How many wait beside those shown. */
    readonly left: number;
  };
}

/** A Slack account as Slack tells it now. */
export interface SlackPerson {
  readonly userId: string;
  readonly name: string;
  /**
   * Confirmed in Slack, or as good as that by `identity.unconfirmedEmail`; null where there is no
   * such email.
   */
  readonly email: string | null;
  /**
   * An email that identifies nobody, because it is not confirmed: shown to people, never looked up.
   */
  readonly unconfirmedEmail: string | null;
  readonly isBot: boolean;
  readonly isGuest: boolean;
  readonly isDeactivated: boolean;
  /**
   * From another organisation, through a shared channel; also where Slack does not say that it is
   * from ours.
   */
  readonly isExternal: boolean;
  /** IANA name, like Europe/Lisbon; `Etc/UTC` where Slack tells none that is known. */
  readonly timeZone: string;
  /**
   * By their Slack status, one of `absence.emojis`; `until` is null where the status has no end.
   * null where they are there.
   */
  readonly away: { readonly until: Date | null } | null;
}

/**
 * How soon somebody is looked up, and how old what was read may be:
 * - `fresh`: as they are at this moment
 * - `recent`: read in the last seconds
 * - `in-turn`: nobody waits for it, so it waits behind lookups that somebody waits for
 * - `acted`: Slack has just signed something that this person did, so the account is there and
 *   active: what was read in the last minutes will do, else as `in-turn`
 *
 * A lookup that waits its turn may throw a rate limit that says when to come back.
 */
export type LookupPriority = 'fresh' | 'recent' | 'in-turn' | 'acted';

export interface ChatDirectory {
  /** A person by id; null where Slack does not know it. */
  person(slackUserId: string, priority: LookupPriority): Promise<SlackPerson | null>;
  /**
   * The full member with this email; null where there is none. May be some minutes old; always in
   * its turn.
   */
  findByEmail(email: string): Promise<SlackPerson | null>;
  /**
   * What a field of the person's profile holds (a field's id is like Xf0ABC), asked afresh every
   * time; null where it is empty, and where the workspace does not protect the field from being
   * edited by people themselves.
   */
  profileField(slackUserId: string, fieldId: string): Promise<string | null>;
  /** The workspace that the bot is installed in; asked once. */
  ownTeamId(): Promise<string>;
}
