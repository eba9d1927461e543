import { testWebhooks } from './bot-environment.ts';
import { BotWorld, type BotWorldOptions, SlackWorld } from './bot-world.ts';
import {
  type ContractTenant,
  type ContractTenantOptions,
  startContractTenant,
} from './contract-tenant.ts';
import type { WebhookTarget } from './contract-webhook.ts';
import { postgresEngine } from './database.ts';
import { startBot, startSlack } from './stand-ins.ts';
import { governanceWith, testApp, testSettings } from './test-settings.ts';

/** The bot between the two stand-ins, on a database of its own that goes with it. */
export async function openWorld(
  options: Omit<BotWorldOptions, 'database' | 'onClosed'> = {},
  open = postgresEngine.open,
): Promise<BotWorld> {
  const database = await open();
  return BotWorld.start({ ...options, database: database.settings, onClosed: database.close });
}

/** The bot between Slack's stand-in and a tenant that has only what the interface documents. */
export interface ContractWorld {
  readonly people: SlackWorld;
  readonly tenant: ContractTenant;
  /** Where the tenant delivers what it hands over. */
  readonly webhook: WebhookTarget;
  close(): Promise<void>;
}

const webhookPath = '/webhooks/governance';

/** One app, no optional operation, and people found among the owners of a space. */
const contractSettings = testSettings({
  apps: [
    testApp({
      id: 'wiki',
      name: 'Wiki',
      resources: [{ resourceTypeId: 'space', resourceId: 'main' }],
    }),
  ],
  governance: { ...governanceWith(), operations: [] },
});

export async function openContractWorld(options: ContractTenantOptions): Promise<ContractWorld> {
  const database = await postgresEngine.open();
  const tenant = await startContractTenant(options);
  const slack = await startSlack({ ackLimitMs: () => 20_000, triggerMs: 20_000 });
  const place = {
    database: database.settings,
    slackApiUrl: slack.apiUrl,
    governanceUrl: tenant.url,
    webhooks: testWebhooks,
  };
  const app = await startBot(place, { settings: contractSettings });
  slack.setRequestUrl(app.eventsUrl);
  return {
    people: new SlackWorld(slack),
    tenant,
    webhook: {
      url: new URL(webhookPath, app.eventsUrl).href,
      publicUrl: new URL(webhookPath, testWebhooks.publicUrl).href,
    },
    async close() {
      await tenant.close();
      await app.stop();
      await slack.close();
      await database.close();
    },
  };
}
