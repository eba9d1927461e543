/** Long because every way to answer a delivered step, and every way to fail, is tested here. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { CatalogueEntitlement } from '../../src/domain/entitlement.ts';
import type { TaskSnapshot } from '../../src/domain/task-snapshot.ts';
import { acceptAction } from '../../src/use-cases/accept-action.ts';
import { denyUndecided } from '../../src/use-cases/deny-undecided.ts';
import { delivering, webhookTask } from '../support/delivering.ts';
import { failing } from '../support/fakes.ts';
import { reviewing } from '../support/reviewing.ts';
import { actor, closedSnapshot, firstEntitlement, person } from '../support/samples.ts';
import { testSettings } from '../support/test-settings.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const { start, deliver, answers, delivery, callbacks } = delivering(desk);

const catalogued: CatalogueEntitlement = {
  ...firstEntitlement(),
  riskLevel: '',
  resourceTypeId: 'team',
  resourceId: 'platform',
  resourceName: 'Platform',
  alias: 'write',
  emergencyGrantEnabled: true,
  longestSeconds: null,
  requestSchemaId: '',
  mayBePermanent: true,
};
const hook = 'hook of task-1 step-1';

/** The service carries out what the callback is told. */
function carriesOut(outcome = 'granted'): void {
  callbacks().onAnswer = () =>
    void desk().governance.tasks.set('task-1', closedSnapshot({ outcome, decisions: [] }));
}

beforeEach(() => {
  start();
  desk().entitlements = [catalogued];
});

