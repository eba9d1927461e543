/** Work that goes outward and can be done again: what the durable queue holds. Ids only; the rest is in the store. */
export type OutwardJob =
  | { readonly kind: 'create-task'; readonly requestId: string }
  | { readonly kind: 'sync-card'; readonly cardId: string }
  | { readonly kind: 'carry-out-review'; readonly reviewId: string }
  | { readonly kind: 'carry-out-holder-action'; readonly holderActionId: string }
  | { readonly kind: 'send-notice'; readonly noticeId: string }
  | { readonly kind: 'sync-home'; readonly slackUserId: string }
  /** A copy of a card that was posted when the outcome of the first post was unknown. */
  | { readonly kind: 'retire-copy'; readonly channel: string; readonly ts: string }
  | { readonly kind: 'refresh-tasks' }
  | { readonly kind: 'end-grants' };

export type JobKind = OutwardJob['kind'];

/** What it waits for is not there yet: the job comes back later, however often. */
export type NotYet = 'not-yet';

export const jobKinds = [
  'create-task',
  'sync-card',
  'carry-out-review',
  'carry-out-holder-action',
  'send-notice',
  'sync-home',
  'retire-copy',
  'refresh-tasks',
  'end-grants',
] as const satisfies readonly JobKind[];
