/** Long because reminders, tiers, emergencies and the next look are told by one function. */
import { describe, expect, it } from 'vitest';
import {
  firstWatch,
  nextStepLookMs,
  type StepFacts,
  type StepWatch,
  stepBeganMs,
  stepDue,
  wallClock,
  workingClock,
} from '../../../src/domain/due/step-watch.ts';
import type { EscalationTier } from '../../../src/domain/settings/reminders.ts';
import { person, snapshot } from '../../support/samples.ts';

const hour = 3_600;
const ms = (seconds: number) => seconds * 1_000;
const tierAfter = (hours: number): EscalationTier => ({
  afterSeconds: hours * hour,
  people: [],
  channel: null,
  group: null,
  owners: false,
  offersEmergency: false,
});
const tiers = [tierAfter(2), tierAfter(4), tierAfter(8)];

/** One reviewer who is reminded after an hour, and three tiers; the step began at 0. */
function facts(hours: number, change: Partial<StepFacts> = {}): StepFacts {
  return {
    task: snapshot({ stepOccurrence: 'gen/0/' }),
    emergency: false,
    beganMs: 0,
    nowMs: ms(hours * hour),
    readMs: ms(hours * hour),
    readFirst: new Set(),
    reviewers: new Map([['U0ANA', wallClock]]),
    pace: { afterSeconds: hour, everySeconds: hour, atMost: 3 },
    tiers,
    hasOwnTiers: false,
    tierClock: wallClock,
    ...change,
  };
}

const begun = (change: Partial<StepFacts> = {}): StepWatch => stepDue(null, facts(0, change)).watch;
const dueHours = (watch: StepWatch, id = 'U0ANA') => {
  const dueMs = watch.reviewers[id]?.dueMs ?? null;
  return dueMs === null ? null : dueMs / ms(hour);
};

