import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

const person = 'U0DARA';
const command = '/request-access github platform admin';

describe('who decides, before somebody asks', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({
      settings: testSettings({ governance: governanceWith('policyRead', 'userRead') }),
    });
  });
  afterAll(() => world?.close());

  it('is said step by step after the form has opened, from what was read before', async () => {
    await world.quiet();
    const before = world.governance.requests().length;
    await world.client.runCommand(person, 'C0GENERAL', command);
    // Where the answers take longer than the form waits, it is shown once more.
    await until('it is said', () => {
      const view = world.client.openViews(person).at(-1);
      return JSON.stringify(view?.blocks ?? []).includes(
        'Decided by Ben Okafor, then one of a group',
      );
    });
    await world.client.closeView(person, world.form(person).id);
    const asked = world.governance.requests().slice(before);
    expect(asked.filter(({ path }) => path.includes('/policies/'))).toEqual([]);
  });
});
