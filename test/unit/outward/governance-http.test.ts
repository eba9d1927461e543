/** Long because each way in which an exchange can end has a test. */
import { describe, expect, it } from 'vitest';
import type { CallLine } from '../../../src/service/client/http/http.ts';
import {
  createGrantTask,
  listAppResourceEntitlements,
  performTaskAction,
  readTask,
} from '../../support/governance-calls.ts';
import { grantAnswer } from '../../support/governance-fixtures.ts';
import {
  type Answer,
  clientOf,
  deadUrl,
  startGovernanceServer,
} from '../../support/governance-server.ts';

const grant = { appId: 'app-1', appEntitlementId: 'ent-1', identityUserId: 'user-1' };

const approve = { verb: 'approve', policyStepId: 'step-1', comment: 'ok' } as const;

const emptyPage = { json: { list: [], nextPageToken: '' } };

describe('addresses', () => {
  it.each(['../x?y#z', 'a/b c', 'ö🦭', '%2F', 'a+b&c=d', '...', ' '])(
    'carries the id %j to the service as that id',
    async (id) => {
      await using server = await startGovernanceServer(() => emptyPage);
      await listAppResourceEntitlements(server.client, {
        appId: id,
        resourceTypeId: 'type',
        resourceId: id,
      });
      const segments = server.asked[0]?.target.split('/') ?? [];
      expect(segments).toHaveLength(10);
      expect(
        [segments[4], segments[9]].map((segment) => decodeURIComponent(segment ?? '')),
      ).toEqual([id, id]);
    },
  );

  it.each(['', '.', '..', '\ud800'])(
    'refuses the id %j, which no path can carry, before anything is sent',
    async (id) => {
      await using server = await startGovernanceServer();
      expect(await readTask(server.client, id)).toMatchObject({
        ok: false,
        refusal: { kind: 'invalid' },
      });
      expect([server.asked.length, server.tokenRequests.length]).toEqual([0, 0]);
    },
  );

  it.each([
    ['camel', '?pageSize=50&pageToken=a%2Fb'],
    ['snake', '?page_size=50&page_token=a%2Fb'],
  ] as const)('writes query parameters in %s case', async (queryCase, query) => {
    await using server = await startGovernanceServer();
    await using client = clientOf(server.url, { queryCase });
    server.answer(() => emptyPage);
    const lamp = { appId: 'app', resourceTypeId: 'type', resourceId: 'res' };
    await listAppResourceEntitlements(client, lamp, { pageSize: 50, pageToken: 'a/b' });
    expect(server.asked[0]?.target.endsWith(query)).toBe(true);
  });

  it('keeps a path prefix of the base address', async () => {
    await using server = await startGovernanceServer();
    await using client = clientOf(`${server.url}/gateway/`);
    server.answer(() => ({ json: grantAnswer }));
    await readTask(client, 'task-1');
    expect(server.asked[0]?.target).toBe('/gateway/api/v1/tasks/task-1');
    expect(server.tokenRequests).toHaveLength(1);
  });

  it('does not send a body of more than 4 MiB', async () => {
    await using server = await startGovernanceServer();
    const result = await createGrantTask(server.client, {
      ...grant,
      description: 'x'.repeat(4 * 1024 * 1024),
    });
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'invalid' } });
    expect(server.asked).toHaveLength(0);
  });
});

describe('a service that cannot be reached', () => {
  it('is sent a read three times, and a grant once', async () => {
    await using tokens = await startGovernanceServer();
    const lines: CallLine[] = [];
    await using client = clientOf(deadUrl, {
      tokenUrl: `${tokens.url}/auth/v1/token`,
      log: (line) => lines.push(line),
    });
    await expect(readTask(client, 'task-1')).rejects.toMatchObject({
      kind: 'network',
      certainlyNotDone: true,
    });
    expect(lines.filter((line) => line.path === '/api/v1/tasks/{task_id}')).toHaveLength(3);
    await expect(createGrantTask(client, grant)).rejects.toMatchObject({
      kind: 'network',
      certainlyNotDone: true,
      message: 'POST /api/v1/task/grant: no connection (ECONNREFUSED)',
    });
    expect(lines.filter((line) => line.path === '/api/v1/task/grant')).toHaveLength(1);
  });

  it('is tried again after growing pauses with jitter', async () => {
    await using tokens = await startGovernanceServer();
    const pauses: number[] = [];
    const jitter = [0, 0.9];
    await using client = clientOf(deadUrl, {
      tokenUrl: `${tokens.url}/auth/v1/token`,
      pause: async (milliseconds) => pauses.push(milliseconds),
      random: () => jitter.shift() ?? 0,
    });
    await expect(readTask(client, 'task-1')).rejects.toThrow('no connection');
    expect(pauses).toEqual([25, 140]);
  });
});

