import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldId, fillForm, pick, typeTime, wordsOf } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

const entitlementField = { block: 'entitlement', action: 'request.entitlement' };

function settings() {
  const base = testSettings();
  const [github, ...others] = base.apps;
  if (github === undefined) throw new Error('there is an app');
  const field = {
    required: true,
    hint: null,
    options: [],
    entitlements: ['ent-platform-maintain'],
  };
  const ticket = { ...field, id: 'ticket', label: 'Ticket', type: 'text' } as const;
  return { ...base, apps: [{ ...github, fields: [ticket] }, ...others] };
}

describe('what the form can do', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: settings() });
  });
  afterAll(() => world?.close());

  const grantOf = (identityUserId: string) =>
    world.governance
      .requests()
      .filter((call) => call.path === '/api/v1/task/grant')
      .map((call) => call.body)
      .findLast((body) => JSON.stringify(body).includes(identityUserId));
  const submit = (
    person: string,
    viewId: string,
    values: Parameters<typeof world.client.submitView>[2],
  ) => world.client.submitView(person, viewId, values);

  it('opens again with everything filled in when the service refuses', async () => {
    const form = await fillForm(world, {
      person: 'U0DARA',
      entitlement: 'platform read',
      justification: 'To the letter: <!channel> & *all*',
    });
    world.governance.fault({
      method: 'POST',
      path: '/api/v1/task/grant',
      kind: 'status',
      status: 403,
      code: 7,
      message: 'not on a Sunday',
    });
    const typed = { ...form.values, ...(await typeTime(world, 'U0DARA', '90 minutes')) };
    expect(await submit('U0DARA', form.viewId, typed)).toEqual({ ok: true });
    await world.client.closeView('U0DARA', world.form('U0DARA').id);
    const dm = world.client.conversations('U0DARA').find((one) => one.kind === 'dm')?.id ?? '';
    const refusal = await until('the refusal', () =>
      world.client.messages('U0DARA', dm).find((one) => one.text.includes('not on a Sunday')),
    );
    await world.client.act(
      'U0DARA',
      { kind: 'message', conversationId: dm, ts: refusal.ts },
      { blockId: 'post', actionId: 'request.mend' },
    );
    const view = await until('the form is back', () => world.client.openViews('U0DARA').at(-1));
    const shown = JSON.stringify(view.blocks);
    expect(shown).toContain('To the letter: <!channel> & *all*');
    expect(shown).toContain('Platform: read');
    expect(shown).toContain('not on a Sunday');
    expect(fieldId(world, 'U0DARA', 'entitlement')).toBeDefined();
    expect(await submit('U0DARA', view.id, {})).toEqual({ ok: true });
    await until('the task', () => world.tasksOf('user-dara').length === 1);
    expect(grantOf('user-dara')).toMatchObject({ grantDuration: '5400s' });
    await world.client.closeView('U0DARA', world.form('U0DARA').id);
  });

  it('opens from the global shortcut, too', async () => {
    expect(await world.client.runShortcut('U0INES', 'request_access')).toEqual({ ok: true });
    expect((await until('the form', () => world.client.openViews('U0INES').at(-1))).title).toBe(
      'Request access',
    );
    await world.client.closeView('U0INES', world.form('U0INES').id);
  });

  it('opens from a message, which is quoted with its author and linked as the source', async () => {
    // She has asked before, so the bot knows her name.
    await world.client.say('U0DARA', 'C0GENERAL', 'Who can help?');
    const root = world.client.messages('U0DARA', 'C0GENERAL').at(-1);
    await world.client.say('U0DARA', 'C0GENERAL', 'The ledger <is> locked & I need it', root?.ts);
    const message = world.client.messages('U0DARA', 'C0GENERAL').at(-1)?.replies.at(-1);
    if (root === undefined || message === undefined) throw new Error('the message is there');
    const place = { conversationId: 'C0GENERAL', ts: message.ts };
    expect(await world.client.runShortcut('U0LIAM', 'request_access_for_message', place)).toEqual({
      ok: true,
    });
    const view = await until('the form', () => world.client.openViews('U0LIAM').at(-1));
    expect(JSON.stringify(view.blocks)).toContain(
      '> Dara Ó Briain-Walsh: The ledger <is> locked & I need it',
    );
    const app = await findOption(world, 'U0LIAM', { block: 'app', action: 'request.app' }, 'git');
    await pick(world, 'U0LIAM', { block: 'app', action: 'request.app' }, app);
    await pick(
      world,
      'U0LIAM',
      entitlementField,
      await findOption(world, 'U0LIAM', entitlementField, 'platform read'),
    );
    expect(await submit('U0LIAM', view.id, {})).toEqual({ ok: true });
    await until('the grant', () => grantOf('user-liam'));
    expect(grantOf('user-liam')).toMatchObject({
      description: '> Dara Ó Briain-Walsh: The ledger <is> locked & I need it\n',
      source: {
        conversationId: 'C0GENERAL',
        externalUrl: expect.stringContaining(
          `p${message.ts.replace('.', '')}?thread_ts=${root.ts}&cid=C0GENERAL`,
        ),
      },
    });
    await until('the card, with the message and who wrote it', () =>
      world
        .cards('U0ANA', 'C0REVIEWS')
        .find((one) => wordsOf(one).includes('|a message> by <@U0DARA>')),
    );
  });
});
