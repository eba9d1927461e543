import { expect, it } from 'vitest';
import { receivedCheck } from '../../../src/operator/doctor/checks/webhook-checks.ts';
import { noon } from '../../support/samples.ts';

it('doctor says how many deliveries could not be read, because nobody was asked about them', () => {
  const received = { lastReceivedAt: noon, refused: null, unreadable: 2 };
  expect(receivedCheck(received, noon)).toMatchObject({
    state: 'error',
    says: expect.stringContaining('2 of the last seven days told no task that I can read'),
  });
  expect(receivedCheck({ ...received, unreadable: 0 }, noon)).toMatchObject({ state: 'ok' });
});
