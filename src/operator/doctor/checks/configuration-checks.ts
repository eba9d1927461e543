import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { isUsualWebhook } from '../../../config/answerers-schema.ts';
import { type Configuration, readBotConfiguration } from '../../../config/configuration.ts';
import { accessConfigPath, type Variables } from '../../../config/environment.ts';
import type { Checked } from '../../../config/mistakes.ts';
import type { AccessSettings } from '../../../domain/settings/access-settings.ts';
import { canActOnTasks, canSendActions, tenantOf } from '../../../service/capabilities.ts';
import { expiryWords } from '../../health/credential-expiry.ts';
import type { Check } from '../check.ts';
import { apiPathCheck } from './governance-checks.ts';

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

type Settings = Pick<
  AccessSettings,
  'review' | 'governance' | 'identity' | 'directory' | 'admins' | 'apps' | 'webhook'
>;
type Said = readonly [Check['state'], string];

/** What people cannot do with these settings, each as a pure judgement: nothing is called for it. */
const judgements: Readonly<
  Record<string, (settings: Settings, receivesSteps: boolean, now: Date) => Said | null>
> = {
  credentials({ governance }, _receivesSteps, now) {
    const { state, says } = expiryWords(governance, now);
    return [state, says];
  },
  deciding,
  'finding people': findingPeople,
  'links to the console': ({ governance: { taskUrl } }) =>
    taskUrl === null
      ? [
          'warning',
          'none: cards and messages cannot lead to a request. Set governance.taskUrl, like https://acme.example/task/{numericId}.',
        ]
      : ['ok', taskUrl],
  /** Each has a line of their own. */
  administrators: ({ admins }) =>
    admins.length > 0
      ? null
      : [
          'error',
          'none: nobody may use /access-admin, and nobody is told when something needs an administrator. Name people in admins, like [U0ADMIN].',
        ],
  'steps by webhook': unreceivedSteps,
};

export function settingsChecks(
  settings: Settings,
  receivesSteps: boolean,
  now: Date,
): readonly Check[] {
  return Object.entries(judgements).flatMap(([what, judgement]) => {
    const [state, says] = judgement(settings, receivesSteps, now) ?? [];
    return state === undefined || says === undefined ? [] : [{ what, state, says }];
  });
}

/** How decisions are made with these settings, and which rights the credentials do not need. */
function deciding({ review, governance }: Settings, receivesSteps: boolean): Said {
  const tenant = tenantOf(governance);
  const acts = review.mode === 'act' && canActOnTasks(tenant);
  const others = acts ? 'act' : 'link';
  const way = receivesSteps
    ? `webhook for steps that are handed over, ${others} for others`
    : others;
  if (acts) return ['ok', `${way}. The credentials need the right to approve and deny`];
  const says = `${way}. The credentials need no right to approve or deny: take it from them`;
  if (!canSendActions(tenant)) return ['ok', says];
  if (canActOnTasks(tenant))
    return ['ok', `${says}; taskActions is used to withdraw, to comment and to escalate alone`];
  return [
    'warning',
    `${way}. taskActions is not used, because the bot cannot read a task before it acts on it. Add taskRead or taskSearch to governance.operations, or take taskActions out.`,
  ];
}

/** Somebody who cannot be found is refused when they ask. */
function findingPeople({ identity, directory, governance }: Settings): Said {
  const isThere = (source: string) =>
    source !== 'userSearch' || tenantOf(governance).has('userSearch');
  const sources = identity.sources.filter(isThere);
  const isUsable = (source: string) =>
    source !== 'owners' && (source !== 'directory' || directory.size > 0);
  if (sources.some(isUsable)) return ['ok', sources.join(', then ')];
  return [
    'warning',
    'only among the owners of the configured resources: the bot refuses everybody else who asks. Write a directory file and name it in identity.directory, or add userSearch to governance.operations if the tenant has it.',
  ];
}

/** Settings of steps that the service hands over, where none can arrive. */
function unreceivedSteps({ apps, webhook }: Settings, receivesSteps: boolean): Said | null {
  const places = [
    ...(isUsualWebhook(webhook) ? [] : ['webhook']),
    ...apps.filter((app) => app.webhook !== null).map(({ id }) => `webhook of ${id}`),
  ];
  if (receivesSteps || places.length === 0) return null;
  return [
    'error',
    `none can arrive, although access.yaml says who answers them (${places.join(', ')}). Set PUBLIC_URL and WEBHOOK_KEY, or leave that out.`,
  ];
}
