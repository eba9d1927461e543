import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clickCard, pick, wordsOf } from '../support/asking.ts';
import {
  catalogsAreRead,
  pickProfile,
  profileSettings,
  submitProfile,
} from '../support/asking-for-profiles.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { approveInConsole } from '../support/lying.ts';
import { openWorld } from '../support/open-world.ts';

const minuteMs = 60_000;

/** The profile of a deckhand brings a route, the VPN and the staff group. */
describe('what follows from joining an access profile', () => {
  let world: BotWorld;
  let aheadMs = 0;
  beforeAll(async () => {
    const settings = profileSettings({ tasks: 'all' });
    const { governance } = settings;
    const operations = [...governance.operations, 'taskRevoke'] as const;
    world = await openWorld({
      settings: { ...settings, governance: { ...governance, operations } },
      clock: () => new Date(Date.now() + aheadMs),
      // Items are found, and found again, by several rounds one after the other.
      refreshTasksMs: 1_000,
    });
    await catalogsAreRead(world);
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  const home = (person: string) =>
    wordsOf({ text: '', blocks: world.client.home(person)?.blocks ?? [] });
  const task = (identityUserId: string, entitlementId: string) =>
    until(`the task of ${identityUserId} for ${entitlementId}`, () =>
      world.tasksOf(identityUserId).find((one) => one.appEntitlementId === entitlementId),
    );
  const settled = (person: string) =>
    world
      .directMessages(person)
      .filter((one) => /Everything in .* is decided|no longer follow/.test(one));

  /** The request is approved, so the person joins. */
  async function joins(person: string, manager: string): Promise<string> {
    const identityUserId = person.replace('U0', 'user-').toLowerCase();
    await pickProfile(world, person);
    const duration = { block: 'duration', action: 'request.duration' };
    await pick(world, person, duration, 'until-revoked');
    await submitProfile(world, person);
    const { id } = await task(identityUserId, 'ent-enrol-deckhand');
    expect(world.tasksOf(identityUserId)).toHaveLength(1);
    await world.client.openHome(person);
    await approveInConsole(world, id, manager);
    await task(identityUserId, 'ent-group-vpn');
    return identityUserId;
  }

  async function deny(taskId: string, as: string): Promise<void> {
    const found = world.governance.tasks().find(({ id }) => id === taskId);
    const body = new URLSearchParams({
      verb: 'deny',
      as,
      stepId: found?.currentStepId ?? '',
      comment: '',
    });
    const headers = { origin: world.governance.url };
    const url = `${world.governance.url}/task/${taskId}/act`;
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
    expect(answer.status).toBeLessThan(400);
  }

  it('is one group on Home, on cards that name the profile, and in one message', async () => {
    const dara = await joins('U0DARA', 'user-ben');
    await until('Home has the group', () => home('U0DARA').includes('1 of 3 given'));
    // The staff group was theirs before.
    expect(home('U0DARA')).toContain('Lantern ID · Staff group: there');
    expect(home('U0DARA')).toContain('Lantern ID · VPN: waiting for Ben Okafor');
    expect(home('U0DARA')).toMatch(/Timetables · Route 1: .*: waiting for/);
    expect(home('U0DARA')).toContain(
      'If you give it back:_ What is in it stays as it is, until it ends or you give it back.',
    );
    const vpn = await until('the card names the profile', () =>
      world
        .cards('U0ANA', 'C0REVIEWS')
        .find((card) => wordsOf(card).includes('Part of the access profile New deckhand')),
    );
    expect(wordsOf(vpn)).toContain('VPN');
    await clickCard(world, 'U0BEN', vpn, 'review.approve');
    await until('Home has it', () => home('U0DARA').includes('2 of 3 given'));
    await deny((await task(dara, 'route-01-edit')).id, 'user-noor');
    aheadMs += 2 * minuteMs;
    await until('Dara is told', () => settled('U0DARA').length > 0);
    aheadMs += 2 * minuteMs;
    await world.quiet();
    expect(settled('U0DARA')).toHaveLength(1);
    expect(settled('U0DARA')[0]).toMatch(/2 of 3 given\. Not given: Timetables · Route 1/);
  });
});
