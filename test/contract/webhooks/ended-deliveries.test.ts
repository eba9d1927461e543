import { beforeEach, describe, expect, it } from 'vitest';
import { acceptAction } from '../../../src/use-cases/action/accept-action.ts';
import { refreshTasks } from '../../../src/use-cases/task/refresh-tasks.ts';
import { clickingHolders } from '../../support/clicking-holders.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { reviewing } from '../../support/reviewing.ts';
import { actor, closedSnapshot, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click: clickHolder, carryOut } = clickingHolders(desk);
const { click, reviews, shownNow } = reviewing(desk);
const { start, deliver, answers, delivery, takesOne, retry } = delivering(desk);

beforeEach(() => void start());

describe('a request whose step the service handed over', () => {
  it('is closed by an administrator at the callback, once after a lost answer', async () => {
    const task = await desk().opened(webhookTask({ actions: ['TASK_ACTION_TYPE_CLOSE'] }));
    await deliver(task);
    desk().settings = testSettings({ admins: ['U0HANA'] });
    desk().directory.add('U0HANA');
    desk().governance.people.set('hana@acme.example', person('user-hana'));
    takesOne('back');
    await acceptAction(desk().deps, {
      verb: 'close',
      requestId: 'request-1',
      by: actor('U0HANA'),
      reason: '',
      channel: 'C0REVIEWS',
      detail: {
        stepId: 'step-1',
        occurrence: '',
        durationSeconds: null,
        people: [],
        shown: await shownNow('card-1'),
      },
    });
    await expect(carryOut()).rejects.toThrow('timeout');
    await refreshTasks(desk().deps);
    await retry();
    expect(answers()).toEqual([
      { kind: 'deny', comment: expect.stringMatching(/^Closed in Slack by "Hana"/) },
    ]);
    expect(desk().governance.closed).toEqual([]);
    expect(await reviews()).toEqual([['U0HANA', 'done', null]]);
    const said = (await desk().said()).filter((line) => !line.startsWith('action-waiting'));
    expect(said.toSorted()).toEqual(['deed -> thread of C0REVIEWS', 'over -> U0BEN']);
    expect(desk().chat.shown.at(-1)?.text).toContain('<@U0HANA> closed your request');
  });

  it('is not denied when it ended meanwhile, and administrators hear nothing', async () => {
    await deliver(await desk().opened(webhookTask()));
    desk().governance.tasks.set('task-1', closedSnapshot({ outcome: 'cancelled' }));
    await refreshTasks(desk().deps);
    desk().world.pass(24 * 3_600_000);
    await desk().store.transaction((tx) => tx.enqueue({ kind: 'deny-undecided' }));
    await desk().runJobs('deny-undecided');
    expect(answers()).toEqual([]);
    expect(await delivery('hook of task-1 step-1')).toMatchObject({
      state: 'over',
      callback: null,
    });
    expect((await desk().said()).filter((line) => line.endsWith('U0HANA'))).toEqual([]);
  });
});

describe('a withdrawal on a tenant that does not let tasks be read', () => {
  beforeEach(async () => {
    start(['userSearch']);
    await deliver(await desk().opened(webhookTask()));
  });

  it('denies the step, and says that the service is at work', async () => {
    await clickHolder('withdraw');
    await carryOut();
    expect(answers()).toMatchObject([{ kind: 'deny' }]);
    expect(await reviews()).toEqual([['U0BEN', 'done', null]]);
    expect(await desk().said()).toEqual(['deed -> thread of C0REVIEWS']);
    expect(desk().chat.shown.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^You withdrew [^.]*\.$/m),
    ]);
    const kept = await desk().store.transaction((tx) => tx.tasks.find('task-1'));
    expect(kept?.snapshot.otherStep).toEqual({ kind: 'processing' });
  });

  it('comes too late after an approval', async () => {
    await click('U0ANA');
    await carryOut();
    await clickHolder('withdraw');
    await carryOut();
    expect(await reviews()).toContainEqual(['U0BEN', 'refused', 'approved-first']);
    expect((await desk().request())?.state).toBe('created');
  });
});
