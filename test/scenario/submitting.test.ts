import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/platform/database.ts';
import { ask, fillForm, pick, wordsOf } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';

describe('submitting the form', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());
  const grants = (of = '') =>
    world.governance
      .requests()
      .filter(
        (call) => call.path === '/api/v1/task/grant' && JSON.stringify(call.body).includes(of),
      );

  it('makes one request when an unacknowledged form is repeated unchanged, and two when it changed', async () => {
    const form = await fillForm(world, {
      person: 'U0GORAN',
      entitlement: 'platform read',
      justification: 'As it was',
    });
    world.slack.fault({ delivery: 'view_submission', kind: 'lost-answer', times: 2 });
    expect(await world.client.submitView('U0GORAN', form.viewId, form.values)).toMatchObject({
      ok: false,
    });
    expect(await world.client.submitView('U0GORAN', form.viewId, form.values)).toMatchObject({
      ok: false,
    });
    await pick(world, 'U0GORAN', { block: 'entitlement', action: 'request.entitlement' }, [
      await findOption(
        world,
        'U0GORAN',
        { block: 'entitlement', action: 'request.entitlement' },
        'platform write',
      ),
    ]);
    const changed = { justification: { 'request.justification': 'Changed' } };
    expect(await world.client.submitView('U0GORAN', form.viewId, changed)).toEqual({ ok: true });
    await world.client.closeView('U0GORAN', world.form('U0GORAN').id);
    await until('both are sent', () => grants('user-goran').length === 2);
    await world.quiet();
    expect(grants('user-goran').map((call) => call.body)).toMatchObject([
      { appEntitlementId: 'ent-platform-read', description: 'As it was' },
      { appEntitlementId: 'ent-platform-write', description: 'Changed' },
    ]);
  });

  it('says at the top of the form that the same request exists, with a link to its card', async () => {
    await ask(world, { person: 'U0LIAM', entitlement: 'platform read' });
    const card = await world.cardOf('U0LIAM');
    await world.told('U0LIAM', 'is with the reviewers.');
    const form = await fillForm(world, { person: 'U0LIAM', entitlement: 'platform read' });
    await world.client.submitView('U0LIAM', form.viewId, form.values);
    const said = wordsOf({ text: '', blocks: world.form('U0LIAM').blocks });
    expect(said).toMatch(/This was asked for already \(#\d+\)\. It is waiting for /);
    expect(said).toContain(`/archives/C0REVIEWS/p${card.ts.replace('.', '')}|See request>`);
    expect(world.tasksOf('user-liam')).toHaveLength(1);
  });

  it('keeps the form open and says so when the request cannot be stored', async () => {
    const lost = 'Lost';
    const beside = await openDatabase(world.database);
    await sql`alter table requests add constraint none check (justification <> ${sql.lit(lost)})`.execute(
      beside.kysely,
    );
    await beside.close();
    const form = await fillForm(world, { person: 'U0EMIL', justification: lost });
    expect(await world.client.submitView('U0EMIL', form.viewId, form.values)).toMatchObject({
      ok: false,
      errors: { justification: expect.stringContaining('saved') },
    });
    const again = { justification: { 'request.justification': 'Kept' } };
    expect(await world.client.submitView('U0EMIL', form.viewId, again)).toEqual({ ok: true });
    await world.client.closeView('U0EMIL', world.form('U0EMIL').id);
  });
});
