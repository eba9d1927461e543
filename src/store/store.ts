import type { Kysely, Transaction } from 'kysely';
import type { OutwardJob } from '../domain/job.ts';
import type { Store } from '../use-cases/store-ports.ts';
import { auditRows } from './rows/audit.ts';
import { cardRows } from './rows/cards.ts';
import { catalogueRows } from './rows/catalogue.ts';
import { identityRows } from './rows/identities.ts';
import { noticeRows } from './rows/notices.ts';
import { requestRows } from './rows/requests.ts';
import { reviewRows } from './rows/reviews.ts';
import { taskRows } from './rows/tasks.ts';
import type { Tables } from './tables.ts';

/** Puts a job into the queue as part of somebody's transaction. The queue brings it. */
export type EnqueueIn = (trx: Transaction<Tables>, job: OutwardJob, options?: { startAfter?: Date }) => Promise<void>;

export function createStore(kysely: Kysely<Tables>, enqueueIn: EnqueueIn): Store {
  return {
    transaction: (work) =>
      kysely.transaction().execute((trx) =>
        work({
          requests: requestRows(trx),
          tasks: taskRows(trx),
          cards: cardRows(trx),
          reviews: reviewRows(trx),
          notices: noticeRows(trx),
          audit: auditRows(trx),
          identities: identityRows(trx),
          catalogue: catalogueRows(trx),
          enqueue: (job, options) => enqueueIn(trx, job, options),
        }),
      ),
  };
}
