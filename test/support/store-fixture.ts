import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/store/platform/database.ts';
import { createStore } from '../../src/store/store.ts';
import type { Store } from '../../src/use-cases/ports/store-ports.ts';
import { accessRequest, noon } from './samples.ts';
import { openSharedDatabase } from './shared-database.ts';

let count = 0;

/** An id that no other test has. */
export function unique(kind: string): string {
  count += 1;
  return `${kind}-${count}`;
}

export interface StoreFixture extends Store {
  /** Direct access to the database, for what the store itself never does. */
  readonly kysely: Database['kysely'];
  /** Direct access with the patience of jobs. */
  readonly background: Database['background'];
  /** Stores a request; returns its id. */
  kept(change?: Parameters<typeof accessRequest>[0]): Promise<string>;
}

/**
 * A store on an empty database for the tests around it; jobs go nowhere. `open`: for tests that
 * change the schema.
 */
export function useStore(open = openSharedDatabase): StoreFixture {
  let opened:
    | { readonly database: Awaited<ReturnType<typeof open>>; readonly store: Store }
    | undefined;
  const ready = () => {
    if (opened === undefined) throw new Error('The store is there when the tests run, not before.');
    return opened;
  };
  beforeAll(async () => {
    const database = await open();
    opened = { database, store: createStore(database.background, async () => undefined) };
  });
  afterAll(async () => {
    await opened?.database.close();
  });
  return {
    transaction: (work, how) => ready().store.transaction(work, how),
    get kysely() {
      return ready().database.kysely;
    },
    get background() {
      return ready().database.background;
    },
    async kept(change = {}) {
      const id = unique('request');
      const at = change.createdAt ?? noon;
      await ready().store.transaction((tx) =>
        tx.requests.insertOnce({ id, key: `view of ${id}`, access: accessRequest(change), at }),
      );
      return id;
    },
  };
}
