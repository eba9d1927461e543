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

  it('is said in the form, and who asks again gets no second one', async () => {
    const form = await fillForm(world, { person: 'U0BEN', entitlement: 'platform write' });
    await until('the form says it', () => filledIn(world, 'U0BEN').includes('It was made in the'));
    expect(filledIn(world, 'U0BEN')).toContain('You will hear here how it ends.');
    await world.client.submitView('U0BEN', form.viewId, form.values);
    await world.told('U0BEN', 'This was asked for already');
    expect(world.tasksOf('user-ben')).toHaveLength(1);
  });
});
