import { expect, it } from 'vitest';
import {
  connectorUpdate,
  readConnectorChanges,
} from '../../../src/operator/admin/table/connector-fields.ts';

it.each([
  ['displayName=GitHub = sync', 'displayName', 'GitHub = sync'],
  ['description=', 'description', ''],
  ['canResumeSync=true', 'canResumeSync', true],
  ['parallelSyncWorkerCount= 4 ', 'parallelSyncWorkerCount', 4],
  ['profileAllowList=a, b,,c', 'profileAllowList', ['a', 'b', 'c']],
  ['userIds=', 'userIds', []],
  ['config={"@type":"x","n":1}', 'config', { '@type': 'x', n: 1 }],
  ['syncConfig.syncResourceTypeIds=team\nrepo', 'syncConfig.syncResourceTypeIds', ['team', 'repo']],
])('a setting of a connector is read as what it takes: %s', (set, field, value) => {
  expect(readConnectorChanges([set])).toEqual(new Map([[field, value]]));
});

it('an update of a connector sends the fields that are set, and the mask that names them', () => {
  const changes = new Map<string, unknown>([
    ['displayName', 'Crew list'],
    ['status.lastError', ''],
    ['connectorSyncCronSchedule.cronSpec', '5 * * * *'],
    ['connectorSyncCronSchedule.timezone', 'UTC'],
  ]);
  expect(connectorUpdate('app-crew', 'connector-1', changes)).toEqual({
    connector: {
      id: 'connector-1',
      appId: 'app-crew',
      displayName: 'Crew list',
      status: { lastError: '' },
      connectorSyncCronSchedule: { cronSpec: '5 * * * *', timezone: 'UTC' },
    },
    updateMask:
      'displayName,status.lastError,connectorSyncCronSchedule.cronSpec,connectorSyncCronSchedule.timezone',
    expandMask: { paths: ['*'] },
  });
});
