/**
 * The store, as the use cases know it: transactions over the rows of every subject. There is one
 * implementation of the rows, so their type comes from there, with what a caller has to know of
 * each. This file alone imports a type of the store.
 */

import type { OpenTransaction } from '../../store/transaction.ts';

export type StoreTransaction = OpenTransaction;

export interface Store {
  /**
   * Runs the work in one transaction and commits it, or rolls all of it back when the work throws.
   * Inside, only the transaction is to be used: a second one would wait for the locks of the first.
   *
   * @param how.isOneStatement the work writes with one statement at most, which commits by itself:
   * two trips to the database less. A second one throws.
   * @param how.isRecorded the work nearly always records a fact: a job then gets its lock on the trail where
   * the transaction begins, in the same trip, or fails before it has locked anything
   */
  transaction<T>(
    work: (tx: StoreTransaction) => Promise<T>,
    how?: { readonly isOneStatement?: boolean; readonly isRecorded?: boolean },
  ): Promise<T>;
}
