import { describe, expect, it } from 'vitest';
import type { GrantOrder } from '../../../src/use-cases/ports/ports.ts';
import { grantAnswer, grantAnswerWith, listedUser } from '../../support/governance-fixtures.ts';
import { startGovernanceServer } from '../../support/governance-server.ts';

const order: GrantOrder = {
  appId: 'app-lighthouse',
  entitlementId: 'entitlement-foghorn',
  identityUserId: 'user-noor',
  justification: 'INC-42: fog over the north rock',
  durationSeconds: 3600,
  emergency: true,
  requestData: { ticket: 'INC-42' },
  source: {
    conversationId: 'C1',
    externalUrl: 'https://acme.example/archives/C1',
    integrationId: 'T1',
    requestId: 'request-7',
    isExtension: false,
  },
};

describe('asking for a grant', () => {
  it('sends the documented fields and asks to expand everything', async () => {
    await using server = await startGovernanceServer(() => ({ json: grantAnswer }));
    await server.port().requestGrant(order);
    const [asked] = server.asked;
    expect(`${asked?.method} ${asked?.target}`).toBe('POST /api/v1/task/grant');
    expect(asked?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'content-type': 'application/json',
    });
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      appId: 'app-lighthouse',
      appEntitlementId: 'entitlement-foghorn',
      identityUserId: 'user-noor',
      description: 'INC-42: fog over the north rock',
      emergencyAccess: true,
      grantDuration: '3600s',
      requestData: { ticket: 'INC-42' },
      expandMask: { paths: ['*'] },
      source: order.source,
    });
  });

  it('leaves out the duration and the request data that were not given', async () => {
    await using server = await startGovernanceServer(() => ({ json: grantAnswer }));
    await server.port().requestGrant({
      ...order,
      durationSeconds: null,
      requestData: null,
    });
    const body: unknown = JSON.parse(server.asked[0]?.body ?? '');
    expect(body).not.toHaveProperty('grantDuration');
    expect(body).not.toHaveProperty('requestData');
  });

  it('returns the task with everything that a card needs', async () => {
    await using server = await startGovernanceServer(() => ({ json: grantAnswer }));
    const result = await server.port().requestGrant(order);
    expect(result).toMatchObject({
      ok: true,
      value: {
        id: 'task-foghorn',
        numericId: '9007199254740993',
        state: 'open',
        outcome: 'none',
        outcomeAt: null,
        actions: [
          'TASK_ACTION_TYPE_APPROVE',
          'TASK_ACTION_TYPE_DENY',
          'TASK_ACTION_TYPE_BLOW_THE_HORN',
        ],
        currentStepId: 'step-1',
        approvalStep: { number: 1, of: 1 },
        stepApprovers: [
          { id: 'user-liam', name: 'Liam O’Connor', email: 'liam@acme.example' },
          { id: 'user-oskar', name: 'Oskar Ek', email: 'oskar@acme.example' },
        ],
        approvers: [{ id: 'user-ana', name: 'Ana Lindqvist', email: 'ana@acme.example' }],
        target: { id: 'user-noor', name: 'Noor van Dijk', email: 'noor@acme.example' },
        appId: 'app-lighthouse',
        appName: 'Lighthouse Control',
        entitlements: [
          {
            appId: 'app-lighthouse',
            id: 'entitlement-foghorn',
            name: 'Foghorn operator',
            description: 'May sound the foghorn',
            riskLevel: 'risk-loud',
          },
        ],
        justification: 'INC-42: fog over the north rock',
        grantDurationSeconds: 3600,
        emergency: true,
        origin: 'TASK_ORIGIN_CHATAPP',
        recommendation: 'review',
        insights: ['Nobody in the team has it'],
        lastUsedAt: '2026-02-01T00:00:00Z',
        sourceRequestId: 'request-7',
      },
    });
  });

  it('looks up names with userSearch if the answer has only ids', async () => {
    await using server = await startGovernanceServer(({ target }) =>
      target === '/api/v1/search/users'
        ? {
            json: {
              list: [listedUser('user-liam', 'Liam O’Connor', 'liam@acme.example')],
              nextPageToken: '',
            },
          }
        : { json: grantAnswerWith({ expanded: [] }) },
    );
    const result = await server.port('userSearch').requestGrant(order);
    expect(result.ok && result.value.stepApprovers).toEqual([
      { id: 'user-liam', name: 'Liam O’Connor', email: 'liam@acme.example' },
      { id: 'user-oskar', name: 'user-oskar', email: null },
    ]);
    const refs: unknown = JSON.parse(server.asked[1]?.body ?? '');
    expect(refs).toMatchObject({
      refs: expect.arrayContaining([{ id: 'user-oskar' }, { id: 'user-noor' }]),
    });
  });

  it('uses the names that the search returned before it repeated a cursor', async () => {
    await using server = await startGovernanceServer();
    const named = ['user-liam', 'user-oskar', 'user-noor'].map((id) =>
      listedUser(id, `Name of ${id}`, `${id}@acme.example`),
    );
    server.answer(({ target }) =>
      target === '/api/v1/search/users'
        ? { json: { list: named, nextPageToken: 'again' } }
        : { json: grantAnswerWith({ expanded: [] }) },
    );
    const result = await server.port('userSearch').requestGrant(order);
    expect(result.ok && result.value.stepApprovers.map((person) => person.name)).toEqual([
      'Name of user-liam',
      'Name of user-oskar',
    ]);
    expect(server.asked).toHaveLength(3);
  });

  it('keeps the new task when the search for names fails', async () => {
    await using server = await startGovernanceServer(({ target }) =>
      target === '/api/v1/search/users'
        ? { status: 503, raw: 'busy' }
        : { json: grantAnswerWith({ expanded: null }) },
    );
    const result = await server.port('userSearch').requestGrant(order);
    expect(result.ok && result.value.stepApprovers.map((person) => person.name)).toEqual([
      'user-liam',
      'user-oskar',
    ]);
  });

  it('returns the id of the open task if there is one already', async () => {
    await using server = await startGovernanceServer(() => ({
      status: 409,
      headers: { 'x-request-id': 'call-1' },
      json: {
        code: 6,
        message: 'duplicate ticket found',
        details: [{ '@type': 'x.Duplicate', ticketId: 'task-old' }],
      },
    }));
    const result = await server.port().requestGrant(order);
    expect(result).toEqual({
      ok: false,
      refusal: {
        kind: 'duplicate',
        message: 'duplicate ticket found',
        existingTaskId: 'task-old',
        serviceRequestId: 'call-1',
      },
    });
  });
});

