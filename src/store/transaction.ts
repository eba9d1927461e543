/** The rows of every subject in one transaction. */
import type { Transaction } from 'kysely';
import type { OutwardJob } from '../domain/outward/job.ts';
import { GrantRows } from './access/grants.ts';
import { ActionRows } from './action/action-tables.ts';
import { CardRows } from './card/cards.ts';
import { CatalogueRows, TenantAppRows } from './catalogue/catalogue-tables.ts';
import { DueTimeRows, WatchRows } from './due/due-times.ts';
import { ConfirmationRows, HomeRows } from './home/homes.ts';
import { NoticeRows } from './message/notices.ts';
import { IdentityRows } from './people/identities.ts';
import { RetentionRows } from './platform/retention.ts';
import type { RowsScope } from './platform/rows.ts';
import type { Tables } from './platform/tables.ts';
import type { auditRows } from './record/audit.ts';
import { RequestRows } from './request/request-tables.ts';
import { ViewRows } from './request/request-view.ts';
import { SubjectRows } from './request/subjects.ts';
import { RestoreRows } from './set-back/set-back.ts';
import { markRows } from './show/marks.ts';
import { CallRows, PostRows } from './show/posts.ts';
import { TaskRows } from './task/tasks.ts';

/** What needs the database transaction alone. */
export function rowsIn(scope: RowsScope) {
  return {
    requests: new RequestRows(scope),
    subjects: new SubjectRows(scope),
    cards: new CardRows(scope),
    actions: new ActionRows(scope),
    notices: new NoticeRows(scope),
    identities: new IdentityRows(scope),
    views: new ViewRows(scope),
    tasks: new TaskRows(scope),
    homes: new HomeRows(scope),
    confirmations: new ConfirmationRows(scope),
    catalogue: new CatalogueRows(scope),
    tenantApps: new TenantAppRows(scope),
    grants: new GrantRows(scope),
    retention: new RetentionRows(scope),
    dueTimes: new DueTimeRows(scope),
    watches: new WatchRows(scope),
    posts: new PostRows(scope),
    lists: new CallRows(scope),
    marks: markRows(scope.trx, scope.changes),
    restores: new RestoreRows(scope),
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

const transactions = new WeakMap<OpenTransaction, Transaction<Tables>>();

/** For the store alone, when a transaction begins. */
export function withTransaction(
  tx: OpenTransaction,
  transaction: Transaction<Tables>,
): OpenTransaction {
  transactions.set(tx, transaction);
  return tx;
}

/**
 * The rows of an extra in a transaction of the store: what both keep commits together, or not at
 * all.
 *
 * @throws Error where the transaction is not one of the store
 */
export function rowsOfExtra<Rows>(
  tx: OpenTransaction,
  rowsIn: (transaction: Transaction<Tables>) => Rows,
): Rows {
  const transaction = transactions.get(tx);
  if (transaction === undefined) throw new Error('not a transaction of the store');
  return rowsIn(transaction);
}
