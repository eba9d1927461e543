import { z } from 'zod';

const moment = z.string().nullable();

/**
 * A connector as the service keeps and returns it (docs/spec/interface.md#connector). Unset
 * messages are null.
 */
export const connector = z.object({
  id: z.string(),
  appId: z.string(),
  catalogId: z.string(),
  displayName: z.string(),
  description: z.string(),
  canResumeSync: z.boolean(),
  disableCheckBadSync: z.boolean(),
  parallelSyncWorkerCount: z.int(),
  profileAllowList: z.array(z.string()),
  profileIgnoreList: z.array(z.string()),
  userIds: z.array(z.string()),
  config: z.looseObject({ '@type': z.string() }).nullable(),
  connectorSyncCronSchedule: z
    .object({ cronSpec: z.string(), start: moment, timezone: z.string() })
    .nullable(),
  oauthAuthorizedAs: z.object({ authEmail: z.string(), authorizedAt: moment }).nullable(),
  status: z.object({
    status: z.string(),
    startedAt: moment,
    updatedAt: moment,
    completedAt: moment,
    lastError: z.string(),
  }),
  syncConfig: z.object({ syncResourceTypeIds: z.array(z.string()) }).nullable(),
  syncDisabledCategory: z.string(),
  syncDisabledReason: z.string(),
  syncDisabledAt: moment,
  configUpdatedAt: moment,
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: moment,
  connectorApiVersion: z.int(),
  downloadUrl: z.string(),
});

export type Connector = z.infer<typeof connector>;

type ConnectorConfig = NonNullable<Connector['config']>;

const secretName = /secret|password|token|key$/i;

/** What a connector looks like to callers: a secret of its configuration is only said to be set. */
export function publicConnector(one: Connector): object {
  if (one.config === null) return one;
  const config = Object.fromEntries(
    Object.entries(one.config).map(([name, value]) =>
      secretName.test(name) ? [`${name}Configured`, value !== ''] : [name, value],
    ),
  );
  return { ...one, config };
}

/**
 * The configuration to keep when a caller sends a new one: secrets that the caller did not send
 * stay, because the caller cannot know them, and the `...Configured` members that it was shown are
 * no fields of the configuration.
 */
export function keptConfig(before: Connector['config'], given: ConnectorConfig): ConnectorConfig {
  const secrets = Object.entries(before ?? {}).filter(([name]) => secretName.test(name));
  const plain = Object.entries(given).filter(([name]) => !name.endsWith('Configured'));
  return { '@type': given['@type'], ...Object.fromEntries(secrets), ...Object.fromEntries(plain) };
}