describe('a delivered step of a request', () => {
  const task = webhookTask();
  beforeEach(async () => {
    await desk().opened(task);
    await deliver(task);
  });

  it('names the owners as its reviewers, but not the requester', async () => {
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot).toMatchObject({
      stepApprovers: [person('user-ana'), person('user-cho')],
      stepPolicy: { approver: 'people', requireDistinctApprovers: true },
      delivered: { kind: 'approval' },
    });
    expect(await desk().audited()).toEqual(['delivery.opened']);
  });

  it('is answered at the callback in the reviewer’s name, and decided by that', async () => {
    carriesOut();
    await click('U0ANA', { reason: 'fine' });
    await carryOut();
    expect(answers()).toEqual([
      {
        kind: 'approve',
        comment: 'Approved in Slack by "Ana" (ana@acme.example), Slack user U0ANA. fine',
      },
    ]);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(await delivery(hook)).toMatchObject({ state: 'answered', callback: null });
    expect(desk().governance.reviewOrders).toEqual([]);
  });

  it('counts as decided while the service still works on the answer', async () => {
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot).toMatchObject({
      otherStep: { kind: 'processing' },
      stepApprovers: [],
    });
  });

  it('is decided by one of two people who click at once', async () => {
    carriesOut();
    await click('U0ANA');
    await click('U0CHO', { verb: 'deny', reason: 'no' });
    await carryOut();
    expect(answers()).toHaveLength(1);
    expect(await reviews()).toEqual([
      ['U0ANA', 'done', null],
      ['U0CHO', 'refused', 'already-decided'],
    ]);
  });

  it.each([
    ['requester', 'U0BEN', 'own-request'],
    ['stranger', 'U0DEE', 'not-reviewer'],
  ])('is not decided by its %s', async (_who, userId, why) => {
    await click(userId);
    await carryOut();
    expect(await reviews()).toEqual([[userId, 'refused', why]]);
    expect(answers()).toEqual([]);
  });

  it('is not decided by somebody who lost the ownership since it arrived', async () => {
    desk().governance.owners = [person('user-cho')];
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'not-reviewer']]);
    expect(answers()).toEqual([]);
  });

  it('is not decided while nobody can tell who owns it', async () => {
    await click('U0ANA');
    desk().governance.ownerLists.next(failing('http', true), failing('http', true));
    await expect(carryOut()).rejects.toThrow('http');
    expect(answers()).toEqual([]);
  });

  it('is credited after a lost answer when the service shows what it led to', async () => {
    callbacks().answers.next(failing('timeout', false));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    desk().governance.tasks.set('task-1', closedSnapshot({ decisions: [] }));
    await retry();
    expect(answers()).toHaveLength(1);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(await delivery(hook)).toMatchObject({ state: 'answered', callback: null });
  });

  it('is not credited to a person who denied when the service shows it as granted', async () => {
    callbacks().answers.next(failing('timeout', false));
    await click('U0ANA', { verb: 'deny', reason: 'no' });
    await expect(carryOut()).rejects.toThrow('timeout');
    desk().governance.tasks.set('task-1', closedSnapshot({ decisions: [] }));
    await retry();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'decided-elsewhere']]);
  });

  it('is credited when a second answer finds the callback spent and the access granted', async () => {
    callbacks().answers.next(failing('timeout', false), 'spent');
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    callbacks().onAnswer = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ decisions: [] }));
    await retry();
    await retry();
    expect(answers()).toHaveLength(2);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('tells the reviewer that the service takes no answer when the callback has expired', async () => {
    callbacks().answers.next('spent');
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'refused', 'answer-refused']]);
    expect(await delivery(hook)).toMatchObject({ state: 'spent', callback: null });
  });

  it('waits for another click when nothing was sent', async () => {
    callbacks().answers.next(failing('network', true));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('network');
    expect(await delivery(hook)).toMatchObject({ state: 'open', answeredBy: null });
  });

  it('is passed on inside the bot, without an answer at the callback', async () => {
    const detail = {
      stepId: 'step-1',
      occurrence: '',
      durationSeconds: null,
      people: ['U0DEE'],
    };
    await acceptAction(desk().deps, {
      verb: 'reassign',
      requestId: 'request-1',
      by: actor('U0ANA'),
      reason: 'Dee knows',
      detail,
      channel: 'C0REVIEWS',
    });
    await desk().runJobs('carry-out-action');
    expect(answers()).toEqual([]);
    await click('U0ANA');
    await click('U0DEE');
    await carryOut();
    expect(await reviews()).toEqual(
      expect.arrayContaining([
        ['U0ANA', 'refused', 'not-reviewer'],
        ['U0DEE', 'done', null],
      ]),
    );
  });

  it('is denied an hour before the service stops waiting, if nobody decided', async () => {
    carriesOut('denied');
    desk().world.pass(23 * 3_600_000 - 1_000);
    await denyNow();
    expect(answers()).toEqual([]);
    desk().world.pass(1_000);
    await denyNow();
    expect(answers()).toEqual([
      { kind: 'deny', comment: expect.stringContaining('nobody decided') },
    ]);
    const said = await desk().said();
    expect(said.toSorted()).toEqual(['ended -> U0BEN', 'ended -> thread of C0REVIEWS']);
    expect(desk().chat.notices[0]?.body).toMatchObject({ isUndecided: true });
    expect(await desk().audited()).toContain('delivery.denied-undecided');
    await denyNow();
    expect(answers()).toHaveLength(1);
  });

  it('is left alone where another guard follows', async () => {
    const { webhook } = desk().settings;
    desk().settings = testSettings({ webhook: { ...webhook, whenUndecided: 'leave' } });
    const later = webhookTask({ currentStepId: 'step-2' });
    desk().governance.tasks.set('task-1', later);
    await deliver(later);
    expect(await delivery('hook of task-1 step-2')).toMatchObject({ deniedAt: null });
  });

  it('tells administrators when the service takes no denial any more', async () => {
    callbacks().answers.next('spent');
    desk().world.pass(24 * 3_600_000);
    await denyNow();
    expect(await desk().said()).toEqual(['answer-refused -> U0HANA']);
  });

  it('is not denied while somebody is deciding', async () => {
    callbacks().answers.next(failing('timeout', false));
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    desk().world.pass(24 * 3_600_000);
    await denyNow();
    expect(answers()).toHaveLength(1);
  });
});

