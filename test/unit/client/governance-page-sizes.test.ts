import { expect, it } from 'vitest';
import { startGovernanceServer } from '../../support/governance-server.ts';

const task = (id: string) => ({ task: { id, state: 'TASK_STATE_OPEN' } });
const ids = Array.from({ length: 30 }, (_, index) => `task-${index}`);
const sizesIn = (asked: readonly { readonly body: string }[]) =>
  asked.map(({ body }) => {
    const { pageSize, refs }: { pageSize: number; refs: readonly unknown[] } = JSON.parse(body);
    return [refs.length, pageSize];
  });

it('searches tasks 25 a page, and expands what a card shows', async () => {
  await using server = await startGovernanceServer(({ body }) => {
    const { refs }: { refs: readonly { id: string }[] } = JSON.parse(body);
    return { json: { list: refs.map(({ id }) => task(id)) } };
  });
  const governance = server.port('taskSearch');
  expect((await governance.readTasks(ids)).size).toBe(30);
  expect(sizesIn(server.asked)).toEqual([
    [25, 25],
    [5, 25],
  ]);
  const { expandMask }: { expandMask: { paths: readonly string[] } } = JSON.parse(
    server.asked[0]?.body ?? '',
  );
  expect(expandMask.paths.toSorted()).toEqual([
    'app_entitlement_ids',
    'app_id',
    'app_user_id',
    'app_user_last_usage',
    'approver_ids',
    'created_by_user_id',
    'identity_user_id',
    'insight_ids',
    'step_approver_ids',
    'user_id',
  ]);
});

it('an answer that is too long is asked for again in halves, and heavy pages are followed by small ones', async () => {
  await using server = await startGovernanceServer();
  const heavy = (id: string, length: number) => ({
    task: { ...task(id).task, description: 'x'.repeat(length) },
  });
  server.answer(({ body }) => {
    const { pageSize, pageToken }: { pageSize: number; pageToken?: string } = JSON.parse(body);
    if (pageSize > 12) return { raw: `{"list":["${'x'.repeat(11 * 1024 * 1024)}"]}` };
    const from = Number(pageToken ?? 0);
    const list = ids.slice(from, Math.min(from + pageSize, 25)).map((id) => heavy(id, 100_000));
    return { json: { list, nextPageToken: from + pageSize < 25 ? String(from + pageSize) : '' } };
  });
  const governance = server.port('taskSearch');
  expect((await governance.readTasks(ids.slice(0, 25))).size).toBe(25);
  expect(sizesIn(server.asked).map(([, size]) => size)).toEqual([25, 12, 10, 10]);
});
