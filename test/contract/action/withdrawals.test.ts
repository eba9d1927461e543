import { beforeEach, describe, expect, it } from 'vitest';
import type { TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { updateCard } from '../../../src/use-cases/card/sync-card.ts';
import { syncHome } from '../../../src/use-cases/home/sync-home.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { failing, refusing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, again, states } = clickingHolders(desk);
const { click: clickCard, closing } = reviewing(desk);
const actions = ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_ESCALATE_TO_EMERGENCY_ACCESS'];

beforeEach(async () => {
  desk().governance.operations.add('taskRevoke');
  await desk().opened({ actions });
});

describe('a withdrawal', () => {
  const closable = { actions: ['TASK_ACTION_TYPE_CLOSE'] };
  const withdraw = async () => {
    await click('withdraw');
    await carryOut();
  };

  it('closes the request in the name of the person who withdrew it', async () => {
    desk().governance.tasks.set('task-1', snapshot(closable));
    desk().governance.onClose = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
    await withdraw();
    const comment = 'Withdrawn in Slack by "Ben" (ben@acme.example), Slack user U0BEN.';
    expect(desk().governance.closed).toMatchObject([{ taskId: 'task-1', act: 'close', comment }]);
    expect(await states()).toEqual([['done', null]]);
    expect(await desk().said()).toEqual(['deed -> thread of C0REVIEWS']);
    expect(desk().chat.shown.map(({ text }) => text.split('\n')[0])).toEqual([
      'You withdrew your request for *GitHub · Platform: write*.',
    ]);
  });

  it.each([
    ['at once', true],
    ['later', false],
  ])(
    'is told once to the person it was for, if the service shows the end %s',
    async (_when, isAtOnce) => {
      await desk().kysely.updateTable('requests').set({ targetSlackId: 'U0DEE' }).execute();
      await desk().told('in-review request-1', { readerId: 'U0DEE' });
      desk().governance.tasks.set('task-1', snapshot(closable));
      const end = () =>
        void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
      if (isAtOnce) desk().governance.onClose = end;
      await withdraw();
      await desk().said();
      end();
      await refreshTasks(desk().deps);
      const heard = (await desk().said()).filter((line) => !line.includes('thread'));
      expect(heard).toEqual([expect.stringMatching(/^(over|withdrawn) -> U0DEE$/)]);
    },
  );

  it.each([
    ['gone', null],
    ['closed', closedSnapshot({ outcome: 'denied' })],
    ['granted-first', closedSnapshot()],
  ])('is refused as %s', async (kind, task) => {
    desk().governance.tasks.clear();
    if (task !== null) desk().governance.tasks.set('task-1', task);
    await withdraw();
    expect(await states()).toEqual([['refused', kind]]);
    expect(desk().governance.closed).toEqual([]);
  });

  /** The service refuses, because the request is closed by then. */
  const refusedOnceClosed = () => {
    desk().governance.closings.next(refusing('closed'));
    desk().governance.onClose = () =>
      void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
  };

  it.each([
    ['shows later', refusedOnceClosed],
    [
      'shows',
      () => void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' })),
    ],
  ])(
    'is done after a lost answer when the service %s that the request is closed',
    async (_when, then) => {
      desk().governance.tasks.set('task-1', snapshot(closable));
      await click('withdraw');
      desk().governance.closings.next(failing('timeout', false));
      await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
      then();
      await again();
      await carryOut();
      expect(await states()).toEqual([['done', null]]);
      expect(await desk().said()).toContain('deed -> thread of C0REVIEWS');
    },
  );

  it('is announced once as a withdrawal when its answer was lost and another reading finds the end', async () => {
    desk().governance.tasks.set('task-1', snapshot(closable));
    await click('withdraw');
    desk().governance.closings.next(failing('timeout', false));
    await expect(carryOut()).rejects.toMatchObject({ kind: 'timeout' });
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
    await refreshTasks(desk().deps);
    // Messages are made anew when the end is read, and not again.
    expect(await desk().kysely.selectFrom('requests').select('state').execute()).toEqual([
      { state: 'withdrawn' },
    ]);
    await again();
    await carryOut();
    const words = (await desk().said()).filter((line) => !line.startsWith('action-waiting'));
    expect(words).toEqual(['deed -> thread of C0REVIEWS']);
    await desk().runJobs('sync-card', 'update-card');
    expect(desk().chat.updated.at(-1)?.card.request.state).toBe('withdrawn');
  });

  it.each([
    [
      'just before it was read',
      'closed',
      () => void desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' })),
    ],
    ['just after it was read', 'closed', refusedOnceClosed],
  ])(
    'is not credited to the person when somebody else closed the request %s',
    async (_when, refusal, closing) => {
      desk().governance.tasks.set('task-1', snapshot(closable));
      closing();
      await withdraw();
      expect(await states()).toEqual([['refused', refusal]]);
      expect(await desk().audited()).not.toContain('withdraw.done');
    },
  );

  it.each<[string, TaskSnapshot, boolean]>([
    ['does not offer to close it', snapshot(), true],
    ['refuses to close it', snapshot(closable), true],
    ['lets no task be read', snapshot(), false],
  ])(
    'takes effect in the bot when the service %s: reviewers are told, old cards refuse, Home keeps it',
    async (why, task, areRead) => {
      desk().governance.tasks.set('task-1', task);
      desk().governance.closings.next(refusing('forbidden'));
      if (!areRead) desk().governance.operations = new Set(['taskActions', 'userSearch']);
      await withdraw();
      expect(await states()).toEqual([['done', null]]);
      const missing = why.startsWith('refuses') ? ['missing-right -> U0HANA'] : [];
      expect(await desk().said()).toEqual([...missing, 'deed -> thread of C0REVIEWS']);
      expect(desk().chat.shown.map(({ text }) => text)).toEqual([
        expect.stringContaining(
          areRead ? 'The access service has not closed it' : 'I cannot tell whether',
        ),
      ]);
      desk().governance.operations = new Set([
        'taskRead',
        'taskSearch',
        'taskActions',
        'userSearch',
      ]);
      await updateCard(desk().deps, 'card-1');
      const card = desk().chat.updated.at(-1)?.card;
      expect([card?.task.state, card?.task.outcome, card?.offered.decisions]).toEqual([
        'closed',
        'left-open',
        [],
      ]);
      await clickCard('U0ANA', { shown: null, clicked: null });
      await desk().runJobs('carry-out-action');
      expect(desk().governance.reviewOrders).toEqual([]);
      expect(await states()).toEqual([
        ['done', null],
        ['refused', 'request-withdrawn'],
      ]);
      await syncHome(desk().deps, 'U0ANA');
      await syncHome(desk().deps, 'U0BEN');
      const [reviewers, requesters] = desk().chat.homes.slice(-2);
      expect(reviewers?.home.reviews).toEqual({ shown: [], left: 0 });
      expect(requesters?.home.requests.shown.map((one) => one.standing)).toEqual(['open']);
    },
  );

  describe('that the service could not carry out', () => {
    const decidable = {
      actions: ['TASK_ACTION_TYPE_APPROVE', 'TASK_ACTION_TYPE_DENY', 'TASK_ACTION_TYPE_COMMENT'],
    };
    const shownCard = async () => {
      await desk().runJobs('sync-card', 'update-card');
      return desk().chat.updated.at(-1)?.card;
    };

    beforeEach(async () => {
      desk().governance.tasks.set('task-1', snapshot(decidable));
      await refreshTasks(desk().deps);
      await withdraw();
    });

    it('leaves Deny on the card, and nothing else', async () => {
      expect(await shownCard()).toMatchObject({
        task: { outcome: 'left-open' },
        offered: { decisions: [{ verb: 'deny', link: null }], acts: [], elsewhere: [] },
      });
    });

    it('is denied by a reviewer, and approved by nobody', async () => {
      closing('denied');
      await clickCard('U0ANA');
      await clickCard('U0CHO', { verb: 'deny', reason: 'nobody wants it' });
      await desk().runJobs('carry-out-action');
      expect(await states()).toEqual([
        ['done', null],
        ['refused', 'request-withdrawn'],
        ['done', null],
      ]);
      expect(desk().governance.reviewOrders).toMatchObject([{ act: 'deny' }]);
      expect(await shownCard()).toMatchObject({ task: { outcome: 'denied' } });
    });
  });
});