describe('reminders of a step', () => {
  it('are planned when it begins', () => {
    expect(stepDue(null, facts(0))).toStrictEqual({
      watch: {
        stepId: 'step-1',
        occurrence: 'gen/0/',
        emergency: false,
        beganMs: 0,
        tiersTold: 0,
        reviewers: { U0ANA: { sent: 0, dueMs: ms(hour) } },
      },
      remind: [],
      tiers: [],
      nextTierMs: ms(2 * hour),
      nextTier: tiers[0],
    });
  });

  it('come at the next full five minutes, together with others of the same morning', () => {
    const pace = { afterSeconds: 2 * hour, everySeconds: hour, atMost: 3 };
    const early = { beganMs: ms(10), tiers: [], pace };
    expect(dueHours(stepDue(null, facts(0, early)).watch)).toBe(2 + 1 / 12);
    const soon = { ...early, pace: { ...pace, afterSeconds: 48 } };
    expect(dueHours(stepDue(null, facts(0, soon)).watch)).toBe(58 / hour);
    const emergency = stepDue(null, facts(0, { ...early, emergency: true })).watch;
    expect(emergency.reviewers).toEqual({ U0ANA: { sent: 0, dueMs: ms(2 * hour + 10) } });
  });

  it('count from the beginning of the step, whenever that is read', () => {
    expect(dueHours(stepDue(null, facts(0.5)).watch)).toBe(1);
  });

  it('count from the beginning of the step where nobody looked at it before', () => {
    const task = snapshot({ stepOccurrence: 'gen/0/', stepApprovers: [person('user-ana')] });
    const { watch, lookMs } = firstWatch(task, 0, facts(0));
    expect(lookMs).toBe(ms(hour));
    const readFirst = new Set(['U0ANA']);
    const reviewers = new Map([
      ['U0ANA', wallClock],
      ['U0CHO', wallClock],
    ]);
    const { remind, watch: after } = stepDue(watch, facts(1, { readFirst, reviewers }));
    expect(remind).toEqual(['U0ANA']);
    // Who became a reviewer meanwhile is reminded an hour after that was read.
    expect(dueHours(after, 'U0CHO')).toBe(2);
    expect(after.readFirst).toBeUndefined();
    expect(watch).toStrictEqual({
      stepId: 'step-1',
      occurrence: 'gen/0/',
      emergency: false,
      beganMs: 0,
      tiersTold: 0,
      reviewers: {},
      readFirst: ['user-ana'],
    });
    const untold = snapshot({ currentStepId: null });
    expect(firstWatch(untold, 0, facts(0)).watch).toMatchObject({ stepId: '', occurrence: '' });
  });

  it('count from the news that the request became an emergency before anybody looked', () => {
    const task = snapshot({ stepOccurrence: 'gen/0/', stepApprovers: [person('user-ana')] });
    const { watch } = firstWatch(task, 0, facts(0));
    const change = { readFirst: new Set(['U0ANA']), emergency: true, tiers: [] };
    const { remind, watch: after } = stepDue(watch, facts(5, change));
    expect([remind, dueHours(after)]).toEqual([[], 6]);
  });

  it('know when a step began as far as the service tells it', () => {
    const created = new Date('2026-03-02T12:00:00Z');
    const read = new Date('2026-03-02T12:10:00Z');
    const began = (at: string) =>
      new Date(
        stepBeganMs(snapshot({ stepOccurrence: `gen/0/${at}` }), created, read),
      ).toISOString();
    const within = ['2026-03-02T12:00:00.000Z', '2026-03-02T12:05:00.000Z', read.toISOString()];
    expect(within.map(began)).toEqual(within);
    expect(began('2026-03-02T11:59:59.999Z')).toBe(read.toISOString());
    expect(began('2026-03-02T12:10:00.001Z')).toBe(read.toISOString());
    expect(began('')).toBe(read.toISOString());
  });

  it('are looked at first when the first tier is due, or never where nothing ever is', () => {
    const none = { afterSeconds: hour, everySeconds: hour, atMost: 0 };
    const lookMs = (tiersThere: readonly EscalationTier[]) =>
      firstWatch(snapshot(), 5, { pace: none, tiers: tiersThere }).lookMs;
    expect(lookMs(tiers)).toBe(5 + ms(2 * hour));
    expect(lookMs([])).toBeNull();
  });

  it('count working time where the clock does', () => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
    const hours = { days, fromMinutes: 9 * 60, toMinutes: 17 * 60, holidays: [] };
    const friday = Date.parse('2026-03-06T16:30:00Z');
    const nextDue = workingClock('UTC', hours)(friday, hour);
    expect(new Date(nextDue).toISOString()).toBe('2026-03-09T09:30:00.000Z');
  });

  it('come with gaps that double, as often as the pace says', () => {
    let watch = begun();
    const hours: number[] = [];
    for (let due = dueHours(watch); due !== null; due = dueHours(watch)) {
      const acts = stepDue(watch, facts(due, { tiers: [] }));
      expect(acts.remind).toEqual(['U0ANA']);
      hours.push(due);
      watch = acts.watch;
    }
    expect(hours).toEqual([1, 2, 4]);
    expect(watch.reviewers).toEqual({ U0ANA: { sent: 3, dueMs: null } });
  });

  it('have gaps of a year at most', () => {
    const everySeconds = 300 * 86_400;
    const pace = { afterSeconds: hour, everySeconds, atMost: 9 };
    const first = stepDue(begun({ pace }), facts(1, { pace }));
    expect(dueHours(first.watch)).toBe(1 + 300 * 24);
    const second = stepDue(first.watch, facts(7_201, { pace }));
    expect(dueHours(second.watch)).toBe(7_201 + 365 * 24);
  });

  it('are none where the pace has none', () => {
    const pace = { afterSeconds: hour, everySeconds: hour, atMost: 0 };
    const { watch, remind } = stepDue(begun({ pace }), facts(9, { pace }));
    expect([remind, dueHours(watch)]).toEqual([[], null]);
  });

  it('count from when somebody became a reviewer of a step that already waited', () => {
    const both = new Map([
      ['U0ANA', wallClock],
      ['U0CHO', wallClock],
    ]);
    const { watch, remind } = stepDue(begun(), facts(1, { reviewers: both }));
    expect(remind).toEqual(['U0ANA']);
    expect(dueHours(watch, 'U0CHO')).toBe(2);
  });

  it('wait for somebody who is not at work', () => {
    const fromTomorrow = (fromMs: number, seconds: number) =>
      Math.max(fromMs + ms(seconds), ms(20 * hour));
    const reviewers = new Map([['U0ANA', fromTomorrow]]);
    const { watch, remind } = stepDue(begun(), facts(1, { reviewers }));
    expect([remind, dueHours(watch)]).toEqual([[], 20]);
  });

  it('are counted over all steps, and due anew in each', () => {
    const reminded = stepDue(begun(), facts(1)).watch;
    const task = snapshot({ currentStepId: 'step-2' });
    const { watch } = stepDue(reminded, facts(3, { task, beganMs: ms(3 * hour) }));
    expect(watch.reviewers).toEqual({ U0ANA: { sent: 1, dueMs: ms(4 * hour) } });
  });

  it('end for who is no reviewer any more, and are counted if they become one again', () => {
    const reminded = stepDue(begun(), facts(1)).watch;
    const gone = stepDue(reminded, facts(2, { reviewers: new Map() })).watch;
    expect(gone.reviewers).toEqual({ U0ANA: { sent: 1, dueMs: null } });
    expect(stepDue(gone, facts(3)).watch.reviewers).toEqual({
      U0ANA: { sent: 1, dueMs: ms(4 * hour) },
    });
  });
});

