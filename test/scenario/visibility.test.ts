import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldId, filledIn, pick } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testApp, testSettings } from '../support/test-settings.ts';

const appField = { block: 'app', action: 'request.app' };
const entitlementField = { block: 'entitlement', action: 'request.entitlement' };

/** The ledger belongs to Finance; GitHub to everybody. */
function settings() {
  const ledger = testApp({
    id: 'app-ledger',
    name: 'Purser’s Ledger',
    resources: [{ resourceTypeId: 'role', resourceId: 'ledger' }],
  });
  return testSettings({
    apps: [testApp(), ledger],
    governance: governanceWith('catalogs', 'grantSearch', 'appList'),
  });
}

describe('what people see in the tenant’s catalogs', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: settings() });
    await catalogsRead(0);
  });
  afterAll(() => world?.close());

  const calls = (path: string) =>
    world.governance.requests().filter((call) => call.path.endsWith(path)).length;

  /** The last of the catalogs is the one of an app of its own. */
  const readings = () => calls('/catalog-berth/requestable_entitlementIDs');

  async function catalogsRead(before: number) {
    await until('the catalogs are read', () => readings() > before);
    await world.quiet();
  }

  async function options(person: string, field: typeof appField, typed = '') {
    const view = world.form(person);
    const block = fieldId(world, person, field.block) ?? '';
    const container = { kind: 'view', viewId: view.id } as const;
    const found = await world.client.optionsFor(person, container, block, field.action, typed);
    if (!found.ok) throw new Error(found.sentence);
    return found.options.map((one) => one.text.text);
  }

  async function openForm(person: string, typed = '') {
    const command = await world.client.runCommand(person, 'C0GENERAL', `/request-access ${typed}`);
    if (!command.ok) throw new Error(command.sentence);
    await until('the form opens', () => world.client.openViews(person).at(-1));
    await world.quiet();
  }

  async function pickLedger(person: string) {
    const app = await findOption(world, person, appField, 'purser’s ledger');
    await pick(world, person, appField, app);
    await until('the entitlement field is there', () => fieldId(world, person, 'entitlement'));
  }

  async function pickEntitlement(person: string, name: string) {
    const found = await findOption(world, person, entitlementField, name);
    await pick(world, person, entitlementField, [found]);
  }

  const close = (person: string) => world.client.closeView(person, world.form(person).id);

  async function submit(person: string, anyway: boolean) {
    const block = fieldId(world, person, 'anyway');
    return world.client.submitView(person, world.form(person).id, {
      justification: { 'request.justification': 'The books of May' },
      ...(block !== undefined && anyway ? { [block]: { 'request.anyway': ['anyway'] } } : {}),
    });
  }

  it('offers Ben nothing of Finance, and finds it by its exact name, with a question', async () => {
    await openForm('U0BEN');
    expect(await options('U0BEN', appField)).toEqual(['GitHub']);
    expect(await options('U0BEN', appField, 'ledger')).toEqual([]);
    await pickLedger('U0BEN');
    expect(filledIn(world, 'U0BEN')).toContain('Nothing in Purser’s Ledger is listed here');
    expect(await options('U0BEN', entitlementField)).toEqual([]);
    await pickEntitlement('U0BEN', 'close the month');
    expect(filledIn(world, 'U0BEN')).toContain('May not be requestable for you');
    expect(filledIn(world, 'U0BEN')).not.toContain('Finance');

    expect(await submit('U0BEN', false)).toMatchObject({ ok: false });
    expect(world.tasksOf('user-ben')).toEqual([]);
    expect(await submit('U0BEN', true)).toMatchObject({ ok: true });
    // The service has the last word.
    await world.told('U0BEN', 'Close the month');
    expect(world.tasksOf('user-ben')).toEqual([]);
    await close('U0BEN');
  });

  it('offers Keiko of Finance everything, and asks nothing', async () => {
    await openForm('U0KEIKO');
    await pickLedger('U0KEIKO');
    expect(await options('U0KEIKO', entitlementField)).toContain('Close the month');
    await pickEntitlement('U0KEIKO', 'Close the month');
    expect(fieldId(world, 'U0KEIKO', 'anyway')).toBeUndefined();
    await close('U0KEIKO');
  });

  it('goes on in the form when a person loses the access that opens the catalog', async () => {
    await openForm('U0JONAS');
    await pickLedger('U0JONAS');
    await pickEntitlement('U0JONAS', 'Read the ledger');
    const body = { list: [], expanded: [], nextPageToken: '' };
    const path = '/api/v1/search/grants';
    world.governance.fault({ method: 'POST', path, kind: 'answer', body, times: 'every' });
    expect(await submit('U0JONAS', false)).toMatchObject({ ok: true });
    await until('the task is there', () => world.tasksOf('user-jonas').at(-1));
    world.governance.clearFaults();
    await close('U0JONAS');
  });
});
