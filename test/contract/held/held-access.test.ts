/** Long because what somebody holds is read, shown and given back by the same rows. */
import { describe, expect, it } from 'vitest';
import type { HeldAccess } from '../../../src/domain/access/held-access.ts';
import { acceptReturn, giveBackHeld } from '../../../src/extras/held/give-back-held.ts';
import { heldOnHome } from '../../../src/extras/held/held-on-home.ts';
import { heldRows } from '../../../src/extras/held/held-tables.ts';
import { readHeld } from '../../../src/extras/held/read-held.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { giveUp } from '../../../src/use-cases/action/give-up.ts';
import { heldAtDesk, heldOnDesk } from '../../support/extras-at-desk.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { heldElsewhere } from '../../support/held-elsewhere.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { actor, closedSnapshot, noon, person, revokedSnapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk(heldAtDesk);
const { asked } = openingHomes(desk);

const minutes = (count: number) => count * 60_000;
const staging = { appId: 'app-aws', entitlementId: 'ent-staging', accountId: 'account-ben' };

/** Ben has these, and his Home has read them. */
async function reading(...held: readonly HeldAccess[]): Promise<void> {
  for (const one of ['grantSearch', 'taskRevoke', 'taskSearch', 'userSearch'] as const)
    desk().governance.operations.add(one);
  desk().settings = {
    ...desk().settings,
    apps: desk().settings.apps.map((app) => ({ ...app, id: 'app-aws' })),
  };
  desk().governance.heldGrants = held;
  desk().world.pass(minutes(1));
  await readHeld(desk().deps, 'U0BEN');
}
const shown = async (slackUserId = 'U0BEN') => (await heldOnHome(desk().deps, slackUserId))?.shown;
const giveBack = (key = staging, by = actor('U0BEN')) => acceptReturn(desk().deps, { ...key, by });
const lastReturn = async () => (await shown())?.[0]?.lastReturn;

/** Runs the job of the last click. */
async function carryOut(): Promise<void> {
  for (const job of await desk().takeJobs('give-back-held')) {
    if (job.kind === 'give-back-held') await giveBackHeld(desk().deps, job.returnId);
  }
}

describe('what somebody holds', () => {
  it('is shown with its end, and with the account only where there are several', async () => {
    const endsAt = '2026-07-01T10:00:00.000Z';
    await reading(heldElsewhere({ endsAt }));
    expect(await shown()).toMatchObject([
      {
        appName: 'GitHub',
        entitlementName: 'Staging administrator',
        accountName: null,
        endsAt: new Date(endsAt),
      },
    ]);
    const admin = heldElsewhere({ account: { id: 'account-admin', name: 'ben-admin' } });
    await reading(heldElsewhere(), admin);
    expect((await shown())?.map((one) => one.accountName)).toEqual(['ben', 'ben-admin']);
  });

  it('is there once, where it was granted through the bot', async () => {
    const id = await asked(closedSnapshot(), { appId: 'app-aws', entitlementId: 'ent-staging' });
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
    await reading(heldElsewhere());
    expect(await shown()).toEqual([]);
    // What another account has of it was not granted by that request.
    await reading(
      heldElsewhere(),
      heldElsewhere({ account: { id: 'account-admin', name: 'ben-admin' } }),
    );
    expect(await shown()).toHaveLength(1);
  });

  it('is not what a grant of the bot gave that ended after the reading, or shortly before', async () => {
    const id = await asked(closedSnapshot(), { appId: 'app-aws', entitlementId: 'ent-staging' });
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
    await reading(heldElsewhere());
    desk().world.pass(minutes(1));
    await desk().store.transaction((tx) => tx.grants.end(id, 'given-back', tx.at));
    expect(await shown()).toEqual([]);
    desk().world.pass(minutes(8));
    await reading(heldElsewhere());
    expect(await shown()).toEqual([]);
    await reading(heldElsewhere());
    expect(await shown()).toMatchObject([{ entitlementName: 'Staging administrator' }]);
  });

  it('tells what giving back a request of one’s own may take away as well', async () => {
    const id = await asked(closedSnapshot(), { appId: 'app-aws', entitlementId: 'ent-staging' });
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
    const own = { appId: 'app-aws', entitlementId: 'ent-staging' };
    const source = { appId: 'app-aws', entitlementId: 'ent-group' };
    const named = { ...source, entitlementName: 'Engineers' };
    await reading(heldElsewhere({ sources: [source] }), heldElsewhere(named));
    expect(await heldOnHome(desk().deps, 'U0BEN')).toMatchObject({
      alsoTaken: [{ ...own, names: ['Engineers'] }],
    });
  });

  it('stays with its age where the next reading fails', async () => {
    await reading(heldElsewhere());
    expect(await heldOnHome(desk().deps, 'U0BEN')).toMatchObject({ oldFrom: null });
    const readAt = desk().world.now();
    desk().governance.heldReadings.next(failing('timeout', false));
    await reading();
    expect(await heldOnHome(desk().deps, 'U0BEN')).toMatchObject({ oldFrom: readAt, shown: [{}] });
    expect(await desk().takeJobs('sync-home')).not.toEqual([]);
  });

  it('is not shown to somebody who is another identity by now', async () => {
    await reading(heldElsewhere());
    const other = { ...person('user-other'), email: 'ben@acme.example' };
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({ slackUserId: 'U0BEN', person: other, checkedAt: noon }),
    );
    expect(await shown()).toBeUndefined();
    // Nor does what giving back a request does speak of it.
    const holdings = desk().store.transaction((tx) => desk().deps.lastHoldings(tx, 'U0BEN'));
    expect(await holdings).toEqual([]);
  });

  it('is not asked for without the operation, nor again within half a minute', async () => {
    await reading(heldElsewhere());
    await readHeld(desk().deps, 'U0BEN');
    expect(desk().governance.heldRead).toHaveLength(1);
    desk().world.pass(minutes(1));
    desk().governance.operations.delete('grantSearch');
    await readHeld(desk().deps, 'U0BEN');
    expect(desk().governance.heldRead).toHaveLength(1);
    const [part] = heldOnDesk(desk().deps);
    expect(part?.reading('U0BEN')).toBeNull();
    expect(await part?.show('U0BEN')).toBeNull();
  });
});

