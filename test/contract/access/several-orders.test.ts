import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { beginAccess } from '../../../src/use-cases/access/begin-access.ts';
import { followTakenAway } from '../../../src/use-cases/access/end-grants.ts';
import { followGrants } from '../../../src/use-cases/access/follow-grants.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { actor, closedSnapshot, noon, revokedSnapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000);
const order = (id: string) =>
  revokedSnapshot({ id, state: 'open', outcome: 'none', outcomeAt: null });
const grant = (id = 'request-1') => desk().store.transaction((tx) => tx.grants.find(id));

const saidToStay = async () =>
  (await desk().said()).filter((message) => message.startsWith('not-gone'));

/**
 * Rounds as the process does them, but further apart: nothing is looked at more often than once a
 * minute.
 */
async function follow(count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    desk().world.pass(60_000);
    await followGrants(desk().deps);
  }
}

async function giveBack(taskId: string): Promise<void> {
  desk().governance.tasks.set(taskId, order(taskId));
  desk().governance.revocations.next(ok(order(taskId)));
  await acceptAction(desk().deps, {
    verb: 'give-back',
    requestId: 'request-1',
    by: actor('U0BEN'),
    reason: '',
    channel: 'U0BEN',
  });
  await desk().runJobs('carry-out-action');
}

async function takeAway(taskId: string): Promise<void> {
  desk().governance.tasks.set(taskId, order(taskId));
  const access = {
    appId: 'app-github',
    entitlementId: 'ent-write',
    identityUserId: 'user-ben',
    reason: 'left the team',
    by: 'U0HANA',
  };
  await followTakenAway(desk().deps, access, order(taskId));
}

/** The service grants the same access by another request. */
async function grantAgain(): Promise<void> {
  await desk().ask({ id: 'request-2' });
  await desk().store.transaction(async (tx) => {
    const created = { state: 'created', taskId: 'task-2', identityUserId: 'user-ben' } as const;
    await tx.requests.save('request-2', { ...created, at: tx.at });
    const request = await tx.requests.find('request-2');
    if (request === null) throw new Error('the request is there');
    const granted = { startedAt: tx.at, endsAt: minutes(600) };
    await beginAccess(tx, request, { granted, task: closedSnapshot({ id: 'task-2' }) }, null);
  });
}

async function deny(taskId: string): Promise<void> {
  desk().governance.tasks.set(taskId, { ...order(taskId), state: 'closed', outcome: 'denied' });
  await refreshTasks(desk().deps);
}

/** The service carries it out now. */
async function carryOut(taskId: string): Promise<void> {
  const outcomeAt = desk().world.now().toISOString();
  desk().governance.tasks.set(taskId, revokedSnapshot({ id: taskId, outcomeAt }));
  await refreshTasks(desk().deps);
  await followGrants(desk().deps);
}

beforeEach(async () => {
  desk().governance.operations.add('taskRevoke');
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: minutes(60) }),
  );
  await desk().told('granted request-1');
});

describe('access that two orders take away', () => {
  beforeEach(async () => {
    await giveBack('task-first');
    await takeAway('task-second');
  });

  it('is being taken away until both are denied, and then said to stay, once', async () => {
    await deny('task-first');
    expect(await grant()).toMatchObject({ revocationPending: 'taken-away', endedAt: null });
    expect(await saidToStay()).toEqual([]);
    await deny('task-second');
    expect(await grant()).toMatchObject({ revocationPending: null, endedAt: null });
    expect(await saidToStay()).toEqual(['not-gone -> U0HANA', 'not-gone -> U0BEN']);
  });

  it('ends when one is denied and the other one is carried out', async () => {
    await deny('task-first');
    desk().world.pass(60_000);
    await carryOut('task-second');
    expect(await grant()).toMatchObject({ endedAt: minutes(1), endedBy: 'taken-away' });
  });

  it.each(['reads', 'cannot read'])(
    'is not said to stay by an order that is denied after the other one was carried out, where the service %s grants',
    async (what) => {
      if (what === 'reads') desk().governance.operations.add('userGrants');
      await carryOut('task-first');
      await deny('task-second');
      expect(await saidToStay()).toEqual([]);
    },
  );

  it('counts as ordered by no open task where tasks are not read', async () => {
    desk().governance.operations.delete('taskSearch');
    desk().governance.operations.delete('taskRead');
    await desk().store.transaction(async (tx) => {
      expect(await tx.tasks.isRevocationOpen(['request-1'])).toBe(false);
    });
  });
});

