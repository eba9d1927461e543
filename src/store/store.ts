import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { OutwardJob } from '../domain/job.ts';
import type { AuditEntry, Store } from '../use-cases/store-ports.ts';
import { auditRows } from './rows/audit.ts';
import { cardRows } from './rows/cards.ts';
import { catalogueRows } from './rows/catalogue.ts';
import { grantRows } from './rows/grants.ts';
import { holderActionRows } from './rows/holder-actions.ts';
import { identityRows } from './rows/identities.ts';
import { noticeRows } from './rows/notices.ts';
import { requestRows } from './rows/requests.ts';
import { reviewRows } from './rows/reviews.ts';
import { taskRows } from './rows/tasks.ts';
import type { Tables } from './tables.ts';

/** Puts a job into the queue as part of somebody's transaction. The queue brings it. */
export type EnqueueIn = (trx: Transaction<Tables>, job: OutwardJob, options?: { startAfter?: Date }) => Promise<void>;

/** What PostgreSQL calls a deadlock, and transactions that cannot stand one after the other: all was rolled back. */
const inTheWay = z.object({ code: z.enum(['40P01', '40001']) });
const mostTries = 4;

/** Two transactions that wait for each other are nobody's mistake: the one that was ended is done again. */
async function againWhereInTheWay<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === mostTries || !inTheWay.safeParse(error).success) throw error;
    }
  }
}

/** @param onRecorded hears of each entry of the audit trail, once it is kept */
export function createStore(
  kysely: Kysely<Tables>,
  enqueueIn: EnqueueIn,
  onRecorded: (entry: AuditEntry) => void = () => undefined,
): Store {
  return {
    async transaction(work) {
      const recorded: AuditEntry[] = [];
      const result = await againWhereInTheWay(async () =>
        kysely.transaction().execute((trx) => {
          recorded.length = 0;
          const audit = auditRows(trx);
          return work({
            requests: requestRows(trx),
            tasks: taskRows(trx),
            cards: cardRows(trx),
            reviews: reviewRows(trx),
            notices: noticeRows(trx),
            audit: {
              async append(entry) {
                await audit.append(entry);
                recorded.push(entry);
              },
            },
            identities: identityRows(trx),
            catalogue: catalogueRows(trx),
            holderActions: holderActionRows(trx),
            grants: grantRows(trx),
            enqueue: (job, options) => enqueueIn(trx, job, options),
          });
        }),
      );
      for (const entry of recorded) onRecorded(entry);
      return result;
    },
  };
}
