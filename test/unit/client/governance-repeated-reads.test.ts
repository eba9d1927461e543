import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { searchTasks } from '../../../src/service/client/optional-operations.ts';
import { createGrantTask, performTaskAction, readTask } from '../../support/governance-calls.ts';
import { grantAnswer } from '../../support/governance-fixtures.ts';
import { clientOf, startGovernanceServer } from '../../support/governance-server.ts';

const grant = { appId: 'app-1', appEntitlementId: 'ent-1', identityUserId: 'user-1' };
const approve = { verb: 'approve', policyStepId: 'step-1', comment: 'ok' } as const;
const emptyPage = { json: { list: [], nextPageToken: '' } };

describe('a read that failed for the moment', () => {
  const busy = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
    status,
    raw: 'busy',
    headers,
  });

  it.each([
    ['HTTP 502', busy(502)],
    ['HTTP 503', busy(503)],
    ['HTTP 504', busy(504)],
    ['a lost connection', { by: (response: ServerResponse) => response.destroy() }],
  ])('is sent again after %s, a search too', async (_what, failing) => {
    await using server = await startGovernanceServer((_asked, count) =>
      count % 3 === 0 ? { json: { ...grantAnswer, ...emptyPage.json } } : failing,
    );
    expect(await readTask(server.client, 'task-1')).toMatchObject({ ok: true });
    expect(await server.client.call(searchTasks, { path: {}, body: {} })).toMatchObject({
      ok: true,
    });
    expect(server.asked).toHaveLength(6);
  });

  it.each([
    ['HTTP 503', busy(503)],
    ['a lost connection', { by: (response: ServerResponse) => response.destroy() }],
  ])('is unlike a grant and an action, which are sent once: %s', async (_what, failing) => {
    await using server = await startGovernanceServer(() => failing);
    await expect(createGrantTask(server.client, grant)).rejects.toMatchObject({
      certainlyNotDone: false,
    });
    await expect(performTaskAction(server.client, 'task-1', approve)).rejects.toMatchObject({
      certainlyNotDone: false,
    });
    expect(server.asked).toHaveLength(2);
  });

  it.each([429, 500, 501])(
    'is sent once after HTTP %i, which a repetition does not help',
    async (status) => {
      await using server = await startGovernanceServer(() => busy(status));
      await expect(readTask(server.client, 'task-1')).rejects.toMatchObject({ httpStatus: status });
      expect(server.asked).toHaveLength(1);
    },
  );

  it('is sent again after Retry-After, or not at all if that is too late', async () => {
    await using server = await startGovernanceServer();
    const pauses: number[] = [];
    await using client = clientOf(server.url, {
      pause: async (milliseconds) => pauses.push(milliseconds),
    });
    server.answer(() => busy(503, { 'retry-after': '2' }));
    await expect(readTask(client, 'task-1')).rejects.toMatchObject({
      httpStatus: 503,
      retryAfterMs: 2_000,
    });
    expect([server.asked.length, pauses]).toEqual([3, [2_000, 2_000]]);
    server.answer(() => busy(503, { 'retry-after': '60' }));
    await expect(readTask(client, 'task-1')).rejects.toMatchObject({
      httpStatus: 503,
      retryAfterMs: 60_000,
    });
    expect([server.asked.length, pauses.length]).toEqual([4, 2]);
  });

  it('is not sent again more than five seconds after the first time', async () => {
    await using server = await startGovernanceServer();
    let seconds = 0;
    await using client = clientOf(server.url, {
      now: () => new Date(Date.parse('2026-03-01T08:00:00Z') + seconds * 1_000),
    });
    server.answer(() => {
      seconds += 3;
      return busy(503);
    });
    await expect(readTask(client, 'task-1')).rejects.toMatchObject({ httpStatus: 503 });
    expect(server.asked).toHaveLength(2);
  });
});
