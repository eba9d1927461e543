import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fieldId } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

function settings() {
  const governance = governanceWith('entitlementSearch', 'appList');
  return testSettings({ offer: 'all', apps: [], governance });
}

describe('a company whose apps are not written down', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: settings() });
  });
  afterAll(() => world?.close());

  const status = async () =>
    JSON.parse(await (await fetch(new URL('/status', world.opsUrl))).text());

  const searches = () =>
    world.governance.requests().filter((call) => call.path === '/api/v1/search/entitlements');

  it('offers the tenant’s apps, says how far it is, and asks twice a second at most', async () => {
    await vi.waitUntil(async () => /^[1-9]\d* of /.test((await status()).catalogue.says), 15_000);
    expect((await status()).catalogue.says).toMatch(/^\d+ of \d+ apps read$/);
    await until('some were read', () => searches().length >= 4, 15_000);
    const times = searches().map(({ at }) => at.getTime());
    const took = (times.at(-1) ?? 0) - (times[0] ?? 0);
    expect(took).toBeGreaterThanOrEqual((times.length - 1) * 500 - 100);

    const command = await world.client.runCommand('U0BEN', 'C0GENERAL', '/request-access');
    if (!command.ok) throw new Error(command.sentence);
    await until('the form opens', () => world.client.openViews('U0BEN').at(-1));
    const view = world.form('U0BEN');
    const block = fieldId(world, 'U0BEN', 'app') ?? '';
    const container = { kind: 'view', viewId: view.id } as const;
    const found = await world.client.optionsFor('U0BEN', container, block, 'request.app', 'github');
    if (!found.ok) throw new Error(found.sentence);
    expect(found.options.map(({ text }) => text.text)).toEqual(['GitHub']);
  });
});
