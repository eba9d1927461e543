import { describe, expect, it } from 'vitest';
import { createAccessGovernance } from '../../../src/service/access-governance.ts';
import { TenantCapabilities } from '../../../src/service/capabilities.ts';
import { performTaskAction } from '../../../src/service/client/optional-operations.ts';
import { grantAnswer } from '../../support/governance-fixtures.ts';
import { clientOf, startGovernanceServer } from '../../support/governance-server.ts';

const started = new Date('2026-03-01T08:00:00Z');

/** A clock that the test moves. */
function clock() {
  let atMs = started.getTime();
  const pass = (ms: number): void => {
    atMs += ms;
  };
  return { now: () => new Date(atMs), pass };
}

const order = {
  path: { task_id: 'task-1', verb: 'approve' },
  body: {},
  sendBefore: new Date(started.getTime() + 3_000),
};
const late = { kind: 'late', certainlyNotDone: true };

describe('a question whose age counts', () => {
  it('is told of when each attempt is sent, after its waits', async () => {
    const time = clock();
    const sentAfterMs: number[] = [];
    await using server = await startGovernanceServer((_asked, count) => {
      if (count < 3) return { status: 503, json: {} };
      // A process that is frozen here takes the answer for one that has just arrived.
      time.pass(10_000);
      return { json: { taskView: grantAnswer.taskView } };
    });
    const pause = async (): Promise<void> => time.pass(1_000);
    await using client = clientOf(server.url, { now: time.now, pause });
    server.answerToken(() => {
      time.pass(2_000);
      return { json: { access_token: 'token', expires_in: 600 } };
    });
    const operations = new Set(['taskRead'] as const);
    const governance = createAccessGovernance(client, {
      tenant: new TenantCapabilities(operations),
    });
    let arrivedAfterMs = 0;
    const afterMs = (): number => time.now().getTime() - started.getTime();
    await governance.readTasks([grantAnswer.taskView.task.id], {
      onSend: () => sentAfterMs.push(afterMs()),
      onArrival: () => {
        arrivedAfterMs = afterMs();
      },
    });
    expect(sentAfterMs).toEqual([2_000, 3_000, 4_000]);
    expect(arrivedAfterMs).toBe(14_000);
  });

  it('is told of when it is a search as well', async () => {
    let sent = 0;
    await using server = await startGovernanceServer(() => ({
      json: { list: [{ task: grantAnswer.taskView.task }], nextPageToken: '' },
    }));
    const operations = new Set(['taskSearch'] as const);
    const governance = server.port(...operations);
    const onSend = (): void => {
      sent += 1;
    };
    await governance.readTasks([grantAnswer.taskView.task.id], { onSend });
    expect(sent).toBe(1);
  });
});

describe('a call that has to be sent before a time', () => {
  it('is sent until then', async () => {
    const time = clock();
    await using server = await startGovernanceServer(() => ({ json: {} }));
    await using client = clientOf(server.url, { now: time.now });
    time.pass(3_000);
    expect((await client.call(performTaskAction, order)).ok).toBe(true);
    expect(server.asked).toHaveLength(1);
  });

  it('is not sent after that, as after a process that was stopped', async () => {
    const time = clock();
    await using server = await startGovernanceServer(() => ({ json: {} }));
    await using client = clientOf(server.url, { now: time.now });
    time.pass(3_001);
    await expect(client.call(performTaskAction, order)).rejects.toMatchObject(late);
    expect(server.asked).toEqual([]);
    expect((await client.call(performTaskAction, { ...order, sendBefore: undefined })).ok).toBe(
      true,
    );
  });

  it('is not sent when the token took too long', async () => {
    const time = clock();
    await using server = await startGovernanceServer(() => ({ json: {} }));
    await using client = clientOf(server.url, { now: time.now });
    server.answerToken(() => {
      time.pass(4_000);
      return { json: { access_token: 'token', expires_in: 600 } };
    });
    await expect(client.call(performTaskAction, order)).rejects.toMatchObject(late);
    expect(server.asked).toEqual([]);
  });

  it('is not sent again after a 401 that came too late', async () => {
    const time = clock();
    await using server = await startGovernanceServer();
    await using client = clientOf(server.url, { now: time.now });
    server.answer(() => {
      time.pass(4_000);
      return { status: 401, json: {} };
    });
    await expect(client.call(performTaskAction, order)).rejects.toMatchObject(late);
    expect(server.asked).toHaveLength(1);
  });

  it('is not sent when it waited too long for one of the connections', async () => {
    const time = clock();
    await using server = await startGovernanceServer();
    await using client = clientOf(server.url, { now: time.now });
    const waiting: (() => void)[] = [];
    server.answer(({ target }, count) => {
      if (count > 32) throw new Error(`nothing else is sent: ${target}`);
      return new Promise((resolve) => waiting.push(() => resolve({ json: {} })));
    });
    const busy = Array.from({ length: 32 }, () =>
      client.call(performTaskAction, { ...order, sendBefore: undefined }),
    );
    await expect.poll(() => waiting.length).toBe(32);
    const queued = client.call(performTaskAction, order);
    const failed = queued.catch((error: unknown) => error);
    time.pass(4_000);
    for (const answer of waiting) answer();
    expect(await failed).toMatchObject(late);
    await Promise.all(busy);
    expect(server.asked).toHaveLength(32);
  });
});
