/** What follows for access that was granted. */
import type { FactsAbout, Reactions } from './reaction-parts.ts';

export const access: Pick<
  Reactions,
  FactsAbout<'grant' | 'access' | 'held' | 'work' | 'profile'>
> = {
  'grant.ended': {
    trail: 'kept',
    tells: [
      {
        to: 'holders',
        message: 'access-ended',
        key: 'access-ended:{occasion}',
        body: ({ detail: { end } }) => ({ kind: 'access-ended', end }),
        // A person whose access was extended has lost nothing.
        when: ({ detail }) => detail.end !== 'extended' && detail.end !== 'given-back',
      },
      {
        // The holders gave it back themselves, so only the requester needs to hear.
        to: 'requester-for-another',
        message: 'access-ended',
        key: 'access-ended:{occasion}',
        body: ({ detail: { end } }) => ({ kind: 'access-ended', end }),
        when: ({ detail }) => detail.end === 'given-back',
      },
      {
        to: 'threads',
        message: 'access-ended',
        key: 'access-ended:{requestId}',
        body: ({ detail: { end } }) => ({ kind: 'access-ended', end }),
        when: ({ context }) => !context.isEmergency,
      },
      {
        to: 'threads',
        message: 'emergency-ended',
        key: 'access-ended:{requestId}',
        body: ({ detail: { end, startedAt, endedAt } }) => ({
          kind: 'emergency-ended',
          end,
          startedAt,
          endedAt,
        }),
        when: ({ context }) => context.isEmergency,
      },
    ],
    shows: ['cards', 'homes'],
  },
  'grant.not-ended': {
    trail: 'kept',
    isOnce: true,
    tells: [
      {
        to: 'holders-and-administrators',
        message: 'not-gone',
        key: 'not-gone:{requestId}:{occasion}:{outcome}',
        body: ({ detail: { outcome } }) => ({ kind: 'not-gone', outcome }),
      },
    ],
  },
  'access.ending': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'ending-soon',
        key: 'ending:{requestId}:{endsAt}',
        body: ({ context: { endsAt } }) => ({ kind: 'ending-soon', endsAt }),
      },
    ],
  },
  'access.taking-away': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'acted',
        key: 'taking-away:{order}',
        body: ({ context: { by, reason } }) => ({
          kind: 'acted',
          act: 'take-away',
          by,
          text: reason,
        }),
      },
    ],
  },
  'access.removed': {
    trail: 'none',
    tells: [
      {
        to: 'people',
        message: 'access-removed',
        key: 'access-ended:{occasion}',
        // The end of a grant may be read before the removal: then its message says who removed it.
        updates: 'access-ended:{occasion}',
        body: ({ context: { message } }) => message,
      },
    ],
  },
  'profile.settled': {
    trail: 'kept',
    isOnce: true,
    tells: [
      {
        to: 'holders',
        message: 'profile-settled',
        key: 'profile-settled:{requestId}',
        body: ({ detail }) => ({ kind: 'profile-settled', ...detail }),
      },
    ],
  },
  'profile.read': { trail: 'none', shows: ['offers', 'homes'] },
  'held.given-back': { trail: 'kept', shows: ['actor-home'] },
  'held.refused': { trail: 'kept', shows: ['actor-home'] },
  'held.read': { trail: 'none', shows: ['actor-home'] },
  'work.read': { trail: 'none', shows: ['actor-home'] },
  'access.changed': { trail: 'none', shows: ['cards', 'homes'] },
};
