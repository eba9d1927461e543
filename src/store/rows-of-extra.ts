/** The database transaction behind a transaction of the store, for the rows that an extra owns. */
import type { Transaction } from 'kysely';
import type { Tables } from './platform/tables.ts';
import type { OpenTransaction } from './transaction.ts';

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
