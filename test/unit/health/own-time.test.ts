import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { timed } from '../../support/own-time.ts';

const sleepy = new Int32Array(new SharedArrayBuffer(4));

it('leaves out the time in which the process did not have the processor', async () => {
  const { answer, ms } = await timed(async () => Atomics.wait(sleepy, 0, 0, 400));
  expect(answer).toBe('timed-out');
  expect(ms).toBeLessThan(200);
});

it('counts a wait for somebody else', async () => {
  // Again where others had the processor at the same time.
  await expect.poll(async () => (await timed(() => sleep(150))).ms).toBeGreaterThan(100);
});

it('counts the work of the process itself', async () => {
  const { ms } = await timed(async () => {
    const untilUs = process.cpuUsage().user + 150_000;
    while (process.cpuUsage().user < untilUs);
  });
  expect(ms).toBeGreaterThan(100);
});