describe('the tiers of a step', () => {
  it('are told once each, in their order', () => {
    const first = stepDue(begun(), facts(2));
    expect([first.tiers, first.nextTier, first.nextTierMs]).toEqual([
      [tiers[0]],
      tiers[1],
      ms(4 * hour),
    ]);
    expect(first.watch.tiersTold).toBe(1);
    const rest = stepDue(first.watch, facts(9));
    expect([rest.tiers, rest.nextTier, rest.nextTierMs]).toEqual([tiers.slice(1), null, null]);
    expect(rest.watch.tiersTold).toBe(3);
  });

  it('begin anew with the next step and with the next round of the same one', () => {
    const told = stepDue(begun(), facts(2)).watch;
    const next = snapshot({ currentStepId: 'step-2', stepOccurrence: 'gen/1/' });
    const round = snapshot({ stepOccurrence: 'gen/2/' });
    for (const task of [next, round]) {
      const { watch, tiers: due } = stepDue(told, facts(3, { task, beganMs: ms(3 * hour) }));
      expect([due, watch.tiersTold, watch.beganMs]).toEqual([[], 0, ms(3 * hour)]);
    }
  });

  it('belong to no step where the service tells none', () => {
    const task = snapshot({ currentStepId: null });
    const { watch } = stepDue(null, facts(0, { task }));
    expect([watch.stepId, watch.occurrence]).toEqual(['', '']);
    expect(stepDue(watch, facts(2, { task, beganMs: ms(2 * hour) })).tiers).toEqual([tiers[0]]);
  });
});

describe('a step that becomes an emergency', () => {
  const told = () => stepDue(begun(), facts(3)).watch;

  it('begins with its own tiers, from when that was read', () => {
    const acts = stepDue(told(), facts(3, { emergency: true, hasOwnTiers: true }));
    expect([acts.tiers, acts.nextTierMs, acts.watch.tiersTold]).toEqual([[], ms(5 * hour), 0]);
    expect(acts.watch.beganMs).toBe(ms(3 * hour));
  });

  it.each([
    ['it was one before', { emergency: true, hasOwnTiers: true }, { emergency: true }],
    ['it is none', { hasOwnTiers: true }, {}],
  ])('goes on with its own tiers where %s', (_when, now, before) => {
    const { watch } = stepDue(begun({ ...now, ...before }), facts(3, { ...now, ...before }));
    const acts = stepDue(watch, facts(4, { ...now, ...before }));
    expect([acts.tiers, acts.watch.tiersTold, acts.watch.beganMs]).toEqual([[tiers[1]], 2, 0]);
  });

  it('goes on with the tiers that it has, where it has none of its own', () => {
    const acts = stepDue(told(), facts(3, { emergency: true }));
    expect([acts.tiers, acts.nextTierMs]).toEqual([[], ms(4 * hour)]);
    expect([acts.watch.tiersTold, acts.watch.beganMs]).toEqual([1, 0]);
  });

  it('reminds by the pace of emergencies from now on', () => {
    const pace = { afterSeconds: 600, everySeconds: 600, atMost: 5 };
    const { watch, remind } = stepDue(begun(), facts(0.5, { emergency: true, pace }));
    expect([remind, watch.reviewers]).toEqual([
      [],
      { U0ANA: { sent: 0, dueMs: ms(0.5 * hour + 600) } },
    ]);
  });
});

describe('the next look at a step', () => {
  const nothing = { ...begun(), reviewers: {} };

  it('is the earliest of all that is due', () => {
    const reviewers = { U0ANA: { sent: 0, dueMs: 500 }, U0CHO: { sent: 3, dueMs: null } };
    const watch = { ...nothing, reviewers };
    expect(nextStepLookMs(watch, 300)).toBe(300);
    expect(nextStepLookMs(watch, null)).toBe(500);
  });

  it('is none where nothing is due', () => {
    expect(nextStepLookMs(nothing, null)).toBeNull();
  });
});
