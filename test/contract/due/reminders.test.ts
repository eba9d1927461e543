/** Long because reminders, tiers and their clocks are tested together. */
import { describe, expect, it } from 'vitest';
import { actOnDue } from '../../../src/use-cases/due/act-on-due.ts';
import { readAgain } from '../../../src/use-cases/task/refresh-tasks.ts';
import { failing } from '../../support/fakes.ts';
import { reviewing } from '../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';
import { numbersIn, waiting } from '../../support/waiting.ts';

const desk = useCaseDesk();
const { waits, reads, live, standStill, turn } = waiting(desk);
const { click } = reviewing(desk);

const shownTo = (slackUserId: string) => numbersIn(desk().chat.listOf(slackUserId)?.text ?? '');

const onlyAna = { stepApprovers: [person('user-ana')] };

// Monday, 2 March 2026, 12:00 UTC. Everybody works from 9 to 17 in UTC, and is reminded after 2 h,
// 4 h later and 8 h later.
describe('a silent reviewer', () => {
  it('is reminded in their own working hours, not on holidays, and when they are back', async () => {
    const hours = { ...testSettings().workingHours, holidays: ['2026-03-03'] };
    desk().settings = testSettings({ workingHours: hours });
    desk().directory.add('U0ANA', { timeZone: 'Asia/Tokyo' });
    desk().directory.add('U0CHO', { away: { until: new Date('2026-03-05T00:00Z') } });
    await waits(1);
    expect(
      (await live('2026-03-05T12:00Z')).filter(
        (line) => line.includes('T0') || line.includes('T1'),
      ),
    ).toEqual([
      '03-04T02:00 list -> U0ANA: 1',
      '03-04T06:00 list -> U0ANA: 1',
      '03-05T06:00 list -> U0ANA: 1',
      '03-05T09:00 list -> U0CHO: 1',
    ]);
  });

  it('is not reminded at night because they moved, nor while they are away', async () => {
    await waits(1, onlyAna);
    await turn();
    desk().directory.add('U0ANA', { timeZone: 'America/Los_Angeles' });
    // Two hours after nine o'clock where they are now.
    expect(await live('2026-03-02T20:00Z')).toEqual(['03-02T19:00 list -> U0ANA: 1']);
    desk().directory.add('U0ANA', { away: { until: null } });
    expect(await live('2026-03-06T23:00Z')).toEqual([]);
    desk().directory.add('U0ANA');
    expect(await live('2026-03-09T10:00Z')).toEqual(['03-09T09:00 list -> U0ANA: 1']);
  });

  it('gets one message with all that waits, what fell due first', async () => {
    await waits(1);
    await waits(2, onlyAna);
    standStill('2026-03-02T13:00Z');
    await waits(3, onlyAna);
    expect(await live('2026-03-02T16:00Z')).toEqual([
      '03-02T14:00 list -> U0ANA: 1 2 3',
      '03-02T14:00 list -> U0CHO: 1',
      '03-02T15:00 list -> U0ANA: 3 1 2',
    ]);
  });

  it('gets one message for requests of the same five minutes, which follows each decision', async () => {
    standStill('2026-03-02T12:00:20Z');
    await waits(1, onlyAna);
    standStill('2026-03-02T12:03Z');
    await waits(2, onlyAna);
    standStill('2026-03-02T12:05Z');
    await waits(3);
    expect(await live('2026-03-02T17:00Z')).toEqual([
      '03-02T14:05 list -> U0ANA: 1 2 3',
      '03-02T14:05 list -> U0CHO: 3',
    ]);
    await reads(1, closedSnapshot());
    await desk().runJobs('show-list');
    expect(shownTo('U0ANA')).toEqual([2, 3]);
    for (const number of [2, 3]) await reads(number, closedSnapshot({ id: `task-${number}` }));
    await desk().runJobs('show-list');
    expect(desk().chat.listOf('U0ANA')?.text).toBe('Nothing waits for you any more.');
    expect(desk().chat.listOf('U0ANA')?.buttons).toEqual([]);
  });

  it('reads emergencies first, whatever fell due', async () => {
    await waits(1, onlyAna);
    await waits(2, { ...onlyAna, emergency: true });
    expect(await live('2026-03-02T12:06Z')).toContain('03-02T12:05 list -> U0ANA: 2 1');
    expect((await live('2026-03-02T14:00Z')).at(-1)).toBe('03-02T14:00 list -> U0ANA: 2 1');
  });

  it('has the newest list alone', async () => {
    await waits(1, { ...onlyAna, emergency: true });
    await live('2026-03-02T12:30Z');
    await desk().runJobs('retire-copy');
    const { lists, deleted } = desk().chat;
    expect(deleted).toEqual(lists.slice(0, -1).map(({ place }) => place));
    expect(lists).toHaveLength(2);
  });

  it('is reminded once of requests that fell due while nothing ran, and then at intervals', async () => {
    await waits(1, onlyAna);
    standStill('2026-03-05T22:00Z');
    expect(await live('2026-03-06T23:00Z')).toEqual([
      '03-06T09:00 list -> U0ANA: 1',
      '03-06T13:00 list -> U0ANA: 1',
    ]);
  });

  it('is reminded by the app’s setting in place of the general one', async () => {
    const { apps, reminders } = testSettings();
    const own = { ...reminders, afterSeconds: 60, atMost: 1 };
    desk().settings = testSettings({ apps: apps.map((app) => ({ ...app, reminders: own })) });
    await waits(1, onlyAna);
    expect(await live('2026-03-09T00:00Z')).toEqual(['03-02T12:01 list -> U0ANA: 1']);
  });

  it('is not reminded of their own request, or when their Slack account is unknown', async () => {
    await waits(1, { stepApprovers: [person('user-ben'), person('user-zoe'), person('user-ana')] });
    expect(await live('2026-03-02T17:00Z')).toEqual(['03-02T14:00 list -> U0ANA: 1']);
  });
});

