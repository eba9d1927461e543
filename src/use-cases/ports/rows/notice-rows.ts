import type { DecisionNext } from '../../../domain/message/kinds/decision-messages.ts';
import type { Notice, NoticeBody } from '../../../domain/message/notice.ts';
import type { Place } from '../../../domain/message/place.ts';

export interface KeptNotice extends Notice {
  readonly sentAt: Date | null;
  /** Where a message was posted that offers something which can be over; null otherwise. */
  readonly place: Place | null;
  /** Of what it offers, what can be over; null where an earlier version of the bot sent it. */
  readonly offered: readonly string[] | null;
}

interface RevisedNotice {
  readonly noticeId: string;
  readonly isPosted: boolean;
}

export interface NoticeRows {
  /** Returns false, changing nothing, where the key is known. */
  insertOnce(notice: Notice, at: Date): Promise<boolean>;
  find(id: string): Promise<KeptNotice | null>;
  /**
   * `watched`: of what it offers, what can be over, and what its buttons are bound to. Where it is
   * posted is kept for as long as there is any. Returns the message as it is stored now, with the
   * version of its request (`RequestView`).
   */
  markSent(
    id: string,
    at: Date,
    posted?: { place: Place | null; watched: readonly string[] },
  ): Promise<(KeptNotice & { readonly version: string | null }) | null>;
  /**
   * Says what came of a decision in those of its messages that were left `pending`; their ids, none
   * where no message waits for it. Take the task's lock first.
   */
  settleDecision(requestId: string, next: DecisionNext): Promise<readonly string[]>;
  /**
   * The message of this occasion is not sent, and not rendered again. Where it was posted; null if
   * it was not.
   */
  retire(key: string, at: Date): Promise<Place | null>;
  /** Whether the message at this place is about requests that wait, this one among them. */
  isListedAt(place: Place, requestId: string): Promise<boolean>;
  /** The keys of the posted reminders to this person about this step and nothing else. */
  remindersAbout(step: {
    readonly requestId: string;
    readonly stepId: string;
    readonly slackUserId: string;
  }): Promise<readonly string[]>;
  /**
   * Has the message of this occasion say something newer, which is rendered again if it was posted.
   * null, changing nothing, if there is none, or one that was sent and cannot be changed any more.
   */
  revise(key: string, body: NoticeBody): Promise<RevisedNotice | null>;
  /** The same, only for a message of the same kind that says something else. */
  reword(key: string, body: NoticeBody): Promise<RevisedNotice | null>;
}
