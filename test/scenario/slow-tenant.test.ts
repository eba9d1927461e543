import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, openDetails, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

describe('a reviewer on a tenant that names risks, and is slow to', () => {
  /** The clock of the bot and both stand-ins runs ahead by this. */
  let aheadMs = 0;
  let world: BotWorld;
  beforeAll(async () => {
    const clock = () => new Date(Date.now() + aheadMs);
    const settings = testSettings({ governance: governanceWith('riskLevels') });
    world = await openWorld({ clock, settings });
    await ask(world, { person: 'U0LIAM', entitlement: 'platform read' });
  });
  afterAll(() => world?.close());

  it('gets everything of one request in time', async () => {
    const card = await world.cardOf('U0LIAM');
    await world.quiet();
    const path = '/api/v1/attributes/risk_levels';
    world.governance.fault({ method: 'GET', path, kind: 'delay', delayMs: 4_000, times: 10 });
    // Names of risks are remembered for 10 minutes.
    aheadMs += 11 * 60_000;
    const { id: viewId } = await openDetails(world, 'U0ANA', card);
    const window = { kind: 'view', viewId } as const;
    const click = { blockId: 'acts', actionId: 'review.approve' };
    expect(await world.client.act('U0ANA', window, click)).toEqual({ ok: true });
    const windowWords = () => wordsOf({ text: '', blocks: world.form('U0ANA').blocks });
    await until('the window says who decides', () => /Approved by|has GitHub/.test(windowWords()));
    expect(windowWords()).not.toMatch(/^Approve$/m);
    await world.told('U0LIAM', '✅ You have');
  });
});
