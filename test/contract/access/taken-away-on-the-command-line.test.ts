import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ownServer } from '../../../src/extras/embedded-database/index.ts';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { commandDatabase } from '../../../src/start/command-line/surroundings.ts';
import { openDatabase } from '../../../src/store/platform/database.ts';
import { createStore } from '../../../src/store/store.ts';
import { followTakenAway } from '../../../src/use-cases/access/end-grants.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { grantAnswerWith } from '../../support/governance-fixtures.ts';
import { accessRequest, closedSnapshot, noon } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { temporaryFolder } from '../../support/until.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const embedded = () => ({ kind: 'embedded', dataDir: folder.path }) as const;

async function held(): Promise<void> {
  const database = await openDatabase(embedded(), { ownServer });
  const store = createStore(database.kysely, async () => () => undefined);
  await store.transaction(async (tx) => {
    await tx.requests.insertOnce({
      id: 'request-1',
      key: 'view-1',
      access: accessRequest(),
      at: noon,
    });
    await tx.requests.save('request-1', {
      state: 'created',
      identityUserId: 'user-ben',
      taskId: 'task-1',
      at: noon,
    });
    await tx.tasks.save('request-1', closedSnapshot(), noon);
    await tx.grants.begin('request-1', { startedAt: noon, endsAt: null });
  });
  // Everything was shown before.
  await database.kysely.deleteFrom('marks').execute();
  await database.close();
}

it('tells the holder the reason when an operator takes access away while no bot runs', async () => {
  await held();
  const world = new FakeWorld();
  const opener = commandDatabase(() => ({ settings: embedded(), ownServer, sign: null }), world);
  const of = {
    appId: 'app-github',
    entitlementId: 'ent-write',
    identityUserId: 'user-ben',
    reason: 'left the team',
    by: null,
  };
  const revoke = { appId: 'app-github', appEntitlementId: 'ent-write', identityUserId: 'user-ben' };
  const answer = grantAnswerWith({ task: { id: 'task-revoke', type: { revoke } } });
  const { store, queue } = await opener.open();
  await queue.startAdding();
  const { taskView, expanded } = taskAnswer.parse(answer);
  const task = taskSnapshot(taskView, expanded);
  await followTakenAway({ store, settings: testSettings(), world }, of, task);
  await opener.close();

  const database = await openDatabase(embedded(), { ownServer });
  const news = await database.kysely
    .selectFrom('accessNews')
    .select(['requestId', 'kind', 'detail'])
    .execute();
  const jobs = await sql<{
    data: unknown;
  }>`select data from pgboss.job where name = 'show-asking'`.execute(database.kysely);
  await database.close();
  expect(news).toEqual([
    {
      requestId: 'request-1',
      kind: 'taking-away',
      detail: { by: null, reason: 'left the team' },
    },
  ]);
  expect(jobs.rows).toMatchObject([
    { data: { job: { kind: 'show-asking', askingId: 'request-1' } } },
  ]);
});
