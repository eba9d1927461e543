/**
 * What follows from messages, jobs and commands: entries of the trail, and what is rendered again.
 */
import { asItSays, type FactsAbout, kept, type Reactions } from './reaction-parts.ts';

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
  'card.delivered': kept,
  'card.unreachable': kept,
  'notice.delivered': kept,
  'notice.undeliverable': kept,
  'digest.delivered': kept,
  'digest.undeliverable': kept,
  'job.failed': kept,
  'limit.reached': kept,
  'admin-command': kept,
  'database.backed-up': kept,
  'requests.pruned': kept,
  'audit.pruned': kept,
  'audit.head-undeliverable': kept,
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
