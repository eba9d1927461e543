/** Messages about access that somebody has, or had. */

import type { GrantEnd } from '../../access/grant.ts';
import type { ProfileOutcome } from '../../profiles/profile-progress.ts';
import type { GrantOutcome } from '../../task/task-snapshot.ts';
import { message } from '../message-object.ts';

/** To those who had it; `extended` in threads alone. */
export const accessEnded = message<{ end: GrantEnd }>()({
  kind: 'access-ended',
  buttons: ['again', 'see'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});

/**
 * To those who had access that reviewers removed. `by`: Slack ids of those who approved that here;
 * `byNames`: of those who did elsewhere. `removedAt`: in ISO 8601; null = the bot does not learn
 * when. `taken`: the access with what goes as well.
 */
export const accessRemoved = message<{
  by: readonly string[];
  byNames: readonly string[];
  removedAt: string | null;
  taken: readonly { readonly id: string; readonly name: string }[];
}>()({
  kind: 'access-removed',
  buttons: ['again', 'see'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['removal'],
  needlessOnce: 'never',
});

/** To the holder, before the end, which is in ISO 8601. */
export const endingSoon = message<{ endsAt: string }>()({
  kind: 'ending-soon',
  buttons: ['extend', 'see'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['access'],
  // The end is a message of its own.
  needlessOnce: 'access-ended',
});

/**
 * To holders and administrators: what should take the access away ended otherwise; `still-held`:
 * it did not take it away.
 */
export const notGone = message<{ outcome: GrantOutcome | 'still-held' }>()({
  kind: 'not-gone',
  buttons: [],
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});

/** To the holders of an access profile: what came of its items. */
export const profileSettled = message<ProfileOutcome>()({
  kind: 'profile-settled',
  buttons: [],
  links: 'request-and-console',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: [],
  needlessOnce: 'never',
});
