import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fillForm, typeTime } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testApp, testSettings } from '../support/test-settings.ts';

function settings() {
  const app = (id: string, name: string, resourceTypeId: string, resourceId: string) =>
    testApp({ id, name, resources: [{ resourceTypeId, resourceId }] });
  return testSettings({
    apps: [
      app('app-beacon', 'Beacon', 'lamp', 'south?rock&lamp=2'),
      app('app-bellbuoy', 'Bellbuoy', 'schedule', 'drills'),
    ],
    governance: governanceWith('entitlementConfigurationRules', 'accessRequestDefaults'),
  });
}

describe('the rules of an app, before somebody asks', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: settings() });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  /** The bot reads its lists when it starts. */
  async function restarted(): Promise<void> {
    await world.stopBot();
    await world.startBot();
    await world.quiet();
  }

  async function wordsAbout(person: string, app: string, entitlement: string) {
    await fillForm(world, { person, app, entitlement });
    const view = world.form(person);
    const shown = JSON.stringify(view.blocks);
    await world.client.closeView(person, view.id);
    return shown;
  }

  it('limit what the form offers, before the entitlement’s own limit', async () => {
    const shown = await wordsAbout('U0OSKAR', 'beacon', 'spare');
    expect(shown).toContain('At most 2 days');
    expect(shown).not.toContain('259200');
    expect(await wordsAbout('U0OSKAR', 'beacon', 'telemetry')).toContain('At most 2 days');
  });

  it('leave the last word to the service where only it can evaluate them', async () => {
    await restarted();
    const person = 'U0ANA';
    const form = await fillForm(world, { person, app: 'bellbuoy', entitlement: 'paper' });
    const shown = JSON.stringify(world.form(person).blocks);
    expect(shown).toContain('At most 1 day, but this may depend on your request');
    const values = { ...form.values, ...(await typeTime(world, person, '20 hours')) };
    const asked = await world.client.submitView(person, form.viewId, values);
    expect(asked).toEqual({ ok: true });
    const told = await until('the refusal', () =>
      world.directMessages(person).find((one) => one.includes('Drill on paper')),
    );
    expect(told).toContain('exceeds the longest grant of the entitlement, 14400s');
  });
});
