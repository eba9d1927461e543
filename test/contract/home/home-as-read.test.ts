import { expect, it } from 'vitest';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

it('Home shows the person’s requests as they were last read', async () => {
  await desk().opened();
  desk().world.pass(1_000);
  await desk().ask({ id: 'request-2' });
  await desk().store.transaction((tx) => tx.enqueue({ kind: 'sync-home', slackUserId: 'U0BEN' }));
  await desk().runJobs();
  const home = desk().chat.homes[0]?.home;
  expect(home?.requests.shown.map((entry) => [entry.request.id, entry.task?.id ?? null])).toEqual([
    ['request-2', null],
    ['request-1', 'task-1'],
  ]);
});