describe('giving back what was granted elsewhere', () => {
  it('asks for one task, names the person, and is over when the service took it away', async () => {
    await reading(heldElsewhere());
    const revoking = { ...revokedSnapshot(), state: 'open' as const, outcome: 'none' as const };
    desk().governance.revocations.next({ ok: true, value: { ...revoking, id: 'task-revoke' } });
    expect(await giveBack()).toBe('kept');
    expect(await giveBack()).toBe('repeated');
    await carryOut();
    expect(desk().governance.revoked).toMatchObject([
      {
        identityUserId: 'user-ben',
        entitlementId: 'ent-staging',
        comment: expect.stringContaining('Slack user U0BEN'),
      },
    ]);
    expect(desk().governance.revoked[0]?.accountId).toBeUndefined();
    expect(await lastReturn()).toMatchObject({ state: 'asked', taskId: 'task-revoke' });
    expect((await shown())?.[0]?.giveBack).toBeNull();
    // Home hears of it without being opened again.
    desk().governance.heldGrants = [];
    desk().world.pass(minutes(1));
    await desk().runJobs();
    expect(await shown()).toEqual([]);
  });

  it('is what a grant of the bot gave, too: that is being given back, and not taken away', async () => {
    const id = await asked(closedSnapshot(), { appId: 'app-aws', entitlementId: 'ent-staging' });
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
    const inherited = { entitlementId: 'ent-read', entitlementName: 'Staging read-only' };
    const sources = [{ appId: 'app-aws', entitlementId: 'ent-staging' }];
    await reading(heldElsewhere(), heldElsewhere({ ...inherited, sources }));
    expect(await giveBack()).toBe('kept');
    await carryOut();
    const grant = await desk().store.transaction((tx) => tx.grants.find(id));
    expect(grant).toMatchObject({ revocationPending: 'given-back' });
  });

  it('says that it stays where the task is denied', async () => {
    await reading(heldElsewhere());
    const denied = { ...revokedSnapshot(), id: 'task-revoke', outcome: 'denied' as const };
    desk().governance.revocations.next({ ok: true, value: denied });
    desk().governance.tasks.set('task-revoke', denied);
    await giveBack();
    await carryOut();
    await readHeld(desk().deps, 'U0BEN');
    expect(await lastReturn()).toMatchObject({ state: 'refused', refusal: { code: 'kept' } });
    expect(await giveBack()).toBe('kept');
  });

  it('names the account where the person has several', async () => {
    const admin = heldElsewhere({ account: { id: 'account-admin', name: 'ben-admin' } });
    await reading(heldElsewhere(), admin);
    await giveBack({ ...staging, accountId: 'account-admin' });
    await carryOut();
    expect(desk().governance.revoked).toMatchObject([{ accountId: 'account-admin' }]);
  });

  it.each([
    [
      'it is inherited by now',
      () => {
        desk().governance.heldGrants = [
          heldElsewhere({ sources: [{ appId: 'app-aws', entitlementId: 'group' }] }),
        ];
      },
      'inherited',
    ],
    [
      'the Slack account is another identity by now',
      () => {
        desk().governance.people.set('ben@acme.example', {
          ...person('user-other'),
          email: 'ben@acme.example',
        });
      },
      'changed-person',
    ],
    [
      'the service cannot revoke',
      () => {
        desk().governance.operations.delete('taskRevoke');
      },
      'not-offered',
    ],
  ])('is refused where %s', async (_what, happens, code) => {
    await reading(heldElsewhere());
    await giveBack();
    happens();
    await carryOut();
    expect(desk().governance.revoked).toEqual([]);
    const [returned] = await desk().store.transaction((tx) =>
      rowsOfExtra(tx, heldRows).returnsOf('U0BEN', 5),
    );
    expect(returned).toMatchObject({ state: 'refused', refusal: { code } });
  });

  it('is refused where it is from a backup that was restored', async () => {
    await reading(heldElsewhere());
    await giveBack();
    const at = new Date(desk().world.now().getTime() + 1_000);
    await desk().kysely.insertInto('restores').values({ at, settledAt: at }).execute();
    await carryOut();
    expect(desk().governance.revoked).toEqual([]);
    expect(await lastReturn()).toMatchObject({ state: 'refused', refusal: { code: 'restored' } });
  });

  it('says on Home that it failed, when its job is given up', async () => {
    await reading(heldElsewhere());
    await giveBack();
    const [job] = await desk().takeJobs('give-back-held');
    if (job === undefined) throw new Error('there is a job');
    await desk().runJobs('sync-home');
    for (let turn = 0; turn < 2; turn += 1) await giveUp(desk().handlerDeps, job, 'ref-1');
    const refusal = { code: 'failed', reference: 'ref-1' };
    expect(await lastReturn()).toMatchObject({ state: 'refused', refusal });
    expect(await desk().audited()).toEqual(['job.failed']);
    expect(await desk().takeJobs('sync-home')).toEqual([
      { kind: 'sync-home', slackUserId: 'U0BEN' },
    ]);
  });

  it('is unknown of something that the person was not shown', async () => {
    await reading(heldElsewhere());
    expect(await giveBack({ ...staging, entitlementId: 'ent-other' })).toBe('unknown');
    expect(await giveBack(staging, actor('U0ANA'))).toBe('unknown');
    expect(await desk().takeJobs('give-back-held')).toEqual([]);
  });

  it('adopts the task that is open already, after a lost answer too', async () => {
    await reading(heldElsewhere());
    await giveBack();
    desk().governance.revocations.next(failing('timeout', false));
    const [job] = await desk().takeJobs('give-back-held');
    if (job?.kind !== 'give-back-held') throw new Error('there is a job');
    await expect(giveBackHeld(desk().deps, job.returnId)).rejects.toThrow('timeout');
    expect(await lastReturn()).toMatchObject({ state: 'sending' });
    desk().governance.revocations.next(refusing('duplicate', 'task-revoke'));
    const open = { ...revokedSnapshot(), id: 'task-revoke', state: 'open' as const };
    desk().governance.tasks.set('task-revoke', open);
    await giveBackHeld(desk().deps, job.returnId);
    expect(await lastReturn()).toMatchObject({ state: 'asked', taskId: 'task-revoke' });
  });

  it.each([
    ['is forbidden', 'forbidden', () => desk().governance.revocations.next(refusing('forbidden'))],
    ['cannot be made', 'not-offered', () => void desk().governance.operations.delete('taskRevoke')],
  ])(
    'may have been done where the answer was lost and the second attempt %s',
    async (_what, why, then) => {
      await reading(heldElsewhere());
      await giveBack();
      desk().governance.revocations.next(failing('timeout', false));
      const [job] = await desk().takeJobs('give-back-held');
      if (job?.kind !== 'give-back-held') throw new Error('there is a job');
      await expect(giveBackHeld(desk().deps, job.returnId)).rejects.toThrow('timeout');
      then();
      await giveBackHeld(desk().deps, job.returnId);
      const [returned] = await desk().store.transaction((tx) =>
        rowsOfExtra(tx, heldRows).returnsOf('U0BEN', 5),
      );
      const refusal = { code: 'perhaps-sent', why };
      expect(returned).toMatchObject({ state: 'refused', refusal });
    },
  );
});
