import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/platform/database.ts';
import { fillForm, pick, typeTime } from '../support/asking.ts';
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

  it('does not submit an entitlement of an app that is no longer shown', async () => {
    const form = await fillForm(world, { person: 'U0LIAM', entitlement: 'platform read' });
    const aws = await findOption(world, 'U0LIAM', { block: 'app', action: 'request.app' }, 'aws');
    const changing = { ...form.values, app: { 'request.app': aws } };
    expect(await world.client.submitView('U0LIAM', form.viewId, changing)).toMatchObject({
      ok: false,
      errors: { 'entitlement-app-github': expect.stringContaining('Pick again') },
    });
    expect(grants()).toEqual([]);
    await world.client.closeView('U0LIAM', form.viewId);
  });

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

  it('reads a typed date in the time zone of the person who typed it', async () => {
    const form = await fillForm(world, { person: 'U0CHEN', entitlement: 'platform read' });
    const hour = 60 * 60;
    const inSingapore = new Date(Date.now() + (8 + 30) * hour * 1_000)
      .toISOString()
      .slice(0, 16)
      .replace('T', ' ');
    const typed = { ...form.values, ...(await typeTime(world, 'U0CHEN', `until ${inSingapore}`)) };
    expect(await world.client.submitView('U0CHEN', form.viewId, typed)).toEqual({ ok: true });
    await world.client.closeView('U0CHEN', world.form('U0CHEN').id);
    const grant = await until('the grant', () => grants('user-chen').at(-1));
    const [, seconds] = /"grantDuration":"(\d+)s"/.exec(JSON.stringify(grant.body)) ?? [];
    expect(Number(seconds)).toBeGreaterThan(30 * hour - 120);
    expect(Number(seconds)).toBeLessThanOrEqual(30 * hour);
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
