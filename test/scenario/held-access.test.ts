import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { settingsWithGrants } from '../support/held-elsewhere.ts';
import { openWorld } from '../support/open-world.ts';

let world: BotWorld;
/** The clock of the bot and both stand-ins runs ahead by this. */
let aheadMs = 0;
beforeAll(async () => {
  world = await openWorld({
    clock: () => new Date(Date.now() + aheadMs),
    // Long enough for Home to show that it was asked for.
    grantLagMs: 600_000,
    settings: settingsWithGrants(),
  });
});
afterAll(() => world?.close());
// A reading counts for half a minute.
beforeEach(() => {
  aheadMs += 60_000;
});
afterEach(() => world.governance.clearFaults());

const goran = 'U0GORAN';
const search = { method: 'POST', path: '/api/v1/search/grants', times: 'every' } as const;
const home = (person = goran) =>
  wordsOf({ text: '', blocks: world.client.home(person)?.blocks ?? [] });
const readings = () =>
  world.governance.requests().filter(({ path }) => path === search.path).length;
const revocations = () =>
  world.governance.requests().filter(({ path }) => path === '/api/v1/task/revoke').length;

/** Opens Home, and waits until what the person holds was read for it. */
async function opened(person = goran): Promise<string> {
  const before = readings();
  await world.client.openHome(person);
  await until('what they hold is read', () => readings() > before);
  await world.quiet();
  return home(person);
}

async function giveBack(person = goran): Promise<void> {
  const view = world.client.home(person);
  const block = view?.blocks.find((one) => JSON.stringify(one).includes('held.give-back'));
  if (view === null || block === undefined) throw new Error('Home offers to give back');
  const where = { kind: 'view', viewId: view.id } as const;
  const done = { blockId: block.block_id, actionId: 'held.give-back' };
  expect(await world.client.act(person, where, done)).toEqual({ ok: true });
}

describe('Home, while the search for grants lies', () => {
  it('gives nothing back that the service does not show any more', async () => {
    await opened();
    const changes = [{ path: 'list', value: [] }];
    world.governance.fault({ ...search, kind: 'patch', changes });
    await giveBack();
    await until('Home says why', () => home().includes('changes nothing any more'));
    expect(revocations()).toBe(0);
  });
});

describe('what somebody got in the console', () => {
  it('is on their Home with its end and its source, and can be given back at the source', async () => {
    const words = await opened();
    expect(words).toMatch(/AWS · Staging administrator.*\n?.*until/s);
    expect(words).toMatch(/AWS · Staging read-only[\s\S]*comes with Staging administrator/);
    const blocks = JSON.stringify(world.client.home(goran)?.blocks ?? []);
    expect(blocks).toContain('Give back Staging administrator');
    expect(blocks).not.toContain('Give back Staging read-only');
    expect(blocks).toContain('You will lose Staging read-only as well.');
    await giveBack();
    await until('it was asked for', () => home().includes('removal requested'));
    expect(revocations()).toBe(1);
    const task = world.tasksOf('user-goran').at(-1);
    expect(task).toMatchObject({ kind: 'revoke', appEntitlementId: 'staging-admin' });
    expect(JSON.stringify(world.client.home(goran)?.blocks)).not.toContain('held.give-back');
    aheadMs += 660_000;
    await until('the service took it away', () =>
      world.tasksOf('user-goran').every(({ state }) => state === 'closed'),
    );
    aheadMs += 60_000;
    expect(await opened()).not.toContain('Staging');
  });
});
