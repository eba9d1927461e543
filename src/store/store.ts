import type { Kysely, Transaction } from 'kysely';
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

/** @param onRecorded hears of each entry of the audit trail, once it is kept */
export function createStore(
  kysely: Kysely<Tables>,
  enqueueIn: EnqueueIn,
  onRecorded: (entry: AuditEntry) => void = () => undefined,
): Store {
  return {
    async transaction(work) {
      const recorded: AuditEntry[] = [];
      const result = await kysely.transaction().execute((trx) => {
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
      });
      for (const entry of recorded) onRecorded(entry);
      return result;
    },
  };
}
