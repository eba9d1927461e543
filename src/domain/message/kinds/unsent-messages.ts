/** Messages about a request that the service has not taken. */

import type { OutwardFailure } from '../../outward/outward-failure.ts';
import type { RequestRefusal } from '../../request/access-request.ts';
import { type MessageButton, message } from '../message-object.ts';

/**
 * The service does not answer, or refuses the bot (`isBotRefused`), or Slack refuses what the bot
 * needs.
 */
export const requestWaiting = message<{
  system?: OutwardFailure['system'];
  isBotRefused?: boolean;
}>()({
  kind: 'request-waiting',
  buttons: ['withdraw', 'withdraw-all'],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'service',
  isOncePerGroup: true,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['waiting'],
  needlessOnce: 'never',
});

/**
 * A corrected request waits until the service has closed the one that it replaces. `numericId`:
 * of that one.
 */
export const correctionWaiting = message<{ numericId: string }>()({
  kind: 'correction-waiting',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'service',
  isOncePerGroup: false,
  reviewers: 'left-out',
  calls: 'nobody',
  changesWith: ['waiting'],
  needlessOnce: 'never',
});

/** To the requester: it was sent, and nobody knows whether it arrived. */
export const requestUncertain = message()({
  kind: 'request-uncertain',
  buttons: ['settle'],
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

/** To the requester: why it was not sent, or not accepted. */
export const requestRefused = message<{ refusal: RequestRefusal }>()({
  kind: 'request-refused',
  buttons: ({ refusal }) => buttonsAfter(refusal),
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

function buttonsAfter(refusal: RequestRefusal): readonly MessageButton[] {
  // What may already be in the service must not be requested again with one click.
  if (
    refusal.kind === 'answer-disagrees' ||
    (refusal.kind === 'identity' && refusal.isPerhapsThere)
  )
    return [];
  return refusal.kind === 'service' && refusal.refusal.kind === 'duplicate' ? ['see'] : ['mend'];
}

/** To the administrators: why a request was not sent, or how the service answered it wrongly. */
export const grantStopped = message<{
  refusal: Extract<RequestRefusal, { kind: 'identity' | 'answer-disagrees' }>;
}>()({
  kind: 'grant-stopped',
  buttons: [],
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
