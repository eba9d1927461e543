import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { GovernanceFault } from '../../sandbox/governance/service.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { governanceWith, testSettings } from '../support/test-settings.ts';

const person = 'U0DARA';
const policy = {
  method: 'GET',
  path: '/api/v1/policies/policy-manager-then-security',
  times: 'every',
} as const;
const command = '/request-access github platform admin';
const approval = (kind: object) => ({ approval: kind });
const patched = (path: string, value: object | string | null): GovernanceFault => ({
  ...policy,
  kind: 'patch',
  changes: [{ path, value: JSON.parse(JSON.stringify(value)) }],
});

describe('who decides, before somebody asks', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({
      settings: testSettings({ governance: governanceWith('policyRead', 'userRead') }),
    });
  });
  afterEach(() => world.governance.clearFaults());
  afterAll(() => world?.close());

  /** The words of a form that is opened for one entitlement, once everything is known. */
  async function wordsOfForm(fault: GovernanceFault | null = null): Promise<string> {
    if (fault !== null) {
      world.governance.fault(fault);
      await world.stopBot();
      await world.startBot();
      await world.quiet();
    }
    await world.client.runCommand(person, 'C0GENERAL', command);
    await until('the form opens', () => world.client.openViews(person).at(-1));
    await world.quiet();
    const view = world.form(person);
    await world.client.closeView(person, view.id);
    return JSON.stringify(view.blocks);
  }

  it('is said step by step after the form has opened, from what was read before', async () => {
    await world.quiet();
    const before = world.governance.requests().length;
    await world.client.runCommand(person, 'C0GENERAL', command);
    // Where the answers take longer than the form waits, it is shown once more.
    await until('it is said', () => {
      const view = world.client.openViews(person).at(-1);
      return JSON.stringify(view?.blocks ?? []).includes(
        'Decided by Ben Okafor, then one of a group',
      );
    });
    await world.client.closeView(person, world.form(person).id);
    const asked = world.governance.requests().slice(before);
    expect(asked.filter(({ path }) => path.includes('/policies/'))).toEqual([]);
  });

  it.each([
    ['is another one', patched('policy.id', 'policy-owners')],
    ['reads empty', patched('policy.policySteps', null)],
    [
      'has a step that cannot be read',
      patched('policy.policySteps.grant.steps.1', { council: {} }),
    ],
    ['names nobody', patched('policy.policySteps.grant.steps.0', approval({ users: {} }))],
    ['is malformed', patched('policy.policySteps', 'none')],
    ['is refused', { ...policy, kind: 'status', status: 403 } satisfies GovernanceFault],
    ['is gone', { ...policy, kind: 'status', status: 404 } satisfies GovernanceFault],
  ])('is not said where the policy %s', async (_what, fault) => {
    const words = await wordsOfForm(fault);
    expect(words).toContain('Platform: admin');
    expect(words).not.toContain('Decided by');
    expect(words).not.toContain('depends on');
  });
});
