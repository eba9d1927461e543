import { expect, it } from 'vitest';
import { heldRows, pruneHeld } from '../../../src/extras/held/held-tables.ts';
import type { ReturnState } from '../../../src/extras/held/rules/held-return.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { actor, noon } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const later = new Date(noon.getTime() + 1);

/** What is left of what was read, and given back, at noon. */
async function leftSince(requests: Date, notices: Date) {
  await desk().store.transaction((tx) => pruneHeld(tx, { requests, notices }));
  return desk().store.transaction(async (tx) => ({
    isRead: (await rowsOfExtra(tx, heldRows).reading('U0BEN')) !== null,
    states: (await rowsOfExtra(tx, heldRows).returnsOf('U0BEN', 9)).map(({ state }) => state),
  }));
}

it('keeps what people hold as long as messages, and what they gave back as long as requests', async () => {
  const reading = { held: [], identityUserId: 'user-ben', isCut: false };
  const one = { appId: 'app-aws', accountId: 'account-ben', entitlementName: 'Staging' };
  const untold = { refusal: null, taskId: null, alsoRevoked: null, identityUserId: 'user-ben' };
  await desk().store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, heldRows);
    await rows.keep('U0BEN', { ...reading, readAt: noon, triedAt: noon });
    for (const state of ['asked', 'over', 'refused'] satisfies ReturnState[]) {
      const key = { ...one, entitlementId: state, id: state };
      await rows.insertReturn({ ...key, ...untold, by: actor('U0BEN'), state, at: noon });
    }
  });
  const all = { isRead: true, states: expect.arrayContaining(['asked', 'over', 'refused']) };
  expect(await leftSince(noon, noon)).toEqual(all);
  expect(await leftSince(noon, later)).toEqual({ ...all, isRead: false });
  expect(await leftSince(later, later)).toEqual({ isRead: false, states: ['asked'] });
});
