import { beforeEach, describe, expect, it } from 'vitest';
import { endGrant, followTakenAway } from '../../../src/use-cases/access/end-grants.ts';
import { followGrants } from '../../../src/use-cases/access/follow-grants.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { refusing } from '../../support/fakes.ts';
import { actor, closedSnapshot, noon, revokedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const open = revokedSnapshot({ state: 'open', outcome: 'none', outcomeAt: null });
const takeAway = ({
  from: identityUserId = 'user-ben',
  accountId = '',
  by = 'U0HANA',
  id = open.id,
} = {}) =>
  followTakenAway(
    desk().deps,
    {
      appId: 'app-github',
      entitlementId: 'ent-write',
      identityUserId,
      reason: 'left the team',
      by,
    },
    { ...open, id, accountId },
  );
const grant = () => desk().store.transaction((tx) => tx.grants.find('request-1'));
/** What Ben reads now in his message about it. */
const readByBen = async () => {
  await desk().said();
  return desk().chat.shown.at(-1)?.text;
};

beforeEach(async () => {
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: null }),
  );
  await desk().told('granted request-1');
  desk().governance.tasks.set(open.id, open);
});

it('tells the holder the reason when an owner takes access away, and follows it to the end', async () => {
  await takeAway();
  expect(await grant()).toMatchObject({ revocationPending: 'taken-away', endedAt: null });
  expect(await desk().said()).toEqual(['taking-away -> U0BEN']);
  expect(await readByBen()).toMatch(/is being taken away by <@U0HANA>\..*\nleft the team$/s);
  desk().governance.tasks.set(open.id, revokedSnapshot());
  await refreshTasks(desk().deps);
  await followGrants(desk().deps);
  expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'taken-away' });
  expect(await desk().said()).toEqual([
    'taking-away -> U0BEN',
    'ended -> U0BEN',
    'access-ended -> thread of C0REVIEWS',
  ]);
  expect(await readByBen()).toContain('was taken away by <@U0HANA> TIME.');
});

it('tells the holder the reason where the access was gone before they were told of the order', async () => {
  await takeAway();
  desk().governance.tasks.set(open.id, revokedSnapshot());
  await refreshTasks(desk().deps);
  await followGrants(desk().deps);
  expect(await readByBen()).toMatch(/was taken away by <@U0HANA> TIME\..*\nleft the team$/s);
});

describe('a removal that the service refuses', () => {
  /** What the message, the card and Home say of it. */
  const shown = async () => {
    await desk().runJobs();
    const { updated, homes } = desk().chat;
    return {
      message: await readByBen(),
      card: updated.at(-1)?.card.grant,
      home: homes.at(-1)?.home.requests.shown[0]?.grant,
    };
  };
  const stays = expect.stringContaining('stays: taking it away was denied.');
  const isThere = expect.stringContaining('is still there: it was not taken away.');

  beforeEach(async () => {
    await desk().runJobs('sync-card');
    await desk().store.transaction((tx) => tx.homes.markOpened('U0BEN', tx.at));
    await takeAway();
    await desk().runJobs();
    desk().world.pass(3_000);
  });

  it('is called off in its message, on the card and on Home', async () => {
    desk().governance.tasks.set(open.id, { ...open, state: 'closed', outcome: 'denied' });
    await refreshTasks(desk().deps);
    const pending = { revocationPending: null };
    expect(await shown()).toMatchObject({ message: stays, card: pending, home: pending });
  });

  it('is called off everywhere while its failed task is open', async () => {
    desk().governance.tasks.set(open.id, { ...open, outcome: 'error' });
    await refreshTasks(desk().deps);
    expect(await shown()).toMatchObject({
      message: isThere,
      card: { revocationPending: 'taken-away', isOrderFailing: true },
      home: { revocationPending: 'taken-away', isOrderFailing: true },
    });
  });

  it('is called off everywhere when the access is still there 15 minutes after it was done', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.tasks.set(open.id, revokedSnapshot());
    await refreshTasks(desk().deps);
    desk().world.pass(900_000);
    await followGrants(desk().deps);
    expect(await shown()).toMatchObject({
      message: isThere,
      card: { takenAt: noon },
      home: { takenAt: noon },
    });
  });

  it.each([
    { denied: open.id, left: 'U0ANA' },
    { denied: 'task-second', left: 'U0HANA' },
  ])('leaves the message to the order of $left, which is open', async ({ denied, left }) => {
    await takeAway({ by: 'U0ANA', id: 'task-second' });
    desk().governance.tasks.set('task-second', { ...open, id: 'task-second' });
    await desk().runJobs();
    desk().governance.tasks.set(denied, {
      ...open,
      id: denied,
      state: 'closed',
      outcome: 'denied',
    });
    await refreshTasks(desk().deps);
    const { message, card } = await shown();
    expect(message).toContain(`is being taken away by <@${left}>.`);
    expect(card).toMatchObject({ revocationPending: 'taken-away' });
    expect(await desk().said()).not.toContain('not-gone -> U0BEN');
  });

  it('is not said to have taken away what was removed later without it', async () => {
    desk().governance.tasks.set(open.id, { ...open, state: 'closed', outcome: 'denied' });
    await refreshTasks(desk().deps);
    const request = await desk().request('request-1');
    if (request === null) throw new Error('the request is there');
    desk().world.pass(86_400_000);
    await desk().store.transaction((tx) => endGrant(tx, request, { end: 'taken-away', at: tx.at }));
    const { message } = await shown();
    expect(message).toContain('was taken away TIME.');
    expect(message).not.toContain('U0HANA');
  });
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
  await takeAway({ accountId });
  const pending = [];
  for (const id of ['request-1', 'request-2']) {
    const row = await desk().store.transaction((tx) => tx.grants.find(id));
    if (row?.revocationPending === 'taken-away') pending.push(id);
  }
  expect(pending).toEqual([taken]);
});

it('changes nothing when access is taken away that the bot did not give', async () => {
  await takeAway({ from: 'user-cho' });
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
