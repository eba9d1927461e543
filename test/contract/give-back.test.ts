import { beforeEach, describe, expect, it } from 'vitest';
import { acceptHolderAction } from '../../src/use-cases/accept-holder-action.ts';
import { endGrants } from '../../src/use-cases/end-grants.ts';
import { failing, refusing } from '../support/fakes.ts';
import { actor, closedSnapshot, noon } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const hours = (count: number) => new Date(noon.getTime() + count * 3_600_000);
const click = (userId = 'U0BEN') =>
  acceptHolderAction(desk().deps, {
    kind: 'give-back',
    requestId: 'request-1',
    by: actor(userId),
    reason: '',
    channel: userId,
  });
const carryOut = () => desk().runJobs('carry-out-holder-action');
const again = (): Promise<void> =>
  desk().store.transaction((tx) => tx.enqueue({ kind: 'carry-out-holder-action', holderActionId: 'id-0001' }));
const grant = () => desk().store.transaction((tx) => tx.grants.find('request-1'));
const refusals = async () => {
  await desk().said();
  return desk().chat.notices.flatMap(({ body }) => (body.kind === 'holder-action-refused' ? [body.refusal] : []));
};

beforeEach(async () => {
  desk().governance.operations.add('taskRevoke');
  await desk().opened(closedSnapshot());
  await desk().store.transaction((tx) => tx.grants.begin('request-1', { startedAt: noon, endsAt: hours(4) }));
});

describe('giving back', () => {
  it('revokes the access, ends the grant and tells the holder once', async () => {
    await click();
    await carryOut();
    await again();
    await carryOut();
    expect(desk().governance.revoked).toEqual([
      {
        appId: 'app-github',
        entitlementId: 'ent-write',
        identityUserId: 'user-ben',
        comment: 'Given back in Slack by "ben", Slack user U0BEN.',
      },
    ]);
    expect(await grant()).toMatchObject({ endedAt: noon, endedBy: 'given-back' });
    expect(await desk().said()).toEqual(['access-ended -> U0BEN']);
    expect(desk().chat.notices[0]?.body).toEqual({ kind: 'access-ended', end: 'given-back' });
    expect(await desk().audited()).toEqual(['grant.ended', 'give-back.done']);
    expect(await click()).toBe('repeated');
  });

  it('ends every grant of the same access, and tells each person once', async () => {
    const ids = await Promise.all([
      desk().ask({ id: 'request-2' }),
      desk().ask({ id: 'request-3', requester: actor('U0CHO'), targetSlackId: 'U0BEN' }),
    ]);
    await desk().store.transaction(async (tx) => {
      for (const id of ids) {
        await tx.requests.save(id, { state: 'created', identityUserId: 'user-ben', at: noon });
        await tx.grants.begin(id, { startedAt: noon, endsAt: null });
      }
    });
    await click();
    await carryOut();
    for (const id of ['request-1', ...ids]) {
      expect(await desk().store.transaction((tx) => tx.grants.find(id))).toMatchObject({ endedBy: 'given-back' });
    }
    expect(desk().governance.revoked).toHaveLength(1);
    expect((await desk().said()).toSorted()).toEqual(['access-ended -> U0BEN', 'access-ended -> U0CHO']);
  });

  it('by the target is also told to the requester, and shown on their Home', async () => {
    await desk().kysely.updateTable('requests').set({ targetSlackId: 'U0DEE' }).execute();
    await click('U0DEE');
    await desk().runJobs();
    expect(await desk().said()).toEqual(['access-ended -> U0BEN', 'access-ended -> U0DEE']);
    expect(new Set(desk().chat.homes.map((one) => one.slackUserId))).toEqual(new Set(['U0BEN', 'U0DEE']));
  });

  it('whose answer was lost is sent again; a revocation that is open already counts as done', async () => {
    await click();
    desk().governance.revocations.next(failing('timeout', false), refusing('duplicate', 'task-7'));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    expect((await grant())?.endedAt).toBeNull();
    await again();
    await carryOut();
    expect((await grant())?.endedBy).toBe('given-back');
    expect(await refusals()).toEqual([]);
  });

  it.each(['invalid', 'not-found', 'closed', 'conflict'] as const)(
    'whose answer was lost is done where the service then finds nothing to take back (%s), and not without that',
    async (kind) => {
      await click();
      desk().governance.revocations.next(failing('timeout', false), refusing(kind));
      await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
      await again();
      await carryOut();
      expect(await grant()).toMatchObject({ endedBy: 'given-back' });
      expect(await desk().said()).toEqual(['holder-action-waiting -> U0BEN in U0BEN', 'access-ended -> U0BEN']);
    },
  );

  it('that was certainly not sent and is refused the second time is refused', async () => {
    await click();
    desk().governance.revocations.next(failing('network', true), refusing('invalid'));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'network' });
    await again();
    await carryOut();
    expect((await grant())?.endedAt).toBeNull();
    expect(await refusals()).toMatchObject([{ kind: 'service', refusal: { kind: 'invalid' } }]);
  });

  it('whose answer was lost and which is forbidden the second time is refused', async () => {
    await click();
    desk().governance.revocations.next(failing('timeout', false), refusing('forbidden'));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    await again();
    await carryOut();
    expect((await grant())?.endedAt).toBeNull();
    expect(await refusals()).toMatchObject([{ kind: 'service', refusal: { kind: 'forbidden' } }]);
  });

  it.each([
    [
      'where the service cannot do it',
      { kind: 'not-offered' },
      (): void => void desk().governance.operations.delete('taskRevoke'),
    ],
    [
      'that the service refuses',
      { kind: 'service', refusal: { kind: 'forbidden' } },
      (): void => desk().governance.revocations.next(refusing('forbidden')),
    ],
  ])('%s is refused with a message, and the grant stays', async (_what, refusal, prepare) => {
    prepare();
    await click();
    await carryOut();
    expect(await refusals()).toMatchObject([refusal]);
    expect((await grant())?.endedAt).toBeNull();
    expect(await desk().audited()).toEqual(['give-back.refused']);
    desk().governance.operations.add('taskRevoke');
    expect(await click()).toBe('kept');
    await carryOut();
    expect((await grant())?.endedBy).toBe('given-back');
  });

  it('of a grant that ended or never began is refused without asking the service', async () => {
    desk().world.pass(5 * 3_600_000);
    await endGrants(desk().deps);
    await click();
    await carryOut();
    await desk().kysely.deleteFrom('grants').execute();
    await click();
    await carryOut();
    expect(await refusals()).toEqual([{ kind: 'ended' }, { kind: 'ended' }]);
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
    expect(await desk().said()).toEqual(['holder-action-waiting -> U0BEN in U0BEN', 'access-ended -> U0BEN']);
  });
});
