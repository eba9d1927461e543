import { describe, expect, it } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { useService } from './service-client.ts';

const running = useService();

const onTasks = { method: 'GET', path: '/api/v1/tasks/*' } as const;

async function asked(): Promise<string> {
  return textAt((await running.client.grant()).body, 'taskView', 'task', 'id');
}

const read = (id: string) => running.client.get(`/api/v1/tasks/${id}`);

async function control(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${running.service.url}/sandbox/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

describe('answers that are well-formed and wrong', () => {
  it('answers every matching call with the planned body, and does nothing', async () => {
    const body = { taskView: { task: { id: 'task-of-nobody' } }, expanded: [] };
    running.service.fault({
      method: 'POST',
      path: '/api/v1/task/grant',
      kind: 'answer',
      times: 'every',
      body,
    });
    expect((await running.client.grant()).body).toEqual(body);
    expect(await running.client.grant()).toMatchObject({ status: 200, body });
    expect(running.service.tasks()).toEqual([]);
    running.service.clearFaults();
    await asked();
    expect(running.service.tasks()).toHaveLength(1);
  });

  it('changes fields of the real answer, once by default', async () => {
    const id = await asked();
    const changes = [
      { path: 'taskView.task.state', value: 'TASK_STATE_CLOSED' },
      { path: 'taskView.task.approverIds' },
    ];
    running.service.fault({ ...onTasks, kind: 'patch', changes });
    const lie = (await read(id)).body;
    expect(at(lie, 'taskView', 'task')).toMatchObject({ id, state: 'TASK_STATE_CLOSED' });
    expect(at(lie, 'taskView', 'task', 'approverIds')).toBeUndefined();
    expect(at((await read(id)).body, 'taskView', 'task', 'state')).toBe('TASK_STATE_OPEN');
  });

  it('lies only about the calls that name what it is about', async () => {
    const changes = [{ path: 'list', value: [] }];
    const search = (email: string) => running.client.post('/api/v1/search/users', { email });
    const lie = {
      method: 'POST',
      path: '/api/v1/search/users',
      about: 'ben@',
      kind: 'patch',
      changes,
    } as const;
    running.service.fault({ ...lie, times: 'every' });
    expect(listAt((await search('ana@acme.example')).body, 'list')).toHaveLength(1);
    expect(listAt((await search('ben@acme.example')).body, 'list')).toEqual([]);
  });

  it.each([
    ['ids', { id: expect.any(String) }],
    ['nulls', expect.objectContaining({ state: null, policy: null, stepApproverIds: null })],
    ['unknown', expect.objectContaining({ state: 'TASK_STATE_OF_TOMORROW' })],
  ] as const)(
    'tells of a task as little as “%s” lets it, from the call on that is named',
    async (silence, task) => {
      running.service.setSilence(silence, 'task/grant');
      const id = await asked();
      expect(at((await read(id)).body, 'taskView', 'task')).toEqual(task);
      const found = await running.client.post('/api/v1/search/tasks', { refs: [{ id }] });
      expect(at(found.body, 'list', '0', 'task')).toEqual(task);
      await control('setSilence', { silence: null });
      expect(at((await read(id)).body, 'taskView', 'task', 'state')).toBe('TASK_STATE_OPEN');
    },
  );

  it('takes the same over HTTP', async () => {
    const lie = {
      ...onTasks,
      kind: 'patch',
      changes: [{ path: 'taskView.task.numericId', value: '7' }],
    };
    expect((await control('faults', lie)).status).toBe(200);
    expect(at((await read(await asked())).body, 'taskView', 'task', 'numericId')).toBe('7');
    expect((await control('faults', { ...onTasks, kind: 'patch', changes: [] })).status).toBe(400);
  });
});

describe('a world that changes', () => {
  it('changes a task underneath its card, so that every reading agrees', async () => {
    const id = await asked();
    running.service.changeTask(id, {
      grantDuration: '31536000s',
      description: 'for ever',
      emergencyAccess: true,
    });
    const task = at((await read(id)).body, 'taskView', 'task');
    expect(task).toMatchObject({ description: 'for ever', emergencyAccess: true });
    expect(at(task, 'type', 'grant', 'grantDuration')).toBe('31536000s');
    const other = {
      identityUserId: 'user-goran',
      requestData: { why: 'other' },
      reviewerIds: ['user-chen'],
    };
    expect((await control(`changeTask/${id}`, other)).status).toBe(200);
    const changed = at((await read(id)).body, 'taskView', 'task');
    expect(changed).toMatchObject({
      userId: 'user-goran',
      data: { why: 'other' },
      stepApproverIds: ['user-chen'],
    });
  });

  it('changes who a person is, for every endpoint', async () => {
    running.service.setIdentity('user-ben', { status: 'DISABLED' });
    expect((await running.client.grant()).status).toBe(403);
    running.service.setIdentity('user-ben', { status: 'ENABLED', email: 'benjamin@acme.example' });
    const found = async (email: string) =>
      listAt((await running.client.post('/api/v1/search/users', { email })).body, 'list').length;
    expect(await found('ben@acme.example')).toBe(0);
    expect(await found('benjamin@acme.example')).toBe(1);
    const gone = { deletedAt: '2026-01-01T00:00:00.000Z' };
    expect((await control('setIdentity/user-ben', gone)).status).toBe(200);
    expect(await found('benjamin@acme.example')).toBe(0);
  });

  it('finds tasks late by a search, and not by their ids', async () => {
    const id = await asked();
    const found = async () =>
      listAt((await running.client.post('/api/v1/search/tasks', {})).body, 'list').length;
    expect((await control('setSearchLag', { seconds: 3_600 })).status).toBe(200);
    expect(await found()).toBe(0);
    expect((await read(id)).status).toBe(200);
    running.service.setSearchLag(0);
    expect(await found()).toBe(1);
    expect((await control('setSearchLag', { seconds: -1 })).status).toBe(400);
  });

  it('refuses what does not exist', async () => {
    expect(() => running.service.setIdentity('user-nobody', {})).toThrow('user');
    expect((await control('setIdentity/user-nobody', {})).status).toBe(400);
    expect((await control('changeTask/task-none', {})).status).toBe(400);
    expect((await control('setIdentity/user-ben', { shoeSize: 43 })).status).toBe(400);
  });
});