describe('a reminder', () => {
  it.each([
    ['closed', closedSnapshot()],
    ['at a step that no person decides', { currentStepId: 'provision', stepApprovers: [] }],
    ['at another step', { currentStepId: 'step-2', stepApprovers: [person('user-dee')] }],
  ])(
    'is not sent when the service has the task %s, even before the bot read it',
    async (_state, change) => {
      await waits(1, onlyAna);
      await turn();
      const task = desk().governance.tasks.get('task-1');
      if (task !== undefined)
        desk().governance.tasks.set('task-1', { ...task, ...change, id: 'task-1' });
      expect(await live('2026-03-02T15:00Z')).toEqual([]);
    },
  );

  it('is not sent while a decision on the step is carried out', async () => {
    await waits(1, onlyAna);
    await live('2026-03-02T13:59Z');
    await click('U0ANA');
    await desk().kysely.updateTable('actions').set({ state: 'sending' }).execute();
    expect(await live('2026-03-02T14:10Z')).toEqual([]);
  });

  it('leaves out requests decided before it is sent', async () => {
    await waits(1, onlyAna);
    await waits(2, onlyAna);
    standStill('2026-03-02T14:00Z');
    await actOnDue(desk().deps);
    await actOnDue(desk().deps);
    await reads(1, closedSnapshot());
    expect(await live('2026-03-02T14:30Z')).toEqual(['03-02T14:00 list -> U0ANA: 2']);
  });

  it('is not sent when all of its requests were decided before', async () => {
    await waits(1, onlyAna);
    await turn();
    standStill('2026-03-02T14:00Z');
    await actOnDue(desk().deps);
    await reads(1, closedSnapshot());
    expect(await live('2026-03-02T14:30Z')).toEqual([]);
  });

  it('waits for the service, and reads everything that is due in one call', async () => {
    await waits(1, onlyAna);
    await waits(2, onlyAna);
    await desk().told('in-review request-1');
    await desk().told('in-review request-2', { askingId: 'request-2' });
    await turn();
    standStill('2026-03-02T14:00Z');
    desk().governance.read.length = 0;
    desk().governance.readings.next(failing('network', true));
    expect(await live('2026-03-02T14:00:20Z')).toEqual([]);
    expect(await live('2026-03-02T14:01Z')).toEqual(['03-02T14:00 list -> U0ANA: 1 2']);
    expect(desk().governance.read).toEqual([
      ['task-1', 'task-2'],
      ['task-1', 'task-2'],
    ]);
  });

  it('waits for Slack when people cannot be looked up', async () => {
    await waits(1, onlyAna);
    await desk().told('in-review request-1');
    await turn();
    standStill('2026-03-02T14:00Z');
    const findByEmail = desk().directory.findByEmail.bind(desk().directory);
    desk().directory.findByEmail = () => Promise.reject(failing('rate-limited', true, 'slack'));
    expect(await live('2026-03-02T14:00:10Z')).toEqual([]);
    desk().directory.findByEmail = findByEmail;
    expect(await live('2026-03-02T14:05Z')).toEqual(['03-02T14:00 list -> U0ANA: 1']);
  });

  it('is not sent when tasks cannot be read, because they may be decided', async () => {
    desk().governance.operations = new Set(['taskActions']);
    await waits(1, onlyAna);
    expect(await live('2026-03-05T00:00Z')).toEqual([]);
  });

  it('shows who is deciding on one of its requests, then only the requests that still wait', async () => {
    await waits(1, onlyAna);
    await waits(2, onlyAna);
    await live('2026-03-02T14:00Z');
    const ana = { slackUserId: 'U0ANA', person: person('user-ana'), checkedAt: new Date(0) };
    await desk().store.transaction((tx) => tx.identities.saveResolved(ana));
    const decisions = () =>
      desk()
        .chat.listOf('U0ANA')
        ?.buttons.filter((id) => id === 'review.approve');
    expect(decisions()).toEqual(['review.approve', 'review.approve']);
    await click('U0ANA', { cardId: 'card-2', clicked: null });
    desk().world.pass(300);
    await desk().timers.ring();
    await desk().runJobs('show-list');
    expect(decisions()).toEqual(['review.approve']);
    desk().governance.onReview = () =>
      void desk().governance.tasks.set('task-2', closedSnapshot({ id: 'task-2' }));
    await desk().runJobs('carry-out-action', 'show-list');
    expect(shownTo('U0ANA')).toEqual([1]);
    expect(desk().chat.lists).toHaveLength(1);
  });

  it('is edited when one of its requests changes, because its buttons are bound to what it shows', async () => {
    await waits(1, onlyAna);
    await live('2026-03-02T14:00Z');
    const task = desk().governance.tasks.get('task-1') ?? snapshot();
    desk().governance.tasks.set('task-1', { ...task, grantDurationSeconds: 365 * 86_400 });
    desk().world.pass(60_000);
    await readAgain(desk().deps, ['task-1']);
    await desk().runJobs('show-list');
    expect(desk().chat.listOf('U0ANA')?.edits).toBe(1);
  });
});

describe('a reviewer who cannot be looked up for a moment', () => {
  it('is reminded all the same', async () => {
    await waits(1, onlyAna);
    const { directory } = desk();
    const find = directory.findByEmail.bind(directory);
    for (let half = 0; half < 10; half += 1) {
      desk().world.pass(1_800_000);
      directory.findByEmail = half % 2 === 0 ? async () => null : find;
      await reads(1, { ...onlyAna, appName: `GitHub ${half}` });
      await turn();
    }
    await desk().runJobs();
    expect(desk().chat.lists.some(({ to }) => to === 'U0ANA')).toBe(true);
  });
});
