import { expect, it } from 'vitest';
import { workRows } from '../../../src/extras/worklist/work-tables.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { noon } from '../../support/samples.ts';
import { unique, useStore } from '../../support/store-fixture.ts';

const store = useStore();

it('the rows of an extra are kept with the rest of a transaction, or not at all', async () => {
  const person = unique('U0');
  const reading = { identityUserId: 'user-ana', lines: [], isCut: false, readAt: noon };
  const undone = store.transaction(async (tx) => {
    await rowsOfExtra(tx, workRows).keep(person, reading);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const read = () => store.transaction((tx) => rowsOfExtra(tx, workRows).reading(person));
  expect(await read()).toBe(null);
  await store.transaction((tx) => rowsOfExtra(tx, workRows).keep(person, reading));
  expect(await read()).toEqual(reading);
});

it('a transaction that is not the store’s has no rows of an extra', async () => {
  const copied = store.transaction(async (tx) => rowsOfExtra({ ...tx }, workRows));
  await expect(copied).rejects.toThrow('not a transaction of the store');
});
