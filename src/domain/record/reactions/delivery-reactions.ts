/**
 * What follows from messages, jobs and commands: entries of the trail, and what is rendered again.
 */
import { asItSays, type FactsAbout, inTrail, type Reactions } from './reaction-parts.ts';

export const deliveries: Pick<
  Reactions,
  | FactsAbout<
      | 'card'
      | 'notice'
      | 'digest'
      | 'job'
      | 'limit'
      | 'database'
      | 'requests'
      | 'audit'
      | 'home'
      | 'thread'
    >
  | 'admin-command'
> = {
  'card.delivered': inTrail,
  'card.unreachable': inTrail,
  'notice.delivered': inTrail,
  'notice.undeliverable': inTrail,
  'digest.delivered': inTrail,
  'digest.undeliverable': inTrail,
  'job.failed': inTrail,
  'limit.reached': inTrail,
  'admin-command': inTrail,
  'database.backed-up': inTrail,
  'requests.pruned': inTrail,
  'audit.pruned': inTrail,
  'audit.head-undeliverable': inTrail,
  'card.elsewhere': {
    trail: 'none',
    tells: [
      {
        to: 'requester',
        message: 'card-elsewhere',
        key: 'elsewhere:{card}',
        body: ({ context: { reviewers } }) => ({ kind: 'card-elsewhere', reviewers }),
      },
    ],
  },
  'card.linked': { trail: 'none', shows: ['offers'] },
  'card.outdated': { trail: 'none', shows: ['cards', 'actor-home'] },
  'card.settings-read': { trail: 'none', shows: ['cards'] },
  'home.clicked': { trail: 'none', shows: ['actor-home'] },
  'thread.unseen': { trail: 'none', tells: [asItSays('people')] },
};
