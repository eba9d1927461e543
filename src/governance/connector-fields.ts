import { z } from 'zod';
import { dateTime, flag, freeObject, integer, nested, openEnum, text, texts } from './wire/fields.ts';

/** Connector as it is returned. */
const connector = z.object({
  id: text,
  appId: text,
  catalogId: text,
  description: text,
  displayName: text,
  syncDisabledCategory: text,
  syncDisabledReason: text,
  canResumeSync: flag,
  disableCheckBadSync: flag,
  parallelSyncWorkerCount: integer,
  profileAllowList: texts,
  profileIgnoreList: texts,
  userIds: texts,
  /** `@type` and the fields of that type, which interface.md does not show. */
  config: freeObject,
  connectorSyncCronSchedule: nested(z.object({ cronSpec: text, start: dateTime, timezone: text })),
  oauthAuthorizedAs: nested(z.object({ authEmail: text, authorizedAt: dateTime })),
  status: nested(
    z.object({
      completedAt: dateTime,
      startedAt: dateTime,
      updatedAt: dateTime,
      lastError: text,
      status: openEnum(['SYNC_STATUS_UNSPECIFIED']),
    }),
  ),
  syncConfig: nested(z.object({ syncResourceTypeIds: texts })),
  configUpdatedAt: dateTime,
  createdAt: dateTime,
  deletedAt: dateTime,
  syncDisabledAt: dateTime,
  updatedAt: dateTime,
  connectorApiVersion: integer,
  downloadUrl: text,
});

/** ConnectorView, with paths into the `expanded` of its answer. */
export const connectorView = z.object({
  connector,
  appPath: text,
  capabilitiesPath: text,
  usersPath: text,
});

/** The fields of a connector that a caller may set (interface.md, Connector). Everything else is read-only and never sent. */
export interface WritableConnector {
  readonly id?: string;
  readonly appId?: string;
  readonly catalogId?: string;
  readonly description?: string;
  readonly displayName?: string;
  readonly syncDisabledCategory?: string;
  readonly syncDisabledReason?: string;
  readonly canResumeSync?: boolean;
  readonly disableCheckBadSync?: boolean;
  readonly parallelSyncWorkerCount?: number;
  readonly profileAllowList?: readonly string[];
  readonly profileIgnoreList?: readonly string[];
  readonly userIds?: readonly string[];
  readonly config?: { readonly '@type': string; readonly [field: string]: unknown };
  readonly connectorSyncCronSchedule?: {
    readonly cronSpec?: string;
    /** ISO 8601. */
    readonly start?: string;
    readonly timezone?: string;
  };
  /** Empty in requests. */
  readonly oauthAuthorizedAs?: Readonly<Record<string, never>>;
  readonly status?: {
    readonly completedAt?: string;
    readonly startedAt?: string;
    readonly updatedAt?: string;
    readonly lastError?: string;
  };
  readonly syncConfig?: { readonly syncResourceTypeIds?: readonly string[] };
}

/**
 * What is sent of a connector: the writable fields that are given, and of their members the writable ones. A connector that was
 * read and changed also fits the type, so this is checked by name, not left to the compiler.
 */
export function writableFields(given: WritableConnector): WritableConnector {
  const { connectorSyncCronSchedule: schedule, status } = given;
  return {
    id: given.id,
    appId: given.appId,
    catalogId: given.catalogId,
    description: given.description,
    displayName: given.displayName,
    syncDisabledCategory: given.syncDisabledCategory,
    syncDisabledReason: given.syncDisabledReason,
    canResumeSync: given.canResumeSync,
    disableCheckBadSync: given.disableCheckBadSync,
    parallelSyncWorkerCount: given.parallelSyncWorkerCount,
    profileAllowList: given.profileAllowList,
    profileIgnoreList: given.profileIgnoreList,
    userIds: given.userIds,
    config: given.config && withoutPresenceFlags(given.config),
    connectorSyncCronSchedule: schedule && {
      cronSpec: schedule.cronSpec,
      start: schedule.start,
      timezone: schedule.timezone,
    },
    oauthAuthorizedAs: given.oauthAuthorizedAs && {},
    status: status && {
      completedAt: status.completedAt,
      startedAt: status.startedAt,
      updatedAt: status.updatedAt,
      lastError: status.lastError,
    },
    syncConfig: given.syncConfig && { syncResourceTypeIds: given.syncConfig.syncResourceTypeIds },
  };
}

type ConnectorConfig = NonNullable<WritableConnector['config']>;

/** `...Configured` only tells that a secret is set (interface.md, Conventions 8); it is nothing that can be set. */
function withoutPresenceFlags(config: ConnectorConfig): ConnectorConfig {
  const { '@type': type, ...fields } = config;
  const kept = Object.entries(fields).filter(([name]) => !name.endsWith('Configured'));
  return { '@type': type, ...Object.fromEntries(kept) };
}
