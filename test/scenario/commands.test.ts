import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownView } from '../../sandbox/workspace/client.ts';
import { cardIn, pick, wordsOf } from '../support/asking.ts';
import { type BotWorld, findOption, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

const directory = new Map([['ben@acme.example', { id: 'user-ben' }]]);

describe('commands', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings: testSettings({ directory }) });
    // Right after the start the catalogue is still being read, and words mean nothing yet.
    const isRead = async () =>
      /"catalogue":\{"ok":true/.test(await (await fetch(`${world.opsUrl}/status`)).text());
    while (!(await isRead())) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  afterAll(() => world?.close());

  async function opened(words: string): Promise<ShownView> {
    for (const view of world.client.openViews('U0BEN').toReversed()) await close(view);
    expect(await world.client.runCommand('U0BEN', 'C0GENERAL', words)).toEqual({ ok: true });
    return until(`the form of ${words}`, () => world.client.openViews('U0BEN').at(-1));
  }
  const close = (view: ShownView) => world.client.closeView('U0BEN', view.id);
  const blocks = (view: ShownView) => JSON.stringify(view.blocks);
  const answer = (part: string) =>
    until(`an answer with “${part}”`, () =>
      world.client
        .messages('U0BEN', 'C0GENERAL')
        .find((one) => one.ephemeral && one.text.includes(part)),
    );
  const initial = (view: ShownView, block: string) => {
    const found = view.blocks.find((one) => one.block_id.startsWith(block));
    return found !== undefined && 'element' in found ? JSON.stringify(found.element) : '';
  };

  it('fills in the form from one line: access, duration, target and the exact justification', async () => {
    const view = await opened(
      '/request-access platform writ for 2 days for @dara because INC-42: <b> &  two  spaces',
    );
    expect(initial(view, 'app')).toContain('GitHub');
    expect(initial(view, 'entitlement')).toContain('Platform: write');
    expect(initial(view, 'time')).toContain('"initial_value":"2 days"');
    expect(initial(view, 'target')).toContain('"initial_user":"U0DARA"');
    expect(initial(view, 'justification')).toContain('INC-42: <b> &  two  spaces');
    await close(view);
  });

  it('requests emergency access with two interactions: the command and the button', async () => {
    const view = await opened(
      '/emergency-access deploy to production because INC-77: the horn is silent',
    );
    expect([view.title, view.submit]).toEqual(['Emergency access', 'Submit']);
    expect(initial(view, 'entitlement')).toContain('Platform: deploy to production');
    expect(await world.client.submitView('U0BEN', view.id, {})).toEqual({ ok: true });
    const card = await cardIn(world, 'U0ANA', 'C0INCIDENTS');
    expect(wordsOf(card)).toContain('INC-77: the horn is silent');
    const grant = world.governance.requests().find((call) => call.path === '/api/v1/task/grant');
    expect(grant?.body).toMatchObject({ emergencyAccess: true, grantDuration: '3600s' });
    await close(world.form('U0BEN'));
  });

  it('shows the emergency in `status` and `list`', async () => {
    await world.client.runCommand('U0BEN', 'C0GENERAL', '/request-access status');
    const said = await answer('Platform: deploy to production');
    expect(said.text).toContain('waiting for ');
    await world.client.runCommand('U0BEN', 'C0GENERAL', '/request-access LIST');
    await until(
      'two answers',
      () =>
        world.client
          .messages('U0BEN', 'C0GENERAL')
          .filter((one) => one.ephemeral && one.text.includes('deploy to production')).length === 2,
    );
  });

  it('fills in the choice where the words had named its app', async () => {
    const view = await opened('/request-access github platform because INC-50: the horn');
    expect(blocks(view)).toContain('Which one do you mean?');
    const list = { block: 'entitlement', action: 'request.entitlement' };
    expect(await findOption(world, 'U0BEN', list, 'platform read')).not.toBe('');
    await pick(world, 'U0BEN', { block: 'candidates', action: 'request.candidate' }, '0');
    // Slack keeps the empty value of a block that stays: what was chosen would be required again.
    expect(await world.client.submitView('U0BEN', world.form('U0BEN').id, {})).toEqual({
      ok: true,
    });
    await close(world.form('U0BEN'));
  });
});
