import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fieldId, filledIn, pick } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

const appField = { block: 'app', action: 'request.app' };
const entitlementField = { block: 'entitlement', action: 'request.entitlement' };
const targetField = { block: 'target', action: 'request.target' };
const ofAdmin = 'Everything, including deleting repositories';

describe('a form that changes while it is filled in', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());
  afterEach(() => {
    world.governance.clearFaults();
    world.slack.clearFaults();
  });

  /** A form with GitHub picked, of a person who was not looked up yet. */
  async function withGithub(person: string): Promise<void> {
    await world.client.runCommand(person, 'C0GENERAL', '/request-access');
    await until('the form', () => world.client.openViews(person).at(-1));
    await pick(world, person, appField, await findOption(world, person, appField, 'git'));
  }

  /** Picks without waiting for the form to change. */
  async function pickAtOnce(
    person: string,
    field: { block: string; action: string },
    entered: string | string[],
  ) {
    const blockId = fieldId(world, person, field.block) ?? '';
    const container = { kind: 'view', viewId: world.form(person).id } as const;
    expect(
      await world.client.act(person, container, { blockId, actionId: field.action, entered }),
    ).toMatchObject({
      ok: true,
    });
  }

  /**
   * The service answers questions about the person late, so the form follows the pick of an
   * entitlement late.
   */
  const slowService = () =>
    world.governance.fault({
      method: 'POST',
      path: '/api/v1/search/tasks',
      kind: 'delay',
      delayMs: 400,
    });
  const slowSlack = () =>
    world.slack.fault({ method: 'views.update', kind: 'delay', delayMs: 150 });
  const updates = () => world.slack.calls().filter((call) => call.method === 'views.update').length;

  it('keeps and submits an app and a person that were picked at the same time', async () => {
    await withGithub('U0BEN');
    const aws = await findOption(world, 'U0BEN', appField, 'aws');
    slowSlack();
    const before = fieldId(world, 'U0BEN', 'entitlement');
    await pickAtOnce('U0BEN', appField, aws);
    await pickAtOnce('U0BEN', targetField, 'U0EMIL');
    await until('the form has followed', () => fieldId(world, 'U0BEN', 'entitlement') !== before);
    await world.quiet();
    await pick(world, 'U0BEN', entitlementField, [
      await findOption(world, 'U0BEN', entitlementField, 'admin'),
    ]);
    const why = { justification: { 'request.justification': 'The lamp is out' } };
    expect(await world.client.submitView('U0BEN', world.form('U0BEN').id, why)).toEqual({
      ok: true,
    });
    await world.client.closeView('U0BEN', world.form('U0BEN').id);
    const task = await until('the task', () =>
      world.governance.tasks().find((one) => one.appId === 'app-aws'),
    );
    expect(task.identityUserId).toBe('user-emil');
  });

  it('shows the newest pick even when an earlier one is answered later', async () => {
    await withGithub('U0DARA');
    const admin = await findOption(world, 'U0DARA', entitlementField, 'admin');
    world.slack.fault({ method: 'views.update', kind: 'error', error: 'hash_conflict' });
    const before = updates();
    await pickAtOnce('U0DARA', entitlementField, [admin]);
    await until('the form has followed', () => filledIn(world, 'U0DARA').includes(ofAdmin));
    expect(updates() - before).toBe(2);
    await world.client.closeView('U0DARA', world.form('U0DARA').id);
  });

  it('drops an update of a form that was closed meanwhile, without a message', async () => {
    await withGithub('U0FATIMA');
    const admin = await findOption(world, 'U0FATIMA', entitlementField, 'admin');
    slowService();
    await pickAtOnce('U0FATIMA', entitlementField, [admin]);
    await world.client.closeView('U0FATIMA', world.form('U0FATIMA').id);
    await until('the answer has come to nothing', () =>
      world.slack
        .calls()
        .some((call) => call.method === 'views.update' && call.error === 'not_found'),
    );
    await world.quiet();
    expect(world.directMessages('U0FATIMA')).toEqual([]);
  });
});
