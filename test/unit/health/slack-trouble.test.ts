import { expect, it } from 'vitest';
import type { StuckWork } from '../../../src/queue/stuck-work.ts';
import { slackTrouble } from '../../../src/start/monitoring.ts';

const since = new Date('2026-11-24T12:00:00Z');
const cards = { kind: 'sync-card', count: 2, since, why: 'slack', code: 'x' } as const;

it.each<[string, Partial<StuckWork>, string | null]>([
  ['does not answer', { refused: [null] }, 'leaves 2 waiting, the oldest for 90 s'],
  ['refuses about one thing', { refused: ['C0ONE'] }, null],
  ['is known to refuse about one thing each', { refused: [''] }, null],
  ['refuses about two', { refused: ['C0ONE', 'C0TWO'] }, 'leaves 2 waiting, the oldest for 90 s'],
  ['has nothing to do with', { why: 'database', refused: [null] }, null],
])('blames Slack for the workspace, not for one thing: what Slack %s', (_what, work, says) => {
  const now = new Date(since.getTime() + 90_000);
  expect(slackTrouble([{ ...cards, refused: [], ...work }], now)).toBe(says);
  expect(slackTrouble([], now)).toBeNull();
});
