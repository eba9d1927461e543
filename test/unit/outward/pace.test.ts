import { expect, it } from 'vitest';
import { createPace } from '../../../src/use-cases/ports/pace.ts';

it('lets one call through every half second, however many come at once', async () => {
  const clock = { nowMs: () => 10_000 };
  const slept: number[] = [];
  const pace = createPace(500, { ...clock, sleep: async (ms) => slept.push(ms) });
  await Promise.all([pace(), pace(), pace()]);
  expect(slept).toEqual([500, 1_000]);
});

it('saves up nothing while no call is made', async () => {
  let nowMs = 10_000;
  const slept: number[] = [];
  const pace = createPace(500, { nowMs: () => nowMs, sleep: async (ms) => slept.push(ms) });
  await pace();
  nowMs += 60_000;
  await Promise.all([pace(), pace()]);
  expect(slept).toEqual([500]);
});
