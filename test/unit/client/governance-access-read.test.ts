/**
 * Long because it covers every reading method of one port, each with the answers that it tolerates.
 */

import { describe, expect, it } from 'vitest';
import { taskView } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import {
  entitlementItem,
  grantAnswer,
  lighthouseExpanded,
} from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

const lamp = { appId: 'app-lighthouse', resourceTypeId: 'lamp', resourceId: 'resource-north' };

it('reads the risk levels of all pages, each with its name', async () => {
  await using server = await startGovernanceServer(({ target }) => ({
    json: target.includes('page-2')
      ? { list: [{ id: 'level-9', value: 'Critical', attributeTypeId: 'risk' }], nextPageToken: '' }
      : { list: [{ id: 'level-1', value: 'Low' }, { id: 'level-2' }], nextPageToken: 'page-2' },
  }));
  const levels = await server.port('riskLevels').riskLevels();
  expect(levels).toEqual([
    { id: 'level-1', name: 'Low' },
    { id: 'level-2', name: '' },
    { id: 'level-9', name: 'Critical' },
  ]);
  expect(server.asked.map((one) => new URL(one.target, server.url).pathname)).toEqual([
    '/api/v1/attributes/risk_levels',
    '/api/v1/attributes/risk_levels',
  ]);
});

it('treats two names of one risk level as a failure, because the risk is unclear', async () => {
  await using server = await startGovernanceServer(() => ({
    json: {
      list: [
        { id: 'level-1', value: 'Low' },
        { id: 'level-1', value: 'Critical' },
      ],
      nextPageToken: '',
    },
  }));
  const governance = server.port('riskLevels');
  await expect(governance.riskLevels()).rejects.toMatchObject({
    kind: 'decode',
    certainlyNotDone: true,
  });
});

describe('the form of a request', () => {
  async function formOf(id: string | undefined) {
    const form = { fields: [{ name: 'case', stringField: { textField: {} } }] };
    await using server = await startGovernanceServer(() => ({
      json: { requestSchema: { id, form } },
    }));
    return await server.port('requestSchemas').requestQuestions('schema-1');
  }

  it.each(['schema-1', undefined])('is read from an answer with the id %s', async (id) => {
    expect(await formOf(id)).toMatchObject({ questions: [{ id: 'case' }] });
  });

  it('is not read from an answer about another form', async () => {
    await expect(formOf('schema-2')).rejects.toMatchObject({
      kind: 'decode',
      certainlyNotDone: true,
    });
  });
});

