import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Configuration, readBotConfiguration } from '../../../config/configuration.ts';
import { accessConfigPath, type Variables } from '../../../config/environment.ts';
import type { Checked } from '../../../config/mistakes.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import type { Check } from '../check.ts';
import { apiPathCheck } from './governance-checks.ts';
import { settingsChecks } from './settings-checks.ts';

/** What the environment and `access.yaml` say, or a line for each mistake in them. */
export function configurationChecks(
  configuration: Checked<Configuration>,
  env: Variables,
): readonly Check[] {
  const path = resolve(accessConfigPath(env));
  const whose = existsSync(path)
    ? `of this command's environment and ${path}`
    : `of this command's environment, because there is no ${path}`;
  const settings: Check = {
    what: 'settings',
    state: 'ok',
    says: `${whose}, unless a line names the running bot`,
  };
  if (!configuration.ok)
    return [
      settings,
      ...configuration.refusal.map(({ place, message }) => ({
        what: place,
        state: 'error' as const,
        says: message,
      })),
    ];
  const environment = 'environment';
  if (configuration.value.mode === 'sandbox')
    return [settings, { what: environment, state: 'warning', says: ofSandbox }];
  const says = `is right, and so is access.yaml with ${offerWords(configuration.value.access)}`;
  return [settings, { what: environment, state: 'ok', says }];
}

const ofSandbox =
  'names no Slack token, so npm start starts the sandbox and reads no access.yaml. What a bot needs is named by npm run doctor -- --offline.';

/** Everything that can be told of a bot's settings without calling anything. */
export function offlineChecks(env: Variables): readonly Check[] {
  const configuration = readBotConfiguration(env);
  const config = configurationChecks(configuration, env);
  if (!configuration.ok) return config;
  const { environment, access } = configuration.value;
  const misplaced = apiPathCheck(environment.governance.baseUrl);
  return [
    ...config,
    ...(misplaced === null ? [] : [misplaced]),
    ...settingsChecks(access, environment.webhooks !== null),
  ];
}

const appsWords = (count: number): string => (count === 1 ? '1 app' : `${count} apps`);

function offerWords({ offer, apps }: Pick<AccessSettings, 'offer' | 'apps'>): string {
  if (offer === 'listed') return appsWords(apps.length);
  return apps.length === 0
    ? 'all apps of the tenant'
    : `all apps of the tenant, of which it configures ${apps.length}`;
}
