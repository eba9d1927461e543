import { beforeEach, describe, expect, it } from 'vitest';
import { openHome } from '../../../src/use-cases/home/sync-home.ts';
import { reviewing } from '../../support/reviewing.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const day = 86_400;

beforeEach(() => desk().opened());

/** The card showed one day; the service says seven since. */
async function clickOnWhatChanged(change: Parameters<typeof click>[1] = {}): Promise<void> {
  desk().governance.tasks.set('task-1', snapshot({ grantDurationSeconds: 7 * day }));
  await click('U0ANA', change);
  await carryOut();
}

async function home() {
  desk().world.pass(3_000);
  await desk().runJobs('sync-home');
  return desk().chat.homes.findLast(({ slackUserId }) => slackUserId === 'U0ANA')?.home;
}

describe('a refused click', () => {
  it('is answered beside the card that was clicked', async () => {
    await clickOnWhatChanged();
    expect(await desk().said()).toEqual(['action-refused -> U0ANA in C0REVIEWS']);
  });

  it('is answered directly when its answer took long, because nobody can know who still looks', async () => {
    await click('U0BEN');
    desk().world.pass(20_000);
    await carryOut();
    expect(await desk().said()).toEqual(['action-refused -> U0BEN']);
  });

  it('is answered directly with what was typed', async () => {
    await clickOnWhatChanged({ verb: 'deny', reason: 'use staging' });
    expect(await desk().said()).toEqual(['action-refused -> U0ANA']);
  });

  it('on a reminder is answered below the reminder', async () => {
    await clickOnWhatChanged({ clicked: null, channel: 'D0ANA' });
    expect(await desk().said()).toEqual(['action-refused -> U0ANA']);
  });
});

describe('a refused click on Home', () => {
  beforeEach(() => openHome(desk().deps, 'U0ANA'));

  it('is answered there, with what the request was before, and in no message', async () => {
    await clickOnWhatChanged({ clicked: null });
    expect(await desk().said()).toEqual([]);
    expect((await reviews()).map(([, state]) => state)).toEqual(['refused']);
    const refused = (await home())?.refused ?? [];
    const before = snapshot().grantDurationSeconds;
    expect(refused.map(({ refusal }) => refusal)).toEqual([
      { kind: 'changed', fields: ['duration'], secondsBefore: before },
    ]);
  });

  it('is no longer answered after a second click that counts, nor after a quarter of an hour', async () => {
    await clickOnWhatChanged({ clicked: null });
    desk().world.pass(16 * 60_000);
    await openHome(desk().deps, 'U0ANA');
    expect((await home())?.refused).toEqual([]);
    await clickOnWhatChanged({ clicked: null, shown: null });
    expect((await home())?.refused).toHaveLength(1);
    await click('U0ANA', { clicked: null });
    expect((await home())?.refused).toEqual([]);
  });
});
