import { expect, it } from 'vitest';
import { receivedCheck } from '../../../src/extras/webhooks/webhook-checks.ts';
import { noon } from '../../support/samples.ts';

it('doctor says how many deliveries could not be read, because nobody was asked about them', () => {
  const received = { lastReceivedAt: noon.toISOString(), refused: null, unreadable: 2 };
  expect(receivedCheck({ webhooks: received }, noon)).toMatchObject({
    state: 'error',
    says: expect.stringContaining('2 of the last seven days told no task that I can read'),
  });
  expect(receivedCheck({ webhooks: { ...received, unreadable: 0 } }, noon)).toMatchObject({
    state: 'ok',
  });
});

it('doctor says so where it cannot read what another version of the bot tells of deliveries', () => {
  expect(receivedCheck({ webhooks: 'none' }, noon)).toMatchObject({
    state: 'warning',
    says: expect.stringMatching(/^not checked: /),
  });
  expect(receivedCheck({ webhooks: null }, noon)).toBeNull();
  expect(receivedCheck({}, noon)).toBeNull();
});
