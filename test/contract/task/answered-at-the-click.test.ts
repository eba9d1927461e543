import { beforeEach, describe, expect, it } from 'vitest';
import { reviewing } from '../../support/reviewing.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut } = reviewing(desk);

beforeEach(() => desk().opened());

/** The card showed one day; the service says seven since. */
async function clickOnWhatChanged(change: Parameters<typeof click>[1] = {}): Promise<void> {
  desk().governance.tasks.set('task-1', snapshot({ grantDurationSeconds: 7 * 86_400 }));
  await click('U0ANA', change);
  await carryOut();
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

  it('is answered directly where it was made on Home or on a reminder', async () => {
    await clickOnWhatChanged({ clicked: null });
    expect(await desk().said()).toEqual(['action-refused -> U0ANA']);
  });
});
