import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceClient, tokenOf } from '../conformance/service-client.ts';
import { ask, clickCard } from '../support/asking.ts';
import type { BotWorld } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { acting, testSettings } from '../support/test-settings.ts';

const link = 'review.in-console.approve';

describe('a card whose decisions are links to the console', () => {
  let world: BotWorld;
  beforeAll(async () => {
    // No round reads the task: only the click on the link says when to look.
    const refreshTasksMs = 3_600_000;
    const settings = testSettings({ review: { ...acting, mode: 'link' } });
    world = await openWorld({ settings, refreshTasksMs });
  });
  afterAll(() => world?.close());

  /** What a person does on the page to which the link leads. */
  async function approveInConsole(identityUserId: string): Promise<void> {
    const task = world.tasksOf(identityUserId).at(-1);
    const service = new ServiceClient(world.governance.url, await tokenOf(world.governance.url));
    const path = `/api/v1/tasks/${task?.id ?? ''}/action/approve`;
    const { status } = await service.post(path, { policyStepId: task?.currentStepId });
    expect(status).toBe(200);
  }

  it('shows soon what the person who followed one decided there', async () => {
    await ask(world, { person: 'U0BEN' });
    await clickCard(world, 'U0ANA', await world.cardOf('U0BEN'), link);
    await approveInConsole('user-ben');
    expect(await world.told('U0BEN', '✅ You have')).toContain('GitHub');
  });
});
