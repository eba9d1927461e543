import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { openHome } from '../../../src/use-cases/home/sync-home.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews } = reviewing(desk);
const { start, deliver, answers, delivery, callbacks, carriesOut, retry } = delivering(desk);

const hook = 'hook of task-1 step-1';

beforeEach(() => void start());

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

  it('is decided by the same rules, and is nobody’s own request in messages', async () => {
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

  it('goes to the reviewers directly when it takes access away', async () => {
    const removal = { ...task, takesAway: true } as const;
    await meetReviewers();
    desk().governance.tasks.set('task-1', removal);
    await deliver(removal);
    await desk().runJobs('sync-card');
    expect(desk().chat.posted).toEqual([]);
    expect(await desk().said()).toEqual(['list -> U0ANA']);
  });

  it('that takes access away is told to its holder as approved where tasks cannot be read', async () => {
    start(['userSearch']);
    await meetReviewers();
    const removal = { ...task, takesAway: true } as const;
    await deliver(removal);
    const [card] = await cardsOf();
    await click('U0ANA', { cardId: card?.id ?? '', clicked: null });
    await carryOut();
    await retry();
    await desk().runJobs('tell-removed');
    expect((await desk().said()).filter((one) => one.endsWith('U0BEN'))).toEqual([
      'access-removed -> U0BEN',
    ]);
    const told = desk().chat.notices.find(({ to }) => to === 'U0BEN');
    expect(told?.body).toMatchObject({ by: ['U0ANA'], removedAt: null });
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
    expect(await desk().said()).toContain('list -> U0ANA');
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

  it('is on the Home of the people who set it up, who are reminded', async () => {
    const asked = { identityUserId: 'user-cho', slackUserId: 'U0CHO' };
    const waiting = await desk().store.transaction((tx) => tx.tasks.waitingFor(asked, 5));
    expect(waiting.total).toBe(1);
    for (let hour = 0; hour < 8; hour += 2) {
      desk().world.pass(2 * 3_600_000);
      await desk().store.transaction((tx) => tx.enqueue({ kind: 'act-on-due' }));
      await desk().runJobs('act-on-due');
    }
    expect(await desk().said()).toContain('list -> U0CHO');
  });

  it('is answered as complete, or as errored with the reason', async () => {
    await acted('U0ANA', 'cannot-set-up', 'no seats left');
    await carryOut();
    expect(answers()).toEqual([
      { kind: 'errored', comment: expect.stringContaining('no seats left') },
    ]);
  });

  it('is answered once when two people act at once', async () => {
    carriesOut();
    await acted('U0ANA', 'set-up');
    await acted('U0CHO', 'cannot-set-up', 'no');
    await carryOut();
    expect(answers().map(({ kind }) => kind)).toEqual(['complete']);
    expect(await reviews()).toContainEqual(['U0ANA', 'done', null]);
    expect((await reviews()).find(([who]) => who === 'U0CHO')?.[1]).toBe('refused');
  });

  it('is answered once when the reply to the first answer was lost', async () => {
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

describe('on a tenant that does not let tasks be read', () => {
  const task = webhookTask();
  beforeEach(async () => {
    start(['userSearch']);
    await desk().opened(task);
    await deliver(task);
  });

  it('lets reviewers decide on the card and on Home', async () => {
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'update-card', cardId: 'card-1' }));
    await desk().runJobs('update-card', 'sync-card');
    expect(desk().chat.updated.at(-1)?.card).toMatchObject({
      offered: {
        decisions: [
          { verb: 'approve', link: null },
          { verb: 'deny', link: null },
        ],
      },
      task: { delivered: { isOnlySource: true } },
    });
    await openHome(desk().deps, 'U0ANA');
    await desk().runJobs('sync-home');
    expect(desk().chat.homes.at(-1)?.home.reviews.shown).toHaveLength(1);
  });

  it('takes its decision from the delivery', async () => {
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
    expect(answers().map(({ kind }) => kind)).toEqual(['approve']);
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot.otherStep).toEqual({ kind: 'processing' });
  });

  it('asks for confirmation before approving an old delivery', async () => {
    desk().world.pass(4 * 3_600_000 + 1_000);
    expect(await click('U0ANA')).toBe('reason-needed');
    expect(await click('U0ANA', { occurrence: '' })).toBe('kept');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'done', null]]);
  });

  it('treats a lost answer that cannot be read back as uncertain, never as refused', async () => {
    callbacks().answers.next(failing('timeout', false), 'spent');
    await click('U0ANA');
    await expect(carryOut()).rejects.toThrow('timeout');
    await retry();
    await retry();
    expect(await reviews()).toEqual([['U0ANA', 'uncertain', 'perhaps-decided']]);
  });
});

/** The bot knows the Slack accounts of those who may decide. */
async function meetReviewers(): Promise<void> {
  for (const id of ['ana', 'cho'])
    await desk().store.transaction((tx) =>
      tx.identities.saveResolved({
        slackUserId: `U0${id.toUpperCase()}`,
        person: person(`user-${id}`),
        checkedAt: desk().world.now(),
      }),
    );
}

async function cardsOf() {
  const elsewhere = await desk().store.transaction((tx) => tx.subjects.ofTask('task-1'));
  return desk().store.transaction((tx) => tx.cards.ofRequest(elsewhere?.id ?? ''));
}
