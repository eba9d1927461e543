import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Configuration, readBotConfiguration } from '../../../config/configuration.ts';
import { accessConfigPath, type Variables } from '../../../config/environment.ts';
import type { Checked } from '../../../config/mistakes.ts';
import type { Check } from '../check.ts';
import { apiPathCheck } from './governance-checks.ts';
import { settingsChecks } from './settings-checks.ts';

/** What the environment and `access.yaml` say, or a line for each mistake in them. */
export function configurationChecks(
  configuration: Checked<Configuration>,
  env: Variables,
): readonly Check[] {
  const path = resolve(accessConfigPath(env));
  const file = existsSync(path) ? ` and ${path}` : `, because there is no ${path}`;
  const whose = `of this command's environment${file}, unless a line names the running bot`;
  return [
    { what: 'settings', state: 'ok', says: whose },
    ...(configuration.ok
      ? [environmentCheck(configuration.value)]
      : configuration.refusal.map(
          ({ place: what, message: says }): Check => ({ what, state: 'error', says }),
        )),
  ];
}

function environmentCheck(configuration: Configuration): Check {
  const what = 'environment';
  if (configuration.mode === 'sandbox')
    return {
      what,
      state: 'warning',
      says: 'names no Slack token, so npm start starts the sandbox and reads no access.yaml. What a bot needs is named by npm run doctor -- --offline.',
    };
  const { offer, apps } = configuration.access;
  const count = apps.length === 1 ? '1 app' : `${apps.length} apps`;
  const offered =
    offer === 'listed' ? count : `all apps of the tenant, ${apps.length} of them configured`;
  return { what, state: 'ok', says: `is right, and so is access.yaml with ${offered}` };
}

/** Everything that can be told of a bot's settings without calling anything. */
export function offlineChecks(env: Variables, now: Date): readonly Check[] {
  const configuration = readBotConfiguration(env);
  const config = configurationChecks(configuration, env);
  if (!configuration.ok) return config;
  const { environment, access } = configuration.value;
  const misplaced = apiPathCheck(environment.governance.baseUrl);
  return [
    ...config,
    ...(misplaced === null ? [] : [misplaced]),
    ...settingsChecks(access, environment.webhooks !== null, now),
  ];
}
