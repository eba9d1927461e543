import type { Connector } from '../entities/connector.ts';
import { seededAt } from './people.ts';

const synced = {
  status: 'SYNC_STATUS_DONE',
  startedAt: '2026-01-15T05:00:00Z',
  updatedAt: '2026-01-15T05:04:10Z',
  completedAt: '2026-01-15T05:04:10Z',
  lastError: '',
};

function connectorOf(app: string, displayName: string, differences: Partial<Connector> = {}): Connector {
  return {
    id: `conn-${app}`,
    appId: `app-${app}`,
    catalogId: `catalog-${app}`,
    displayName,
    description: '',
    canResumeSync: true,
    disableCheckBadSync: false,
    parallelSyncWorkerCount: 1,
    profileAllowList: [],
    profileIgnoreList: [],
    userIds: ['user-hana'],
    config: {
      '@type': `type.googleapis.com/acme.connectors.v1.${app[0]?.toUpperCase()}${app.slice(1)}Config`,
      endpoint: `https://${app}.acme.example`,
      apiToken: `sandbox-token-of-${app}`,
    },
    connectorSyncCronSchedule: { cronSpec: '0 * * * *', start: null, timezone: 'Europe/Lisbon' },
    oauthAuthorizedAs: null,
    status: synced,
    syncConfig: { syncResourceTypeIds: [] },
    syncDisabledCategory: '',
    syncDisabledReason: '',
    syncDisabledAt: null,
    configUpdatedAt: seededAt,
    createdAt: seededAt,
    updatedAt: seededAt,
    deletedAt: null,
    connectorApiVersion: 2,
    downloadUrl: '',
    ...differences,
  };
}

/** One connector an app: most are well, one fails, one is switched off, one has never run; and one that was deleted. */
export const connectors: readonly Connector[] = [
  connectorOf('github', 'GitHub sync', {
    description: 'Teams, repositories and who is in them.',
    userIds: ['user-ana', 'user-hana'],
    oauthAuthorizedAs: { authEmail: 'ana@acme.example', authorizedAt: '2025-03-01T10:00:00Z' },
    syncConfig: { syncResourceTypeIds: ['team', 'repo', 'org'] },
    parallelSyncWorkerCount: 4,
  }),
  connectorOf('aws', 'AWS sync', { profileIgnoreList: ['costCentre'] }),
  connectorOf('snowflake', 'Snowflake sync'),
  connectorOf('foghorn', 'Foghorn sync', {
    syncDisabledCategory: 'MAINTENANCE',
    syncDisabledReason: 'The horn is being painted.',
    syncDisabledAt: '2026-01-10T07:00:00Z',
    status: { ...synced, status: 'SYNC_STATUS_DISABLED' },
  }),
  connectorOf('timetables', 'Timetables sync'),
  connectorOf('ledger', 'Ledger sync', {
    status: { ...synced, status: 'SYNC_STATUS_ERROR', lastError: 'the ledger is closed between 02:00 and 06:00' },
  }),
  connectorOf('crew', 'Crew List sync', { profileAllowList: ['department', 'title', 'manager'] }),
  connectorOf('beacon', 'Beacon sync', {
    downloadUrl: 'https://downloads.acme.example/beacon-connector',
    config: null,
    connectorSyncCronSchedule: null,
    status: { status: 'SYNC_STATUS_UNSPECIFIED', startedAt: null, updatedAt: null, completedAt: null, lastError: '' },
  }),
  connectorOf('berth', 'Berth Booking sync'),
  connectorOf('seasick', 'Seasick Desk sync'),
  connectorOf('lantern', 'Lantern ID sync', {
    connectorSyncCronSchedule: { cronSpec: '*/15 * * * *', start: '2024-06-01T00:00:00Z', timezone: 'UTC' },
  }),
  connectorOf('bellbuoy', 'Bellbuoy sync'),
  connectorOf('foghorn', 'Steam horn telegraph', {
    id: 'conn-foghorn-steam',
    description: 'Rang the boiler house at South Stack.',
    updatedAt: '2024-11-30T12:00:00Z',
    deletedAt: '2024-11-30T12:00:00Z',
  }),
];
