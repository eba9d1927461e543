/** Long because what takes access away ends in many ways, each of which is told. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { beginAccess } from '../../../src/use-cases/access/begin-access.ts';
import { followGrants, warnOfEnds } from '../../../src/use-cases/access/follow-grants.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing, refusedWith, refusing } from '../../support/fakes.ts';
import {
  actor,
  closedSnapshot,
  firstEntitlement,
  noon,
  person,
  revokedSnapshot,
} from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const inThread = 'access-ended -> thread of C0REVIEWS';
const open = () => revokedSnapshot({ state: 'open', outcome: 'none', outcomeAt: null });
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);
const click = (userId = 'U0BEN') =>
  acceptAction(desk().deps, {
    verb: 'give-back',
    requestId: 'request-1',
    by: actor(userId),
    reason: '',
    channel: userId,
  });
const carryOut = async () => {
  await desk().runJobs('carry-out-action');
  await followGrants(desk().deps);
};
const again = (): Promise<void> =>
  desk().store.transaction((tx) => tx.enqueue({ kind: 'carry-out-action', actionId: 'id-0001' }));
const grant = () => desk().store.transaction((tx) => tx.grants.find('request-1'));
const refusals = async () => {
  await desk().said();
  return desk().chat.notices.flatMap(({ body }) =>
    body.kind === 'action-refused' ? [body.refusal] : [],
  );
};

beforeEach(async () => {
  desk().governance.operations.add('taskRevoke');
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) =>
    tx.grants.begin('request-1', { startedAt: noon, endsAt: hours(4) }),
  );
  await desk().told('granted request-1');
});

describe('giving back', () => {
  it('revokes nothing that was open in a restored backup, because it may be a newer grant', async () => {
    await click();
    const at = hours(1);
    await desk().kysely.insertInto('restores').values({ at, settledAt: at }).execute();
    await carryOut();
    expect(desk().governance.revoked).toEqual([]);
    expect(await refusals()).toEqual([{ code: 'restored' }]);
    expect(await grant()).toMatchObject({ endedAt: null });
  });

  it('revokes the access, ends the grant and tells the thread, not the holder who did it', async () => {
    await click();
    await carryOut();
    await again();
    await carryOut();
    expect(desk().governance.revoked).toEqual([
      {
        appId: 'app-github',
        entitlementId: 'ent-write',
        identityUserId: 'user-ben',
        comment: 'Given back in Slack by "Ben" (ben@acme.example), Slack user U0BEN.',
      },
    ]);
    expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'given-back' });
    expect(await desk().said()).toEqual([inThread]);
    expect(desk().chat.lines[0]?.text).toContain('was given back TIME.');
    expect(await desk().audited()).toEqual(['give-back.done', 'grant.ended']);
    expect(await click()).toBe('repeated');
  });

  it.each([
    { who: 'its holder', by: 'U0BEN', endedBy: 'given-back' },
    { who: 'an administrator', by: 'U0ANA', endedBy: 'taken-away' },
  ])('is by $who where the service shows the access as gone before it answers', async (row) => {
    desk().governance.operations.add('userGrants');
    await click();
    desk().governance.revocations.next(failing('timeout', false));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    await desk().kysely.updateTable('actions').set({ bySlackId: row.by }).execute();
    desk().governance.held = { isHeld: false, endsAt: null };
    await desk().store.transaction((tx) => tx.grants.follow('request-1', { checkAt: noon }));
    await followGrants(desk().deps);
    expect(await grant()).toMatchObject({ endedBy: row.endedBy });
  });

  it('was done if the access is gone when a lost answer is followed up', async () => {
    desk().governance.operations.add('userGrants');
    await click();
    desk().governance.revocations.next(failing('timeout', false));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    desk().governance.held = { isHeld: false, endsAt: null };
    await desk().store.transaction((tx) => tx.grants.follow('request-1', { checkAt: noon }));
    await followGrants(desk().deps);
    await again();
    await carryOut();
    expect(desk().governance.revoked).toHaveLength(1);
    expect(await refusals()).toEqual([]);
    expect(await desk().audited()).toEqual(['grant.ended', 'give-back.done']);
  });

  it.each([
    { own: null, other: 'account-admin' },
    { own: 'account-admin', other: null },
    { own: 'account-admin', other: 'account-ben' },
  ])('leaves access by $other as it is when access by $own is given back', async (row) => {
    const [own, other] = [row.own, row.other].map((id) =>
      id === null ? null : JSON.stringify({ id, name: id }),
    );
    await desk().ask({ id: 'request-2' });
    await desk().store.transaction(async (tx) => {
      const change = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
      await tx.requests.save('request-2', change);
      await tx.grants.begin('request-2', { startedAt: noon, endsAt: null });
    });
    for (const [id, account] of [
      ['request-1', own],
      ['request-2', other],
    ] as const)
      await sql`update requests set account = ${account}::jsonb where id = ${id}`.execute(
        desk().kysely,
      );
    await click();
    await carryOut();
    expect((await grant())?.endedBy).toBe('given-back');
    expect(await desk().store.transaction((tx) => tx.grants.find('request-2'))).toMatchObject({
      endedAt: null,
      revocationPending: null,
    });
  });

  it('is announced to the requester, and shown on their Home, when the target does it', async () => {
    await desk()
      .kysely.updateTable('requests')
      .set({ targetSlackId: 'U0DEE', identityUserId: 'user-dee' })
      .execute();
    desk().governance.revocations.next(ok(revokedSnapshot({ target: person('user-dee') })));
    await click('U0DEE');
    await carryOut();
    await desk().runJobs();
    expect(await desk().said()).toEqual(['ended -> U0BEN', inThread]);
    expect(new Set(desk().chat.homes.map((one) => one.slackUserId))).toEqual(
      new Set(['U0BEN', 'U0DEE']),
    );
  });

  it('is sent again after a lost answer, and follows a revocation that is already open', async () => {
    await click();
    desk().governance.revocations.next(
      failing('timeout', false),
      refusing('duplicate', 'task-revoke'),
    );
    desk().governance.tasks.set('task-revoke', open());
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    expect((await grant())?.endedAt).toBeNull();
    await again();
    await carryOut();
    expect(await grant()).toMatchObject({ endedBy: null, revocationPending: 'given-back' });
    desk().governance.tasks.set('task-revoke', revokedSnapshot());
    await refreshTasks(desk().deps);
    await followGrants(desk().deps);
    expect((await grant())?.endedBy).toBe('given-back');
    expect(await refusals()).toEqual([]);
  });

  describe('that is not done at once', () => {
    const taken = async (answer = open()) => {
      desk().governance.revocations.next(ok(answer));
      desk().governance.tasks.set('task-revoke', answer);
      await click();
      await carryOut();
    };
    const then = async (change: Partial<TaskSnapshot>) => {
      desk().governance.tasks.set('task-revoke', revokedSnapshot(change));
      await refreshTasks(desk().deps);
      await followGrants(desk().deps);
    };
    const home = async () => {
      await desk().runJobs('sync-home');
      return desk().chat.homes.at(-1)?.home.requests.shown[0];
    };

    it('is shown as being revoked, without buttons, until its task says that it is gone', async () => {
      await taken();
      expect(await grant()).toMatchObject({ revocationPending: 'given-back', endedAt: null });
      expect(await home()).toMatchObject({
        grant: { revocationPending: 'given-back' },
        can: { 'give-back': false, extend: false },
      });
      expect(await desk().said()).toEqual([]);
      expect(await click()).toBe('repeated');
      desk().world.pass(60_000);
      await then({ outcomeAt: new Date(noon.getTime() + 30_000).toISOString() });
      expect(await grant()).toMatchObject({
        endedAt: new Date(noon.getTime() + 30_000),
        endedBy: 'given-back',
      });
      expect(await desk().said()).toEqual([inThread]);
    });

    it.each(['denied', 'error', 'cancelled', 'wait-timed-out', 'none'])(
      'is reported as failed once, and can be repeated, when its task ended as %s',
      async (outcome) => {
        await taken();
        await then({ outcome });
        await refreshTasks(desk().deps);
        expect(await grant()).toMatchObject({ revocationPending: null, endedAt: null });
        expect(await desk().said()).toEqual(['not-gone -> U0BEN', 'not-gone -> U0HANA']);
        expect(await home()).toMatchObject({ standing: 'active', can: { 'give-back': true } });
        expect(await click()).toBe('kept');
      },
    );

    it('is reported as failed to a holder who was told before that it ends soon', async () => {
      desk().world.pass(3.9 * 3_600_000);
      await warnOfEnds(desk().deps);
      expect(await desk().said()).toEqual(['ending -> U0BEN']);
      await taken();
      await then({ outcome: 'denied' });
      expect(await desk().said()).toContain('not-gone -> U0BEN');
    });

    it('is said to be under way again once it is repeated', async () => {
      const said = async () => {
        await desk().said();
        return desk().chat.shown.at(-1)?.text;
      };
      await taken();
      expect(await said()).toContain('is being given back.');
      await then({ outcome: 'denied' });
      expect(await said()).toContain('stays: taking it away was denied.');
      desk().world.pass(60_000);
      await taken({ ...open(), id: 'task-second' });
      expect(await grant()).toMatchObject({ revocationPending: 'given-back' });
      expect(await said()).toContain('is being given back.');
    });

    it('is reported once and still followed when its open task has an error', async () => {
      await taken();
      await then({ state: 'open', outcome: 'error' });
      await then({ state: 'open', outcome: 'error', appName: 'Renamed' });
      expect(await desk().said()).toEqual(['not-gone -> U0BEN', 'not-gone -> U0HANA']);
      expect(await grant()).toMatchObject({ revocationPending: 'given-back', endedAt: null });
      await then({});
      expect(await grant()).toMatchObject({ endedBy: 'given-back' });
    });

    it('counts as failed when its task was deleted', async () => {
      await taken();
      desk().governance.tasks.delete('task-revoke');
      for (let round = 0; round < 3; round += 1) await refreshTasks(desk().deps);
      expect(await grant()).toMatchObject({ revocationPending: null, endedAt: null });
      expect(desk().chat.notices).toEqual([]);
      expect(await desk().said()).toEqual(['not-gone -> U0BEN', 'not-gone -> U0HANA']);
    });

    it.each([
      ['of something else', { entitlements: [{ ...firstEntitlement(), id: 'ent-admin' }] }],
      ['of another app', { entitlements: [{ ...firstEntitlement(), appId: 'app-aws' }] }],
      ['of somebody else', { target: person('user-cho') }],
      ['that grants', { outcome: 'granted' }],
    ])('is not taken as done from a task %s', async (_what, change) => {
      await taken();
      await then(change);
      expect((await grant())?.endedAt).toBeNull();
    });

    it('is taken as done from its own task when that names nothing any more', async () => {
      await taken();
      await then({ entitlements: [], target: null, appId: '' });
      expect(await grant()).toMatchObject({ endedBy: 'given-back' });
    });

    it('counts as done once the service no longer shows the access, in any state of the task', async () => {
      desk().governance.operations.add('userGrants');
      await taken(revokedSnapshot());
      expect(await grant()).toMatchObject({ revocationPending: 'given-back', endedAt: null });
      for (let round = 0; round < 30; round += 1) {
        await followGrants(desk().deps);
        desk().world.pass(4_000);
      }
      expect(await grant()).toMatchObject({ revocationPending: 'given-back', endedAt: null });
      expect(desk().governance.holdingsRead).toBeLessThan(6);
      desk().governance.held = { isHeld: false, endsAt: null };
      desk().world.pass(300_000);
      await followGrants(desk().deps);
      expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'given-back' });
    });

    it('is reported to holder and administrators when the access is still shown after 15 minutes, and followed', async () => {
      desk().governance.operations.add('userGrants');
      await taken(revokedSnapshot());
      desk().world.pass(900_000);
      await followGrants(desk().deps);
      await followGrants(desk().deps);
      expect(await desk().said()).toEqual(['not-gone -> U0BEN', 'not-gone -> U0HANA']);
      expect(await grant()).toMatchObject({ revocationPending: 'given-back', endedAt: null });
      expect((await desk().audited()).filter((kind) => kind === 'grant.not-ended')).toHaveLength(1);
      desk().governance.held = { isHeld: false, endsAt: null };
      desk().world.pass(6 * 3_600_000);
      await followGrants(desk().deps);
      expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'given-back' });
    });

    it.each([
      [
        'does not say whether it is there',
        (): void => desk().governance.holdings.next({ isHeld: null, endsAt: null }),
      ],
      ['refuses to tell', (): void => desk().governance.holdings.next(refusedWith(404))],
    ])('is taken as done from its task when the service %s', async (_what, prepare) => {
      desk().governance.operations.add('userGrants');
      prepare();
      await taken(revokedSnapshot());
      expect(await grant()).toMatchObject({ endedBy: 'given-back' });
    });
  });

  it('ends as the service shows when the service refuses because the access is gone', async () => {
    desk().governance.operations.add('userGrants');
    desk().governance.held = { isHeld: false, endsAt: null };
    desk().governance.revocations.next(refusing('invalid'));
    await click();
    await carryOut();
    expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'taken-away' });
  });

  it.each(['invalid', 'not-found', 'closed', 'conflict'] as const)(
    'is done after a lost answer only when the service then finds nothing to revoke (%s)',
    async (kind) => {
      await click();
      desk().governance.revocations.next(failing('timeout', false), refusing(kind));
      await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
      expect(await desk().said()).toEqual(['action-waiting -> U0BEN']);
      await again();
      await carryOut();
      expect(await grant()).toMatchObject({ endedBy: 'given-back' });
      expect(await desk().said()).toEqual([
        'action-waiting -> U0BEN',
        'action-done -> U0BEN',
        inThread,
      ]);
    },
  );

  it('stays refused when the first attempt was certainly not sent', async () => {
    await click();
    desk().governance.revocations.next(failing('network', true), refusing('invalid'));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'network' });
    await again();
    await carryOut();
    expect((await grant())?.endedAt).toBeNull();
    expect(await refusals()).toMatchObject([{ code: 'invalid' }]);
  });

  it('may have been done when the answer was lost and the second attempt is forbidden', async () => {
    desk().governance.operations.add('userGrants');
    await click();
    desk().governance.revocations.next(failing('timeout', false), refusing('forbidden'));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    await again();
    await carryOut();
    expect((await grant())?.endedAt).toBeNull();
    expect(await refusals()).toMatchObject([{ code: 'perhaps-sent', why: 'forbidden' }]);
    desk().governance.held = { isHeld: false, endsAt: null };
    await desk().store.transaction((tx) => tx.grants.follow('request-1', { checkAt: noon }));
    await followGrants(desk().deps);
    expect(await grant()).toMatchObject({ endedBy: 'given-back' });
  });

  it('may have been done when the answer was lost and the second attempt is not allowed', async () => {
    await click();
    desk().governance.revocations.next(failing('timeout', false));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    desk().governance.operations.delete('taskRevoke');
    await again();
    await carryOut();
    expect(await refusals()).toMatchObject([{ code: 'perhaps-sent' }]);
  });

  describe('where a request for more time is granted meanwhile', () => {
    const prolong = async (): Promise<void> => {
      await desk().ask({ id: 'request-2' });
      await desk().store.transaction(async (tx) => {
        const change = { state: 'created', identityUserId: 'user-ben', at: noon } as const;
        await tx.requests.save('request-2', { ...change, taskId: 'task-2' });
        const [request, before] = [
          await tx.requests.find('request-2'),
          await tx.requests.find('request-1'),
        ];
        if (request === null) throw new Error('request-2 is there');
        const granted = { startedAt: noon, endsAt: hours(9) };
        await beginAccess(tx, request, { granted, task: closedSnapshot() }, before);
      });
      expect(await grant()).toMatchObject({ endedAt: noon, endedBy: null });
    };
    const later = () => desk().store.transaction((tx) => tx.grants.find('request-2'));

    it('is of the access that goes on with it', async () => {
      await click();
      await prolong();
      await carryOut();
      expect(desk().governance.revoked).toHaveLength(1);
      expect(await refusals()).toEqual([]);
      expect(await later()).toMatchObject({ endedBy: 'given-back' });
    });

    it('is of that access, too, where its answer was lost before', async () => {
      desk().governance.operations.add('userGrants');
      await click();
      desk().governance.revocations.next(failing('timeout', false));
      await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
      await prolong();
      desk().governance.held = { isHeld: false, endsAt: null };
      await desk().store.transaction((tx) => tx.grants.follow('request-2', { checkAt: noon }));
      await followGrants(desk().deps);
      expect(await later()).toMatchObject({ endedBy: 'given-back' });
      await again();
      await carryOut();
      expect(desk().governance.revoked).toHaveLength(1);
      expect(await refusals()).toEqual([]);
    });
  });

  it.each([
    [
      'where the service cannot do it',
      { code: 'not-offered' },
      (): void => void desk().governance.operations.delete('taskRevoke'),
    ],
    [
      'that the service refuses',
      { code: 'forbidden' },
      (): void => desk().governance.revocations.next(refusing('forbidden')),
    ],
  ])('%s is refused with a message, and the grant stays', async (_what, refusal, prepare) => {
    prepare();
    await click();
    await carryOut();
    expect(await refusals()).toMatchObject([refusal]);
    expect((await grant())?.endedAt).toBeNull();
    expect(await desk().audited()).toEqual(['click.refused']);
    desk().governance.operations.add('taskRevoke');
    expect(await click()).toBe('kept');
    await carryOut();
    expect((await grant())?.endedBy).toBe('given-back');
  });

  it('is refused without a call when the grant ended or never began', async () => {
    await desk().store.transaction((tx) => tx.grants.end('request-1', 'expired', noon));
    await click();
    await carryOut();
    await desk().kysely.deleteFrom('grants').execute();
    await click();
    await carryOut();
    expect(await refusals()).toEqual([{ code: 'ended' }, { code: 'ended' }]);
    expect(desk().governance.revoked).toEqual([]);
  });

  it('waits while the service is down, and the holder is told once', async () => {
    await click();
    desk().governance.revocations.next(failing('http', true), failing('http', true));
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await expect(carryOut()).rejects.toMatchObject({ kind: 'http' });
      expect(await desk().said()).toHaveLength(1);
      await again();
    }
    await carryOut();
    expect(await desk().said()).toEqual([
      'action-waiting -> U0BEN',
      'action-done -> U0BEN',
      inThread,
    ]);
  });
});
