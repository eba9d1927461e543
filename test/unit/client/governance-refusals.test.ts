import { describe, expect, it } from 'vitest';
import { createGrantTask } from '../../support/governance-calls.ts';
import { clientSecret, startGovernanceServer } from '../../support/governance-server.ts';

const grant = { appId: 'app-1', appEntitlementId: 'ent-1', identityUserId: 'user-1' };

describe('an answer outside 2xx', () => {
  it.each([
    [429, 'rate-limited', true],
    [500, 'http', false],
    [501, 'http', true],
    [502, 'http', false],
    [503, 'http', false],
    [504, 'http', false],
    [499, 'http', false],
    [408, 'http', false],
    [405, 'http', true],
    [413, 'http', true],
    [302, 'http', false],
  ])(
    'HTTP %i to a grant is a failure (%s, certainly not done: %s)',
    async (status, kind, certainlyNotDone) => {
      await using server = await startGovernanceServer(() => ({
        status,
        json: { code: 2, message: 'the fog is thick' },
      }));
      await expect(createGrantTask(server.client, grant)).rejects.toMatchObject({
        name: 'OutwardFailure',
        system: 'governance',
        kind,
        certainlyNotDone,
        httpStatus: status,
        message: `POST /api/v1/task/grant: HTTP ${status}, code 2 "the fog is thick"`,
      });
      expect(server.asked).toHaveLength(1);
    },
  );

  it.each([
    ['7', 7_000],
    ['1.5', 1_500],
    ['Sun, 01 Mar 2026 08:01:30 GMT', 90_000],
    ['Sun, 01 Mar 2026 07:00:00 GMT', 0],
    ['soon', null],
    ['-3', null],
    ['', null],
  ])('Retry-After %j means %s ms', async (header, retryAfterMs) => {
    await using server = await startGovernanceServer();
    for (const status of [429, 503]) {
      server.answer(() => ({ status, json: { code: 8 }, headers: { 'retry-after': header } }));
      await expect(createGrantTask(server.client, grant)).rejects.toMatchObject({ retryAfterMs });
    }
  });

  it.each([400, 403, 404, 409])(
    'HTTP %i with a proxy’s page is a failure, not a refusal',
    async (status) => {
      await using server = await startGovernanceServer(() => ({
        status,
        raw: '<html>blocked</html>',
        headers: { 'content-type': 'text/html' },
      }));
      await expect(createGrantTask(server.client, grant)).rejects.toMatchObject({
        kind: 'http',
        httpStatus: status,
      });
    },
  );

  it('without a body is still a refusal', async () => {
    await using server = await startGovernanceServer(() => ({ status: 403, raw: '' }));
    expect(await createGrantTask(server.client, grant)).toMatchObject({
      ok: false,
      refusal: { kind: 'forbidden', message: '' },
    });
  });

  it('is a conflict, not a duplicate, if a grant was aborted', async () => {
    await using server = await startGovernanceServer(() => ({
      status: 409,
      json: { code: 10, message: 'try again' },
    }));
    expect(await createGrantTask(server.client, grant)).toMatchObject({
      ok: false,
      refusal: { kind: 'conflict' },
    });
  });

  it.each([
    ['a ticket id', [{ '@type': 'x.y.Dup', ticketId: 'task-9' }]],
    [
      'metadata',
      [
        {
          '@type': 'google.rpc.ErrorInfo',
          reason: 'DUPLICATE',
          metadata: { existing_task_id: 'task-9' },
        },
      ],
    ],
    [
      'a resource name',
      [{ '@type': 'google.rpc.ResourceInfo', resourceType: 'task', resourceName: 'tasks/task-9' }],
    ],
    ['a whole task', [{ id: 'not-this' }, { '@type': 'c1.api.task.v1.Task', id: 'task-9' }]],
    [
      'a task view',
      [{ '@type': 'x', id: 'not-this', taskView: { task: { id: 'task-9', appId: 'app-1' } } }],
    ],
    ['an id deep down', [{ a: [{ b: { c: { id: 'task-9' } } }] }]],
  ])('finds the open task of a duplicate in %s', async (_, details) => {
    await using server = await startGovernanceServer(() => ({
      status: 409,
      json: { code: 6, message: 'duplicate ticket found', details },
    }));
    expect(await createGrantTask(server.client, grant)).toMatchObject({
      ok: false,
      refusal: { kind: 'duplicate', existingTaskId: 'task-9' },
    });
  });

  it.each([[[]], [undefined], ['odd'], [[null, 7, 'task-9', { reason: 'x' }]]])(
    'is a duplicate without an id when details are %j',
    async (details) => {
      await using server = await startGovernanceServer(() => ({
        status: 409,
        json: { code: 6, message: 'duplicate ticket found', details },
      }));
      expect(await createGrantTask(server.client, grant)).toMatchObject({
        refusal: { kind: 'duplicate', existingTaskId: null },
      });
    },
  );

  it('never puts a quoted token or secret into a message', async () => {
    await using server = await startGovernanceServer();
    const quoting = `bad header "Authorization: Bearer token-1" with ${clientSecret} and token-1`;
    server.answer(() => ({ status: 403, json: { code: 7, message: quoting } }));
    const refused = await createGrantTask(server.client, grant);
    expect(refused.ok ? '' : refused.refusal.message).toBe(
      'bad header "Authorization: Bearer [redacted]" with [redacted] and [redacted]',
    );
    server.answer(() => ({ status: 500, json: { code: 2, message: quoting } }));
    await expect(createGrantTask(server.client, grant)).rejects.toThrow(
      /^(?!.*(token-1|harbour-secret)).*$/,
    );
  });

  it('has the service’s id for the call, from a header', async () => {
    await using server = await startGovernanceServer(() => ({
      status: 403,
      json: { code: 7 },
      headers: { 'x-correlation-id': 'call-7' },
    }));
    expect(await createGrantTask(server.client, grant)).toMatchObject({
      refusal: { serviceRequestId: 'call-7' },
    });
  });
});
