import { expect, it } from 'vitest';
import { pruneWork, workRows } from '../../../src/extras/worklist/work-tables.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

it('keeps what waited for somebody as long as messages', async () => {
  const reading = { identityUserId: 'user-ana', lines: [], isCut: false, readAt: noon };
  await desk().store.transaction((tx) => rowsOfExtra(tx, workRows).keep('U0ANA', reading));
  const isKeptSince = (notices: Date) =>
    desk().store.transaction(async (tx) => {
      await pruneWork(tx, { requests: notices, notices });
      return (await rowsOfExtra(tx, workRows).reading('U0ANA')) !== null;
    });
  expect(await isKeptSince(noon)).toBe(true);
  expect(await isKeptSince(new Date(noon.getTime() + 1))).toBe(false);
});
