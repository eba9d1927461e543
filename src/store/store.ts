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

/** Adds a job to the queue within a transaction; the queue provides it. */
export type EnqueueIn = (trx: Transaction<Tables>, job: OutwardJob, options?: { startAfter?: Date }) => Promise<void>;

/** PostgreSQL's codes for a deadlock and for a serialization failure: the transaction was rolled back and may be repeated. */
const rolledBack = z.object({ code: z.enum(['40P01', '40001']) });
const mostTries = 4;

/** Runs a transaction again that PostgreSQL ended because it and another one waited for each other. */
async function retryOnDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (tries === mostTries || !rolledBack.safeParse(error).success) throw error;
    }
  }
}

/** @param onRecorded is called with each entry of the audit trail after its transaction has committed */
export function createStore(
  kysely: Kysely<Tables>,
  enqueueIn: EnqueueIn,
  onRecorded: (entry: AuditEntry) => void = () => undefined,
): Store {
  return {
    async transaction(work) {
      const recorded: AuditEntry[] = [];
      const result = await retryOnDeadlock(async () =>
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
              async append(told) {
                const entry = { requestId: null, taskId: null, actor: null, detail: {}, ...told };
                await audit.append(entry);
                recorded.push(entry);
              },
            },
            identities: identityRows(trx),
            catalogue: catalogueRows(trx),
            holderActions: holderActionRows(trx),
            grants: grantRows(trx),
            enqueue: (job, options) => enqueueIn(trx.withoutPlugins(), job, options),
          });
        }),
      );
      for (const entry of recorded) onRecorded(entry);
      return result;
    },
  };
}
