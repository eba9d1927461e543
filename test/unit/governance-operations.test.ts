import { describe, expect, it } from 'vitest';
import { listApps, searchAppEntitlements } from '../../src/governance/app-resources.ts';
import { createRevokeTask, listTaskAudits, performTaskAction, type TaskAction } from '../../src/governance/tasks.ts';
import { introspect, readUser } from '../../src/governance/users.ts';
import { user } from '../conformance/table/resources/user.ts';
import { sampleOf } from '../conformance/table/sample.ts';
import { grantAnswer } from '../support/governance-fixtures.ts';
import { ask } from '../support/governance-server.ts';

const page = { pageSize: 50, pageToken: 'next' };
const createdAt = '2026-02-02T08:00:00Z';

describe('the optional operations', () => {
  it.each<TaskAction>([
    { verb: 'approve', policyStepId: 's', comment: 'c' },
    { verb: 'deny', policyStepId: 's', comment: 'c' },
    { verb: 'escalate', policyStepId: 's' },
    { verb: 'comment', comment: 'c' },
  ])('carry out the action %j', async (action) => {
    const answer = { taskView: null, ticketActionId: 'action-1' };
    const { line, body, value } = await ask(answer, (client) => performTaskAction(client, 'task-1', action));
    expect(line).toBe(`POST /api/v1/tasks/task-1/action/${action.verb}`);
    const { verb: _, ...sent } = action;
    expect(body).toEqual(sent);
    expect(value).toEqual(answer);
  });

  it('give back access', async () => {
    const request = { appId: 'app-1', appEntitlementId: 'ent-1', identityUserId: 'user-1', description: 'Done' };
    const { line, body, value } = await ask(grantAnswer, (client) => createRevokeTask(client, request));
    expect([line, body]).toEqual(['POST /api/v1/task/revoke', request]);
    expect(value).toMatchObject({ taskView: { task: { id: 'task-foghorn' } } });
  });

  it('list the history of a task', async () => {
    const json = {
      list: [
        { id: 'audit-2', userId: 'user-ana', created: createdAt, comment: { comment: 'Too loud' }, metadata: {} },
        { id: 'audit-1', userId: 'user-bot', created: createdAt, metadata: { a: 1 }, comment: null, taskCreated: {} },
        { id: 'audit-0', actorUserId: 'user-bot', createdAt, event: 'approved', comment: 'Fine' },
        {},
      ],
      nextPageToken: '',
    };
    const { line, body, value } = await ask(json, (client) =>
      listTaskAudits(client, { taskId: 'task-1', newestFirst: true, commentsOnly: false, pageSize: 50 }),
    );
    expect(line).toBe('POST /api/v1/task/audits');
    expect(body).toEqual({ taskId: 'task-1', newestFirst: true, commentsOnly: false, pageSize: 50 });
    expect(value).toMatchObject({
      list: [
        { id: 'audit-2', userId: 'user-ana', at: createdAt, kind: 'comment', comment: 'Too loud' },
        { id: 'audit-1', kind: 'taskCreated', comment: '' },
        { id: 'audit-0', userId: 'user-bot', at: createdAt, kind: 'approved', comment: 'Fine' },
        { id: '', userId: '', at: null, kind: '', comment: '' },
      ],
    });
  });

  it('read a user', async () => {
    const ana = sampleOf(user.members);
    const { line, value } = await ask({ userView: { user: ana } }, (client) => readUser(client, 'user-ana'));
    expect([line, value]).toEqual(['GET /api/v1/users/user-ana', ana]);
  });

  it('list apps', async () => {
    const json = { list: [{ id: 'app-1', displayName: 'One' }], nextPageToken: '' };
    const { line, value } = await ask(json, (client) => listApps(client, page));
    expect([line, value]).toEqual(['GET /api/v1/apps?pageSize=50&pageToken=next', json]);
  });

  it('search entitlements', async () => {
    const json = { list: [], expanded: [], nextPageToken: '' };
    const { line, body, value } = await ask(json, (client) => searchAppEntitlements(client, { appIds: ['app-1'] }));
    expect([line, body, value]).toEqual(['POST /api/v1/search/entitlements', { appIds: ['app-1'] }, json]);
  });

  it('tell who the bot is', async () => {
    const json = { userId: 'user-bot', roles: ['role-1'], permissions: ['read'], tenantId: 'acme' };
    const { line, value } = await ask(json, introspect);
    expect([line, value]).toEqual(['GET /api/v1/auth/introspect', json]);
  });
});
