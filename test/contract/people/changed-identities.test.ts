import { beforeEach, describe, expect, it } from 'vitest';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { carryOutAction } from '../../../src/use-cases/action/carry-out-action.ts';
import { resolveIdentity } from '../../../src/use-cases/people/resolve-identity.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { openTexts } from '../../../src/use-cases/trail/sealed-text.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, noon, person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, clickedJob } = reviewing(desk);
const resolve = (userId: string) => resolveIdentity(desk().deps, userId, 'fresh');
/** The account's email is now that of Ana, a reviewer. */
const becomeAna = (userId: string) => {
  desk().world.pass(1_000);
  desk().directory.add(userId, { email: 'ana@acme.example' });
};
const refusals = async () => {
  const rows = await desk()
    .kysely.selectFrom('audit')
    .select(['actor', 'detail', 'texts'])
    .orderBy('seq')
    .execute();
  return rows.flatMap(({ actor, detail, texts }) => {
    const { refusal } = openTexts(JSON.parse(detail), texts);
    return refusal === undefined ? [] : [[actor, refusal]];
  });
};
const changed = (was: string, is: string) => ({ code: 'changed-person', was, is });

describe('a Slack account whose identity changed after the request was made', () => {
  it.each([
    ['who asked for themselves', null, 'U0BEN', 'user-ben'],
    ['who asked for somebody else', 'U0DEE', 'U0BEN', 'user-ben'],
    ['whom it is for', 'U0DEE', 'U0DEE', 'user-dee'],
  ])('cannot decide as the person %s', async (_who, targetSlackId, userId, was) => {
    const task = snapshot({ target: person(targetSlackId === null ? 'user-ben' : 'user-dee') });
    desk().governance.tasks.set(task.id, task);
    desk().governance.grants.next({ ok: true, value: task });
    await desk().ask({ targetSlackId });
    await createTask(desk().deps, 'request-1');
    await desk().runJobs('sync-card', 'update-card');
    becomeAna(userId);
    const [card] = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
    await click(userId, { cardId: card?.id ?? '' });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await refusals()).toEqual([[userId, changed(was, 'user-ana')]]);
  });

  it('cannot decide, for any person', async () => {
    await resolve('U0DEE');
    await desk().opened();
    becomeAna('U0DEE');
    await click('U0DEE');
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await refusals()).toEqual([['U0DEE', changed('user-dee', 'user-ana')]]);
  });

  it('cannot decide, even if it had no identity in between', async () => {
    await resolve('U0DEE');
    await desk().opened();
    desk().directory.add('U0DEE', { email: 'nobody@acme.example' });
    await resolve('U0DEE');
    // The card mentions Ana, whose email the account has by now.
    await desk().store.transaction((tx) =>
      tx.identities.expect([{ slackUserId: 'U0DEE', person: person('user-ana') }]),
    );
    becomeAna('U0DEE');
    await click('U0DEE');
    await carryOut();
    expect(await refusals()).toEqual([['U0DEE', changed('user-dee', 'user-ana')]]);
  });

  it('cannot decide when it changed between the check of the click and the service’s answer', async () => {
    await desk().opened();
    await click('U0CHO');
    const { actionId } = await clickedJob();
    desk().governance.reviews.next(failing('network', true));
    await expect(carryOutAction(desk().deps, actionId)).rejects.toThrow('network');
    becomeAna('U0CHO');
    await carryOutAction(desk().deps, actionId);
    expect(desk().governance.reviewOrders).toHaveLength(1);
    expect(await refusals()).toEqual([['U0CHO', changed('user-cho', 'user-ana')]]);
  });

  it.each([
    ['withdraws', 'withdraw', ['TASK_ACTION_TYPE_CLOSE']],
    ['escalates', 'escalate', ['TASK_ACTION_TYPE_ESCALATE_TO_EMERGENCY_ACCESS']],
    ['gives back', 'give-back', []],
  ] as const)('%s nothing', async (_does, kind, actions) => {
    desk().governance.operations.add('taskRevoke');
    await desk().opened({ actions });
    await desk().store.transaction((tx) =>
      tx.grants.begin('request-1', { startedAt: noon, endsAt: null }),
    );
    becomeAna('U0BEN');
    const click = {
      verb: kind,
      requestId: 'request-1',
      by: actor('U0BEN'),
      reason: '',
      channel: 'C0GENERAL',
    };
    expect(await acceptAction(desk().deps, click)).toBe('kept');
    await desk().runJobs('carry-out-action');
    expect([
      ...desk().governance.closed,
      ...desk().governance.escalated,
      ...desk().governance.revoked,
    ]).toEqual([]);
    expect(await refusals()).toEqual([['U0BEN', changed('user-ben', 'user-ana')]]);
  });

  it('withdraws nothing, also where an older lookup writes last who had it', async () => {
    await desk().opened({ actions: ['TASK_ACTION_TYPE_CLOSE'] });
    becomeAna('U0BEN');
    const { deps } = desk();
    const by = actor('U0BEN');
    const click = { verb: 'withdraw', requestId: 'request-1', by, reason: '' } as const;
    expect(await acceptAction(deps, { ...click, channel: 'C0GENERAL' })).toBe('kept');
    const { actionId } = await clickedJob();
    // It is called after the check has looked the person up.
    const withAnswerersOfNow: typeof deps.deliveredSteps.withAnswerersOfNow = async (_, task) => {
      const older = { slackUserId: 'U0BEN', person: person('user-ben'), checkedAt: noon };
      await deps.store.transaction((tx) => tx.identities.saveResolved(older));
      return task;
    };
    const deliveredSteps = { ...deps.deliveredSteps, withAnswerersOfNow };
    await carryOutAction({ ...deps, deliveredSteps }, actionId);
    expect(desk().governance.closed).toEqual([]);
    expect(await refusals()).toEqual([['U0BEN', changed('user-ben', 'user-ana')]]);
  });

  it('links the request to both its earlier and its present identity', async () => {
    await desk().ask({ targetSlackId: 'U0DEE' });
    const task = snapshot({ target: person('user-dee') });
    desk().governance.tasks.set(task.id, task);
    desk().governance.grants.next({ ok: true, value: task });
    await createTask(desk().deps, 'request-1');
    await desk().runJobs('sync-card', 'update-card');
    becomeAna('U0BEN');
    await resolve('U0BEN');
    desk().directory.add('U0BENNY', { email: 'ben@acme.example' });
    const [card] = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
    for (const userId of ['U0ANA', 'U0BENNY']) await click(userId, { cardId: card?.id ?? '' });
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect(await refusals()).toEqual([
      ['U0ANA', { code: 'own-request' }],
      ['U0BENNY', { code: 'own-request' }],
    ]);
  });

  it('may decide on requests made afterwards', async () => {
    await resolve('U0DEE');
    becomeAna('U0DEE');
    await resolve('U0DEE');
    desk().world.pass(1_000);
    await desk().opened();
    await click('U0DEE');
    await carryOut();
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });
});

describe('a request that waits to be sent', () => {
  beforeEach(async () => {
    await resolve('U0BEN');
    await desk().ask();
    becomeAna('U0BEN');
    await resolve('U0BEN');
  });

  it('is refused when its requester’s account has another identity by then', async () => {
    await createTask(desk().deps, 'request-1');
    expect(desk().governance.orders).toEqual([]);
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: changed('user-ben', 'user-ana'),
    });
    expect(await refusals()).toEqual([[null, changed('user-ben', 'user-ana')]]);
  });

  it('keeps the identity that its requester had when they submitted it', async () => {
    expect(await desk().request()).toMatchObject({
      requesterIdentityId: 'user-ben',
      identityUserId: null,
    });
  });
});
