import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { DataFileError, startGovernanceService } from '../../sandbox/governance/service.ts';
import { ManualClock, runService } from './service-client.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'governance-state-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

test('tasks, their steps and their numbers survive a restart', async () => {
  const dataFile = join(folder, 'governance.json');
  const clock = new ManualClock();
  let before: unknown;
  {
    await using running = await runService({ dataFile, now: clock.now });
    const id = textAt(
      await running.client.granted({ appEntitlementId: 'ent-platform-admin' }),
      'id',
    );
    await running.client.approve(id);
    before = await running.client.task(id);
  }
  await using running = await runService({ dataFile, now: clock.now });
  expect(await running.client.task('1001')).toEqual(before);
  expect(at(await running.client.granted({ identityUserId: 'user-dara' }), 'numericId')).toBe(
    '1002',
  );
  expect((await running.client.grant({ appEntitlementId: 'ent-platform-admin' })).status).toBe(409);
});

test('tasks closed before a moment can be removed with their grants; later and open ones stay', async () => {
  const clock = new ManualClock();
  await using running = await runService({ now: clock.now, grantLagMs: 0 });
  const { client, service } = running;
  await client.approve(textAt(await client.granted(), 'id'));
  await client.granted({ identityUserId: 'user-dara' });
  clock.advance(60_000);
  const before = clock.now();
  await client.approve(textAt(await client.granted({ identityUserId: 'user-ben' }), 'id'));
  service.forget(before);
  expect(service.tasks().map((task) => [task.numericId, task.state])).toEqual([
    ['1002', 'open'],
    ['1003', 'closed'],
  ]);
  const feed = await client.post('/api/v1/grants/feed', {});
  expect(listAt(feed.body, 'list').map((one) => at(one, 'feed', 'ticketId'))).toEqual([
    service.tasks()[1]?.id,
  ]);
});

test('a grant that was due while the service was down has happened in time', async () => {
  const dataFile = join(folder, 'governance.json');
  const clock = new ManualClock();
  {
    await using running = await runService({ dataFile, now: clock.now, grantLagMs: 60_000 });
    await running.client.approve(textAt(await running.client.granted(), 'id'));
  }
  clock.advance(3_600_000);
  await using running = await runService({ dataFile, now: clock.now });
  expect(at(await running.client.task('1001'), 'type', 'grant')).toMatchObject({
    outcome: 'GRANT_OUTCOME_GRANTED',
    outcomeTime: '2026-05-04T08:01:00.000Z',
  });
});

test('a change is in the file before it is answered, and no half-written file stays behind', async () => {
  const dataFile = join(folder, 'deep', 'governance.json');
  await using running = await runService({ dataFile });
  const task = await running.client.granted();
  expect(await readFile(dataFile, 'utf8')).toContain(textAt(task, 'id'));
  expect(await readdir(join(folder, 'deep'))).toEqual(['governance.json']);
});

test('a change that cannot be kept has not happened', async () => {
  const dataFile = join(folder, 'deep', 'governance.json');
  await using running = await runService({ dataFile });
  await rm(join(folder, 'deep'), { recursive: true });
  await writeFile(join(folder, 'deep'), 'in the way');
  const answer = await running.client.grant();
  expect([answer.status, at(answer.body, 'code')]).toEqual([500, 13]);
  expect(running.service.tasks()).toEqual([]);
});

test.each(['not json', '{"version":99}'])(
  'a data file with %j is refused in one sentence',
  async (content) => {
    const dataFile = join(folder, 'governance.json');
    await writeFile(dataFile, content);
    await expect(startGovernanceService({ dataFile })).rejects.toThrow(DataFileError);
    await expect(startGovernanceService({ dataFile })).rejects.toThrow(
      /^The data file .* move it away to start afresh\.$/,
    );
    expect(await readFile(dataFile, 'utf8')).toBe(content);
  },
);