describe('a delivery', () => {
  it('changes nothing when it is repeated', async () => {
    await desk().opened(webhookTask());
    await deliver(webhookTask());
    await deliver(webhookTask());
    expect(await desk().audited()).toEqual(['delivery.opened']);
  });

  it('of a step that is over asks nobody', async () => {
    await desk().opened(webhookTask({ currentStepId: 'step-2' }));
    await deliver(webhookTask());
    expect(await delivery(hook)).toMatchObject({ state: 'over', callback: null });
  });

  it('waits until the task of a request that is being sent is known', async () => {
    await desk().ask();
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'sending', at: desk().world.now() }),
    );
    desk().governance.tasks.set('task-1', webhookTask());
    await deliver(webhookTask());
    expect(await delivery(hook)).toMatchObject({ state: 'kept' });
  });

  it('waits while the owners cannot be read', async () => {
    await desk().opened(webhookTask());
    desk().governance.ownerLists.next(failing('http', true));
    await expect(deliver(webhookTask())).rejects.toThrow('http');
    expect(await delivery(hook)).toMatchObject({ state: 'kept' });
  });
});

describe('a delivered step of a task made elsewhere', () => {
  const task = webhookTask({ sourceRequestId: null, createdBy: { id: 'user-cho' } });

  it('gets a card in the app’s channel, without its creator among the reviewers', async () => {
    desk().governance.tasks.set('task-1', task);
    await deliver(task);
    await desk().runJobs('sync-card');
    const [posted] = desk().chat.posted;
    expect(posted?.channel).toBe('C0REVIEWS');
    expect(posted?.card).toMatchObject({
      request: { requester: null, elsewhere: { kind: 'grant' } },
      task: { stepApprovers: [person('user-ana')] },
      offered: { decisions: [{ verb: 'approve' }, { verb: 'deny' }] },
    });
  });

  it('is decided by the same rules, and nobody hears of it as their own request', async () => {
    desk().governance.tasks.set('task-1', task);
    await deliver(task);
    await desk().runJobs('sync-card');
    const [card] = await cardsOf();
    carriesOut();
    const on = { cardId: card?.id ?? '', clicked: null };
    await click('U0CHO', on);
    await click('U0ANA', on);
    await carryOut();
    expect(await reviews()).toEqual(
      expect.arrayContaining([
        ['U0CHO', 'refused', 'own-request'],
        ['U0ANA', 'done', null],
      ]),
    );
    expect(answers().map(({ kind }) => kind)).toEqual(['approve']);
    desk().world.pass(5_000);
    const said = await desk().said();
    expect(said.filter((one) => one.endsWith('U0BEN'))).toEqual([]);
    expect(await desk().audited()).toContain('review.approved');
  });

  it('goes to the reviewers directly where it takes access away', async () => {
    const removal = { ...task, takesAway: true } as const;
    for (const id of ['ana', 'cho'])
      await desk().store.transaction((tx) =>
        tx.identities.save({
          slackUserId: `U0${id.toUpperCase()}`,
          person: person(`user-${id}`),
          checkedAt: desk().world.now(),
        }),
      );
    desk().governance.tasks.set('task-1', removal);
    await deliver(removal);
    await desk().runJobs('sync-card');
    expect(desk().chat.posted.map(({ channel }) => channel)).toEqual(['U0ANA']);
  });

  it('is on the reviewer’s Home and is reminded of', async () => {
    desk().governance.tasks.set('task-1', task);
    await deliver(task);
    const reviewer = { identityUserId: 'user-ana', slackUserId: 'U0ANA' };
    const waiting = await desk().store.transaction((tx) => tx.tasks.waitingFor(reviewer, 5));
    expect(waiting.total).toBe(1);
    desk().world.pass(4 * 3_600_000);
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'act-on-due' }));
    await desk().runJobs('act-on-due');
    desk().world.pass(3 * 3_600_000);
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'act-on-due' }));
    await desk().runJobs('act-on-due');
    expect(await desk().said()).toContain('reminder -> U0ANA');
  });
});

