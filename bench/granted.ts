/**
 * How long after the grant its requester reads it, by how long the service takes to give the access
 * and by the way of deciding, with the intervals of production. The bot runs between the two
 * stand-ins, over HTTP.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccessGovernance } from '../src/service/access-governance.ts';
import { TenantCapabilities } from '../src/service/capabilities.ts';
import { createGovernanceClient } from '../src/service/client/client.ts';
import { cardOfPerson, clickCard, fillForm } from '../test/support/asking.ts';
import type { BotWorld } from '../test/support/bot-world.ts';
import { slipwaySettings } from '../test/support/slipway.ts';
import { acting, testSettings } from '../test/support/test-settings.ts';
import { withBot } from './sandbox-bot.ts';
import { inMs, type Measure, type Row } from './table.ts';
import { soon } from './waiting.ts';

const lags = [0, 1_000, 3_000, 10_000] as const;
const reviewer = 'U0ANA';
/** Between the click on the link and the decision in the console. */
const inConsoleMs = 5_000;

const ways = ['act', 'webhook', 'link'] as const;
type Way = (typeof ways)[number];

export const granted: Measure = {
  about:
    'from the grant until its requester reads it, by the lag of the service and the way of deciding',
  seconds: 150,
  async run() {
    const rows: Row[] = [];
    for (const grantLagMs of lags) {
      const waits = new Map<Way, number>();
      const delivering = { settings: slipwaySettings(), grantLagMs, webhooks: true };
      await withBot(delivering, async (world) => {
        waits.set('act', await waitMs(world, 'U0BEN', 'act'));
        waits.set('webhook', await waitMs(world, 'U0EMIL', 'webhook'));
      });
      const settings = testSettings({ review: { ...acting, mode: 'link' } });
      await withBot({ settings, grantLagMs }, async (world) => {
        waits.set('link', await waitMs(world, 'U0BEN', 'link'));
      });
      rows.push({
        what: `from the grant until its requester reads it, the service taking ${grantLagMs / 1_000} s`,
        measured: ways.map((way) => `${way} ${inMs(waits.get(way) ?? Number.NaN)}`).join('; '),
        aim: '2 s',
      });
    }
    return rows;
  },
};

async function waitMs(world: BotWorld, person: string, way: Way): Promise<number> {
  const [app, entitlement] = way === 'webhook' ? ['slip', 'crane'] : ['git', 'platform write'];
  const form = await fillForm(world, { person, app, entitlement });
  await world.client.submitView(person, form.viewId, form.values);
  const action = way === 'link' ? 'review.in-console.approve' : 'review.approve';
  const card = await soon('its card', () => cardOfPerson(world, reviewer, person, action));
  const task = world.governance.tasks().at(-1);
  if (task === undefined) throw new Error('there is no task');
  await clickCard(world, reviewer, card, action);
  if (way === 'link') await approveInConsole(world, task.id);
  await soon('it is granted', () =>
    world.governance.tasks().some(({ id, state }) => id === task.id && state === 'closed'),
  );
  const grantedAt = performance.now();
  await soon('its requester reads it', () =>
    world.directMessages(person).some((text) => text.includes('You have')),
  );
  return performance.now() - grantedAt;
}

async function approveInConsole(world: BotWorld, taskId: string): Promise<void> {
  await sleep(inConsoleMs);
  const client = createGovernanceClient({
    baseUrl: world.governance.url,
    clientId: 'sandbox-bot',
    clientSecret: 'sandbox-secret',
    queryCase: 'camel',
    now: () => new Date(),
  });
  const tenant = new TenantCapabilities(new Set(['taskRead', 'taskActions'] as const));
  const governance = createAccessGovernance(client, { tenant });
  const task = (await governance.readTasks([taskId])).get(taskId);
  const stepId = task?.currentStepId ?? '';
  await governance.act({ taskId, act: 'approve', stepId, comment: 'in the console' });
  await client.close();
}
