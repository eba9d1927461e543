import { startSlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { startApp } from '../../src/app.ts';
import { mountedExtras } from '../../src/extras/mounted.ts';
import { botEnvironment, botToken, signingSecret } from './bot-environment.ts';
import { SlackWorld } from './bot-world.ts';
import {
  type ContractTenant,
  type ContractTenantOptions,
  startContractTenant,
} from './contract-tenant.ts';
import { postgresEngine } from './database.ts';
import { testSettings } from './test-settings.ts';

/** The bot between Slack's stand-in and a tenant that has only what the interface documents. */
export interface ContractWorld {
  readonly people: SlackWorld;
  readonly tenant: ContractTenant;
  close(): Promise<void>;
}

const baseSettings = testSettings();

/** One app, no optional operation, and people found among the owners of a space. */
const settings = testSettings({
  apps: baseSettings.apps.slice(0, 1).map((app) => ({
    ...app,
    id: 'wiki',
    name: 'Wiki',
    resources: [{ resourceTypeId: 'space', resourceId: 'main' }],
  })),
  governance: { ...baseSettings.governance, operations: [] },
});

export async function openContractWorld(options: ContractTenantOptions): Promise<ContractWorld> {
  const database = await postgresEngine.open();
  const tenant = await startContractTenant(options);
  const slack = await startSlackWorkspace({ ackLimitMs: () => 20_000, botToken, signingSecret });
  const app = await startApp({
    environment: botEnvironment({
      database: database.settings,
      slackApiUrl: slack.apiUrl,
      governanceUrl: tenant.url,
    }),
    settings,
    extras: mountedExtras,
    postSpacingMs: 0,
    homeSpacingMs: 0,
  });
  slack.setRequestUrl(app.eventsUrl);
  return {
    people: new SlackWorld(slack),
    tenant,
    async close() {
      await tenant.close();
      await app.stop();
      await slack.close();
      await database.close();
    },
  };
}
