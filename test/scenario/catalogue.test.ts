import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fieldId, pick } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testApp, testSettings } from '../support/test-settings.ts';

const appField = { block: 'app', action: 'request.app' };
const entitlementField = { block: 'entitlement', action: 'request.entitlement' };

/** GitHub by its resources, the ledger by search, and one app that the service does not know. */
function settings() {
  return testSettings({
    apps: [
      testApp(),
      testApp({ id: 'app-ledger', name: 'Ledger', resources: [] }),
      testApp({ id: 'app-gone', name: 'Gone' }),
    ],
    governance: governanceWith('entitlementSearch', 'appList', 'whoAmI'),
  });
}

describe('the catalogue of access that can be requested', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: settings() });
    // Before anybody asks the operators' listener.
    await until('the bot asks who it is', () =>
      world.governance.requests().some((call) => call.path === '/api/v1/auth/introspect'),
    );
    await vi.waitUntil(
      async () => (await ageOf('app-github')) !== null && (await ageOf('app-ledger')) !== null,
      15_000,
    );
  });
  afterAll(() => world?.close());

  const get = async (path: string) => (await fetch(new URL(path, world.opsUrl))).text();

  /** The app's age on /metrics in seconds; null where there is none. */
  async function ageOf(appId: string): Promise<number | null> {
    const line = new RegExp(`^access_catalogue_age_seconds\\{app="${appId}"\\} (\\S+)$`, 'm').exec(
      await get('/metrics'),
    );
    return line === null ? null : Number(line[1]);
  }

  /** Names in a list of the person's open form, as it is before anything is typed. */
  async function emptyList(
    personId: string,
    field: { readonly block: string; readonly action: string },
  ) {
    const view = world.form(personId);
    const block = fieldId(world, personId, field.block) ?? '';
    const container = { kind: 'view', viewId: view.id } as const;
    const offered = await world.client.optionsFor(personId, container, block, field.action, '');
    if (!offered.ok) throw new Error(offered.sentence);
    return offered.options.map((option) => option.text.text);
  }

  async function openForm(personId: string): Promise<void> {
    const command = await world.client.runCommand(personId, 'C0GENERAL', '/request-access');
    if (!command.ok) throw new Error(command.sentence);
    await until('the form opens', () => world.client.openViews(personId).at(-1));
  }

  async function pickApp(personId: string, typed: string): Promise<void> {
    await pick(world, personId, appField, await findOption(world, personId, appField, typed));
    await until('the entitlement field is there', () => fieldId(world, personId, 'entitlement'));
  }

  it('is read with the account that /status names', async () => {
    expect(JSON.parse(await get('/status'))).toMatchObject({
      whoAmI: { userId: 'user-access-bot' },
      checks: [{ what: 'requests from Slack' }],
    });
  });

  it('reports its age to the operator', async () => {
    expect(await ageOf('app-github')).toBeGreaterThanOrEqual(0);
    expect(await ageOf('app-gone')).toBeNull();
    expect(JSON.parse(await get('/status'))).toMatchObject({
      governance: { ok: true, says: 'answers' },
      catalogue: { ok: false, says: 'app-gone was never read' },
    });
  });

  it('is served from the last good copy when the service is down at the start', async () => {
    const ageBefore = await ageOf('app-ledger');
    await world.stopBot();
    world.governance.fault({ method: '*', path: '*', times: 1_000, kind: 'status', status: 503 });
    const callsBefore = world.governance.requests().length;
    await world.startBot();
    await until('the bot has tried', () => world.governance.requests().length > callsBefore);
    await openForm('U0DARA');
    for (const [app, name] of [
      ['git', 'Platform: write'],
      ['ledger', 'Read the ledger'],
    ] as const) {
      await pickApp('U0DARA', app);
      expect(await emptyList('U0DARA', entitlementField)).toContain(name);
    }
    expect(await ageOf('app-ledger')).toBeGreaterThanOrEqual(ageBefore ?? Number.NaN);
    expect(await ageOf('app-gone')).toBeNull();
    expect(JSON.parse(await get('/readyz'))).toEqual({ status: 'ok' });
    expect(JSON.parse(await get('/status'))).toMatchObject({
      governance: { ok: false, says: 'answers 503' },
    });
    expect(await get('/metrics')).toContain('access_up{system="governance"} 0');
    world.governance.clearFaults();
  });
});