describe('reading tasks', () => {
  it('asks for many tasks in one search and leaves unknown ones out', async () => {
    await using server = await startGovernanceServer();
    const { taskView, expanded } = grantAnswer;
    server.answer(() => ({ json: { list: [taskView], expanded, nextPageToken: '' } }));
    const tasks = await server.port('taskSearch').readTasks(['task-foghorn', 'task-gone']);
    expect([...tasks.keys()]).toEqual(['task-foghorn']);
    expect(tasks.get('task-foghorn')?.appName).toBe('Lighthouse Control');
    expect(server.asked).toHaveLength(1);
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({
      taskStates: ['TASK_STATE_OPEN', 'TASK_STATE_CLOSED'],
      refs: [{ id: 'task-foghorn' }, { id: 'task-gone' }],
      includeDeleted: true,
      expandMask: { paths: expect.arrayContaining(['app_id', 'step_approver_ids']) },
      pageSize: 25,
    });
  });

  it.each([
    ['there', { json: grantAnswer }, ['task-foghorn']],
    ['deleted', { status: 404, json: { code: 5, message: 'no' } }, []],
    ['not shown to the bot', { status: 403, json: { code: 7, message: 'no' } }, []],
  ])('reads entries missing from a search by their id: %s', async (_what, answer, read) => {
    await using server = await startGovernanceServer(({ method }) =>
      method === 'POST' ? { json: { list: [], expanded: [], nextPageToken: '' } } : answer,
    );
    const governance = server.port('taskSearch', 'taskRead');
    expect([...(await governance.readTasks(['task-foghorn'])).keys()]).toEqual(read);
    expect(server.asked.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it.each([
    ['TASK_STATE_OPEN', '2026-03-02T12:00:00Z', 'closed', 'deleted'],
    ['TASK_STATE_OPEN', '0001-01-01T00:00:00Z', 'open', 'none'],
    ['TASK_STATE_OPEN', null, 'open', 'none'],
    ['TASK_STATE_CLOSED', '2026-03-02T12:00:00Z', 'closed', 'none'],
  ])(
    'a task that is %s and was deleted at %s counts as %s, %s',
    (state, deletedAt, counted, outcome) => {
      const view = {
        ...grantAnswer.taskView,
        task: { ...grantAnswer.taskView.task, state, deletedAt, type: {} },
      };
      expect(taskSnapshot(taskView.parse(view), [])).toMatchObject({ state: counted, outcome });
    },
  );

  it('stops paging once it has every task, even if the service repeats a cursor', async () => {
    await using server = await startGovernanceServer();
    const { taskView, expanded } = grantAnswer;
    server.answer(() => ({ json: { list: [taskView], expanded, nextPageToken: 'again' } }));
    const governance = server.port('taskSearch');
    expect([...(await governance.readTasks(['task-foghorn'])).keys()]).toEqual(['task-foghorn']);
    expect(server.asked).toHaveLength(1);
    await expect(governance.readTasks(['task-foghorn', 'task-gone'])).rejects.toMatchObject({
      kind: 'decode',
    });
  });

  it('reads tasks one by one if there is only taskRead', async () => {
    await using server = await startGovernanceServer(({ target }) =>
      target === '/api/v1/tasks/task-foghorn'
        ? { json: grantAnswer }
        : { status: 404, json: { code: 5, message: 'no' } },
    );
    const tasks = await server.port('taskRead').readTasks(['task-gone', 'task-foghorn']);
    expect([...tasks.keys()]).toEqual(['task-foghorn']);
  });

  it('finds the task of a request by the source it names, on any page', async () => {
    await using server = await startGovernanceServer();
    const { taskView, expanded } = grantAnswer;
    const other = {
      ...taskView,
      task: { ...taskView.task, id: 'task-other', type: { revoke: { appId: 'x' } } },
    };
    server.answer(({ body }) => {
      if (body.includes('"refs"'))
        return { json: { list: [taskView], expanded, nextPageToken: '' } };
      return body.includes('"pageToken":"second"')
        ? { json: { list: [taskView], expanded: [], nextPageToken: 'third' } }
        : { json: { list: [other], expanded: [], nextPageToken: 'second' } };
    });
    const governance = server.port('taskSearch');
    const task = await governance.findTaskOfRequest('request-7', 'user-noor');
    expect(task).toMatchObject({ id: 'task-foghorn', appName: 'Lighthouse Control' });
    expect(JSON.parse(server.asked[0]?.body ?? '')).toMatchObject({
      openerOrSubjectUserId: 'user-noor',
    });
  });

  it('finds none if no task names the request', async () => {
    await using server = await startGovernanceServer(() => ({
      json: { list: null, expanded: null, nextPageToken: '' },
    }));
    const governance = server.port('taskSearch');
    expect(await governance.findTaskOfRequest('request-7', 'user-noor')).toBe('none');
  });

  it('fails when the service refuses the search', async () => {
    await using server = await startGovernanceServer(() => ({
      status: 403,
      json: { code: 7, message: 'no searching here' },
    }));
    const governance = server.port('taskSearch');
    await expect(governance.readTasks(['task-1'])).rejects.toMatchObject({
      name: 'OutwardFailure',
      kind: 'http',
      httpStatus: 403,
    });
  });
});

describe('the catalogue', () => {
  it('lists the entitlements of all pages with the names of their resources', async () => {
    await using server = await startGovernanceServer(({ target }) =>
      target.includes('pageToken=next')
        ? {
            json: {
              list: [
                entitlementItem('two', {
                  displayName: '',
                  durationGrant: undefined,
                  durationUnset: {},
                }),
              ],
              expanded: null,
              nextPageToken: '',
            },
          }
        : {
            json: {
              list: [entitlementItem('one')],
              expanded: lighthouseExpanded,
              nextPageToken: 'next',
            },
          },
    );
    const result = await server.port().listEntitlements(lamp);
    expect(result).toEqual([
      {
        appId: 'app-lighthouse',
        id: 'one',
        name: 'Keeper one',
        alias: 'keeper-one',
        description: '',
        resourceTypeId: 'lamp',
        resourceId: 'resource-north',
        resourceName: 'North Rock lamp',
        riskLevel: '',
        emergencyGrantEnabled: false,
        longestSeconds: 604_800,
        mayBePermanent: false,
        requestSchemaId: '',
      },
      expect.objectContaining({
        id: 'two',
        name: 'keeper-two',
        resourceName: '',
        longestSeconds: null,
        mayBePermanent: true,
      }),
    ]);
    expect(server.asked.map((asked) => asked.target)).toEqual([
      '/api/v1/apps/app-lighthouse/entitlements/resource_types/lamp/resources/resource-north?pageSize=100',
      '/api/v1/apps/app-lighthouse/entitlements/resource_types/lamp/resources/resource-north?pageSize=100&pageToken=next',
    ]);
  });

  it('skips items without an entitlement or an id', async () => {
    await using server = await startGovernanceServer(() => ({
      json: { list: [{ appEntitlement: null }, entitlementItem(''), entitlementItem('one')] },
    }));
    const result = await server.port().listEntitlements(lamp);
    expect(result.map((one) => one.id)).toEqual(['one']);
  });

  it('leaves out an entitlement of another app', async () => {
    await using server = await startGovernanceServer(() => ({
      json: { list: [entitlementItem('other', { appId: 'app-other' }), entitlementItem('one')] },
    }));
    const result = await server.port().listEntitlements(lamp);
    expect(result.map((one) => one.id)).toEqual(['one']);
  });

  it('refuses with not-found if the resource is unknown', async () => {
    await using server = await startGovernanceServer(() => ({
      status: 404,
      json: { code: 5, message: 'no such resource' },
    }));
    const governance = server.port();
    const refused = { refusal: { kind: 'not-found' } };
    await expect(governance.listEntitlements(lamp)).rejects.toMatchObject(refused);
    await expect(governance.listResourceOwners(lamp)).rejects.toMatchObject(refused);
  });

  it('lists owners as people', async () => {
    await using server = await startGovernanceServer(() => ({
      json: {
        immutableUserIds: ['user-ana'],
        list: [
          {
            id: 'user-ana',
            displayName: 'Ana Lindqvist',
            email: 'ana@acme.example',
            status: 'ENABLED',
          },
          { id: 'user-nameless' },
          { id: 'user-gone', status: 'DELETED' },
        ],
        nextPageToken: '',
      },
    }));
    expect(await server.port().listResourceOwners(lamp)).toEqual([
      { id: 'user-ana', name: 'Ana Lindqvist', email: 'ana@acme.example', status: 'ENABLED' },
      { id: 'user-nameless', name: 'user-nameless', email: null, status: 'UNKNOWN' },
    ]);
    expect(server.asked[0]?.target).toBe(
      '/api/v1/apps/app-lighthouse/resource_types/lamp/resource/resource-north/owners?pageSize=100',
    );
  });
});