describe('a delivered set-up', () => {
  const { stepPolicy: _none, ...waiting } = webhookTask();
  const task: TaskSnapshot = { ...waiting, otherStep: { kind: 'set-up-elsewhere' } };
  const acted = (userId: string, verb: 'set-up' | 'cannot-set-up', reason = '') =>
    acceptAction(desk().deps, {
      verb,
      requestId: 'request-1',
      by: actor(userId),
      reason,
      detail: { stepId: 'step-1', occurrence: '', durationSeconds: null, people: [] },
      channel: 'C0REVIEWS',
    });

  beforeEach(async () => {
    await desk().opened(task);
    await deliver(task, { event: 'provision-step' });
  });

  it('asks the people who set it up, and tells nobody that they have access', async () => {
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot.otherStep).toEqual({
      kind: 'set-up-by-hand',
      people: [person('user-ana'), person('user-cho')],
    });
    expect(await delivery(hook)).toMatchObject({ deniedAt: null });
    expect(await desk().said()).toEqual([]);
  });

  it('is answered as complete, or as errored with the reason', async () => {
    await acted('U0ANA', 'cannot-set-up', 'no seats left');
    await carryOut();
    expect(answers()).toEqual([
      { kind: 'errored', comment: expect.stringContaining('no seats left') },
    ]);
  });

  it('is answered by one of two people who act at once', async () => {
    carriesOut();
    await acted('U0ANA', 'set-up');
    await acted('U0CHO', 'cannot-set-up', 'no');
    await carryOut();
    expect(answers().map(({ kind }) => kind)).toEqual(['complete']);
    expect(await reviews()).toContainEqual(['U0ANA', 'done', null]);
    expect((await reviews()).find(([who]) => who === 'U0CHO')?.[1]).toBe('refused');
  });

  it('is answered once where the answer to the first was lost', async () => {
    callbacks().answers.next(failing('timeout', false), 'accepted');
    await acted('U0ANA', 'set-up');
    await expect(carryOut()).rejects.toThrow('timeout');
    await retry();
    expect(answers()).toHaveLength(2);
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it.each([
    ['U0BEN', 'own-request'],
    ['U0DEE', 'not-reviewer'],
  ])('is not answered by %s', async (userId, why) => {
    await acted(userId, 'set-up');
    await carryOut();
    expect(await reviews()).toEqual([[userId, 'refused', why]]);
    expect(answers()).toEqual([]);
  });
});

describe('on a tenant that lets no task be read', () => {
  const task = webhookTask();
  beforeEach(async () => {
    start(['userSearch']);
    await desk().opened(task);
    await deliver(task);
  });

  it('the delivery is what is decided on', async () => {
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(answers().map(({ kind }) => kind)).toEqual(['approve']);
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot.otherStep).toEqual({ kind: 'processing' });
  });

  it('an old delivery has to be confirmed before it is approved', async () => {
    desk().world.pass(4 * 3_600_000 + 1_000);
    expect(await click('U0ANA')).toBe('reason-needed');
    expect(await click('U0ANA', { occurrence: '' })).toBe('kept');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('a lost answer that cannot be read back is uncertain, never refused', async () => {
    callbacks().answers.next(failing('timeout', false), 'spent');
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    await retry();
    await retry();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
  });
});

async function cardsOf() {
  const elsewhere = await desk().store.transaction((tx) => tx.subjects.ofTask('task-1'));
  return desk().store.transaction((tx) => tx.cards.ofRequest(elsewhere?.id ?? ''));
}

/** The job of the only action once more. */
async function retry(): Promise<void> {
  const rows = await desk().kysely.selectFrom('actions').select('id').execute();
  for (const { id: actionId } of rows)
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'carry-out-action', actionId }));
  await carryOut();
}

function denyNow(): Promise<void> {
  const { deps, webhooks } = desk();
  return webhooks === null ? Promise.resolve() : denyUndecided({ ...deps, ...webhooks });
}
