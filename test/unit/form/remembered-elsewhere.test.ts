import { expect, it } from 'vitest';
import { openElsewhereFor } from '../../../src/domain/form/remembered-elsewhere.ts';

const now = new Date('2026-03-02T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const submission = { entitlements: new Set(['read', 'write']), account: 'ben' };
const remembered = { entitlement: 'write', account: 'ben', at: minutesAgo(4) };

it('finds the open request for one of the entitlements that are submitted', () => {
  const other = { ...remembered, entitlement: 'admin' };
  expect(openElsewhereFor([other, remembered], submission, now)).toBe(remembered);
  expect(openElsewhereFor([other], submission, now)).toBeNull();
});

it('uses a reading for five minutes, because the request may be over afterwards', () => {
  const old = { ...remembered, at: minutesAgo(5) };
  expect(openElsewhereFor([old], submission, now)).toBeNull();
});

it('lets a request for another account pass, but not one for an account that is unknown', () => {
  const forOther = { ...remembered, account: 'ben-admin' };
  const untold = { ...remembered, account: '' };
  expect(openElsewhereFor([forOther], submission, now)).toBeNull();
  expect(openElsewhereFor([forOther], { ...submission, account: null }, now)).toBe(forOther);
  expect(openElsewhereFor([untold], submission, now)).toBe(untold);
});
