import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestableApp } from '../../src/domain/access-settings.ts';
import { fieldId, filledIn, pick } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

const appField = { block: 'app', action: 'request.app' };
const entitlementField = { block: 'entitlement', action: 'request.entitlement' };

function settings() {
  const { apps, governance } = testSettings();
  const [github] = apps;
  if (github === undefined) throw new Error('there is an app');
  const lantern: RequestableApp = {
    ...github,
    id: 'app-lantern',
    name: 'Lantern ID',
    resources: [
      { resourceTypeId: 'group', resourceId: 'directory' },
      { resourceTypeId: 'profile', resourceId: 'catalog-deckhand' },
    ],
  };
  return testSettings({
    apps: [github, lantern],
    governance: {
      ...governance,
      operations: [...governance.operations, 'catalogs', 'grantSearch', 'appList'],
    },
  });
}

describe('an access profile', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: settings() });
    await until('the catalogs are read', () =>
      world.governance
        .requests()
        .some((call) => call.path.endsWith('/catalog-berth/requestable_entitlementIDs')),
    );
    await world.quiet();
  });
  afterAll(() => world?.close());

  async function pickProfile(person: string) {
    const command = await world.client.runCommand(person, 'C0GENERAL', '/request-access');
    if (!command.ok) throw new Error(command.sentence);
    await until('the form opens', () => world.client.openViews(person).at(-1));
    const app = await findOption(world, person, appField, 'lantern');
    await pick(world, person, appField, app);
    await until('the entitlement field is there', () => fieldId(world, person, 'entitlement'));
    const found = await findOption(world, person, entitlementField, 'new deckhand');
    await pick(world, person, entitlementField, [found]);
  }

  const close = (person: string) => world.client.closeView(person, world.form(person).id);
  const searches = () =>
    world.governance.requests().filter((call) => call.path === '/api/v1/search/grants').length;

  it('says what it brings and what somebody has of it, by one call', async () => {
    await pickProfile('U0BEN');
    const form = filledIn(world, 'U0BEN');
    expect(form).toContain('This is an access profile.');
    expect(form).toContain('Lantern ID · VPN');
    // Nothing of Timetables can be asked for here.
    expect(form).toContain('Not named here: 1.');
    expect(form).toContain('You have already: Lantern ID · Staff group.');
    const before = searches();
    await pick(world, 'U0BEN', { block: 'duration', action: 'request.duration' }, 'until-revoked');
    expect(searches()).toBe(before);
    await close('U0BEN');
  });

  it('does not say what somebody else has of it', async () => {
    await pickProfile('U0DARA');
    await pick(world, 'U0DARA', { block: 'target', action: 'request.target' }, 'U0BEN');
    expect(filledIn(world, 'U0DARA')).toContain('This is an access profile.');
    expect(filledIn(world, 'U0DARA')).not.toContain('You have already');
    await close('U0DARA');
  });

  it('says what it brings when nobody can tell what people have', async () => {
    const path = '/api/v1/search/grants';
    world.governance.fault({ method: 'POST', path, kind: 'status', status: 403, times: 'every' });
    await pickProfile('U0CHEN');
    expect(filledIn(world, 'U0CHEN')).toContain('This is an access profile.');
    expect(filledIn(world, 'U0CHEN')).not.toContain('You have already');
    world.governance.clearFaults();
  });

  it('is asked for by one request', async () => {
    await close('U0CHEN');
    await pickProfile('U0DARA');
    const outcome = await world.client.submitView('U0DARA', world.form('U0DARA').id, {
      justification: { 'request.justification': 'My first day on deck' },
    });
    expect(outcome).toMatchObject({ ok: true });
    const task = await until('the task is there', () => world.tasksOf('user-dara').at(-1));
    expect(task).toMatchObject({ appEntitlementId: 'ent-enrol-deckhand' });
    expect(world.tasksOf('user-dara')).toHaveLength(1);
  });
});
