import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clickCard, fieldId, filledIn, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testApp, testSettings } from '../support/test-settings.ts';

let world: BotWorld;
/** The clock of the bot and both stand-ins runs ahead by this. */
let aheadMs = 0;
beforeAll(async () => {
  const resources = [{ resourceTypeId: 'group', resourceId: 'routes' }];
  world = await openWorld({
    clock: () => new Date(Date.now() + aheadMs),
    settings: testSettings({
      apps: [testApp(), testApp({ id: 'app-timetables', name: 'Timetables', resources })],
      governance: governanceWith('taskRevoke', 'userAccounts'),
    }),
  });
});
afterAll(() => world?.close());
// What was read of accounts counts for a minute.
afterEach(() => {
  aheadMs += 61_000;
  world.governance.clearFaults();
});

const dara = 'U0DARA';
const accounts = { method: 'GET', path: '*/app_users', times: 'every' } as const;
const readings = () =>
  world.governance.requests().filter(({ path }) => path.endsWith('/app_users')).length;
const grants = () =>
  world.governance.requests().filter(({ path }) => path === '/api/v1/task/grant');

const fill = (entitlement: string, person = dara) =>
  fillForm(world, { person, app: 'timetables', entitlement });
type Filled = Awaited<ReturnType<typeof fill>>;

/** Submits the form with this account. */
async function submit(form: Filled, account?: string): Promise<void> {
  const block = fieldId(world, dara, 'account');
  const picked =
    account === undefined || block === undefined
      ? {}
      : { [block]: { 'request.account': `appuser-timetables-${account}` } };
  const outcome = await world.client.submitView(dara, form.viewId, { ...form.values, ...picked });
  if (!outcome.ok) throw new Error(`${outcome.sentence} ${JSON.stringify(outcome.errors ?? {})}`);
  await world.client.closeView(dara, world.form(dara).id);
}

/** Closes the form and shows what was in it. */
async function seen(form: Filled, person = dara): Promise<string> {
  const words = filledIn(world, person);
  await world.client.closeView(person, form.viewId);
  return words;
}

describe('the question for an account, while the service lies', () => {
  it.each([
    ['of another person', 'identityUserId', 'user-goran'],
    ['of another app', 'appId', 'app-github'],
  ])('is not asked with accounts %s', async (_what, field, value) => {
    const changes = [{ path: `list.*.appUser.${field}`, value }];
    world.governance.fault({ ...accounts, kind: 'patch', changes });
    expect(await seen(await fill('route 2'))).not.toContain('request.account');
  });

  it('is not asked where they cannot be read, and the service chooses as before', async () => {
    world.governance.fault({ ...accounts, kind: 'status', status: 403 });
    const form = await fill('route 3');
    expect(filledIn(world, dara)).not.toContain('request.account');
    await submit(form);
    await until('it is sent', () => grants().length === 1);
    expect(grants()[0]?.body).toMatchObject({ identityUserId: 'user-dara' });
    expect(grants()[0]?.body).not.toHaveProperty('appUserId');
  });

  it('is asked later where the answer takes longer than the form waits', async () => {
    world.governance.fault({ ...accounts, kind: 'delay', delayMs: 1_500 });
    await world.client.runCommand(dara, 'C0GENERAL', '/request-access route-7');
    const form = await until('the form opens', () => world.client.openViews(dara).at(-1));
    expect(fieldId(world, dara, 'account')).toBeUndefined();
    await until('the question is there', () => fieldId(world, dara, 'account'));
    expect(filledIn(world, dara)).toContain('dara-admin');
    await world.client.closeView(dara, form.id);
  });

  it('refuses with a sentence what was picked and is gone, and nothing is lost', async () => {
    const before = grants().length;
    const form = await fill('route 4');
    const changes = [{ path: 'list.*.appUser.id', value: 'appuser-left' }];
    world.governance.fault({ ...accounts, kind: 'patch', changes });
    await submit(form, 'dara-admin');
    const said = await world.told(dara, 'dara-admin');
    expect(said).toContain('This cannot be picked here, or not any more.');
    expect(grants()).toHaveLength(before);
  });
});

describe('somebody with several accounts in an app', () => {
  it('picks one, by one reading, and the grant is for that account alone', async () => {
    const before = readings();
    const form = await fill('route 1');
    expect(readings() - before).toBe(1);
    expect(filledIn(world, dara)).toContain('dara-admin');
    const sent = grants().length;
    await submit(form, 'dara-admin');
    const card = await until('the card', () => {
      const last = world.cards('U0ANA', 'C0REVIEWS').at(-1);
      return last !== undefined && wordsOf(last).includes('Account: dara-admin') ? last : null;
    });
    const { body } = grants()[sent] ?? {};
    expect(body).toMatchObject({ appUserId: 'appuser-timetables-dara-admin' });
    expect(body).not.toHaveProperty('identityUserId');
    expect(await clickCard(world, 'U0BEN', card, 'review.approve')).toEqual({ ok: true });
    await until('it is granted', () =>
      world
        .tasksOf('user-dara')
        .some((one) => one.appEntitlementId === 'route-01-edit' && one.state === 'closed'),
    );
  });
});
