import { expect, it } from 'vitest';
import { postingTrouble } from '../../../src/start/monitoring.ts';

it('counts messages that wait for half a minute as trouble of Slack, and no shorter waits', () => {
  const since = new Date('2026-11-24T12:00:00Z');
  const later = (ms: number) => new Date(since.getTime() + ms);
  expect(postingTrouble(null, since)).toBeNull();
  expect(postingTrouble({ count: 2, since }, later(29_999))).toBeNull();
  expect(postingTrouble({ count: 2, since }, later(50_000))).toBe(
    'takes no messages: 2 wait, the oldest for 50 s',
  );
});
