import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceClient, tokenOf } from '../conformance/service-client.ts';
import { filledIn, fillForm } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

describe('an open request that was made without the bot', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
    const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
    await service.granted({
      appEntitlementId: 'ent-platform-write',
      description: 'Asked in the console',
      grantDuration: '3600s',
    });
  });
  afterAll(() => world?.close());

  const saysElsewhere = (person: string) => filledIn(world, person).includes('It was made in the');
  const forms = () => world.client.openViews('U0BEN').length;

  it('stops the submission with a sentence in the form, and asks nobody again', async () => {
    const form = await fillForm(world, { person: 'U0BEN', entitlement: 'platform write' });
    await until('the form says it', () => saysElsewhere('U0BEN'));
    await world.client.submitView('U0BEN', form.viewId, form.values);
    await until('a window says why', () => forms() === 2);
    expect(saysElsewhere('U0BEN')).toBe(true);
    expect(world.tasksOf('user-ben')).toHaveLength(1);
    for (const view of world.client.openViews('U0BEN').toReversed()) {
      await world.client.closeView('U0BEN', view.id);
    }
  });
});
