import { describe, expect, it } from 'vitest';
import { standings } from '../../../src/domain/action/holder-action.ts';
import { ok } from '../../../src/domain/result.ts';
import { followGrants } from '../../../src/use-cases/access/follow-grants.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { failing } from '../../support/fakes.ts';
import { actor, closedSnapshot, noon, snapshot } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const admin = { id: 'account-admin', name: 'ben-admin' };
const plain = { id: 'account-ben', name: 'ben' };
const all = { standings, limit: 10 } as const;
const send = () => createTask(desk().deps, 'request-1');

async function askedForAdmin(): Promise<void> {
  desk().governance.operations.add('userAccounts');
  desk().governance.accounts.set('user-ben', [plain, admin]);
  await desk().ask({ account: admin });
}

describe('a request for one of several accounts', () => {
  it('waits where the accounts cannot be read, and is sent later', async () => {
    await askedForAdmin();
    desk().governance.accountReadings.next(failing('timeout', true));
    await expect(send()).rejects.toThrow('timeout');
    expect(await desk().request()).toMatchObject({ state: 'submitted' });
    await send();
    expect(desk().governance.orders).toHaveLength(1);
  });

  it('stops where the service answers with another account', async () => {
    await askedForAdmin();
    desk().governance.grants.next(ok(snapshot({ accountId: 'account-ben' })));
    await send();
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: 'answer-disagrees' },
    });
  });

  it('is no duplicate of one for another account, and is one of the same', async () => {
    await askedForAdmin();
    const again = (account: typeof admin) =>
      submitRequest(desk().deps, submittedForm({ key: account.id, account }));
    expect((await again(plain)).ok).toBe(true);
    expect(await again(admin)).toMatchObject({ ok: false, refusal: { kind: 'duplicate' } });
  });

  it('is prolonged, and given back, for the account that has it', async () => {
    await askedForAdmin();
    desk().governance.operations.add('taskRevoke');
    await desk().store.transaction(async (tx) => {
      const saved = { identityUserId: 'user-ben', taskId: 'task-1', at: noon } as const;
      await tx.requests.save('request-1', { ...saved, state: 'created' });
      await tx.tasks.save('request-1', closedSnapshot({ accountId: 'account-admin' }), noon);
      const endsAt = new Date(noon.getTime() + 3_600_000);
      await tx.grants.begin('request-1', { startedAt: noon, endsAt });
    });
    const form = submittedForm({ key: 'view-2', extendsRequestId: 'request-1', account: null });
    expect((await submitRequest(desk().deps, form)).ok).toBe(true);
    const more = await desk().store.transaction((tx) => tx.requests.ofHolder('U0BEN', all));
    expect(more.rows.map(({ request }) => request.account?.id)).toEqual([
      'account-admin',
      'account-admin',
    ]);
    desk().governance.tasks.set('task-1', closedSnapshot({ accountId: 'account-admin' }));
    const by = actor('U0BEN');
    const click = { verb: 'give-back', requestId: 'request-1', by, reason: '', channel: 'U0BEN' };
    await acceptAction(desk().deps, { ...click, verb: 'give-back' });
    await desk().runJobs('carry-out-action');
    expect(desk().governance.revoked).toMatchObject([{ accountId: 'account-admin' }]);
  });

  it('has its end only by what happens to that account', async () => {
    await askedForAdmin();
    desk().governance.operations.add('grantsFeed');
    await desk().store.transaction(async (tx) => {
      const saved = { state: 'created', identityUserId: 'user-ben', taskId: 'task-1', at: noon };
      await tx.requests.save('request-1', { ...saved, state: 'created' });
      await tx.tasks.save('request-1', closedSnapshot(), noon);
      await tx.grants.begin('request-1', { startedAt: noon, endsAt: null });
    });
    const event = {
      kind: 'removed',
      at: new Date(noon.getTime() + 60_000),
      appId: 'app-github',
      entitlementId: 'ent-write',
      identityUserId: 'user-ben',
      taskId: '',
    } as const;
    const grant = () => desk().store.transaction((tx) => tx.grants.find('request-1'));
    desk().world.pass(30 * 60_000);
    desk().governance.events = [{ ...event, accountId: 'account-ben' }];
    await followGrants(desk().deps);
    expect((await grant())?.endedAt).toBeNull();
    desk().world.pass(30 * 60_000);
    desk().governance.events = [{ ...event, at: desk().world.now(), accountId: 'account-admin' }];
    await followGrants(desk().deps);
    expect((await grant())?.endedAt).not.toBeNull();
  });
});
