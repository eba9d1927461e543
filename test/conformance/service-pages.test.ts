import { expect, test } from 'vitest';
import { at, type RunningService, runService, textAt } from './service-client.ts';

async function pageOf(running: RunningService, path: string): Promise<readonly [number, string]> {
  const response = await fetch(`${running.service.url}${path}`);
  return [response.status, await response.text()];
}

function decide(running: RunningService, form: Readonly<Record<string, string>>, origin?: string): Promise<Response> {
  return fetch(`${running.service.url}/task/1001/decide`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Origin: origin ?? running.service.url },
    redirect: 'manual',
  });
}

test('a task has a page under its number, which shows what people typed as text', async () => {
  await using running = await runService();
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
  await using running = await runService();
  const [status, page] = await pageOf(running, '/task/4711');
  expect([status, page.includes('task not found')]).toEqual([404, true]);
});

test('a reviewer decides on the page, in their own name', async () => {
  await using running = await runService({ grantLagMs: 0 });
  const task = await running.client.granted({ appEntitlementId: 'admin' });
  const stepId = textAt(task, 'policy', 'current', 'id');
  expect((await pageOf(running, '/task/1001/step-up'))[1]).toContain('security key');
  const response = await decide(running, { as: 'user-chen', stepId, verb: 'approve', comment: 'aye' });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/task/1001']);
  expect(at(await running.client.task('1001'), 'approverIds')).toEqual(['user-chen']);
});

test('nobody decides on the page who is no reviewer, on a past step, or on a closed task', async () => {
  await using running = await runService();
  const stepId = textAt(await running.client.granted(), 'policy', 'current', 'id');
  const form = { stepId, verb: 'approve', comment: '' };
  expect((await decide(running, { ...form, as: 'user-tess' })).status).toBe(403);
  expect((await decide(running, { ...form, as: 'user-ana', stepId: 'step-old' })).status).toBe(403);
  expect((await decide(running, { ...form, as: 'user-ana', verb: 'sink' })).status).toBe(400);
  await running.client.act('1001', 'close');
  expect((await decide(running, { ...form, as: 'user-ana' })).status).toBe(403);
  expect(at(await running.client.task('1001'), 'approverIds')).toEqual([]);
});

test('a form on somebody else’s page decides nothing', async () => {
  await using running = await runService();
  const stepId = textAt(await running.client.granted(), 'policy', 'current', 'id');
  const form = { as: 'user-ana', stepId, verb: 'approve', comment: '' };
  expect((await decide(running, form, 'https://pirates.example')).status).toBe(403);
  expect(at(await running.client.task('1001'), 'approverIds')).toEqual([]);
});
