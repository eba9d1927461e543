/** The database transaction behind a transaction of the store, for the rows that an extra owns. */
import type { Transaction } from 'kysely';
import type { StoreTransaction } from '../use-cases/ports/store-ports.ts';
import type { Tables } from './platform/tables.ts';

const transactions = new WeakMap<StoreTransaction, Transaction<Tables>>();

/** For the store alone, when a transaction begins. */
export function withTransaction(
  tx: StoreTransaction,
  transaction: Transaction<Tables>,
): StoreTransaction {
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
  tx: StoreTransaction,
  rowsIn: (transaction: Transaction<Tables>) => Rows,
): Rows {
  const transaction = transactions.get(tx);
  if (transaction === undefined) throw new Error('not a transaction of the store');
  return rowsIn(transaction);
}
