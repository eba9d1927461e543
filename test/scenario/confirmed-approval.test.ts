import type { ActionsBlock, Button } from '@slack/types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownBlock } from '../../sandbox/workspace/client.ts';
import { ask } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { sentFor, taskOf } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';

describe('approving something critical', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
    await ask(world, { person: 'U0BEN', entitlement: 'pipeline secrets' });
    await ask(world, { person: 'U0EMIL', entitlement: 'platform write' });
  });
  afterAll(() => world?.close());

  interface ShownButton {
    readonly blockId: string;
    readonly button: Button;
  }

  /** The buttons with this action on one surface, in their order. */
  function buttonsIn(blocks: readonly ShownBlock[], actionId: string): readonly ShownButton[] {
    const rows = blocks.filter((one): one is ActionsBlock & ShownBlock => one.type === 'actions');
    return rows.flatMap((row) =>
      row.elements
        .filter((one): one is Button => one.type === 'button' && one.action_id === actionId)
        .map((button) => ({ blockId: row.block_id ?? '', button })),
    );
  }
  const homeButtons = (actionId: string) =>
    buttonsIn(world.client.home('U0ANA')?.blocks ?? [], actionId);
  const approvalsOfBen = () =>
    world
      .tasksOf('user-ben')
      .flatMap(({ events }) => events)
      .filter(({ what }) => what === 'approved');
  const question = {
    text: {
      text: expect.stringMatching(/Platform: pipeline secrets.* for Ben Okafor, .*[Cc]ritical/),
    },
  };

  it('asks first on Home, and carries the confirmed click out once', async () => {
    await world.client.openHome('U0ANA');
    const approvals = await until('both wait on Home', () => {
      const shown = homeButtons('review.approve');
      return shown.length === 2 ? shown : null;
    });
    const confirmed = approvals.filter(({ button }) => button.confirm !== undefined);
    expect(confirmed.map(({ button }) => button.confirm)).toMatchObject([question]);
    expect(homeButtons('review.deny').map(({ button }) => button.confirm)).toEqual([
      undefined,
      undefined,
    ]);

    const home = { kind: 'view', viewId: world.client.home('U0ANA')?.id ?? '' } as const;
    const click = { blockId: confirmed[0]?.blockId ?? '', actionId: 'review.approve' };
    expect(await world.client.act('U0ANA', home, click)).toEqual({ ok: true });
    // The policy of this entitlement asks for a reason, so the confirmed click opens a form.
    const form = await until('the form for the reason', () =>
      world.client
        .openViews('U0ANA')
        .findLast((one) => !JSON.stringify(one.blocks).includes('Checking')),
    );
    expect(JSON.stringify(form.blocks)).toMatch(/⚠️ Risk: critical/);
    const blank = { reason: { reason: '  ' } };
    expect(await world.client.submitView('U0ANA', form.id, blank)).toMatchObject({ ok: false });
    const reason = { reason: { reason: 'INC-42 is real' } };
    expect(await world.client.submitView('U0ANA', form.id, reason)).toEqual({ ok: true });
    await until('the first step is approved', () => approvalsOfBen().length > 0);
    await world.quiet();
    expect(approvalsOfBen()).toHaveLength(1);
    const { id } = taskOf(world, 'user-ben');
    expect(sentFor(world, id, 'approve')).toBe(1);
  });
});
