import { expect, test } from 'vitest';
import { at, textAt } from '../../conformance/json-places.ts';
import { type RunningService, runService, useService } from './service-client.ts';

const running = useService();

async function pageOf(running: RunningService, path: string): Promise<readonly [number, string]> {
  const response = await fetch(`${running.service.url}${path}`);
  return [response.status, await response.text()];
}

function act(
  running: RunningService,
  form: Readonly<Record<string, string>>,
  origin?: string,
): Promise<Response> {
  return fetch(`${running.service.url}/task/1001/act`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Origin: origin ?? running.service.url },
    redirect: 'manual',
  });
}

test('a task has a page under its number, which shows what people typed as text', async () => {
  const description = '<script>alert(1)</script> & <b>fog</b>';
  await running.client.granted({ description });
  const [status, page] = await pageOf(running, '/task/1001');
  expect(status).toBe(200);
  expect(page).toContain('Ben Okafor');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;fog');
  expect(page).not.toContain('<script>');
  expect((await pageOf(running, '/'))[1]).toContain('/task/1001');
});

test('an unknown task has a page that says so', async () => {
  const [status, page] = await pageOf(running, '/task/4711');
  expect([status, page.includes('task not found')]).toEqual([404, true]);
});

/** The values of the buttons that the page offers a person. */
async function offeredTo(running: RunningService, as: string): Promise<string[]> {
  const [, page] = await pageOf(running, `/task/1001?as=${as}`);
  return [...page.matchAll(/<button name="verb" value="([a-z-]+)">/g)].map(
    (match) => match[1] ?? '',
  );
}

test('the page offers each person what the service lets them do now', async () => {
  await running.client.granted({ appEntitlementId: 'ent-platform-admin' });
  expect(await offeredTo(running, 'user-ana')).toEqual(
    'approve deny comment escalate reassign update-grant-duration'.split(' '),
  );
  expect(await offeredTo(running, 'user-ben')).toEqual([
    'comment',
    'escalate',
    'close',
    'update-grant-duration',
  ]);
  expect(await offeredTo(running, 'user-hana')).toEqual([
    'comment',
    'close',
    'skip-step',
    'restart',
    'reset',
  ]);
  expect(await offeredTo(running, 'user-tess')).toEqual(['comment']);
  expect(await offeredTo(running, '')).toEqual(await offeredTo(running, 'user-ana'));
  await act(running, { as: 'user-ben', stepId: '', verb: 'close', comment: '' });
  expect(await offeredTo(running, 'user-ana')).toEqual(['comment']);
});

test('a reviewer decides on the page, in their own name', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const task = await running.client.granted({ appEntitlementId: 'admin' });
  const stepId = textAt(task, 'policy', 'current', 'id');
  expect((await pageOf(running, '/task/1001/step-up'))[1]).toContain('security key');
  const response = await act(running, {
    as: 'user-chen',
    stepId,
    verb: 'approve-with-step-up',
    comment: 'aye',
  });
  expect([response.status, response.headers.get('Location')]).toEqual([
    303,
    '/task/1001?as=user-chen',
  ]);
  expect(at(await running.client.task('1001'), 'approverIds')).toEqual(['user-chen']);
});

test('a reviewer gives the request to others, changes its duration, and makes an emergency of it', async () => {
  const stepId = textAt(
    await running.client.granted({ appEntitlementId: 'ent-platform-admin' }),
    'policy',
    'current',
    'id',
  );
  await act(running, {
    as: 'user-ana',
    stepId,
    verb: 'update-grant-duration',
    hours: '1.5',
    comment: '',
  });
  await act(running, {
    as: 'user-ana',
    stepId,
    verb: 'reassign',
    reviewer: 'user-chen',
    comment: 'yours',
  });
  expect(await running.client.task('1001')).toMatchObject({
    stepApproverIds: ['user-chen'],
    type: { grant: { grantDuration: '5400s' } },
  });
  await act(running, { as: 'user-chen', stepId: '', verb: 'escalate', comment: 'now' });
  expect(await running.client.task('1001')).toMatchObject({ emergencyAccess: true });
});

test('nobody decides on the page who is no reviewer, on a past step, or on a closed task', async () => {
  const stepId = textAt(await running.client.granted(), 'policy', 'current', 'id');
  const form = { stepId, verb: 'approve', comment: '' };
  expect((await act(running, { ...form, as: 'user-tess' })).status).toBe(403);
  expect((await act(running, { ...form, as: 'user-ana', stepId: 'step-old' })).status).toBe(400);
  expect((await act(running, { ...form, as: 'user-ana', verb: 'sink' })).status).toBe(400);
  expect((await act(running, { ...form, as: 'user-nobody' })).status).toBe(404);
  await running.client.act('1001', 'close');
  expect((await act(running, { ...form, as: 'user-ana' })).status).toBe(403);
  expect(at(await running.client.task('1001'), 'approverIds')).toEqual([]);
});

test('a form on somebody else’s page decides nothing', async () => {
  const stepId = textAt(await running.client.granted(), 'policy', 'current', 'id');
  const form = { as: 'user-ana', stepId, verb: 'approve', comment: '' };
  expect((await act(running, form, 'https://pirates.example')).status).toBe(403);
  expect(at(await running.client.task('1001'), 'approverIds')).toEqual([]);
});
