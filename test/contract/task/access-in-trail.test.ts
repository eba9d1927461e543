import { expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { readAgain } from '../../../src/use-cases/task/refresh-tasks.ts';
import { closedSnapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const outcomeAt = '2026-03-02T11:00:00.000Z';

it.each<[Partial<TaskSnapshot>, string]>([
  [{}, '2026-03-02T15:00:00.000Z'],
  [{ grantDurationSeconds: null, isPermanent: true }, 'until-revoked'],
  [{ grantDurationSeconds: null, hasUnreadableDuration: true }, 'unreadable'],
])('the trail has when access began and ends: %j', async (change, endsAt) => {
  await desk().opened();
  desk().governance.tasks.set('task-1', closedSnapshot({ outcomeAt, ...change }));
  await readAgain(desk().deps, ['task-1']);
  const entries = desk().kysely.selectFrom('audit').select('detail');
  const { detail } = await entries.where('kind', '=', 'task.closed').executeTakeFirstOrThrow();
  expect(JSON.parse(String(detail))).toMatchObject({ startedAt: outcomeAt, endsAt });
});
