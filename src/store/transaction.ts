/** The rows of every subject in one transaction. */
import type { Transaction } from 'kysely';
import type { OutwardJob } from '../domain/outward/job.ts';
import { grantRows } from './access/grants.ts';
import { actionRows } from './action/action-tables.ts';
import { cardRows } from './card/cards.ts';
import { catalogueRows, tenantAppRows } from './catalogue/catalogue-tables.ts';
import { dueTimeRows, watchRows } from './due/due-times.ts';
import { confirmationRows, homeRows } from './home/homes.ts';
import { noticeRows } from './message/notices.ts';
import { identityRows } from './people/identities.ts';
import { retentionRows } from './platform/retention.ts';
import type { Tables } from './platform/tables.ts';
import type { auditRows } from './record/audit.ts';
import { requestRows } from './request/request-tables.ts';
import { viewRows } from './request/request-view.ts';
import { subjectRows } from './request/subjects.ts';
import { restoreRows } from './set-back/set-back.ts';
import { type Changes, markRows } from './show/marks.ts';
import { callRows, postRows } from './show/posts.ts';
import { taskRows } from './task/tasks.ts';

/** What needs the database transaction alone. */
export function rowsIn(trx: Transaction<Tables>, areTasksRead: boolean, changes: Changes) {
  const requests = requestRows(trx, areTasksRead, changes);
  const subjectMatter = {
    requests,
    subjects: subjectRows(trx, areTasksRead, requests),
    cards: cardRows(trx, changes),
    actions: actionRows(trx, changes),
    notices: noticeRows(trx),
    identities: identityRows(trx),
  };
  return {
    ...subjectMatter,
    views: viewRows(trx, areTasksRead, subjectMatter),
    tasks: taskRows(trx, areTasksRead, changes),
    homes: homeRows(trx),
    confirmations: confirmationRows(trx),
    catalogue: catalogueRows(trx),
    tenantApps: tenantAppRows(trx),
    grants: grantRows(trx, changes),
    retention: retentionRows(trx),
    dueTimes: dueTimeRows(trx),
    watches: watchRows(trx, areTasksRead),
    posts: postRows(trx, changes),
    lists: callRows(trx, changes),
    marks: markRows(trx, changes),
    restores: restoreRows(trx, areTasksRead),
  };
}

/** A transaction of the store, as the use cases get it. */
export interface OpenTransaction extends Readonly<ReturnType<typeof rowsIn>> {
  readonly audit: Omit<ReturnType<typeof auditRows>, 'write'>;
  /** When this transaction began, by the bot's clock: the moment of all that it keeps. */
  readonly at: Date;
  /** A new id, unguessable and unique. */
  newId(): string;
  /**
   * A job that exists exactly if this transaction commits. If it is wanted twice, it is added once,
   * with the shorter wait, but for one that is wanted later `evenIfSooner`.
   */
  enqueue(job: OutwardJob, options?: { afterMs?: number; evenIfSooner?: boolean }): Promise<void>;
  /** Does this before the transaction commits, once everything else is done. */
  atEnd(ending: () => Promise<void>): void;
  /** Does this once it has committed; never where it was rolled back, or nobody knows. */
  afterCommit(call: () => void): void;
}
