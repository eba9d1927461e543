import { describe, expect, it } from 'vitest';
import { grantAnswer } from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

const { taskView, expanded } = grantAnswer;
const since = new Date('2026-03-01T00:00:00.000Z');
const made = { origin: 'TASK_ORIGIN_PROFILE_MEMBERSHIP', createdAt: '2026-03-02T00:00:00Z' };

async function read(change: object = {}, identityUserId = 'user-noor', rows = 1) {
  let page = 0;
  await using server = await startGovernanceServer(() => {
    page += 1;
    const list = Array.from({ length: rows }, (_, at) => ({
      ...taskView,
      task: { ...taskView.task, ...made, ...change, id: `task-${page}-${at}` },
    }));
    return { json: { list, expanded, nextPageToken: rows > 1 ? `page-${page}` : '' } };
  });
  const client = server.port('taskSearch');
  const tasks = await client.profileTasks(identityUserId, since);
  const body: unknown = JSON.parse(server.asked[0]?.body ?? '');
  return { tasks, body, calls: server.asked.length };
}

describe('the tasks that follow from joining a profile', () => {
  it('are searched by person and time, open or ended, in one call', async () => {
    const { tasks, body, calls } = await read();
    expect(tasks).toMatchObject([{ id: 'task-1-0', origin: made.origin }]);
    expect(calls).toBe(1);
    expect(body).toMatchObject({
      taskStates: ['TASK_STATE_OPEN', 'TASK_STATE_CLOSED'],
      subjectIds: ['user-noor'],
      taskTypes: [{ grant: {} }],
      createdAfter: since.toISOString(),
    });
  });

  it.each([
    ['TASK_ORIGIN_PROFILE_MEMBERSHIP_MANUAL'],
    ['TASK_ORIGIN_PROFILE_MEMBERSHIP_AUTOMATION'],
  ])('may have the origin %s', async (origin) => {
    expect((await read({ origin })).tasks).toHaveLength(1);
  });

  it.each([
    ['of another origin', { origin: 'TASK_ORIGIN_WEBAPP' }],
    ['from before', { createdAt: '2026-02-01T00:00:00Z' }],
  ])('are none %s, whatever the search tells', async (_what, change) => {
    expect((await read(change)).tasks).toEqual([]);
  });

  it('are none of another person', async () => {
    expect((await read({}, 'user-ana')).tasks).toEqual([]);
    const { grant } = taskView.task.type;
    const other = { type: { grant: { ...grant, identityUserId: 'user-ana' } } };
    expect((await read(other)).tasks).toEqual([]);
  });

  it('are read no further than a hundred', async () => {
    const { tasks, calls } = await read({}, 'user-noor', 60);
    expect([tasks.length, calls]).toEqual([100, 2]);
  });
});
