import type { Notice } from '../../../domain/message/notice.ts';
import type { Place } from '../../../domain/message/place.ts';

export interface KeptNotice extends Notice {
  readonly sentAt: Date | null;
  /** Where a message was posted that offers something which can be over; null otherwise. */
  readonly place: Place | null;
  /** What it offers that can be over; null before it was sent. */
  readonly offered: readonly string[] | null;
}

export interface RevisedNotice {
  readonly noticeId: string;
  readonly isPosted: boolean;
}
