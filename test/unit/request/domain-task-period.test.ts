import { expect, it } from 'vitest';
import { isShorterThan, periodOf } from '../../../src/domain/request/granted-by-task.ts';
import { accessRequest, snapshot } from '../../support/samples.ts';

const request = accessRequest({ durationSeconds: 3_600 });
const untold = snapshot({ grantDurationSeconds: null });

it('shows the period that the service tells, whatever was requested', () => {
  expect(periodOf(snapshot(), request)).toEqual({ kind: 'lasts', seconds: 14_400 });
  expect(periodOf({ ...untold, isPermanent: true }, request)).toEqual({ kind: 'until-revoked' });
  expect(periodOf({ ...untold, hasUnreadableDuration: true }, request)).toEqual({
    kind: 'unreadable',
  });
});

it('shows the period that was requested where the service tells none', () => {
  expect(periodOf(untold, request)).toEqual({ kind: 'lasts', seconds: 3_600 });
  expect(periodOf(null, request)).toEqual({ kind: 'lasts', seconds: 3_600 });
  const lasting = { ...request, durationSeconds: null };
  expect(periodOf(null, lasting)).toEqual({ kind: 'until-revoked' });
});

it('does not guess the period of a task that was made elsewhere', () => {
  const elsewhere = { durationSeconds: null, requester: null };
  expect(periodOf(untold, elsewhere)).toEqual({ kind: 'unreadable' });
});

it('compares a duration only with a period that ends', () => {
  const hour = { kind: 'lasts', seconds: 3_600 } as const;
  expect(isShorterThan(3_599, hour)).toBe(true);
  expect(isShorterThan(3_600, hour)).toBe(false);
  expect(isShorterThan(3_600, { kind: 'until-revoked' })).toBe(true);
  expect(isShorterThan(3_600, { kind: 'unreadable' })).toBe(true);
});