describe('reviewing', () => {
  it('sends the step and the comment to the path of the verb', async () => {
    await using server = await startGovernanceServer(() => ({
      json: { ...grantAnswer, ticketActionId: 'action-1' },
    }));
    const governance = server.port('taskActions');
    const done = await governance.act({
      taskId: 'task/1',
      act: 'deny',
      stepId: 'step-1',
      comment: 'Too loud',
    });
    expect(done).toEqual({ ok: true, value: undefined });
    expect(server.asked[0]?.target).toBe('/api/v1/tasks/task%2F1/action/deny');
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({
      policyStepId: 'step-1',
      comment: 'Too loud',
    });
  });

  it.each([
    [403, 7, 'the request has advanced to a new approval step', 'step-moved-on'],
    [403, 7, 'not an approver', 'forbidden'],
    [400, 9, 'task is closed', 'closed'],
    [400, 3, 'bad comment', 'invalid'],
    [404, 5, 'no such task', 'not-found'],
    [409, 10, 'somebody else is at it', 'conflict'],
  ])('reads HTTP %i with code %i, "%s", as %s', async (status, code, message, kind) => {
    await using server = await startGovernanceServer(() => ({ status, json: { code, message } }));
    const governance = server.port('taskActions');
    const done = await governance.act({
      taskId: 'task-1',
      act: 'approve',
      stepId: 'step-1',
      comment: '',
    });
    expect(done).toMatchObject({ ok: false, refusal: { kind, message, existingTaskId: null } });
  });
});
