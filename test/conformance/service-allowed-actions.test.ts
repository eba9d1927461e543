import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import type { GovernanceCallerOptions } from '../../sandbox/governance/service.ts';
import { runService, useService } from './service-client.ts';

const running = useService();

const prefix = 'TASK_ACTION_TYPE_';
const actionsOf = (task: unknown): readonly string[] =>
  listAt(task, 'actions').map((action) => String(action).slice(prefix.length));

const callers: readonly GovernanceCallerOptions[] = [
  { clientId: 'reader', clientSecret: 'secret', userId: 'user-jonas', permissions: ['read'] },
  { clientId: 'ana', clientSecret: 'secret', userId: 'user-ana', permissions: ['read'] },
  { clientId: 'ben', clientSecret: 'secret', userId: 'user-ben', permissions: ['read', 'request'] },
];

test('a plain request offers what a reviewer needs', async () => {
  expect(actionsOf(await running.client.granted())).toEqual([
    'APPROVE',
    'DENY',
    'COMMENT',
    'REASSIGN',
    'CLOSE',
    'RESTART',
  ]);
});

test('escalation is offered where it is possible and has not happened', async () => {
  const id = textAt(
    await running.client.granted({ appEntitlementId: 'ent-platform-deploy' }),
    'id',
  );
  expect(actionsOf(await running.client.task(id))).toContain('ESCALATE_TO_EMERGENCY_ACCESS');
  await running.client.act(id, 'escalate', { comment: 'the lamp is out' });
  expect(actionsOf(await running.client.task(id))).not.toContain('ESCALATE_TO_EMERGENCY_ACCESS');
});

test('a step that needs the browser offers no plain approval', async () => {
  const task = await running.client.granted({ appEntitlementId: 'admin' });
  expect(actionsOf(task)).toContain('APPROVE_WITH_STEP_UP');
  expect(actionsOf(task)).not.toContain('APPROVE');
});

test('while access is given nobody can decide any more', async () => {
  const id = textAt(await running.client.granted(), 'id');
  await running.client.approve(id);
  expect(actionsOf(await running.client.task(id))).toEqual([
    'COMMENT',
    'PROCESS_NOW',
    'CLOSE',
    'RESTART',
  ]);
});

test('actions and permissions depend on the caller', async () => {
  await using running = await runService({ clients: callers });
  const id = textAt(await running.client.granted(), 'id');
  expect(actionsOf(await (await running.as('reader')).task(id))).toEqual([]);
  expect(actionsOf(await (await running.as('ana')).task(id))).toEqual([
    'APPROVE',
    'DENY',
    'COMMENT',
    'REASSIGN',
  ]);
  expect(actionsOf(await (await running.as('ben')).task(id))).toEqual(['COMMENT', 'CLOSE']);
  const seen = async (clientId: string) =>
    at(
      (await (await running.as(clientId)).get(`/api/v1/tasks/${id}`)).body,
      'taskView',
      'objectPermissions',
    );
  expect(await seen('reader')).toEqual({
    read: true,
    edit: false,
    delete: false,
    extra: { comment: false },
  });
  const own = await running.client.get(`/api/v1/tasks/${id}`);
  expect(at(own.body, 'taskView', 'objectPermissions')).toEqual({
    read: true,
    edit: true,
    delete: true,
    extra: { comment: true },
  });
});

test('an action that is not offered is refused', async () => {
  await using running = await runService({ clients: callers });
  const task = await running.client.granted({ identityUserId: 'user-ana' });
  const body = { policyStepId: at(task, 'policy', 'current', 'id') };
  const id = textAt(task, 'id');
  for (const clientId of ['reader', 'ana', 'ben']) {
    const answer = await (await running.as(clientId)).act(id, 'approve', body);
    expect([clientId, answer.status, at(answer.body, 'code')]).toEqual([clientId, 403, 7]);
  }
  expect(at(await running.client.task(id), 'approverIds')).toEqual([]);
});
