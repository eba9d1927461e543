import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GovernanceFault } from '../../sandbox/governance/service.ts';
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

const path = '/api/v1/apps/*/entitlement_configuration_rules';
const lie = { method: 'GET', path, times: 'every' } as const;

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

  it('never stop the form: what cannot be read counts as not there', async () => {
    const lies: readonly GovernanceFault[] = [
      { ...lie, kind: 'status', status: 403 },
      { ...lie, kind: 'patch', changes: [{ path: 'list.*.appId', value: 'app-github' }] },
      { ...lie, kind: 'patch', changes: [{ path: 'list', value: 'none' }] },
      { ...lie, kind: 'patch', changes: [{ path: 'list', value: null }] },
    ];
    for (const fault of lies) {
      world.governance.fault(fault);
      await restarted();
      expect(await wordsAbout('U0OSKAR', 'beacon', 'spare')).toContain('At most 3 days');
      world.governance.clearFaults();
    }
    const changes = [{ path: 'list.*.condition', value: 'entitlement.risk == 3' }];
    world.governance.fault({ ...lie, kind: 'patch', changes });
    await restarted();
    const shown = await wordsAbout('U0OSKAR', 'beacon', 'spare');
    expect(shown).toContain('At most 3 days, but this may depend on your request');
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

describe('the policy of emergencies', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({
      settings: testSettings({ governance: governanceWith('policyRead') }),
    });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  async function isOffered(fault: GovernanceFault | null): Promise<boolean> {
    if (fault !== null) world.governance.fault(fault);
    await world.stopBot();
    await world.startBot();
    await world.quiet();
    const person = 'U0DARA';
    await fillForm(world, { person, app: 'git', entitlement: 'pipeline secrets' });
    const view = world.form(person);
    await world.client.closeView(person, view.id);
    world.governance.clearFaults();
    return view.blocks.some(({ block_id }) => block_id?.startsWith('emergency') === true);
  }
  const policy = {
    method: 'GET',
    path: '/api/v1/policies/policy-emergency-captain',
    times: 'every',
  } as const;

  it('takes the emergency out of the form only where it is known to be gone', async () => {
    expect(await isOffered(null)).toBe(true);
    expect(await isOffered({ ...policy, kind: 'status', status: 404 })).toBe(false);
    const deleted = [{ path: 'policy.deletedAt', value: '2026-01-01T00:00:00Z' }];
    expect(await isOffered({ ...policy, kind: 'patch', changes: deleted })).toBe(false);
    expect(await isOffered({ ...policy, kind: 'status', status: 403 })).toBe(true);
    const other = [{ path: 'policy.id', value: 'policy-owners' }];
    expect(await isOffered({ ...policy, kind: 'patch', changes: other })).toBe(true);
    const empty = [{ path: 'policy.policySteps', value: null }];
    expect(await isOffered({ ...policy, kind: 'patch', changes: empty })).toBe(true);
  });
});
