import {
  boolean,
  dateTime,
  each,
  enumeration,
  integer,
  type Members,
  marker,
  message,
  of,
  path,
  type Resource,
  string,
  strings,
  typedObject,
} from '../field.ts';

const scalars: Members = {
  ...each(
    'appId catalogId description displayName id syncDisabledCategory syncDisabledReason',
    string,
  ),
  ...each('canResumeSync disableCheckBadSync', boolean),
  parallelSyncWorkerCount: integer,
  ...each('profileAllowList profileIgnoreList userIds', strings),
  config: typedObject,
  connectorSyncCronSchedule: message({ cronSpec: string, start: dateTime, timezone: string }),
  syncConfig: message({ syncResourceTypeIds: strings }),
};

const statusTimes: Members = {
  ...each('completedAt startedAt updatedAt', dateTime),
  lastError: string,
};

/** What an update may set. */
export const writableConnector: Resource = {
  name: 'Connector (writable fields)',
  members: { ...scalars, oauthAuthorizedAs: marker, status: message(statusTimes) },
};

/** What is returned: the writable fields and more. */
export const connector: Resource = {
  name: 'Connector',
  members: {
    ...scalars,
    oauthAuthorizedAs: message({ authEmail: string, authorizedAt: dateTime }),
    status: message({
      ...statusTimes,
      status: enumeration('status.status', 'SYNC_STATUS_UNSPECIFIED'),
    }),
    ...each('configUpdatedAt createdAt deletedAt syncDisabledAt updatedAt', dateTime),
    connectorApiVersion: integer,
    downloadUrl: string,
  },
};

/** What is returned in addition, with a value of its type: read-only, so refused in an update. */
export const readOnlyConnectorFields = {
  configUpdatedAt: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
  deletedAt: '2026-01-01T00:00:00Z',
  syncDisabledAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  connectorApiVersion: 3,
  downloadUrl: 'https://acme.example/connector',
  oauthAuthorizedAs: { authEmail: 'eve@acme.example', authorizedAt: '2026-01-01T00:00:00Z' },
  status: { status: 'SYNC_STATUS_DONE' },
} as const;

export const connectorView: Resource = {
  name: 'ConnectorView',
  members: { connector: of(connector), ...each('appPath capabilitiesPath usersPath', path) },
};