describe('access that is granted after an order', () => {
  beforeEach(async () => {
    desk().governance.operations.add('userGrants');
    await takeAway('task-first');
    await follow(5);
    await grantAgain();
  });

  it('ends with what was granted before where carrying out the order took all of it', async () => {
    await carryOut('task-first');
    desk().governance.held = { isHeld: false, endsAt: null };
    await follow(1);
    expect(await grant()).toMatchObject({ endedAt: minutes(5), endedBy: 'taken-away' });
    expect(await grant('request-2')).toMatchObject({ endedBy: 'taken-away' });
  });

  it('ends when the service shows only later that all of it is gone', async () => {
    await carryOut('task-first');
    await follow(3);
    desk().governance.held = { isHeld: false, endsAt: null };
    await follow(10);
    expect(await grant('request-2')).toMatchObject({ endedBy: 'taken-away' });
  });

  it('goes on where the service still shows it, and what was granted before has ended', async () => {
    await carryOut('task-first');
    await follow(20);
    expect(await grant()).toMatchObject({ endedAt: minutes(5), endedBy: 'taken-away' });
    expect(await grant('request-2')).toMatchObject({ endedAt: null, revocationPending: null });
    expect(await desk().said()).not.toContain('not-gone -> U0BEN');
  });

  it('goes on when a second order on it is denied, which was given before the first was done', async () => {
    await takeAway('task-second');
    await carryOut('task-first');
    await deny('task-second');
    await follow(20);
    expect(await grant()).toMatchObject({ endedAt: minutes(5), endedBy: 'taken-away' });
    expect(await grant('request-2')).toMatchObject({ endedAt: null, revocationPending: null });
    desk().governance.held = { isHeld: false, endsAt: null };
    await follow(30);
    expect(await grant('request-2')).toMatchObject({ endedBy: 'taken-away' });
  });
});

describe('access that is still there after its time while an order is open', () => {
  beforeEach(async () => {
    desk().governance.operations.add('userGrants');
    desk().world.pass(50 * 60_000);
    await giveBack('task-first');
    await follow(45);
  });

  it('is told as not gone, and is being taken away all the same', async () => {
    expect(await desk().said()).toEqual(['not-gone -> U0BEN', 'not-gone -> U0HANA']);
    expect(await grant()).toMatchObject({ revocationPending: 'given-back', endedAt: null });
  });

  it('ends as given back when that order is carried out', async () => {
    await carryOut('task-first');
    desk().governance.held = { isHeld: false, endsAt: null };
    await follow(1);
    expect(await grant()).toMatchObject({ endedAt: minutes(95), endedBy: 'given-back' });
  });
});

it('access that was taken away is not taken over by what is granted before it is gone', async () => {
  await desk().store.transaction((tx) => tx.grants.follow('request-1', { revokedAt: noon }));
  await grantAgain();
  expect(await grant()).toMatchObject({ endedAt: null });
  expect(await grant('request-2')).toMatchObject({ endsAt: minutes(600) });
});

it.each([
  ['reads', true],
  ['cannot read', false],
])(
  'access that an order takes away ends although it was kept before, where the service %s grants',
  async (_what, isRead) => {
    if (isRead) desk().governance.operations.add('userGrants');
    await takeAway('task-first');
    await desk().store.transaction((tx) =>
      tx.grants.follow('request-1', { revocationPending: null }),
    );
    await carryOut('task-first');
    desk().governance.held = { isHeld: false, endsAt: null };
    await follow(1);
    expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'taken-away' });
  },
);
