/** Messages about access that somebody has, or had. */

import type { GrantEnd } from '../../access/grant.ts';
import type { HeldKey, HeldReturnRefusal } from '../../access/held-access.ts';
import type { ProfileOutcome } from '../../profiles/profile-progress.ts';
import type { SlackActor } from '../../request/access-request.ts';
import type { GrantOutcome } from '../../task/task-snapshot.ts';
import { entry, type Nothing, news, type ReadyMessage, tell } from '../fact-object.ts';
import { type BodyOf, composedMessage, message } from '../message-object.ts';
import { acted } from './action-messages.ts';
import { emergencyEnded } from './emergency-messages.ts';

/** To those who had it; `extended` in threads alone. */
export const accessEnded = composedMessage<{ end: GrantEnd }>()({
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
export const accessRemoved = composedMessage<{
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
export const endingSoon = composedMessage<{ endsAt: string }>()({
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
  sentences: {
    denied: [
      '{access} stays: taking it away was denied.',
      '{access} bleibt: Der Entzug wurde abgelehnt.',
    ],
    failed: [
      '{access} is still there: it was not taken away. Ask {helpers}.',
      '{access} ist noch da: er wurde nicht entzogen. Wende dich an {helpers}.',
    ],
  },
  says: ({ outcome }) => [outcome === 'denied' ? 'denied' : 'failed'],
});

/** To the holders of an access profile: what came of its items. */
export const profileSettled = composedMessage<ProfileOutcome>()({
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

interface HeldDetail extends HeldKey {
  readonly identityUserId: string;
}

export const accessFacts = {
  /** Times in ISO 8601. `occasion`: of grants that end on one, each person is told once. */
  'grant.ended': entry<
    { end: GrantEnd; endsAt: string | null; startedAt: string; endedAt: string },
    { occasion: string; isEmergency: boolean }
  >()(
    { event: 'has no access any more' },
    {
      tells: [
        tell('holders', accessEnded, {
          key: ({ context: { occasion } }) => `access-ended:${occasion}`,
          body: ({ detail: { end } }) => ({ end }),
          // A person whose access was extended has lost nothing.
          when: ({ detail }) => detail.end !== 'extended' && detail.end !== 'given-back',
        }),
        // The holders gave it back themselves, so only the requester needs to hear.
        tell('requester-for-another', accessEnded, {
          key: ({ context: { occasion } }) => `access-ended:${occasion}`,
          body: ({ detail: { end } }) => ({ end }),
          when: ({ detail }) => detail.end === 'given-back',
        }),
        tell('threads', accessEnded, {
          key: (_, { requestId }) => `access-ended:${requestId}`,
          body: ({ detail: { end } }) => ({ end }),
          when: ({ context }) => !context.isEmergency,
        }),
        tell('threads', emergencyEnded, {
          key: (_, { requestId }) => `access-ended:${requestId}`,
          body: ({ detail: { end, startedAt, endedAt } }) => ({ end, startedAt, endedAt }),
          when: ({ context }) => context.isEmergency,
        }),
      ],
      shows: ['cards', 'homes'],
    },
  ),
  'grant.not-ended': entry<
    { occasion: string; outcome: BodyOf<typeof notGone>['outcome'] },
    Nothing,
    'administrators'
  >()(
    { event: 'should have no access any more, but has' },
    {
      isOnce: true,
      tells: [
        tell('holders-and-administrators', notGone, {
          key: ({ detail: { occasion, outcome } }, { requestId }) =>
            `not-gone:${requestId}:${occasion}:${outcome}`,
          body: ({ detail: { outcome } }) => ({ outcome }),
        }),
      ],
    },
  ),
  /** `endsAt`: in ISO 8601. */
  'access.ending': news<{ endsAt: string }, 'people'>()({
    tells: [
      tell('people', endingSoon, {
        key: ({ context: { endsAt } }, { requestId }) => `ending:${requestId}:${endsAt}`,
        body: ({ context: { endsAt } }) => ({ endsAt }),
      }),
    ],
  }),
  /** `order`: the id of the task that takes it away. */
  'access.taking-away': news<
    { order: string; by: Pick<SlackActor, 'userId'> | null; reason: string },
    'people'
  >()({
    tells: [
      tell('people', acted, {
        key: ({ context: { order } }) => `taking-away:${order}`,
        body: ({ context: { by, reason } }) => ({ act: 'take-away', by, text: reason }) as const,
      }),
    ],
  }),
  /** A removal of access is decided. `people`: who had the access, and who had requested it. */
  'access.removed': news<
    { occasion: string } & ReadyMessage<BodyOf<typeof accessRemoved>>,
    'people'
  >()({
    tells: [
      tell('people', accessRemoved, {
        key: ({ context: { occasion } }) => `access-ended:${occasion}`,
        // The end of a grant may be read before the removal: then its message says who removed it.
        updates: ({ context: { occasion } }) => `access-ended:${occasion}`,
        body: ({ context: { message: body } }) => body,
      }),
    ],
  }),
  /**
   * Access ends at another time than was known before, or is being taken away, or stays after all.
   */
  'access.changed': news()({ shows: ['cards', 'homes'] }),
  /** Every item of an access profile is settled, or nobody looks any more. */
  'profile.settled': entry<ProfileOutcome>()(
    { event: 'has an access profile whose items are not followed any more' },
    {
      isOnce: true,
      tells: [
        tell('holders', profileSettled, {
          key: (_, { requestId }) => `profile-settled:${requestId}`,
          body: ({ detail }) => detail,
        }),
      ],
    },
  ),
  /** What came of an access profile was read again. */
  'profile.read': news()({ shows: ['offers', 'homes'] }),
  /** Of access that was not granted through the bot. */
  'held.given-back': entry<HeldDetail>()(
    { deed: 'gave back access that was granted elsewhere, by' },
    { shows: ['actor-home'] },
  ),
  'held.refused': entry<HeldDetail & { verb: string; refusal: HeldReturnRefusal }>()('refusal', {
    shows: ['actor-home'],
  }),
  /** What the actor holds was read again. */
  'held.read': news()({ shows: ['actor-home'] }),
  /** What waits for somebody in the service was read anew. */
  'work.read': news()({ shows: ['actor-home'] }),
};
