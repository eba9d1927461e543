import { beforeEach, expect, it } from 'vitest';
import { reviewing } from '../../support/reviewing.ts';
import { defaultLimits, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);

beforeEach(async () => {
  desk().settings = testSettings({
    limits: { ...defaultLimits, refusals: { most: 2, windowSeconds: 60 } },
  });
  await desk().opened();
});

/** Clicks of the requester, who may not decide. */
async function refusedClicks(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await click('U0BEN');
    await carryOut();
  }
}

async function told(): Promise<readonly string[]> {
  await desk().said();
  return desk().chat.notices.flatMap(({ body }) =>
    body.kind === 'action-refused' ? [body.refusal.code] : [],
  );
}

it('answers refused clicks up to the limit, and then says once that more stay unanswered', async () => {
  await refusedClicks(5);
  expect(await told()).toEqual(['own-request', 'own-request', 'too-quick']);
});

it('notes every refusal in the trail, however many are answered', async () => {
  await refusedClicks(5);
  expect((await desk().audited()).filter((kind) => kind === 'click.refused')).toHaveLength(5);
  expect((await reviews()).map(([, state]) => state)).toEqual(
    Array.from({ length: 5 }, () => 'refused'),
  );
});

it('answers again in the next window', async () => {
  await refusedClicks(4);
  desk().world.pass(60_000);
  await refusedClicks(1);
  expect(await told()).toEqual(['own-request', 'own-request', 'too-quick', 'own-request']);
});
