import { describe, expect, it } from 'vitest';
import {
  createGrantTask,
  listAppResourceEntitlements,
  readTask,
} from '../../support/governance-calls.ts';
import {
  entitlementItem,
  grantAnswer,
  grantAnswerWith,
} from '../../support/governance-fixtures.ts';
import { type Answer, startGovernanceServer } from '../../support/governance-server.ts';

const grant = { appId: 'app-1', appEntitlementId: 'ent-1', identityUserId: 'user-1' };
const lamp = { appId: 'app', resourceTypeId: 'type', resourceId: 'res' };
const html: Answer = {
  raw: '<html>sign in</html>',
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

async function grantFailure(answer: Answer): Promise<unknown> {
  await using server = await startGovernanceServer(() => answer);
  return await createGrantTask(server.client, grant).catch((error: unknown) => error);
}

describe('an answer to a grant that is not what the interface promises', () => {
  it.each<[string, Answer, string]>([
    ['HTML from a proxy', html, 'body: expected JSON (20 characters, text/html; charset=utf-8)'],
    ['nothing', { raw: '' }, 'body: expected JSON (0 characters, no content type)'],
    [
      'cut JSON',
      { raw: '{"taskView": {"task": {"id": "ta' },
      'body: expected JSON (32 characters, no content type)',
    ],
    ['null', { json: null }, 'body: expected object'],
    ['an array', { json: [] }, 'body: expected object'],
    ['no taskView', { json: {} }, 'taskView: expected object'],
    ['a null taskView', { json: { taskView: null } }, 'taskView: expected object'],
    ['a null task', { json: { taskView: { task: null } } }, 'taskView.task: expected object'],
    ['no id', { json: { taskView: { task: {} } } }, 'taskView.task.id: expected string'],
    [
      'an empty id',
      { json: grantAnswerWith({ task: { id: '' } }) },
      'taskView.task.id: expected an id',
    ],
    [
      'a number for the id',
      { json: grantAnswerWith({ task: { id: 7 } }) },
      'taskView.task.id: expected string',
    ],
    [
      'a number in the actions',
      { json: grantAnswerWith({ task: { actions: ['TASK_ACTION_TYPE_DENY', 1] } }) },
      'taskView.task.actions[1]: expected string',
    ],
    [
      'a number for a path',
      { json: grantAnswerWith({ view: { appPath: 0 } }) },
      'taskView.appPath: expected string',
    ],
    [
      'an object for expanded',
      { json: grantAnswerWith({ expanded: {} }) },
      'expanded: expected array',
    ],
  ])('%s is a failure that names the endpoint and the field', async (_, answer, field) => {
    expect(await grantFailure(answer)).toMatchObject({
      name: 'OutwardFailure',
      kind: 'decode',
      message: `POST /api/v1/task/grant: ${field}`,
      certainlyNotDone: false,
    });
  });

  it('names three fields and counts the rest', async () => {
    const task = { state: 1, recommendation: 2, origin: 3, actions: 4, userId: 5 };
    expect(await grantFailure({ json: grantAnswerWith({ task }) })).toMatchObject({
      message: expect.stringMatching(
        /^POST \/api\/v1\/task\/grant: taskView\.task\.state: expected string; .*; … 2 more$/,
      ),
    });
  });

  it('is not read past 10 MiB', async () => {
    expect(await grantFailure({ raw: Buffer.alloc(10 * 1024 * 1024 + 1, 0x20) })).toMatchObject({
      kind: 'decode',
      message: 'POST /api/v1/task/grant: answer is longer than 10485760 bytes',
    });
  });

  it('does not quote the body in the failure or its causes', async () => {
    const failure = await grantFailure({ raw: 'sesame {' });
    expect(
      JSON.stringify([failure, String(failure), failure instanceof Error && failure.cause]),
    ).not.toContain('sesame');
  });
});

describe('an answer of almost 10 MiB', () => {
  it('is read', async () => {
    await using server = await startGovernanceServer();
    const text = 'x'.repeat(10 * 1024 * 1024 - 200);
    server.answer(() => ({ json: { taskView: { task: { id: 'task-1', description: text } } } }));
    const read = await readTask(server.client, 'task-1');
    expect(read.ok && read.value.taskView.task.description?.length).toBe(text.length);
  });
});

describe('a read that cannot be decoded', () => {
  it('was certainly not done, because reading changes nothing', async () => {
    await using server = await startGovernanceServer(() => html);
    await expect(readTask(server.client, 'task-1')).rejects.toMatchObject({
      kind: 'decode',
      certainlyNotDone: true,
    });
  });

  it('has its name cut where that is longer than any', async () => {
    const endless = { displayName: 'x'.repeat(1_000_000), description: 'y'.repeat(1_000_000) };
    await using server = await startGovernanceServer(() => ({
      json: { list: [entitlementItem('one', endless)] },
    }));
    const page = await listAppResourceEntitlements(server.client, lamp);
    const [first] = page.ok ? page.value.list : [];
    expect(first?.appEntitlement?.displayName).toHaveLength(3_000);
    expect(first?.appEntitlement?.description).toHaveLength(3_000);
  });

  it('names the item of the list', async () => {
    await using server = await startGovernanceServer(() => ({
      json: { list: [entitlementItem('one'), entitlementItem('two', { durationGrant: 12 })] },
    }));
    await expect(listAppResourceEntitlements(server.client, lamp)).rejects.toThrow(
      'GET /api/v1/apps/{app_id}/entitlements/resource_types/{app_resource_type_id}/resources/{app_resource_id}: ' +
        'list[1].appEntitlement.durationGrant: expected string',
    );
  });
});

describe('an answer with everything null or left out', () => {
  it.each([
    [
      'null',
      Object.fromEntries(Object.keys(grantAnswer.taskView.task).map((name) => [name, null])),
    ],
    ['left out', {}],
  ])('tells nothing of a task but its id (%s)', async (_, members) => {
    await using server = await startGovernanceServer(() => ({
      json: { taskView: { task: { ...members, id: 'task-1' } } },
    }));
    const tasks = await server.port('taskRead').readTasks(['task-1']);
    expect(tasks.get('task-1')).toEqual({
      id: 'task-1',
      numericId: '',
      state: 'untold',
      outcome: 'none',
      outcomeAt: null,
      actions: [],
      currentStepId: null,
      stepApprovers: [],
      approvers: [],
      target: null,
      appId: '',
      appName: '',
      entitlements: [],
      justification: '',
      grantDurationSeconds: null,
      emergency: null,
      untold: ['type', 'step', 'reviewers', 'approvers'],
      origin: 'TASK_ORIGIN_UNSPECIFIED',
      recommendation: null,
      insights: [],
      lastUsedAt: null,
      sourceRequestId: null,
    });
  });

  it('is an empty list', async () => {
    await using server = await startGovernanceServer(() => ({
      json: { list: null, expanded: null, nextPageToken: null },
    }));
    const page = await listAppResourceEntitlements(server.client, lamp);
    expect(page).toEqual({ ok: true, value: { list: [], expanded: [], nextPageToken: '' } });
  });
});
