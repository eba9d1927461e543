import { describe, expect, it } from 'vitest';
import { type SettableConnectorField, updateDelegatedConnector } from '../../src/governance/connectors.ts';
import { createGrantTask, createRevokeTask } from '../../src/governance/tasks.ts';
import { connector } from '../conformance/table/resources/connector.ts';
import { sampleOf } from '../conformance/table/sample.ts';
import { grantAnswer } from '../support/governance-fixtures.ts';
import { ask } from '../support/governance-server.ts';

describe('both user ids', () => {
  const task = { appId: 'app-1', appEntitlementId: 'ent-1' };

  type Both = typeof task & { appUserId: string; identityUserId: string };

  it.each([
    ['grant', createGrantTask],
    ['revoke', createRevokeTask],
  ])('of a %s are a type error', (_, create) => {
    const typed: Both extends Parameters<typeof create>[1] ? 'accepted' : 'type error' = 'type error';
    expect(typed).toBe('type error');
  });

  it('are not both needed: an app user is sent alone', async () => {
    const { body } = await ask(grantAnswer, (client) => createGrantTask(client, { ...task, appUserId: 'appuser-1' }));
    expect(body).toEqual({ ...task, appUserId: 'appuser-1' });
  });
});

describe('an update of a connector', () => {
  it('sends the fields that are set, and the mask that names them', async () => {
    const changes = new Map<SettableConnectorField, unknown>([
      ['displayName', 'Crew list'],
      ['status.lastError', ''],
      ['connectorSyncCronSchedule.cronSpec', '5 * * * *'],
      ['connectorSyncCronSchedule.timezone', 'UTC'],
    ]);
    const { body } = await ask({ connectorView: { connector: sampleOf(connector.members) } }, (client) =>
      updateDelegatedConnector(client, { connectorAppId: 'app-crew', connectorId: 'connector-1', changes }),
    );
    expect(body).toEqual({
      connector: {
        id: 'connector-1',
        appId: 'app-crew',
        displayName: 'Crew list',
        status: { lastError: '' },
        connectorSyncCronSchedule: { cronSpec: '5 * * * *', timezone: 'UTC' },
      },
      updateMask: 'displayName,status.lastError,connectorSyncCronSchedule.cronSpec,connectorSyncCronSchedule.timezone',
      expandMask: { paths: ['*'] },
    });
  });
});
