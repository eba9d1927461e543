import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { askedCard, cardNow } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';
import { testApp, testSettings } from '../support/test-settings.ts';

const hourMs = 3_600_000;
const asking = { app: 'berth', entitlement: 'overbook' };
const goesToFatima = 'If nobody decides, it goes to <@U0FATIMA>: <!date^';

/** The owners of the harbour decide on it within three hours, else it goes to Fatima. */
describe('a step with a deadline of the service', () => {
  let world: BotWorld;
  let aheadMs = 0;
  beforeAll(async () => {
    const resources = [{ resourceTypeId: 'dock', resourceId: 'old-harbour' }];
    const berth = testApp({ id: 'app-berth', name: 'Berth Booking', resources });
    world = await openWorld({
      settings: testSettings({ apps: [testApp(), berth] }),
      clock: () => new Date(Date.now() + aheadMs),
    });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  it('stands on the card and on the reviewers’ Home, and is carried out', async () => {
    const card = await askedCard(world, { ...asking, person: 'U0BEN' });
    await until('the card tells it', () => wordsOf(cardNow(world, card)).includes(goesToFatima));
    await world.client.openHome('U0LIAM');
    await until('Home tells it', () =>
      JSON.stringify(world.client.home('U0LIAM')).includes('it goes to Fatima Zahra El Idrissi'),
    );
    aheadMs = 3 * hourMs + 60_000;
    const words = await until('it is Fatima’s', () => {
      const now = wordsOf(cardNow(world, card));
      return now.includes('*Waiting for* <@U0FATIMA>') ? now : null;
    });
    expect(words).not.toContain('If nobody decides');
  });
});
