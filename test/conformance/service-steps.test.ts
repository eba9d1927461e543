import { expect, test } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { type RunningService, runService } from './service-client.ts';

const hourMs = 3_600_000;
/** So long that the tests outlive no token. */
const tokenLifetimeSeconds = 7 * 86_400;

async function asked(running: RunningService, appEntitlementId: string): Promise<string> {
  const task = await running.client.granted({
    appId: 'app-bellbuoy',
    appEntitlementId,
    identityUserId: 'user-ben',
  });
  return textAt(task, 'id');
}

test('a form step waits for the target, and ends with valid answers', async () => {
  await using running = await runService({ tokenLifetimeSeconds });
  const id = await asked(running, 'drill-form');
  const task = await running.client.task(id);
  expect(at(task, 'stepApproverIds')).toEqual(['user-ben']);
  expect(at(task, 'policy', 'current', 'form', 'form', 'form', 'displayName')).toBe('The drill');
  expect(at(task, 'policy', 'next', 0, 'approval', 'users', 'userIds')).toEqual([
    'user-ana',
    'user-fatima',
  ]);
  const missing = await running.client.act(id, 'update-request-data', {
    data: { place: 'Seal Bay' },
  });
  expect([missing.status, at(missing.body, 'message')]).toEqual([
    400,
    'request data: kind is required',
  ]);
  const data = { place: 'Seal Bay', kind: 'fire' };
  expect((await running.client.act(id, 'update-request-data', { data })).status).toBe(200);
  const after = await running.client.task(id);
  expect(at(after, 'data')).toEqual(data);
  expect(at(after, 'stepApproverIds')).toEqual(['user-ana', 'user-fatima']);
  expect(at(after, 'policy', 'history', 0, 'form', 'completed')).toMatchObject({
    userId: 'user-access-bot',
  });
});

test('a wait ends at its time, or when it is processed', async () => {
  await using running = await runService({ tokenLifetimeSeconds });
  const [tide, fog] = [await asked(running, 'drill-tide'), await asked(running, 'drill-fog')];
  await running.client.approve(tide);
  const waiting = await running.client.task(tide);
  expect(at(waiting, 'policy', 'current', 'wait', 'name')).toBe('Low tide');
  expect(at(waiting, 'policy', 'current', 'wait', 'untilTime', 'untilTime')).toBe(
    '2026-05-04T10:00:00.000Z',
  );
  expect(at(await running.client.task(fog), 'policy', 'current', 'wait', 'condition')).toEqual({
    condition: 'visibility < 200',
  });
  running.clock.advance(2 * hourMs);
  expect(at(await running.client.task(tide), 'stepApproverIds')).toEqual(['user-fatima']);
  expect((await running.client.act(fog, 'process')).status).toBe(200);
  expect(at(await running.client.task(fog), 'policy', 'current', 'provision')).toBeDefined();
});

test('a manual set-up waits for its person, because no operation of the interface completes it', async () => {
  await using running = await runService({ tokenLifetimeSeconds });
  const id = await asked(running, 'drill-key');
  await running.client.approve(id);
  running.clock.advance(48 * hourMs);
  const task = await running.client.task(id);
  expect(at(task, 'state')).toBe('TASK_STATE_OPEN');
  expect(
    at(
      task,
      'policy',
      'current',
      'provision',
      'provision',
      'provisionPolicy',
      'manual',
      'instructions',
    ),
  ).toBe('Hand over the key.');
  expect(at(task, 'actions')).not.toContain('TASK_ACTION_TYPE_PROCESS_NOW');
  const numericId = textAt(task, 'numericId');
  const done = await fetch(`${running.service.url}/task/${numericId}/act`, {
    method: 'POST',
    body: new URLSearchParams({ as: 'user-goran', verb: 'provision-complete', stepId: '' }),
    headers: { Origin: running.service.url },
    redirect: 'manual',
  });
  expect(done.status).toBe(303);
  expect(at(await running.client.task(id), 'type', 'grant', 'outcome')).toBe(
    'GRANT_OUTCOME_GRANTED',
  );
});

test('a policy accepts, rejects, or asks another system', async () => {
  await using running = await runService({ grantLagMs: 0, tokenLifetimeSeconds });
  const outcomeOf = async (id: string) =>
    at(await running.client.task(id), 'type', 'grant', 'outcome');
  expect(await outcomeOf(await asked(running, 'drill-open'))).toBe('GRANT_OUTCOME_GRANTED');
  const rejected = await asked(running, 'drill-closed');
  expect(await outcomeOf(rejected)).toBe('GRANT_OUTCOME_DENIED');
  const history = at(await running.client.task(rejected), 'policy', 'history', 0, 'reject');
  expect(history).toEqual({ rejectMessage: 'Not in winter.' });
  const radio = await running.client.task(await asked(running, 'drill-radio'));
  expect([
    at(radio, 'stepApproverIds'),
    at(radio, 'policy', 'current', 'approval', 'approval', 'webhook'),
  ]).toEqual([[], { webhookId: 'webhook-harbour-radio' }]);
});

test('a delegate decides when the step allows it, and the policy still names who is away', async () => {
  await using running = await runService({ tokenLifetimeSeconds });
  const task = await running.client.task(await asked(running, 'drill-delegate'));
  expect(at(task, 'stepApproverIds')).toEqual(['user-jonas']);
  expect(at(task, 'policy', 'current', 'approval', 'approval', 'users', 'userIds')).toEqual([
    'user-keiko',
  ]);
});
