import { expect, it } from 'vitest';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { reviewing } from '../../support/reviewing.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click: clickHolder, carryOut } = clickingHolders(desk);
const { click, reviews } = reviewing(desk);
const { start, deliver, answers, takesOne, killedAfter, retry } = delivering(desk);

/** Who withdrew it is not told of it again: their post says so. */
const withdrawn = 'deed -> thread of C0REVIEWS';

it('a withdrawal whose step the service handed over is done, and told once, wherever its process was killed; nobody approves it then', async () => {
  const wrong: unknown[] = [];
  let isKilled = true;
  let lives = 0;
  for (; isKilled && lives < 40; lives += 1) {
    await desk().clear();
    start();
    const task = webhookTask();
    await desk().opened(task);
    await deliver(task);
    takesOne();
    await clickHolder('withdraw');
    isKilled = await killedAfter(lives);
    // Once it has begun, an approval comes too late, even if that is the next job.
    if ((await desk().request())?.state !== 'withdrawn') await retry();
    await click('U0ANA');
    await carryOut();
    await retry();
    const kinds = new Set(answers().map(({ kind }) => kind));
    const [ben] = (await reviews()).filter(([who]) => who === 'U0BEN');
    const isWithdrawn = ben?.[1] === 'done' && kinds.size === 1 && kinds.has('deny');
    // Ana reads that she came too late.
    const told = (await desk().said()).filter(
      (line) => !line.includes('U0ANA') && !line.startsWith('action-waiting'),
    );
    const isTold = told.length === 1 && told[0] === withdrawn;
    if (!isWithdrawn || !isTold) wrong.push([lives, ben, [...kinds], told]);
  }
  expect(wrong).toEqual([]);
  expect(lives).toBeGreaterThan(10);
});
