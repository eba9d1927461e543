import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filledIn, pick } from '../support/asking.ts';
import { catalogsAreRead, pickProfile, profileSettings } from '../support/asking-for-profiles.ts';
import type { BotWorld } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

describe('an access profile', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: profileSettings() });
    await catalogsAreRead(world);
  });
  afterAll(() => world?.close());

  const close = (person: string) => world.client.closeView(person, world.form(person).id);
  const searches = () =>
    world.governance.requests().filter((call) => call.path === '/api/v1/search/grants').length;

  it('says what it brings and what somebody has of it, by one call', async () => {
    await pickProfile(world, 'U0BEN');
    const form = filledIn(world, 'U0BEN');
    expect(form).toContain('This is an access profile.');
    expect(form).toContain('Lantern ID · VPN');
    // Nothing of Timetables can be asked for here.
    expect(form).toContain('Not named here: 1.');
    expect(form).toContain('You already have: Lantern ID · Staff group.');
    const before = searches();
    await pick(world, 'U0BEN', { block: 'duration', action: 'request.duration' }, 'until-revoked');
    expect(searches()).toBe(before);
    await close('U0BEN');
  });

  it('does not say what somebody else has of it', async () => {
    await pickProfile(world, 'U0DARA');
    await pick(world, 'U0DARA', { block: 'target', action: 'request.target' }, 'U0BEN');
    expect(filledIn(world, 'U0DARA')).toContain('This is an access profile.');
    expect(filledIn(world, 'U0DARA')).not.toContain('You already have');
    await close('U0DARA');
  });
});
