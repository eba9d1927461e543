import { describe, expect, it } from 'vitest';
import { updateDelegatedConnector } from '../../src/governance/connectors.ts';
import { createGrantTask, createRevokeTask } from '../../src/governance/tasks.ts';
import { grantAnswer } from '../support/governance-fixtures.ts';
import { connector } from '../support/governance-policy-records.ts';
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
  const ids = { connectorAppId: 'app-crew', connectorId: 'connector-1' };
  const json = { connectorView: { connector } };

  it('made from a connector that was read leaves out what is read-only, at every depth', async () => {
    const { config: _, ...read } = connector;
    const config = { '@type': 'type.googleapis.com/acme.CrewConfig', region: 'south', apiTokenConfigured: true };
    const schedule = { ...read.connectorSyncCronSchedule, start: '2026-02-02T08:00:00Z' };
    const status = { lastError: '', status: 'SYNC_STATUS_DONE', completedAt: '2026-02-02T08:00:00Z' };
    const given = {
      ...read,
      config,
      connectorSyncCronSchedule: schedule,
      status,
      oauthAuthorizedAs: {},
      syncConfig: undefined,
    };
    const { body } = await ask(json, (client) => updateDelegatedConnector(client, { ...ids, connector: given }));
    expect(body).toEqual({
      connector: {
        appId: 'app-crew',
        catalogId: 'catalog-1',
        description: 'Reads the crew list',
        displayName: 'Crew list',
        id: 'connector-1',
        syncDisabledCategory: 'weather',
        syncDisabledReason: 'storm',
        canResumeSync: true,
        disableCheckBadSync: true,
        parallelSyncWorkerCount: 4,
        profileAllowList: ['name'],
        profileIgnoreList: ['salary'],
        userIds: ['user-ana'],
        config: { '@type': 'type.googleapis.com/acme.CrewConfig', region: 'south' },
        connectorSyncCronSchedule: { cronSpec: '0 4 * * *', start: '2026-02-02T08:00:00Z', timezone: 'Europe/Lisbon' },
        oauthAuthorizedAs: {},
        status: { lastError: '', completedAt: '2026-02-02T08:00:00Z' },
      },
      updateMask: expect.not.stringMatching(/\b(id|appId|createdAt|downloadUrl|connectorApiVersion)\b/),
    });
  });

  it('without a change is refused before it is sent', async () => {
    const { line, value } = await ask(json, (client) =>
      updateDelegatedConnector(client, { ...ids, connector: { id: 'connector-1', appId: 'app-crew' } }),
    );
    expect([line, value]).toMatchObject(['nothing', { kind: 'invalid' }]);
  });

  it('carries the mask that the caller wrote', async () => {
    const { body } = await ask(json, (client) =>
      updateDelegatedConnector(client, { ...ids, connector: { displayName: 'x' }, updateMask: 'display_name' }),
    );
    expect(body).toEqual({ connector: { displayName: 'x' }, updateMask: 'display_name' });
  });
});
