import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ask, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testApp, testSettings } from '../support/test-settings.ts';

function settings() {
  const bellbuoy = testApp({
    id: 'app-bellbuoy',
    name: 'Bellbuoy',
    resources: [{ resourceTypeId: 'schedule', resourceId: 'drills' }],
  });
  return testSettings({ apps: [testApp(), bellbuoy], governance: governanceWith('grantSearch') });
}

describe('a search that finds tasks an hour late', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: settings(), grantLagMs: 0 });
    world.governance.setSearchLag(3_600);
  });
  beforeEach(() => {
    const grant = { method: 'POST', path: '/api/v1/task/grant' } as const;
    world.governance.fault({ ...grant, kind: 'drop-after' });
  });
  afterAll(() => world?.close());

  it('does not double a request whose answer was lost', async () => {
    await ask(world, { person: 'U0BEN' });
    const cards = () => world.cards('U0ANA', 'C0REVIEWS').map(wordsOf);
    await until('its card', () => cards().some((words) => words.includes('Asked by <@U0BEN>')));
    await world.quiet();
    expect(world.tasksOf('user-ben')).toHaveLength(1);
  });

  it('does not double one that was granted at once', async () => {
    await ask(world, { person: 'U0EMIL', app: 'bellbuoy', entitlement: 'open drill' });
    await world.told('U0EMIL', '✅ You have *Bellbuoy · Open drill*');
    await world.quiet();
    expect(world.tasksOf('user-emil')).toHaveLength(1);
  });
});
