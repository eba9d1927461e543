import type { Place } from '../../../domain/message/place.ts';

/** The chat refused the call; trying again will not help. */
export type ChatRefusal =
  | { readonly kind: 'rejected'; readonly code: string }
  /** The message to change does not exist. */
  | { readonly kind: 'message-gone'; readonly code: string }
  /** The message stands as it is, and cannot be changed. */
  | { readonly kind: 'message-fixed'; readonly code: string }
  /**
   * The thread's first message was deleted, so the reply was posted into the channel itself, at
   * `place`.
   */
  | { readonly kind: 'thread-gone'; readonly code: string; readonly place: Place };
