import { at, textAt } from '../../../conformance/json-places.ts';
import type { RunningService } from '../service-client.ts';

/**
 * What endpoint 1 cannot show, because it answers new tasks only: one that was approved, one that
 * was deleted, and a revocation of inherited access. Each body is `{taskView, expanded}`, the
 * answer of endpoint 1, as the optional operations give it.
 */
export async function laterTasks(running: RunningService): Promise<readonly unknown[]> {
  return [await approved(running), await deleted(running), await inheritedRevocation(running)];
}

async function approved(running: RunningService): Promise<unknown> {
  const id = textAt(await running.client.granted({ identityUserId: 'user-chen' }), 'id');
  await succeeded(running.client.approve(id));
  const { body } = await running.client.post('/api/v1/search/tasks', {
    refs: [{ id }],
    expandMask: { paths: ['*'] },
  });
  return { taskView: at(body, 'list', 0), expanded: at(body, 'expanded') };
}

/** No operation deletes a task; an administrator does, on the service's own page. */
async function deleted(running: RunningService): Promise<unknown> {
  const task = await running.client.granted({ identityUserId: 'user-emil' });
  const page = `${running.service.url}/task/${textAt(task, 'numericId')}/delete`;
  const body = new URLSearchParams({ as: 'user-hana', comment: 'made by mistake' });
  await fetch(page, {
    method: 'POST',
    body,
    headers: { Origin: running.service.url },
    redirect: 'manual',
  });
  return (await running.client.get(`/api/v1/tasks/${textAt(task, 'id')}`)).body;
}

async function inheritedRevocation(running: RunningService): Promise<unknown> {
  const appId = 'app-snowflake';
  for (const appEntitlementId of ['viewer', 'editor']) {
    const task = await running.client.granted({ appId, appEntitlementId });
    await succeeded(running.client.approve(textAt(task, 'id')));
  }
  running.clock.advance(60_000);
  const revocation = { appId, appEntitlementId: 'viewer', identityUserId: 'user-ben' };
  return (await running.client.post('/api/v1/task/revoke', revocation)).body;
}

async function succeeded(
  call: Promise<{ readonly status: number; readonly body: unknown }>,
): Promise<void> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}