describe('an answer that does not come', () => {
  /**
   * A client that waits for a short time, and has its token and a connection: on a busy machine
   * these would take longer. The server answers from now on as `answer` says.
   */
  async function impatientClient(
    server: Awaited<ReturnType<typeof startGovernanceServer>>,
    answer: Answer,
  ) {
    const client = clientOf(server.url, { timeoutMs: 400 });
    server.answer(() => ({ json: grantAnswer }));
    await expect
      .poll(() =>
        readTask(client, 'task-1').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    server.answer(() => answer);
    return client;
  }

  it('is a timeout, and a write may have been carried out', async () => {
    await using server = await startGovernanceServer();
    await using client = await impatientClient(server, { by: () => undefined });
    const before = server.asked.length;
    await expect(createGrantTask(client, grant)).rejects.toMatchObject({
      kind: 'timeout',
      certainlyNotDone: false,
    });
    await expect.poll(() => server.asked.length).toBe(before + 1);
    await expect(readTask(client, 'task-1')).rejects.toMatchObject({
      kind: 'timeout',
      certainlyNotDone: true,
    });
    await expect.poll(() => server.asked.length).toBe(before + 1 + 3);
  });

  it('is a timeout if it stops in the middle of the body', async () => {
    await using server = await startGovernanceServer();
    await using client = await impatientClient(server, {
      by: (response) => response.write('{"taskView":'),
    });
    await expect(createGrantTask(client, grant)).rejects.toMatchObject({
      kind: 'timeout',
      certainlyNotDone: false,
    });
  });

  it('is a timeout if it arrives byte by byte and never ends', async () => {
    await using server = await startGovernanceServer();
    let drops: NodeJS.Timeout | undefined;
    await using client = await impatientClient(server, {
      by: (response) => {
        drops = setInterval(() => response.write(' '), 20);
      },
    });
    await expect(createGrantTask(client, grant)).rejects.toMatchObject({
      kind: 'timeout',
      certainlyNotDone: false,
    });
    clearInterval(drops);
  });

  it('is a network failure if the connection is lost, and a write is not sent again', async () => {
    await using server = await startGovernanceServer(() => ({
      by: (response) => response.destroy(),
    }));
    await expect(performTaskAction(server.client, 'task-1', approve)).rejects.toMatchObject({
      kind: 'network',
      certainlyNotDone: false,
    });
    expect(server.asked).toHaveLength(1);
    await expect(readTask(server.client, 'task-1')).rejects.toMatchObject({
      kind: 'network',
      certainlyNotDone: true,
    });
    expect(server.asked).toHaveLength(1 + 3);
  });
});

describe('connections', () => {
  it('are kept open from one call to the next', async () => {
    await using server = await startGovernanceServer(() => ({ json: grantAnswer }));
    for (let call = 0; call < 20; call++) await readTask(server.client, 'task-1');
    expect(server.asked).toHaveLength(20);
    // The pool may not yet have the previous call's connection back.
    expect(server.connections()).toBeLessThanOrEqual(2);
  });

  it('are at most 32, for any number of callers', async () => {
    await using server = await startGovernanceServer(() => ({ json: grantAnswer }));
    const calls = Array.from({ length: 200 }, () => readTask(server.client, 'task-1'));
    expect((await Promise.all(calls)).every((one) => one.ok)).toBe(true);
    expect(server.connections()).toBeGreaterThan(1);
    expect(server.connections()).toBeLessThanOrEqual(32);
  });
});

describe('the log', () => {
  it('gets one line per exchange, with the path template and without ids, bodies and tokens', async () => {
    await using server = await startGovernanceServer();
    const lines: CallLine[] = [];
    let milliseconds = Date.parse('2026-03-01T08:00:00Z');
    await using client = clientOf(server.url, {
      log: (line) => lines.push(line),
      now: () => {
        milliseconds += 5;
        return new Date(milliseconds);
      },
    });
    server.answer(() => ({ json: grantAnswer, headers: { 'x-request-id': 'call-1' } }));
    await readTask(client, 'task-secret');
    const none = { serviceRequestId: null, durationMs: expect.any(Number) };
    expect(lines).toEqual([
      { ...none, method: 'POST', path: '/auth/v1/token', status: 200 },
      {
        ...none,
        method: 'GET',
        path: '/api/v1/tasks/{task_id}',
        status: 200,
        serviceRequestId: 'call-1',
      },
    ]);
    expect(lines.every((line) => line.durationMs > 0)).toBe(true);
  });
});

describe('a closed client', () => {
  it('finishes the call in flight and refuses further ones', async () => {
    await using server = await startGovernanceServer();
    const client = clientOf(server.url);
    server.answer(() => ({ json: grantAnswer }));
    await readTask(client, 'task-1');
    const inFlight = readTask(client, 'task-2');
    await Promise.all([inFlight, client.close()]);
    expect((await inFlight).ok).toBe(true);
    await expect(readTask(client, 'task-3')).rejects.toMatchObject({
      kind: 'network',
      certainlyNotDone: true,
    });
  });
});

describe('a client of a bot that stops', () => {
  const cutOff = { kind: 'network', system: 'governance' };

  it('cuts off the call under way: what a write has done is not known, a read did nothing', async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = await startGovernanceServer((_asked, count) => {
      if (count === 2) arrived.resolve();
      return { by: () => undefined };
    });
    const stop = new AbortController();
    await using client = clientOf(server.url, { callsEnd: stop.signal });
    const outcomes = Promise.allSettled([
      createGrantTask(client, grant),
      readTask(client, 'task-1'),
    ]);
    await arrived.promise;
    stop.abort(new Error('the bot stops'));
    const [write, read] = await outcomes;
    expect(write).toMatchObject({ reason: { ...cutOff, certainlyNotDone: false } });
    expect(read).toMatchObject({ reason: { ...cutOff, certainlyNotDone: true } });
    await expect(createGrantTask(client, grant)).rejects.toMatchObject({
      ...cutOff,
      certainlyNotDone: true,
    });
    expect(server.asked).toHaveLength(2);
  });
});
