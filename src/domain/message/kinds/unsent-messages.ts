/** Messages about a request that the service has not taken. */

import type { OutwardFailure } from '../../outward/outward-failure.ts';
import type { RequestRefusal } from '../../request/access-request.ts';
import type { GrantPart } from '../../task/task-snapshot.ts';
import { entry, news, tell } from '../fact-object.ts';
import { type BodyOf, composedMessage, type MessageButton, message } from '../message-object.ts';
import type { WaitingMarks } from '../waiting-cause.ts';

/**
 * The service does not answer, or refuses the bot (`isBotRefused`), or Slack refuses what the bot
 * needs.
 */
export const requestWaiting = composedMessage<Pick<WaitingMarks, 'system' | 'isBotRefused'>>()({
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
export const correctionWaiting = composedMessage<{ numericId: string }>()({
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
  sentences: {
    explained: [
      'I sent {request} and got no answer. Look for it in the governance console, or ask {helpers}. If it is not there, send it again.',
      'Ich habe {request} abgeschickt und keine Antwort bekommen. Sieh in der Zugriffsverwaltung nach, oder wende dich an {helpers}. Wenn sie dort nicht ist, schick sie noch einmal.',
    ],
  },
  says: () => ['explained'],
});

/** To the requester: why it was not sent, or not accepted. */
export const requestRefused = composedMessage<{ refusal: RequestRefusal }>()({
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
export const grantStopped = composedMessage<{
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

export const unsentFacts = {
  'request.refused': entry<{ refusal: RequestRefusal }>()(
    { event: 'was refused by the service' },
    {
      tells: [
        tell('requester', requestRefused, {
          key: (_, { requestId }) => `refused:${requestId}`,
          body: ({ detail: { refusal } }) => ({ refusal }),
        }),
      ],
      // An earlier message may say that it waits.
      shows: ['offers', 'homes'],
    },
  ),
  'request.uncertain': entry()(
    { event: 'was sent, and the service did not answer' },
    {
      tells: [
        tell('requester', requestUncertain, {
          // Somebody who tries again may have to be asked again.
          key: (_, { requestId, at }) => `uncertain:${requestId}:${at}`,
          body: () => ({}),
        }),
      ],
      shows: ['offers', 'homes'],
    },
  ),
  'request.sent-again': entry()({ deed: 'sent again' }),
  'request.abandoned': entry()(
    { deed: 'gave up', event: 'was given up' },
    { shows: ['offers', 'homes'] },
  ),
  'settlement.refused': entry<{ refusal: { readonly kind: 'not-yours' } }>()('refusal'),
  /** The service told of a task about something else than was asked for; `told`: what it said. */
  'request.answer-disagrees': entry<{ parts: readonly GrantPart[]; told: object }>()({
    event: 'was answered by the service with something else',
  }),
  /** The service accepted what the tenant's catalogs hide from the person that it is for. */
  'request.accepted-though-hidden': entry<{ appId: string; entitlementId: string }>()({
    event: 'was accepted by the service although the catalogs hide it',
  }),
  /** Nothing is sent for this person. */
  'request.stopped': news<Pick<BodyOf<typeof grantStopped>, 'refusal'>, 'administrators'>()({
    tells: [
      tell('administrators', grantStopped, {
        key: (_, { requestId }) => `grant-stopped:${requestId}`,
        body: ({ context: { refusal } }) => ({ refusal }),
      }),
    ],
  }),
  /** `asked`: the request, or the group that it was asked for in. */
  'request.waiting': news<{
    asked: string;
    system: OutwardFailure['system'];
    isBotRefused: boolean;
  }>()({
    tells: [
      tell('requester', requestWaiting, {
        key: ({ context: { asked } }) => `waiting:${asked}`,
        isReworded: true,
        body: ({ context: { system, isBotRefused } }) => ({
          system,
          ...(isBotRefused ? { isBotRefused } : {}),
        }),
      }),
    ],
  }),
  /** A corrected request waits for the end of the first. `numericId`: of the first. */
  'correction.waiting': news<{ numericId: string }>()({
    tells: [
      tell('requester', correctionWaiting, {
        key: (_, { requestId }) => `correction-waiting:${requestId}`,
        body: ({ context: { numericId } }) => ({ numericId }),
      }),
    ],
  }),
  /**
   * A request is about to be sent, so messages about the same access no longer offer to ask for it.
   */
  'request.sending': news()({ shows: ['offers', 'actor-home'] }),
};
