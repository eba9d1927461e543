import { beforeEach, expect, it } from 'vitest';
import { followTakenAway } from '../../../src/use-cases/access/end-grants.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { refusing } from '../../support/fakes.ts';
import { actor, closedSnapshot, noon, revokedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const open = revokedSnapshot({ state: 'open', outcome: 'none', outcomeAt: null });
const takeAway = (identityUserId = 'user-ben', accountId = '') =>
  followTakenAway(
    desk().deps,
    {
      appId: 'app-github',
      entitlementId: 'ent-write',
      identityUserId,
      reason: 'left the team',
      by: 'U0HANA',
    },
    { ...open, accountId },
  );
const grant = () => desk().store.transaction((tx) => tx.grants.find('request-1'));

beforeEach(async () => {
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: null }),
  );
  desk().governance.tasks.set(open.id, open);
});

it('tells the holder the reason when an owner takes access away, and follows it to the end', async () => {
  await takeAway();
  expect(await grant()).toMatchObject({ revocationPending: 'taken-away', endedAt: null });
  expect(await desk().said()).toEqual(['acted -> U0BEN']);
  expect(desk().chat.notices[0]?.body).toEqual({
    kind: 'acted',
    act: 'take-away',
    by: { userId: 'U0HANA' },
    text: 'left the team',
  });
  desk().governance.tasks.set(open.id, revokedSnapshot());
  await refreshTasks(desk().deps);
  expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'taken-away' });
});

it.each([
  ['the account that its task names', 'account-admin', 'request-2'],
  ['no account that was picked where its task names another', 'account-ben', 'request-1'],
])('is what the person has by %s', async (_what, accountId, taken) => {
  await desk().ask({ id: 'request-2', account: { id: 'account-admin', name: 'ben-admin' } });
  await desk().store.transaction(async (tx) => {
    const change = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
    await tx.requests.save('request-2', change);
    await tx.grants.begin('request-2', { startedAt: noon, endsAt: null });
  });
  await takeAway('user-ben', accountId);
  const pending = [];
  for (const id of ['request-1', 'request-2']) {
    const row = await desk().store.transaction((tx) => tx.grants.find(id));
    if (row?.revocationPending === 'taken-away') pending.push(id);
  }
  expect(pending).toEqual([taken]);
});

it('changes nothing when access is taken away that the bot did not give', async () => {
  await takeAway('user-cho');
  expect(await grant()).toMatchObject({ revocationPending: null });
  expect(await desk().said()).toEqual([]);
});

it('does not count as started because an extension is open in the service', async () => {
  const moreTime = snapshot({ id: 'task-2', sourceRequestId: 'request-2' });
  await desk().ask({ id: 'request-2', extendsRequestId: 'request-1' });
  await desk().store.transaction(async (tx) => {
    await tx.requests.save('request-2', {
      state: 'created',
      taskId: 'task-2',
      identityUserId: 'user-ben',
      at: noon,
    });
    await tx.tasks.save('request-2', moreTime, noon);
  });
  const granted = closedSnapshot({ id: 'task-2', sourceRequestId: 'request-2' });
  desk().governance.tasks.set('task-2', granted);
  desk().governance.revocations.next(refusing('duplicate', 'task-2'));
  desk().governance.operations.add('taskRevoke');
  const by = actor('U0BEN');
  const click = {
    verb: 'give-back',
    requestId: 'request-1',
    by,
    reason: '',
    channel: 'U0BEN',
  } as const;
  await acceptAction(desk().deps, click);
  await desk().runJobs('carry-out-action');
  expect(await desk().said()).toEqual(['action-refused -> U0BEN']);
  expect(await grant()).toMatchObject({ revocationPending: null, endedAt: null });
  await refreshTasks(desk().deps);
  expect(await desk().store.transaction((tx) => tx.grants.find('request-2'))).not.toBeNull();
});
